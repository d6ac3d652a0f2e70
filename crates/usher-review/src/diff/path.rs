//! Names the places of a definition: what is said there, and what a person calls it.

use serde_json::Value;

use super::quoted;
use usher_types::review::DifferenceKind;

/// A place in a definition.
#[derive(Debug, Clone)]
pub(super) struct Path {
    /// A JSON pointer (RFC 6901).
    pub(super) pointer: String,
    pub(super) kind: NodeKind,
    /// What it is called, behind what it belongs to.
    labels: Vec<String>,
    /// What the names below begin with: outer properties, or the path of an operation.
    prefix: String,
}

/// What a value means, and with it the members below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeKind {
    /// A definition, or an entry of one that is made like it.
    Document(DifferenceKind),
    /// A part of a definition that goes without saying.
    Group,
    /// The schema of a thing or of a property.
    Schema(Role),
    /// A schema within a schema that has a label of its own.
    Subschema(Role),
    /// Schemas by their names.
    Definitions(Role),
    Properties(Role),
    /// The names of required properties.
    Required(Role),
    Requirement,
    /// The values of an `enum`.
    Choices,
    Choice,
    /// Entries with this label, each a definition.
    Documents(&'static str),
    /// Entries with this label, about this.
    List(&'static str, DifferenceKind),
    /// The paths of an `OpenAPI` document (3.0 and 3.1).
    Paths,
    PathItem,
    Operation,
    Parameters,
    Parameter,
    /// Bodies or results by their names.
    Bodies(Role),
    Body(Role),
    /// The forms of a body by their media types.
    Forms(Role),
    Form(Role),
    /// What the rest of an `OpenAPI` document refers to.
    Components,
    /// Words that no sentence repeats.
    Prose,
    /// Values about this, all the way down.
    Plain(DifferenceKind),
}

/// What the properties of a schema are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Parameter,
    Result,
    Setting,
    /// Of a schema that others refer to.
    Field,
}

impl Role {
    fn label(self) -> &'static str {
        match self {
            Self::Parameter => "parameter",
            Self::Result => "result field",
            Self::Setting => "setting",
            Self::Field => "field",
        }
    }
}

impl NodeKind {
    /// What a difference there is about.
    pub(super) fn about(self) -> DifferenceKind {
        match self {
            Self::Document(kind) | Self::List(_, kind) | Self::Plain(kind) => kind,
            Self::Paths | Self::PathItem | Self::Operation => DifferenceKind::Host,
            Self::Prose => DifferenceKind::Text,
            Self::Group => DifferenceKind::Other,
            _ => DifferenceKind::Schema,
        }
    }

    /// Whether its entries are listed singly when the whole changes.
    pub(super) fn lists_its_entries(self) -> bool {
        let is_transparent = matches!(self, Self::Group | Self::Components | Self::PathItem);
        is_transparent || self.is_collection() && self != Self::Choices
    }

    /// Whether the order of its entries means nothing.
    pub(super) fn is_set(self) -> bool {
        matches!(self, Self::Required(_) | Self::Choices)
    }

    fn is_collection(self) -> bool {
        self.entry().is_some()
    }

    /// What a collection's entries mean, and the label before their names.
    fn entry(self) -> Option<(Self, &'static str)> {
        Some(match self {
            Self::Definitions(role) => (Self::Subschema(role), "definition"),
            Self::Properties(role) => (Self::Schema(role), role.label()),
            Self::Required(role) => (Self::Requirement, role.label()),
            Self::Choices => (Self::Choice, ""),
            Self::Documents(label) => (Self::Document(DifferenceKind::Schema), label),
            Self::List(label, kind) => (Self::Plain(kind), label),
            Self::Paths => (Self::PathItem, "path"),
            Self::Parameters => (Self::Parameter, "parameter"),
            Self::Bodies(Role::Result) => (Self::Body(Role::Result), "result"),
            Self::Bodies(role) => (Self::Body(role), "request"),
            Self::Forms(role) => (Self::Form(role), "form"),
            _ => return None,
        })
    }
}

impl Path {
    pub(super) fn root(old: &Value, new: &Value) -> Self {
        // A text alone is a server's instructions.
        let is_text = old.is_string() || new.is_string();
        Self {
            pointer: String::new(),
            kind: if is_text {
                NodeKind::Prose
            } else {
                NodeKind::Document(DifferenceKind::Other)
            },
            labels: Vec::new(),
            prefix: String::new(),
        }
    }

    /// Returns the place of a member of an object.
    pub(super) fn member(&self, name: &str) -> Self {
        if self.kind.is_collection() {
            return self.named(name, name);
        }
        let (kind, label) = self.kind.member(name);
        let mut path = self.below(name, kind);
        match (self.kind, kind) {
            (NodeKind::Group | NodeKind::Components, _)
            | (NodeKind::PathItem, NodeKind::Operation) => {
                path.labels.pop();
            }
            (NodeKind::Schema(_), NodeKind::Properties(_) | NodeKind::Required(_)) => {
                path.labels.pop();
                path.prefix.clone_from(&self.prefix);
            }
            _ => {}
        }
        match (self.kind, kind) {
            (_, NodeKind::Operation) => {
                let operation = format!("{} {}", name.to_uppercase(), self.prefix);
                path.labels
                    .push(format!("operation {}", quoted(&operation)));
            }
            // A value with a name of its own is what that name says.
            (NodeKind::Plain(_), NodeKind::Plain(_)) if name == "value" => {}
            _ => path.labels.push(label),
        }
        path
    }

