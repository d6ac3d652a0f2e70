//! Setup files: what was written, what their entries are, and which were chosen.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A setup file that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetupSaved {
    pub path: String,
    /// How long it is, in bytes.
    pub size_bytes: u64,
    /// What it had no room for.
    pub left_out: Option<SetupLeftOut>,
    /// The credentials that stand in the open in definitions, and are not in the file.
    pub blanked: Vec<SetupBlanked>,
}

/// The credentials of one server or webtool that stand in the open here. In the file they are to be entered again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetupBlanked {
    /// The label of the server or webtool.
    pub server: String,
    /// The names of arguments, of parts of the query, or of values.
    pub names: Vec<String>,
}

/// What a setup file had no room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum SetupLeftOut {
    /// The versions of webtools that are kept but not used.
    OldVersions,
    /// Those, and what was reviewed of servers.
    Reviews,
}

/// What an entry of a setup file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum SetupKind {
    Server,
    Webtool,
}

/// An entry that was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetupPick {
    /// Its place in the file.
    pub index: u32,
    /// Whether what lets calls through without asking is taken as well.
    pub allowing: bool,
}
