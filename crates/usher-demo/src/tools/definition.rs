//! Defines a tool: its name, its schemas, its effects.

use serde_json::{Value, json};

use crate::icons::Glyph;

/// A description of a tool, as `tools/list` shows it.
pub(super) struct Tool {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    pub(super) glyph: Glyph,
    pub(super) hints: Hints,
    pub(super) input: Value,
    pub(super) output: Option<Value>,
    pub(super) ui: Ui,
}

/// How a tool is linked to apps.
pub(super) enum Ui {
    None,
    /// A page draws its results.
    Drawn(&'static str),
    /// Only apps may call it.
    ForApps,
    /// Only models may call it.
    ForModels,
}

/// What a tool claims about its effects.
pub(super) enum Hints {
    ReadOnly,
    /// Adds something; a second call adds it again.
    Adds,
    /// Sets something; a second call changes nothing more.
    Sets,
    Destroys,
    /// Reaches the person or a model: the world outside the server.
    Reaches,
}

impl Hints {
    pub(super) fn into_json(self) -> Value {
        let (read_only, destructive, idempotent, open_world) = match self {
            Self::ReadOnly => (true, false, true, false),
            Self::Adds => (false, false, false, false),
            Self::Sets => (false, false, true, false),
            Self::Destroys => (false, true, true, false),
            Self::Reaches => (true, false, false, true),
        };
        json!({
            "readOnlyHint": read_only,
            "destructiveHint": destructive,
            "idempotentHint": idempotent,
            "openWorldHint": open_world,
        })
    }
}
