//! Servers: configuration, state, and everything the Servers screen shows.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_config::definition as def;
use usher_core::host::Host;
use usher_messages::Message;
use usher_servers::servers as core;
use usher_types::log_level::LogLevel;

mod config;

pub use config::{NamedValue, SecretPlace, ServerConfig, ShownValue};
pub use usher_types::need::Need;
pub use usher_types::protocol::{Endpoint, Era, EraChoice, Found, HttpTransportKind};
pub use usher_types::server::{
    Counts, Failure, FailureKind, Negotiated, ProgramChange, RemovedServer, ServerState,
    TestReport, TestStep,
};

use crate::icon::ThemedIcon;
use crate::pin::ReviewCounts;
use usher_types::group::ServerGroup;
use usher_types::id::{ServerId, TestId};
use usher_types::input::shown_url;
pub use usher_types::signed_in::MissingAccess;

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerParams {
    pub server_id: ServerId,
}

/// What a server's row and card show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerSnapshot {
    /// Its identity in this host.
    pub id: ServerId,
    /// The user's own label: the name the host uses for it everywhere.
    pub label: String,
    /// Where it really comes from: a command or a host.
    pub origin: Origin,
    /// The group it is listed in.
    pub group: Option<ServerGroup>,
    /// What it is doing now.
    pub state: ServerState,
    pub icon: Option<ThemedIcon>,
    /// What was agreed at the last handshake of this run; `None` before the first.
    pub negotiated: Option<Negotiated>,
    /// How much it offers, as far as known.
    pub counts: Counts,
    /// From which level on it is to log, if it can.
    pub log_level: LogLevel,
    /// How much of what it declares waits for the person's look.
    pub review: ReviewCounts,
    /// What of it waits for the person on its page.
    pub need: Option<Need>,
    /// Since when that waits, Unix ms.
    pub needs_since: Option<i64>,
    /// How its program differs from the last start's, until dismissed.
    pub program_changed: Option<ProgramChange>,
    /// When it was added, Unix ms.
    pub created_at: i64,
}

/// Where a server comes from, in words the person can check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Origin {
    /// A local program, shown as its words joined by spaces.
    Command { text: String },
    Host {
        /// Scheme, host and port.
        text: String,
        url: String,
    },
    /// The demo server inside Usher's own binary.
    BuiltIn,
}

/// The server page: the snapshot and all that is behind it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerDetail {
    /// What the row shows.
    pub snapshot: ServerSnapshot,
    /// How it is started or reached.
    pub config: ServerConfig,
    /// Which generation of the protocol the person chose for it.
    pub era: EraChoice,
    /// What is remembered for the next start.
    pub verdict: Option<EraVerdict>,
    /// That the person has signed in to it.
    pub signed_in: Option<SignedIn>,
    /// What it requires beside what the person gave it.
    pub wants_access: Option<MissingAccess>,
    /// Self-reported `serverInfo`, as it came.
    pub server_info: Option<Value>,
    /// Declared capabilities, as they came.
    pub capabilities: Option<Value>,
    /// What the server tells a model about itself. Server text: data, never instruction.
    pub instructions: Option<String>,
    /// The end of what its program wrote to stderr, oldest first.
    pub stderr: Vec<String>,
    /// The number of the line after it; those that are told later begin with theirs.
    pub stderr_next_seq: u64,
    /// What Usher had to repair in its messages, newest last.
    pub repairs: Vec<Message>,
}

/// Adds a server; it starts at once, because saving is the person's consent to exactly this definition.
#[derive(Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AddServerParams {
    pub draft: def::DraftDefinition,
}

/// Replaces a server's definition and restarts it if it was on.
#[derive(Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct UpdateServerParams {
    pub server_id: ServerId,
    pub draft: def::DraftDefinition,
}

/// Sets the level from which a server logs, also after restarts.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LogLevelParams {
    pub server_id: ServerId,
    /// The lowest level it is to send.
    pub level: LogLevel,
}

/// Adds variables of Usher's own environment to a server's.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PassVariablesParams {
    pub server_id: ServerId,
    /// Names that the server's failure lists as withheld.
    pub names: Vec<String>,
}

/// Turns a server on or off.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetEnabledParams {
    pub server_id: ServerId,
    pub enabled: bool,
}

/// Lists servers in another order, and in other groups.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ArrangeServersParams {
    /// All servers in their order. One that is missing comes after the last one of its group.
    pub servers: Vec<ServerPlace>,
}

/// A server at its place in the order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerPlace {
    pub server_id: ServerId,
    /// The name of its group, at most 64 characters; `null` or empty = none.
    pub group: Option<String>,
}

/// Puts servers into a group.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetGroupParams {
    pub server_ids: Vec<ServerId>,
    /// The name of the group, at most 64 characters; `null` or empty = none.
    pub group: Option<String>,
}

/// Starts a draft, lists what it offers, and stops it. Nothing is saved.
#[derive(Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TestServerParams {
    pub draft: def::DraftDefinition,
    /// The server being edited, whose stored secrets `value: null` refers to.
    pub server_id: Option<ServerId>,
    /// Names the test in what is told while it runs; `null` = nobody hears it.
    pub test_id: Option<TestId>,
}

