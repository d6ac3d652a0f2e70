//! What a server is, as it may be shown again.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use usher_types::keyring::SecretPlace;

/// How a server is started or reached, without any secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ServerConfig {
    Stdio {
        /// The program: a name looked up on the login shell's PATH, or a path.
        command: String,
        /// Its arguments, one word each. Never passed through a shell.
        args: Vec<String>,
        /// Environment values given to it, beside a small inherited set.
        env: Vec<NamedValue>,
        /// Working directory; `None` = the person's home.
        cwd: Option<String>,
        /// The secrets that arguments refer to, as `${input:NAME}`.
        inputs: Vec<NamedValue>,
    },
    /// A Streamable HTTP endpoint.
    Http {
        /// `https:`, or `http:` on this machine or the local network.
        url: String,
        /// Headers sent with each request.
        headers: Vec<NamedValue>,
        /// The secrets that the query of the URL refers to.
        inputs: Vec<NamedValue>,
    },
    Demo,
}

/// An environment value or a header as it may be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct NamedValue {
    pub name: String,
    /// Its value, or where the secret is.
    pub value: ShownValue,
}

/// A value as it may be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ShownValue {
    /// Not secret.
    Plain { value: String },
    /// Secret; never leaves the core again.
    Secret {
        /// Where it is kept.
        kept: SecretPlace,
    },
}