    /// Returns the place of an entry of a list.
    pub(super) fn entry(&self, at: usize, name: Option<&str>) -> Self {
        let key = at.to_string();
        match name {
            Some(name) => self.named(&key, name),
            None => self.labelled(&key, &(at + 1).to_string()),
        }
    }

    fn named(&self, key: &str, name: &str) -> Self {
        let name = format!("{}{name}", self.prefix);
        let mut path = self.labelled(key, &quoted(&name));
        match self.kind {
            NodeKind::Properties(_) => path.prefix = name + ".",
            NodeKind::Paths => path.prefix = name,
            _ => {}
        }
        path
    }

    /// Joins labels: an entry's replaces its collection's and follows another list's.
    fn labelled(&self, key: &str, name: &str) -> Self {
        let Some((kind, label)) = self.kind.entry() else {
            let mut path = self.below(key, self.kind);
            path.labels.push(format!("entry {name}"));
            return path;
        };
        let mut path = self.below(key, kind);
        path.labels.pop();
        // A set has no places.
        if self.kind.is_set() {
            path.pointer.clone_from(&self.pointer);
        }
        if kind != NodeKind::Choice {
            path.labels.push(format!("{label} {name}"));
        }
        path
    }

    fn below(&self, key: &str, kind: NodeKind) -> Self {
        let escaped = key.replace('~', "~0").replace('/', "~1");
        Self {
            pointer: format!("{}/{escaped}", self.pointer),
            kind,
            labels: self.labels.clone(),
            prefix: String::new(),
        }
    }

    /// Returns what it is called, as a sentence begins.
    pub(super) fn subject(&self) -> String {
        let labels: Vec<_> = self.labels.iter().rev().map(String::as_str).collect();
        let words = match self.kind {
            _ if !labels.is_empty() => labels.join(" of "),
            NodeKind::Prose => "the text".to_owned(),
            _ => "the definition".to_owned(),
        };
        let mut letters = words.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect()
    }

    /// Describes newly declared effects of a tool (2025-06-30, `ToolAnnotations`).
    pub(super) fn claim(&self, new: &Value) -> Option<&'static str> {
        if self.kind != NodeKind::Plain(DifferenceKind::Annotation) {
            return None;
        }
        let name = self.pointer.rsplit('/').next()?;
        Some(match (name, new.as_bool()?) {
            ("readOnlyHint", true) => "It now claims that it only reads",
            ("readOnlyHint", false) => "It no longer claims that it only reads",
            ("destructiveHint", true) => "It now says that it may delete or overwrite",
            ("destructiveHint", false) => "It now claims that it deletes and overwrites nothing",
            ("idempotentHint", true) => "It now claims that doing it twice changes nothing more",
            ("idempotentHint", false) => {
                "It no longer claims that doing it twice changes nothing more"
            }
            ("openWorldHint", true) => "It now says that it may reach the open world",
            ("openWorldHint", false) => "It now claims that it stays in a closed world",
            _ => return None,
        })
    }
}

impl NodeKind {
    /// Returns what a member means, and what it is called.
    fn member(self, name: &str) -> (Self, String) {
        let (kind, label) = match self {
            Self::Schema(role) | Self::Subschema(role) => keyword(role, name),
            Self::Plain(DifferenceKind::Other) | Self::Document(_) | Self::Group => known(name),
            Self::PathItem | Self::Operation | Self::Components => self.api_member(name),
            Self::Parameter => content(Role::Parameter, name),
            Self::Body(role) | Self::Form(role) => content(role, name),
            _ => (self, None),
        };
        let label = match (kind, kind.entry(), label) {
            (Self::Choices, ..) => "the list of choices".to_owned(),
            (Self::Required(role), ..) => format!("the list of required {}s", role.label()),
            (_, Some((_, entry)), _) => format!("the list of {entry}s"),
            (_, None, Some(label)) => format!("the {label}"),
            (_, None, None) => format!("the {}", quoted(name)),
        };
        (kind, label)
    }

    /// Members of `OpenAPI` objects that hold operations or parts of them.
    fn api_member(self, name: &str) -> (Self, Option<&str>) {
        match (self, name) {
            (
                Self::PathItem,
                "delete" | "get" | "head" | "options" | "patch" | "post" | "put" | "trace",
            ) => (Self::Operation, None),
            (Self::PathItem, "$ref") => (Self::Plain(DifferenceKind::Host), None),
            (Self::Operation, "requestBody") => (Self::Body(Role::Parameter), Some("body")),
            (Self::Components, "schemas") => (Self::Definitions(Role::Field), None),
            (Self::Components, "requestBodies") => (Self::Bodies(Role::Parameter), None),
            (Self::Components, "headers") | (_, "parameters") => (Self::Parameters, None),
            (Self::Components, "pathItems") => (Self::Paths, None),
            (_, "responses") => (Self::Bodies(Role::Result), None),
            (_, other) => known(other),
        }
    }
}

