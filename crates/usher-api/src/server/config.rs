//! What a server is: as the person writes it down, and as it may be shown again. Secrets only come in.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::secret::SecretText;
pub use usher_types::keyring::SecretPlace;
use usher_types::protocol::EraChoice;

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

/// A server as the person enters it: to add, test or replace.
#[derive(Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerDraft {
    /// The user's own label; empty = made from the command or host.
    pub label: String,
    /// How to start or reach it.
    pub config: DraftConfig,
    /// Which generation of the protocol to speak.
    #[serde(default)]
    pub era: EraChoice,
}

/// [`ServerConfig`] with values coming in.
#[derive(Clone, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum DraftConfig {
    Stdio {
        command: String,
        args: Vec<String>,
        env: Vec<DraftValue>,
        /// Working directory; `None` = the person's home.
        cwd: Option<String>,
        /// The secrets that arguments refer to, as `${input:NAME}`. Each reference has one, and each is referred to.
        #[serde(default)]
        inputs: Vec<DraftValue>,
    },
    /// A Streamable HTTP endpoint.
    Http {
        url: String,
        headers: Vec<DraftValue>,
        /// The secrets that the query of the URL refers to.
        #[serde(default)]
        inputs: Vec<DraftValue>,
    },
    Demo,
}

/// One environment value or header coming in.
#[derive(Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DraftValue {
    pub name: String,
    /// Whether it goes to the keyring instead of the database.
    pub secret: bool,
    /// The value; `null` = keep the secret that is already stored under this name.
    pub value: Option<SecretText>,
}
