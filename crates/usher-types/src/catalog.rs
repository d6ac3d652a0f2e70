//! What is known of a list of a server.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_messages::Message;

/// How complete a server's list is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ListState {
    /// The server is not running; `items` is what was last seen in this run, possibly nothing.
    #[default]
    Offline,
    Loading,
    Ready {
        /// When, Unix ms.
        fetched_at: i64,
        /// Until when it is fresh by the server's own word, Unix ms; `None` = until the server says that it
        /// has changed.
        fresh_until: Option<i64>,
    },
    /// Reading failed; `items` is what was read before that.
    Failed {
        /// What happened and what to do.
        message: Message,
    },
    /// The server does not offer this kind.
    NotOffered,
}

/// An entry that could not be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BrokenEntry {
    /// Its name; `None` if it has none, or the whole list is meant.
    pub name: Option<String>,
    /// What is wrong with it.
    pub problem: Message,
}
