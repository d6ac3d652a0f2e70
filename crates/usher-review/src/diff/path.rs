//! Names the places of a definition: what is said there, and what a person calls it.

use serde_json::Value;

use super::entry::Entry;
use crate::quoted::quoted;
use usher_messages::Message;
use usher_types::review::DifferenceKind;

/// A place in a definition.
#[derive(Debug, Clone)]
pub(super) struct Path {
    /// A JSON pointer (RFC 6901).
    pub(super) pointer: String,
    pub(super) kind: NodeKind,
    /// What it is called, behind what it belongs to.
    labels: Vec<Message>,
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
    Documents(Entry),
    /// Entries with this label, about this.
    List(Entry, DifferenceKind),
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
    fn entry(self) -> Entry {
        match self {
            Self::Parameter => Entry::Parameter,
            Self::Result => Entry::ResultField,
            Self::Setting => Entry::Setting,
            Self::Field => Entry::Field,
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

    /// What a collection's entries mean, and what they are called.
    fn entry(self) -> Option<(Self, Entry)> {
        Some(match self {
            Self::Definitions(role) => (Self::Subschema(role), Entry::Definition),
            Self::Properties(role) => (Self::Schema(role), role.entry()),
            Self::Required(role) => (Self::Requirement, role.entry()),
            Self::Choices => (Self::Choice, Entry::Choice),
            Self::Documents(entry) => (Self::Document(DifferenceKind::Schema), entry),
            Self::List(entry, kind) => (Self::Plain(kind), entry),
            Self::Paths => (Self::PathItem, Entry::Path),
            Self::Parameters => (Self::Parameter, Entry::Parameter),
            Self::Bodies(Role::Result) => (Self::Body(Role::Result), Entry::Result),
            Self::Bodies(role) => (Self::Body(role), Entry::Request),
            Self::Forms(role) => (Self::Form(role), Entry::Form),
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
                path.labels.push(
                    Message::new("difference.place.operation").with("name", quoted(&operation)),
                );
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
        let Some((kind, entry)) = self.kind.entry() else {
            let mut path = self.below(key, self.kind);
            path.labels.push(Entry::Item.named(name));
            return path;
        };
        let mut path = self.below(key, kind);
        path.labels.pop();
        // A set has no places.
        if self.kind.is_set() {
            path.pointer.clone_from(&self.pointer);
        }
        if kind != NodeKind::Choice {
            path.labels.push(entry.named(name));
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

    /// Returns what it is called, within what it belongs to.
    pub(super) fn subject(&self) -> Message {
        let labels = self.labels.iter().cloned();
        labels
            .reduce(|outer, inner| {
                Message::new("difference.within")
                    .with("outer", outer)
                    .with("inner", inner)
            })
            .unwrap_or(match self.kind {
                NodeKind::Prose => Message::new("difference.place.text"),
                _ => Message::new("difference.place.definition"),
            })
    }

    /// Describes newly declared annotations of a tool (2025-06-30, `ToolAnnotations`).
    pub(super) fn claim(&self, new: &Value) -> Option<Message> {
        if self.kind != NodeKind::Plain(DifferenceKind::Annotation) {
            return None;
        }
        let name = self.pointer.rsplit('/').next()?;
        Some(Message::new(match (name, new.as_bool()?) {
            ("readOnlyHint", true) => "difference.claim.readOnly",
            ("readOnlyHint", false) => "difference.claim.notReadOnly",
            ("destructiveHint", true) => "difference.claim.destructive",
            ("destructiveHint", false) => "difference.claim.notDestructive",
            ("idempotentHint", true) => "difference.claim.idempotent",
            ("idempotentHint", false) => "difference.claim.notIdempotent",
            ("openWorldHint", true) => "difference.claim.openWorld",
            ("openWorldHint", false) => "difference.claim.closedWorld",
            _ => return None,
        }))
    }
}

impl NodeKind {
    /// Returns what a member means, and what it is called.
    fn member(self, name: &str) -> (Self, Message) {
        let (kind, code) = match self {
            Self::Schema(role) | Self::Subschema(role) => keyword(role, name),
            Self::Plain(DifferenceKind::Other) | Self::Document(_) | Self::Group => known(name),
            Self::PathItem | Self::Operation | Self::Components => self.api_member(name),
            Self::Parameter => content(Role::Parameter, name),
            Self::Body(role) | Self::Form(role) => content(role, name),
            _ => (self, None),
        };
        let label = match (kind, kind.entry(), code) {
            (Self::Required(role), ..) => {
                Message::new("difference.place.required").with("list", role.entry().all())
            }
            (_, Some((_, entry)), _) => entry.all(),
            (_, None, Some(code)) => Message::new(code),
            (_, None, None) => Message::new("difference.place.named").with("name", quoted(name)),
        };
        (kind, label)
    }

    /// Members of `OpenAPI` objects that hold operations or parts of them.
    fn api_member(self, name: &str) -> (Self, Option<&'static str>) {
        match (self, name) {
            (
                Self::PathItem,
                "delete" | "get" | "head" | "options" | "patch" | "post" | "put" | "trace",
            ) => (Self::Operation, None),
            (Self::PathItem, "$ref") => (Self::Plain(DifferenceKind::Host), None),
            (Self::Operation, "requestBody") => {
                (Self::Body(Role::Parameter), Some("difference.place.body"))
            }
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
/// A member without a code is called by its own name, as a foreign one.
fn known(name: &str) -> (NodeKind, Option<&'static str>) {
    use NodeKind::{Documents, Group, List, Plain, Prose, Schema};
    match name {
        "inputSchema" => (
            Schema(Role::Parameter),
            Some("difference.place.inputSchema"),
        ),
        "requestSchema" => (
            Schema(Role::Parameter),
            Some("difference.place.requestSchema"),
        ),
        "parameters" => (
            Schema(Role::Parameter),
            Some("difference.place.parameterSchema"),
        ),
        "outputSchema" => (Schema(Role::Result), Some("difference.place.outputSchema")),
        "responseSchema" => (
            Schema(Role::Result),
            Some("difference.place.responseSchema"),
        ),
        "configSchema" => (
            Schema(Role::Setting),
            Some("difference.place.settingsSchema"),
        ),
        "defaultConfig" => (
            Plain(DifferenceKind::Schema),
            Some("difference.place.defaultConfiguration"),
        ),
        "required" => (Plain(DifferenceKind::Schema), None),
        "name" | "operationId" => (Plain(DifferenceKind::Text), Some("difference.place.name")),
        "title" => (Prose, Some("difference.place.title")),
        "description" => (Prose, Some("difference.place.description")),
        "instructions" => (Prose, Some("difference.place.instructions")),
        "summary" => (Prose, Some("difference.place.summary")),
        "annotations" => (List(Entry::Annotation, DifferenceKind::Annotation), None),
        "url" | "uri" | "endpoint" | "baseUrl" | "host" | "origin" => {
            (Plain(DifferenceKind::Host), Some("difference.place.url"))
        }
        "uriTemplate" => (
            Plain(DifferenceKind::Host),
            Some("difference.place.uriTemplate"),
        ),
        "server" => (Plain(DifferenceKind::Host), Some("difference.place.server")),
        "servers" => (List(Entry::Server, DifferenceKind::Host), None),
        "command" | "program" => (
            Plain(DifferenceKind::Host),
            Some("difference.place.command"),
        ),
        "args" => (List(Entry::Argument, DifferenceKind::Host), None),
        "cwd" => (
            Plain(DifferenceKind::Host),
            Some("difference.place.workingDirectory"),
        ),
        "kind" => (
            Plain(DifferenceKind::Host),
            Some("difference.place.transport"),
        ),
        "env" => (List(Entry::Variable, DifferenceKind::Auth), None),
        "headers" => (List(Entry::Header, DifferenceKind::Auth), None),
        "scopes" => (List(Entry::Scope, DifferenceKind::Auth), None),
        "security" => (List(Entry::SecurityRequirement, DifferenceKind::Auth), None),
        "securitySchemes" => (List(Entry::SecurityScheme, DifferenceKind::Auth), None),
        "auth" | "authentication" | "authorization" | "oauth" => (
            Plain(DifferenceKind::Auth),
            Some("difference.place.authentication"),
        ),
        "info" | "transport" => (Group, None),
        "paths" => (NodeKind::Paths, None),
        "components" => (NodeKind::Components, None),
        "version" => (
            Plain(DifferenceKind::Other),
            Some("difference.place.version"),
        ),
        "actions" => (Documents(Entry::Action), None),
        "tools" => (Documents(Entry::Tool), None),
        "arguments" => (Documents(Entry::Argument), None),
        "icons" => (List(Entry::Icon, DifferenceKind::Other), None),
        _ => (Plain(DifferenceKind::Other), None),
    }
}

/// Members of a JSON Schema.
fn keyword(role: Role, name: &str) -> (NodeKind, Option<&'static str>) {
    match name {
        "description" => (NodeKind::Prose, Some("difference.place.description")),
        "title" => (NodeKind::Prose, Some("difference.place.title")),
        "examples" => (NodeKind::Prose, Some("difference.place.examples")),
        "$comment" => (NodeKind::Prose, Some("difference.place.comment")),
        "type" => (
            NodeKind::Plain(DifferenceKind::Schema),
            Some("difference.place.type"),
        ),
        "default" => (
            NodeKind::Plain(DifferenceKind::Schema),
            Some("difference.place.default"),
        ),
        "format" => (
            NodeKind::Plain(DifferenceKind::Schema),
            Some("difference.place.format"),
        ),
        "pattern" => (
            NodeKind::Plain(DifferenceKind::Schema),
            Some("difference.place.pattern"),
        ),
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
fn content(role: Role, name: &str) -> (NodeKind, Option<&'static str>) {
    match name {
        "description" => (NodeKind::Prose, Some("difference.place.description")),
        "summary" => (NodeKind::Prose, Some("difference.place.summary")),
        "example" => (NodeKind::Prose, Some("difference.place.example")),
        "examples" => (NodeKind::Prose, Some("difference.place.examples")),
        "schema" => (NodeKind::Schema(role), Some("difference.place.schema")),
        "content" => (NodeKind::Forms(role), None),
        "headers" => (NodeKind::Parameters, None),
        _ => (NodeKind::Plain(DifferenceKind::Schema), None),
    }
}
