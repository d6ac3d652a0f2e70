//! Where in a definition we are, what is said there, and what a person calls it.

use super::api::Part;
use crate::difference::Kind;
use crate::phrase::quoted;

/// What the members of a place mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zone {
    /// A definition, or a part of one that is made like it.
    Document,
    /// A JSON Schema.
    Schema(Noun),
    /// JSON Schemas by their names.
    Schemas(Noun),
    /// A part of an `OpenAPI` document.
    Api(Part),
    /// Values of this kind all the way down.
    Plain(Kind),
}

/// What a schema's properties are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Noun {
    Parameter,
    Result,
    Setting,
    /// Of a schema that others refer to, for whatever they take or give.
    Field,
}

/// A place in a definition.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// As a JSON pointer.
    pub(super) path: String,
    pub(super) zone: Zone,
    /// The last member's name.
    pub(super) field: String,
    /// What that is called in a sentence: `the description`, ``parameter `path` ``.
    pub(super) called: String,
    /// What it belongs to, as a sentence goes on: `` of action `read` ``.
    pub(super) owner: String,
    /// For properties within properties: the names so far.
    pub(super) dotted: String,
}

impl Noun {
    pub(super) fn one(self) -> &'static str {
        match self {
            Self::Parameter => "parameter",
            Self::Result => "result field",
            Self::Setting => "setting",
            Self::Field => "field",
        }
    }
}

impl Place {
    pub(crate) fn document() -> Self {
        Self {
            path: String::new(),
            zone: Zone::Document,
            field: String::new(),
            called: String::new(),
            owner: String::new(),
            dotted: String::new(),
        }
    }

    /// The place below it; what it is called follows from what this one is.
    pub(super) fn below(&self, key: &str, zone: Zone, called: String) -> Self {
        let escaped = key.replace('~', "~0").replace('/', "~1");
        Self {
            path: format!("{}/{escaped}", self.path),
            zone,
            field: key.to_owned(),
            called,
            owner: self.owner.clone(),
            dotted: self.dotted.clone(),
        }
    }

    /// A member of an object that is no schema.
    pub(super) fn member(&self, name: &str) -> Self {
        let (zone, called) = match self.zone {
            Zone::Api(part) => return self.of_part(part, name),
            // What is not known says nothing of what is in it.
            Zone::Plain(Kind::Other) | Zone::Document | Zone::Schema(_) => known(name),
            Zone::Plain(kind) => (Zone::Plain(kind), format!("the {}", quoted(name))),
            Zone::Schemas(noun) => (Zone::Schema(noun), format!("definition {}", quoted(name))),
        };
        let mut place = self.below(name, zone, called);
        // A value with a name of its own is what that name says.
        if name == "value" && self.called.is_empty() && !self.owner.is_empty() {
            place.called = String::new();
        }
        match (self.zone, self.called.is_empty()) {
            (Zone::Plain(_), false) => place.owner = format!(" of {}{}", self.called, self.owner),
            // A schema others refer to owns what is in it.
            (Zone::Schemas(Noun::Field), _) => {
                place.owner = format!(" of {}", place.called);
                place.called = String::new();
            }
            _ => {}
        }
        place
    }

    /// An entry of a list, by its place.
    pub(super) fn entry(&self, at: usize) -> Self {
        let called = match self.zone {
            Zone::Schema(_) => format!("alternative {} of {}", at + 1, self.called),
            Zone::Document | Zone::Schemas(_) | Zone::Api(_) | Zone::Plain(_) => {
                format!("{} {}", self.singular(), at + 1)
            }
        };
        let mut place = self.below(&at.to_string(), self.zone_of_entry(), called);
        if let Zone::Document | Zone::Api(_) = self.zone {
            place.owner = format!(" of {} {}{}", self.singular(), at + 1, self.owner);
            place.called = String::new();
        }
        place
    }

    /// An entry of a list, by its name.
    pub(super) fn named_entry(&self, name: &str, at: usize) -> Self {
        let called = format!("{} {}", self.singular(), quoted(name));
        let mut place = self.below(&at.to_string(), self.zone_of_entry(), called.clone());
        place.owner = format!(" of {called}{}", self.owner);
        place.called = String::new();
        place
    }

