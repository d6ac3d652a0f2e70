//! The setup file: what can be taken along, and what is in one.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A setup file that was opened.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetupTextParams {
    /// What is in the file.
    pub text: String,
}

/// Adds entries of a setup file.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetupImportParams {
    /// What is in the file.
    pub text: String,
    /// Which entries.
    pub picks: Vec<u32>,
}

/// What an entry of a setup file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum SetupKind {
    /// An MCP server.
    Server,
    /// A webtool.
    Webtool,
}

/// One entry of a setup file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetupEntry {
    /// By this it is chosen.
    pub index: u32,
    /// What it is.
    pub kind: SetupKind,
    /// What it was called. Text of the file.
    pub label: String,
    /// Exactly what would be started or reached. Text of the file.
    pub leads_to: String,
    /// The version a webtool is pinned to. Text of the file.
    pub version: Option<String>,
    /// How many secrets it had, which are no part of the file.
    pub secrets: u32,
    /// Whether an equal one is set up here.
    pub known: bool,
    /// Why it cannot be taken.
    pub problem: Option<String>,
}

/// What was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetupImported {
    /// How many entries.
    pub added: u32,
}
