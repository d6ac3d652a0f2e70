//! Defines the parts of a request: method, path, parameters, body, keys.

/// The request of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// `GET`, `POST` and so on.
    pub method: String,
    /// Its path, with `{parameters}` in it.
    pub path: String,
    pub parameters: Vec<Parameter>,
    pub body: Option<Body>,
    /// Alternative authentications, each a list of keys used together.
    pub keys: Vec<Vec<Key>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The member of the action's request that holds it.
    pub member: String,
    pub name: String,
    pub place: ParameterLocation,
    /// Whether entries of a list are sent one by one.
    pub explode: bool,
}

/// Where a parameter goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterLocation {
    Path,
    /// Behind the question mark.
    Query,
    Header,
    /// Into the `Cookie` header.
    Cookie,
}

/// The body of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    /// Which part of the action's request it is.
    pub part: BodyPart,
    /// How it is written.
    pub form: BodyForm,
}

/// Which part of an action's request the body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyPart {
    /// All of it: there are no parameters.
    Whole,
    /// Its member `body`.
    Member,
}

/// How a body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyForm {
    /// `application/json`.
    Json,
    /// `application/x-www-form-urlencoded`.
    Fields,
    /// `text/plain`.
    Text,
}

/// What proves who one is; its value is a member of the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The member of the configuration.
    pub member: String,
    pub carrier: ApiKeyLocation,
}

/// How a key travels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApiKeyLocation {
    Header(String),
    /// As this field behind the question mark.
    Query(String),
    Cookie(String),
    /// As `Authorization: Bearer`.
    Bearer,
    /// As `Authorization: Basic`; the value is `name:password`.
    Basic,
}
