//! The configuration of a server as JSON text.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_config::config_text::TextFault;
use usher_core::servers as core;
use usher_types::id::ServerId;

use crate::secret::SecretText;

/// A configuration in the form that other clients have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerConfigText {
    /// JSON: a `mcpServers` entry. In place of each secret is a reference, such as `${input:API_KEY}`.
    pub text: String,
}

/// An edited configuration. References that were not changed keep the secret they stand for.
#[derive(Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerConfigTextParams {
    pub server_id: ServerId,
    /// JSON of any common client, with one server; comments are allowed.
    pub text: SecretText,
}

/// What an edited configuration comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CheckedConfigText {
    /// What is wrong with it; empty = it can be saved.
    pub problems: Vec<ConfigTextProblem>,
    /// What of the text is not used.
    pub notes: Vec<String>,
    /// Whether the server is started or reached in another way; saving then agrees to that, and starts it anew.
    pub restarts: bool,
}

/// A fault of an edited configuration; `detail.fields` of a failed `serverConfig.update` has the same members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ConfigTextProblem {
    /// `label`, `command`, `args[2]`, `env.API_KEY`, `url`, `headers.Authorization`, `cwd`; `text` = all of it.
    pub field: String,
    /// What is wrong and what to do.
    pub message: String,
    /// From 1.
    pub line: Option<u32>,
    /// From 1.
    pub column: Option<u32>,
}

impl From<core::CheckedText> for CheckedConfigText {
    fn from(checked: core::CheckedText) -> Self {
        Self {
            problems: checked.faults.into_iter().map(Into::into).collect(),
            notes: checked.notes,
            restarts: checked.restarts,
        }
    }
}

impl From<TextFault> for ConfigTextProblem {
    fn from(TextFault { problem, at }: TextFault) -> Self {
        Self {
            field: problem.field,
            message: problem.message,
            line: at.map(|(line, _)| line),
            column: at.map(|(_, column)| column),
        }
    }
}