/// Members of a definition: of an MCP tool, prompt, template or launch, of a webtool, and of an `OpenAPI` document.
///
/// A member without a label is called by its own name, as a foreign one.
fn known(name: &str) -> (NodeKind, Option<&str>) {
    use NodeKind::{Documents, Group, List, Plain, Prose, Schema};
    match name {
        "inputSchema" => (Schema(Role::Parameter), Some("input schema")),
        "requestSchema" => (Schema(Role::Parameter), Some("request schema")),
        "parameters" => (Schema(Role::Parameter), Some("parameter schema")),
        "outputSchema" => (Schema(Role::Result), Some("output schema")),
        "responseSchema" => (Schema(Role::Result), Some("response schema")),
        "configSchema" => (Schema(Role::Setting), Some("settings schema")),
        "defaultConfig" => (Plain(DifferenceKind::Schema), Some("default configuration")),
        "required" => (Plain(DifferenceKind::Schema), None),
        "name" | "operationId" => (Plain(DifferenceKind::Text), Some("name")),
        "title" | "description" | "instructions" | "summary" => (Prose, Some(name)),
        "annotations" => (List("annotation", DifferenceKind::Annotation), None),
        "url" | "uri" | "endpoint" | "baseUrl" | "host" | "origin" => {
            (Plain(DifferenceKind::Host), Some("address"))
        }
        "uriTemplate" => (Plain(DifferenceKind::Host), Some("address template")),
        "server" => (Plain(DifferenceKind::Host), Some(name)),
        "servers" => (List("server", DifferenceKind::Host), None),
        "command" | "program" => (Plain(DifferenceKind::Host), Some("program")),
        "args" => (List("argument", DifferenceKind::Host), None),
        "cwd" => (Plain(DifferenceKind::Host), Some("working directory")),
        "kind" => (
            Plain(DifferenceKind::Host),
            Some("way it is started or reached"),
        ),
        "env" => (List("environment value", DifferenceKind::Auth), None),
        "headers" => (List("header", DifferenceKind::Auth), None),
        "scopes" => (List("scope", DifferenceKind::Auth), None),
        "security" => (List("security requirement", DifferenceKind::Auth), None),
        "securitySchemes" => (List("sign-in", DifferenceKind::Auth), None),
        "auth" | "authentication" | "authorization" | "oauth" => {
            (Plain(DifferenceKind::Auth), Some(name))
        }
        "info" => (Group, Some("document")),
        "transport" => (Group, Some(name)),
        "paths" => (NodeKind::Paths, None),
        "components" => (NodeKind::Components, Some(name)),
        "version" => (Plain(DifferenceKind::Other), Some(name)),
        "actions" => (Documents("action"), None),
        "tools" => (Documents("tool"), None),
        "arguments" => (Documents("argument"), None),
        "icons" => (List("icon", DifferenceKind::Other), None),
        _ => (Plain(DifferenceKind::Other), None),
    }
}

/// Members of a JSON Schema.
fn keyword(role: Role, name: &str) -> (NodeKind, Option<&str>) {
    match name {
        "description" | "title" | "examples" => (NodeKind::Prose, Some(name)),
        "$comment" => (NodeKind::Prose, Some("comment")),
        "type" | "default" | "format" | "pattern" => {
            (NodeKind::Plain(DifferenceKind::Schema), Some(name))
        }
        "properties" => (NodeKind::Properties(role), None),
        "required" => (NodeKind::Required(role), None),
        "enum" => (NodeKind::Choices, None),
        "$defs" | "definitions" | "patternProperties" | "dependentSchemas" => {
            (NodeKind::Definitions(role), None)
        }
        "items"
        | "prefixItems"
        | "contains"
        | "not"
        | "if"
        | "then"
        | "else"
        | "anyOf"
        | "oneOf"
        | "allOf"
        | "propertyNames"
        | "additionalProperties"
        | "unevaluatedItems"
        | "unevaluatedProperties" => (NodeKind::Subschema(role), None),
        _ => (NodeKind::Plain(DifferenceKind::Schema), None),
    }
}

/// Members of a parameter, a body or one of its forms.
fn content(role: Role, name: &str) -> (NodeKind, Option<&str>) {
    match name {
        "description" | "summary" | "example" | "examples" => (NodeKind::Prose, Some(name)),
        "schema" => (NodeKind::Schema(role), Some(name)),
        "content" => (NodeKind::Forms(role), None),
        "headers" => (NodeKind::Parameters, None),
        _ => (NodeKind::Plain(DifferenceKind::Schema), None),
    }
}
