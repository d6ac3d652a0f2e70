//! Review: the kinds of items a server declares, and how each compares with what the person looked at.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::protocol::ListKind;
use crate::word::words;

/// What kind of thing a server declares. Setup files hold its serialised form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "PinKind")]
pub enum ItemKind {
    Tool,
    Prompt,
    Template,
    /// What the server says a model should know about it; its name is empty.
    Instructions,
    /// The page of an MCP App; its name is its `ui://` URI. Declared once it was read.
    UiResource,
}

/// How an item stands to what the person looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[ts(rename = "PinState")]
pub enum ItemState {
    /// It is what the person looked at.
    Unchanged,
    /// The person has not looked at it yet. It is not used.
    New,
    /// New, but for its name the same as one that is gone. It is not used.
    Renamed {
        /// What that one was called. Server text.
        from: String,
    },
    /// Not reviewed here, but the same as reviewed in a setup file. It is not used.
    AsBrought,
    /// Not reviewed here, and different from the one in a setup file. It is not used.
    UnlikeBrought,
    /// It is something else now, and stopped until it is accepted.
    Changed,
    /// It is not declared any more.
    Gone,
    /// What was kept of it was altered in the database. Stopped.
    Tampered,
}

/// Why an item is accepted only by itself, never together with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum SingleReason {
    /// It is stopped.
    Stopped,
    /// It has characters that are not seen, or words that mix alphabets.
    HiddenText,
    /// It differs from what a setup file says was reviewed.
    UnlikeBrought,
    /// Another server or webtool has a tool of this name, and another definition of it.
    NameOfAnother,
    /// Its text names Usher.
    NamesUsher,
    /// It holds a secret of the person, which is not shown.
    HoldsSecret,
}

/// What a difference is about; the weightiest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum DifferenceKind {
    /// Where something goes to, or what is started.
    Host,
    /// Who may, and with what credential.
    Auth,
    /// What is taken and given.
    Schema,
    /// Words that a person or a model reads.
    Text,
    /// What a tool claims about its effect.
    Annotation,
    Other,
}

/// How much of a server waits for the person's look.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReviewCounts {
    /// Items nobody has looked at yet. They are not used.
    pub new: u32,
    /// Items that are stopped.
    pub changed: u32,
    /// Items that are gone.
    pub gone: u32,
    /// Items that are stopped, of which the person does not want what is declared now. Nothing of them is waited for.
    pub kept_old: u32,
}

words!(ItemKind {
    Tool => "tool",
    Prompt => "prompt",
    Template => "template",
    Instructions => "instructions",
    UiResource => "ui_resource",
});

impl ItemKind {
    /// Returns the list it is part of; instructions and pages of apps are part of none.
    pub fn list(self) -> Option<ListKind> {
        match self {
            Self::Tool => Some(ListKind::Tools),
            Self::Prompt => Some(ListKind::Prompts),
            Self::Template => Some(ListKind::Templates),
            Self::Instructions | Self::UiResource => None,
        }
    }
}
