//! Bookmarks, entries opened last, and values given last.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
pub use usher_types::kept_entry::{EntryKey, KeptEntry, RecentValues};

/// An entry to be kept.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct KeepEntryParams {
    #[serde(flatten)]
    #[ts(flatten)]
    pub entry: EntryKey,
    /// Its display name, shown where its server is not running.
    pub title: String,
}

/// Values given to a template or prompt.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct KeepValuesParams {
    #[serde(flatten)]
    #[ts(flatten)]
    pub entry: EntryKey,
    /// By variable or argument.
    pub values: BTreeMap<String, String>,
}
