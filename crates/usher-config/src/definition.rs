//! Defines a server: how it is started or reached.
//!
//! Saved definitions hold references to secrets; drafts come from the person and become definitions through [`check`].

mod check;
mod configured_server;
mod credentials;
mod draft;
mod fingerprint;
mod names;
mod placeholder;
mod protocol_cache;
mod secret_names;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use url::Url;

pub use check::check_url;
pub use check::{CheckedDraft, ExistingServers, check, check_import};
pub(crate) use check::{before_path, is_own_header};
pub use configured_server::ConfiguredServer;
pub use credentials::{
    Credential, TakenFromArgs, blank_members, blank_url, take_from_args, take_from_url,
};
pub(crate) use credentials::{free_name, is_credential};
pub use fingerprint::digest;
pub use names::derived_label;
pub use names::free_label;
pub(crate) use placeholder::placeholder;
pub use protocol_cache::CachedProtocol;
pub use protocol_cache::{KnownProtocol, invalidates};
pub use secret_names::{asks_for_secret, looks_secret};
use usher_mcp::EraChoice;
use usher_types::secret::Secret;

use crate::limits;
use usher_types::id::SecretRef;

/// The person's name for a server, used wherever it is named. Unique without regard to case.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Label(String);

impl Label {
    /// The most characters a label may have.
    pub const MAX_CHARS: usize = limits::LABEL_CHARS;

    /// A label from text that was checked or stored before.
    pub fn trusted(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text of it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What two labels that count as the same have in common.
    pub fn key(&self) -> String {
        self.0.trim().to_lowercase()
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A server as it is kept. Its serialised form is what the database holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerDefinition {
    /// The person's name for it.
    pub label: Label,
    /// How it is started or reached.
    pub transport: Transport,
    /// In which lifecycle it is spoken to. The usual choice is not written down, so that a definition says
    /// the same, and was agreed to, as before there was a choice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub era: EraChoice,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands a reference over"
)]
fn is_default(era: &EraChoice) -> bool {
    *era == EraChoice::default()
}

/// How a server is started or reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Transport {
    /// A local program that speaks MCP on its standard input and output.
    Stdio {
        /// A path, or a name looked up on PATH at each start.
        command: String,
        /// One word each; never passed through a shell.
        args: Vec<String>,
        /// Environment values in addition to the small inherited set.
        env: Vec<NamedValue>,
        /// An absolute directory; `None` = the person's home.
        cwd: Option<String>,
        /// The secrets that arguments refer to, as `${input:NAME}`. Without any the definition says the same, and was
        /// agreed to, as before there were such.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        inputs: Vec<NamedValue>,
    },
    /// A Streamable HTTP endpoint.
    Http {
        url: Url,
        /// Headers sent with each request.
        headers: Vec<NamedValue>,
        /// The secrets that the query of the URL refers to, as `${input:NAME}`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        inputs: Vec<NamedValue>,
    },
    /// The demo server inside Usher's own binary.
    Demo,
}

/// An environment value or a header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedValue {
    pub name: String,
    /// Its value, or where that is kept.
    pub value: SavedValue,
}

/// A value as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum SavedValue {
    Plain(String),
    /// In the secret store, under this reference.
    Secret(SecretRef),
}

impl Transport {
    /// Its environment values or headers.
    pub fn values(&self) -> &[NamedValue] {
        match self {
            Self::Stdio { env, .. } => env,
            Self::Http { headers, .. } => headers,
            Self::Demo => &[],
        }
    }

    /// The secrets its arguments or its URL refer to.
    pub fn inputs(&self) -> &[NamedValue] {
        match self {
            Self::Stdio { inputs, .. } | Self::Http { inputs, .. } => inputs,
            Self::Demo => &[],
        }
    }

    /// Its [`Self::values`], then its [`Self::inputs`].
    pub fn named(&self) -> impl Iterator<Item = &NamedValue> {
        self.values().iter().chain(self.inputs())
    }

    /// As [`Self::named`], to be changed.
    pub fn named_mut(&mut self) -> impl Iterator<Item = &mut NamedValue> {
        let (values, inputs): (&mut [_], &mut [_]) = match self {
            Self::Stdio { env, inputs, .. } => (env, inputs),
            Self::Http {
                headers, inputs, ..
            } => (headers, inputs),
            Self::Demo => (&mut [], &mut []),
        };
        values.iter_mut().chain(inputs)
    }

    /// Every secret it refers to.
    pub fn secret_refs(&self) -> Vec<SecretRef> {
        self.named()
            .filter_map(|named| match &named.value {
                SavedValue::Secret(secret) => Some(secret.clone()),
                SavedValue::Plain(_) => None,
            })
            .collect()
    }
}

/// A server as the person enters it: to add, test or replace.
#[derive(Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "ServerDraft")]
pub struct DraftDefinition {
    /// The user's own label; empty = made from the command or host.
    pub label: String,
    /// How to start or reach it.
    #[serde(rename = "config")]
    pub transport: DraftTransport,
    /// Which generation of the protocol to speak.
    #[serde(default)]
    pub era: EraChoice,
}

/// How a server is started or reached, with values coming in and nothing checked yet.
#[derive(Clone, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[ts(rename = "DraftConfig")]
pub enum DraftTransport {
    Stdio {
        command: String,
        args: Vec<String>,
        env: Vec<DraftNamedValue>,
        /// Working directory; `None` or empty = the person's home.
        cwd: Option<String>,
        /// The secrets that arguments refer to, as `${input:NAME}`. Each reference has one, and each is referred to.
        #[serde(default)]
        inputs: Vec<DraftNamedValue>,
    },
    /// A Streamable HTTP endpoint.
    Http {
        url: String,
        headers: Vec<DraftNamedValue>,
        /// The secrets that the query of the URL refers to.
        #[serde(default)]
        inputs: Vec<DraftNamedValue>,
    },
    Demo,
}

/// One environment value or header coming in.
#[derive(Clone, Deserialize, TS)]
#[serde(from = "EnteredValue")]
#[ts(as = "EnteredValue", rename = "DraftValue")]
pub struct DraftNamedValue {
    pub name: String,
    pub value: DraftValue,
}

/// A value coming in.
#[derive(Clone)]
pub enum DraftValue {
    /// To be kept in the open.
    Plain(String),
    /// To be kept in the secret store.
    Secret(Secret),
    /// The secret that is already stored under this name.
    KeepStored,
}

/// [`DraftNamedValue`] as it crosses.
#[derive(Deserialize, TS)]
#[serde(rename_all = "camelCase")]
struct EnteredValue {
    name: String,
    /// Whether it goes to the keyring instead of the database.
    secret: bool,
    /// The value; `null` = keep the secret that is already stored under this name.
    value: Option<Secret>,
}

impl From<EnteredValue> for DraftNamedValue {
    fn from(entered: EnteredValue) -> Self {
        Self {
            name: entered.name,
            value: match (entered.value, entered.secret) {
                (None, _) => DraftValue::KeepStored,
                (Some(text), true) => DraftValue::Secret(text),
                (Some(text), false) => DraftValue::Plain(text.expose().to_owned()),
            },
        }
    }
}
