//! Where a JSON value breaks its schema.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_messages::Message;

/// One place where a value breaks its schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Fault {
    /// Where: `items[3].updated`; empty = the whole value.
    pub path: String,
    /// What is wrong.
    pub message: Message,
}