    fn zone_of_entry(&self) -> Zone {
        match self.zone {
            Zone::Api(part) => Zone::Api(part.entry()),
            other => other,
        }
    }

    fn singular(&self) -> String {
        match self.field.as_str() {
            "actions" => "action".into(),
            "args" | "arguments" => "argument".into(),
            "env" => "environment value".into(),
            "headers" => "header".into(),
            "icons" => "icon".into(),
            "parameters" => "parameter".into(),
            "scopes" => "scope".into(),
            "security" => "security requirement".into(),
            "servers" => "server".into(),
            "tools" => "tool".into(),
            other => format!("entry of {} no.", quoted(other)),
        }
    }

    pub(super) fn plural(&self) -> String {
        match self.field.as_str() {
            "env" => "the environment values".into(),
            "args" => "the arguments".into(),
            known @ ("actions" | "arguments" | "headers" | "icons" | "parameters" | "scopes"
            | "servers" | "tools") => {
                format!("the {known}")
            }
            other => quoted(other),
        }
    }

    /// As a sentence begins: ``The description of action `read` ``, ``Parameter `path` ``.
    pub(super) fn subject(&self) -> String {
        if self.called.is_empty() {
            // An entry of a list: it is what the owner says.
            let thing = self.owner.strip_prefix(" of ").unwrap_or("the definition");
            return capital(thing);
        }
        format!("{}{}", capital(&self.called), self.owner)
    }

    /// As a sentence about its address goes on.
    pub(super) fn of(&self) -> String {
        self.owner.clone()
    }

    pub(super) fn kind(&self) -> Kind {
        match self.zone {
            Zone::Document => match self.field.as_str() {
                "" | "icons" => Kind::Other,
                _ => Kind::Schema,
            },
            Zone::Schema(_) | Zone::Schemas(_) => Kind::Schema,
            Zone::Api(part) => part.kind(),
            Zone::Plain(kind) => kind,
        }
    }

    /// Whether its value is prose, which no sentence repeats.
    pub(super) fn is_prose(&self) -> bool {
        self.kind() == Kind::Text && !matches!(self.field.as_str(), "name" | "operationId")
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// What the members of a definition mean: of an MCP tool, prompt, template or launch, of a webtool, and of an
/// `OpenAPI` document.
pub(super) fn known(name: &str) -> (Zone, String) {
    let (zone, called) = match name {
        "inputSchema" | "requestSchema" | "parameters" => {
            (Zone::Schema(Noun::Parameter), "parameters")
        }
        "outputSchema" | "responseSchema" => (Zone::Schema(Noun::Result), "result"),
        "configSchema" => (Zone::Schema(Noun::Setting), "settings"),
        "defaultConfig" => (Zone::Plain(Kind::Schema), "default settings"),
        "required" => (Zone::Plain(Kind::Schema), "need for it"),
        "name" | "title" | "description" | "instructions" | "summary" => {
            (Zone::Plain(Kind::Text), name)
        }
        "annotations" => (Zone::Plain(Kind::Annotation), name),
        "url" | "uri" | "endpoint" | "baseUrl" | "host" | "origin" => {
            (Zone::Plain(Kind::Host), "address")
        }
        "uriTemplate" => (Zone::Plain(Kind::Host), "address template"),
        "servers" | "server" => (Zone::Plain(Kind::Host), name),
        "command" | "program" => (Zone::Plain(Kind::Host), "program"),
        "args" => (Zone::Plain(Kind::Host), "arguments"),
        "cwd" => (Zone::Plain(Kind::Host), "working directory"),
        "kind" => (Zone::Plain(Kind::Host), "way it is started or reached"),
        "env" => (Zone::Plain(Kind::Auth), "environment"),
        "auth" | "authentication" | "authorization" | "security" | "securitySchemes"
        | "headers" | "oauth" | "scopes" => (Zone::Plain(Kind::Auth), name),
        "info" => (Zone::Api(Part::Info), "document"),
        "paths" => (Zone::Api(Part::Paths), "paths"),
        "components" => (Zone::Api(Part::Components), "components"),
        "version" => (Zone::Plain(Kind::Other), name),
        "actions" | "tools" | "arguments" | "icons" | "transport" => (Zone::Document, name),
        other => return (Zone::Plain(Kind::Other), format!("the {}", quoted(other))),
    };
    (zone, format!("the {called}"))
}
