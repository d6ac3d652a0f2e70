//! What the entries of a collection are called: one by its name, and all of them.

use usher_messages::Message;

/// A kind of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    Action,
    Annotation,
    Argument,
    Choice,
    Definition,
    Field,
    Form,
    Header,
    Icon,
    Item,
    Parameter,
    Path,
    Request,
    Result,
    ResultField,
    Scope,
    SecurityRequirement,
    SecurityScheme,
    Server,
    Setting,
    Tool,
    Variable,
}

impl Entry {
    /// Names one, by its name or position.
    pub(super) fn named(self, name: &str) -> Message {
        let code = match self {
            Self::Action => "difference.entry.action",
            Self::Annotation => "difference.entry.annotation",
            Self::Argument => "difference.entry.argument",
            Self::Choice => "difference.entry.choice",
            Self::Definition => "difference.entry.definition",
            Self::Field => "difference.entry.field",
            Self::Form => "difference.entry.form",
            Self::Header => "difference.entry.header",
            Self::Icon => "difference.entry.icon",
            Self::Item => "difference.entry.item",
            Self::Parameter => "difference.entry.parameter",
            Self::Path => "difference.entry.path",
            Self::Request => "difference.entry.request",
            Self::Result => "difference.entry.result",
            Self::ResultField => "difference.entry.resultField",
            Self::Scope => "difference.entry.scope",
            Self::SecurityRequirement => "difference.entry.securityRequirement",
            Self::SecurityScheme => "difference.entry.securityScheme",
            Self::Server => "difference.entry.server",
            Self::Setting => "difference.entry.setting",
            Self::Tool => "difference.entry.tool",
            Self::Variable => "difference.entry.variable",
        };
        Message::new(code).with("name", name)
    }

    /// Names all of them.
    pub(super) fn all(self) -> Message {
        Message::new(match self {
            Self::Action => "difference.entries.action",
            Self::Annotation => "difference.entries.annotation",
            Self::Argument => "difference.entries.argument",
            Self::Choice => "difference.entries.choice",
            Self::Definition => "difference.entries.definition",
            Self::Field => "difference.entries.field",
            Self::Form => "difference.entries.form",
            Self::Header => "difference.entries.header",
            Self::Icon => "difference.entries.icon",
            Self::Item => "difference.entries.item",
            Self::Parameter => "difference.entries.parameter",
            Self::Path => "difference.entries.path",
            Self::Request => "difference.entries.request",
            Self::Result => "difference.entries.result",
            Self::ResultField => "difference.entries.resultField",
            Self::Scope => "difference.entries.scope",
            Self::SecurityRequirement => "difference.entries.securityRequirement",
            Self::SecurityScheme => "difference.entries.securityScheme",
            Self::Server => "difference.entries.server",
            Self::Setting => "difference.entries.setting",
            Self::Tool => "difference.entries.tool",
            Self::Variable => "difference.entries.variable",
        })
    }
}
