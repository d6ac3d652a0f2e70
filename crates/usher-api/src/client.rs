//! Clients: programs that reach the servers through Usher.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_core::clients as core;
pub use usher_core::clients::{ClientDecision, DeclaredClient, Listed, ListingCost, RemovedClient};
use usher_messages::Message;
use usher_types::call::KeptCall;
pub use usher_types::client::{
    ClientProfile, ClientProgram, ClientScript, ClientStatus, NameStyle, Offering, SourceChoice,
    SourceTool, ToolListing,
};
use usher_types::id::ClientId;

/// A client, and whether it is connected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClientSnapshot {
    pub id: ClientId,
    /// Unique. Rules and records name the client by it.
    pub name: String,
    /// The name it connects with: `--as`, or that of its program.
    pub connects_as: String,
    pub program: ClientProgram,
    /// Whether it shows the key that Usher wrote into its agent's file.
    pub has_key: bool,
    pub transport: ClientTransport,
    /// What it says of itself since it connected last. Text of the client.
    pub declared: Option<DeclaredClient>,
    /// Whether it is known to read its lists only when it starts: then it has to be restarted to see a change.
    pub ignores_list_changed: bool,
    pub status: ClientStatus,
    pub profile: ClientProfile,
    /// How many connections it has.
    pub sessions: u32,
    /// Since when it is connected, Unix ms.
    pub connected_since: Option<i64>,
    /// How many calls it has made since Usher was opened.
    pub calls: u64,
    /// Those of its calls that it does not wait for any more, and that may still be sent. `tool.cancel` revokes one.
    pub kept_calls: Vec<KeptCall>,
    /// When it connected first, or was added, Unix ms.
    pub created_at: i64,
    /// When the person decided about it, Unix ms.
    pub decided_at: Option<i64>,
    /// When it connected last, Unix ms; `null` = it was added, and has not connected yet.
    pub seen_at: Option<i64>,
}

/// How a client reaches Usher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ClientTransport {
    /// By `usher connect`.
    Stdio,
    /// Over HTTP, with a token.
    Http,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AddHttpClientParams {
    pub name: String,
    pub profile: ClientProfile,
}

/// A client over HTTP, with what it has to be configured with. The token is shown once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct HttpClientToken {
    pub client: ClientSnapshot,
    pub token: String,
    /// Where it connects; `null` = the endpoint is closed.
    pub url: Option<String>,
}

/// Whether clients may connect over HTTP.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct HttpAccess {
    pub is_on: bool,
    /// Where they connect; `null` = the endpoint is closed.
    pub url: Option<String>,
    /// Why the endpoint cannot be opened.
    pub problem: Option<Message>,
    /// Pages at these origins may connect: scheme, host and port as browsers send them.
    pub origins: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetHttpAccessParams {
    pub is_on: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetHttpOriginsParams {
    /// All that are allowed from then on, as the person entered them.
    pub origins: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ListingCostParams {
    pub client_id: ClientId,
    /// What it would be allowed to see.
    pub profile: ClientProfile,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClientParams {
    pub client_id: ClientId,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DecideClientParams {
    pub client_id: ClientId,
    pub decision: ClientDecision,
}

/// A client that waits is one that is known.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AdoptClientParams {
    /// The client that waits. It is gone afterwards.
    pub client_id: ClientId,
    /// Gets its program and its connections, and keeps everything else.
    pub known_client_id: ClientId,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RenameClientParams {
    pub client_id: ClientId,
    /// 1 to 64 characters, all visible; unique.
    pub name: String,
}

impl From<core::ClientSnapshot> for ClientSnapshot {
    fn from(shown: core::ClientSnapshot) -> Self {
        let ignores_list_changed = shown.ignores_list_changed();
        let client = shown.client;
        let has_connected = client.token.is_none() || client.seen_at > client.created_at;
        Self {
            id: client.id,
            name: client.name,
            connects_as: client.connects_as,
            program: client.program,
            has_key: client.key.is_some(),
            transport: match client.token {
                Some(_) => ClientTransport::Http,
                None => ClientTransport::Stdio,
            },
            declared: shown.declared,
            ignores_list_changed,
            status: client.status,
            profile: client.profile,
            sessions: u32::try_from(shown.sessions).unwrap_or(u32::MAX),
            connected_since: shown.connected_since,
            calls: shown.calls,
            kept_calls: shown.kept_calls,
            created_at: client.created_at,
            decided_at: client.decided_at,
            seen_at: has_connected.then_some(client.seen_at),
        }
    }
}

impl From<core::HttpStatus> for HttpAccess {
    fn from(status: core::HttpStatus) -> Self {
        let (is_on, origins) = (status.is_on, status.origins);
        let (url, problem) = match status.state {
            core::HttpState::Closed => (None, None),
            core::HttpState::Open { port } => (Some(core::http_url(port)), None),
            core::HttpState::Failed(problem) => (None, Some(problem)),
        };
        Self {
            is_on,
            url,
            problem,
            origins: origins
                .iter()
                .map(|origin| origin.as_str().to_owned())
                .collect(),
        }
    }
}

impl HttpClientToken {
    pub(crate) fn new(made: core::NewToken, status: core::HttpStatus) -> Self {
        Self {
            client: made.client.into(),
            token: made.token.expose().to_owned(),
            url: HttpAccess::from(status).url,
        }
    }
}
