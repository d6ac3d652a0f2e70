//! Reading what people already have: pasted text, and the configuration files of other apps.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::server::Origin;
pub use usher_types::paste::PastedServer;

/// Text from the paste field.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PasteParams {
    /// A command line, a URL, or the JSON of any common client.
    pub text: String,
}

/// What the pasted text is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum PasteReading {
    Empty,
    /// One or more servers; the form can be filled.
    Servers {
        /// Plain words: "1 local server (stdio), in the format of Claude Desktop."
        summary: String,
        /// The servers found, in order.
        servers: Vec<PastedServer>,
    },
    /// It could not be read.
    Problem {
        /// What is wrong, naming server and field where known.
        message: String,
        /// Line of the fault, from 1.
        line: Option<u32>,
        /// Column of the fault, from 1.
        column: Option<u32>,
    },
}

/// One configuration file of another app.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportSource {
    /// "Claude Desktop", "VS Code", "Cursor", "Cline", "Goose".
    pub app: String,
    pub path: String,
    /// The servers in it.
    pub servers: Vec<ImportCandidate>,
    /// Why the file is unreadable, with line and column where known.
    pub problem: Option<String>,
}

/// One server in another app's configuration. Its values stay in the core.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportCandidate {
    /// Its key in that file.
    pub key: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Names of values that look secret and would go to the keyring.
    pub secret_names: Vec<String>,
    /// Whether an equal server is already configured here.
    pub known: bool,
    /// Why it cannot be imported.
    pub problem: Option<String>,
}

/// Imports chosen servers. They arrive turned off; nothing is started.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportParams {
    pub choices: Vec<ImportChoice>,
}

/// One server to take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportChoice {
    /// The file it stands in.
    pub path: String,
    pub key: String,
}
