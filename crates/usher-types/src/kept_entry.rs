//! Entries of servers' lists that the person marked or opened.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::id::SourceId;
use crate::protocol::ListKind;

/// Identifies an entry of a list: a tool, resource, template or prompt.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct EntryKey {
    #[serde(rename = "serverId")]
    pub source: SourceId,
    pub list: ListKind,
    /// Name of a tool or prompt, or URI (template) of a resource.
    pub key: String,
}

/// An entry that is kept as a bookmark, or because it was opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct KeptEntry {
    #[serde(flatten)]
    #[ts(flatten)]
    pub entry: EntryKey,
    /// Its display name when it was kept. Server text.
    pub title: String,
    /// When it was marked, or opened last, Unix ms.
    pub at: i64,
}

/// Values that the person gave to one variable of a template, or one argument of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RecentValues {
    pub argument: String,
    /// The latest first.
    pub values: Vec<String>,
}
