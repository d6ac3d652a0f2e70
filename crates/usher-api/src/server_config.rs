//! The configuration of a server as JSON text.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
pub use usher_config::config_text::TextFault as ConfigTextProblem;
pub use usher_servers::servers::CheckedText as CheckedConfigText;
use usher_types::id::ServerId;

use usher_types::secret::Secret;

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
    pub text: Secret,
}