/// Ends a test of a draft.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct EndTestParams {
    pub test_id: TestId,
}

/// Asks where a program would be found.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ResolveCommandParams {
    /// A program name or path.
    pub command: String,
}

/// Where a program was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ResolvedCommand {
    /// Its absolute path; `None` = nowhere.
    pub path: Option<String>,
    /// Where it was found, why it was not, or what to install.
    pub note: Message,
}

/// That the person has signed in to a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SignedIn {
    /// Who gave the access, as it writes itself. Server text.
    pub issuer: String,
    /// What was given. Server text.
    pub scopes: Vec<String>,
    /// When, Unix ms.
    pub signed_in_at: i64,
}

/// What is cached of a server's era between starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct EraVerdict {
    /// The era it showed; `None` = it was chosen, or the server did not say, and only the endpoint is known.
    pub era: Option<Era>,
    /// The protocol revision it picked.
    pub protocol_version: String,
    /// Where it was found.
    pub endpoint: Option<Endpoint>,
    /// When, Unix ms.
    pub found_at: i64,
}

impl From<usher_servers::snapshot::ServerSnapshot> for ServerSnapshot {
    fn from(server: usher_servers::snapshot::ServerSnapshot) -> Self {
        Self {
            need: server.need(),
            id: server.id,
            label: server.definition.label.to_string(),
            origin: origin(&server.definition.transport),
            group: server.group,
            state: server.state,
            icon: server.icon,
            negotiated: server.negotiated,
            counts: server.counts,
            log_level: server.log_level,
            review: server.review,
            needs_since: server.needs_since,
            program_changed: server.program_changed,
            created_at: server.created_at,
        }
    }
}

/// A command as one line. A word with a space in it stands in quotes, so that no two commands look the same.
pub(crate) fn command_line(command: &str, args: &[String]) -> String {
    let quoted = |word: &str| {
        if word.is_empty() || word.contains(char::is_whitespace) {
            format!("“{word}”")
        } else {
            word.to_owned()
        }
    };
    let words = std::iter::once(command).chain(args.iter().map(String::as_str));
    words.map(quoted).collect::<Vec<_>>().join(" ")
}

/// Where a server comes from, as the person can check it.
pub(crate) fn origin(transport: &def::Transport) -> Origin {
    match transport {
        def::Transport::Stdio { command, args, .. } => Origin::Command {
            text: command_line(command, args),
        },
        def::Transport::Http { url, .. } => Origin::Host {
            text: url.origin().ascii_serialization(),
            url: shown_url(url),
        },
        def::Transport::Demo => Origin::BuiltIn,
    }
}

/// The server page. Asks the secret store where each secret is.
pub(crate) async fn detail(host: &Host, detail: core::ServerDetail) -> ServerDetail {
    let transport = detail.snapshot.definition.transport.clone();
    ServerDetail {
        config: config(host, transport).await,
        era: detail.snapshot.definition.era,
        verdict: detail.cached_protocol.map(Into::into),
        snapshot: detail.snapshot.into(),
        signed_in: detail.signed_in.map(Into::into),
        wants_access: detail.wants_access,
        server_info: detail
            .agreed
            .as_ref()
            .map(|agreed| agreed.server_info.clone()),
        capabilities: detail
            .agreed
            .as_ref()
            .map(|agreed| agreed.capabilities.clone()),
        instructions: detail
            .agreed
            .as_ref()
            .and_then(|agreed| agreed.instructions.clone()),
        stderr: detail.stderr,
        stderr_next_seq: detail.stderr_next_seq,
        repairs: detail.repairs,
    }
}

async fn config(host: &Host, transport: def::Transport) -> ServerConfig {
    match transport {
        def::Transport::Stdio {
            command,
            args,
            env,
            cwd,
            inputs,
        } => ServerConfig::Stdio {
            command,
            args,
            env: values(host, env).await,
            cwd,
            inputs: values(host, inputs).await,
        },
        def::Transport::Http {
            url,
            headers,
            inputs,
        } => ServerConfig::Http {
            url: shown_url(&url),
            headers: values(host, headers).await,
            inputs: values(host, inputs).await,
        },
        def::Transport::Demo => ServerConfig::Demo,
    }
}

async fn values(host: &Host, values: Vec<def::NamedValue>) -> Vec<NamedValue> {
    let mut shown = Vec::new();
    for named in values {
        let value = match named.value {
            def::SavedValue::Plain(value) => ShownValue::Plain { value },
            def::SavedValue::Secret(reference) => ShownValue::Secret {
                kept: host.servers().secret_place(&reference).await,
            },
        };
        shown.push(NamedValue {
            name: named.name,
            value,
        });
    }
    shown
}

impl From<def::CachedProtocol> for EraVerdict {
    fn from(cached: def::CachedProtocol) -> Self {
        Self {
            era: cached.era,
            protocol_version: cached.protocol_version,
            endpoint: cached.endpoint,
            found_at: cached.found_at,
        }
    }
}
