//! Reading what people already have: pasted text, and the configuration files of other apps.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::server::Origin;

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
        /// What is wrong, in plain words, naming the server and field where known.
        message: String,
        /// Line of the fault, from 1.
        line: Option<u32>,
        /// Column of the fault, from 1.
        column: Option<u32>,
    },
}

/// One server read from pasted text. It holds only what the page itself just sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PastedServer {
    /// A label: the config's key, or one made from the command or host.
    pub label: String,
    /// How to start or reach it.
    pub config: PastedConfig,
    /// Remarks: unknown fields that were ignored, a variable that has to be filled in.
    pub notes: Vec<String>,
}

/// The definition read from pasted text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum PastedConfig {
    Stdio {
        command: String,
        args: Vec<String>,
        env: Vec<PastedValue>,
        cwd: Option<String>,
    },
    /// A Streamable HTTP endpoint.
    Http {
        url: String,
        headers: Vec<PastedValue>,
    },
}

/// One pasted environment value or header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PastedValue {
    pub name: String,
    /// Its value, back to where it came from.
    pub value: String,
    /// Whether it looks like a secret, so that the toggle starts on.
    pub looks_secret: bool,
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
    /// Why the file could not be read, with line and column where known.
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
