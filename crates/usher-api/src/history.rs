//! Finished calls of tools, prompts that were got and resources that clients read, kept across restarts.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::call::CallOutcome;
use crate::convert::client_of;
use crate::error::ApiError;
use usher_core::host::Host;
pub use usher_types::call::{CallStatus, CallTimes, ClientLeg, RequestKind};
use usher_types::caller::Caller;
use usher_types::id::{HistoryId, SourceId};

/// Which part of the history.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct HistoryParams {
    pub server_id: Option<SourceId>,
    /// Only requests of this kind; `None` = all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub kind: Option<RequestKind>,
    /// Only what has this name in the protocol, or this URI. What is named alike is told apart by `kind`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// Only what this one did; `None` = everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub caller: Option<HistoryCaller>,
    /// Only calls with all its words in the names of server and tool, prompt or resource, the arguments or the outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub query: Option<String>,
    /// Only rows older than this one, for the next page.
    pub before: Option<HistoryId>,
    /// At most this many rows (1 to 200).
    pub limit: u32,
}

/// Whose calls are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum HistoryCaller {
    /// The person, in the window.
    Person,
    Client {
        /// The person's name for it.
        name: String,
    },
}

impl HistoryCaller {
    /// Names those it stands for; a client that was removed may have had the name, too.
    pub(crate) fn callers(&self, host: &Host) -> Vec<Caller> {
        match self {
            Self::Person => vec![Caller::Person],
            Self::Client { name } => {
                let named = host.clients().named(name).into_iter();
                named.map(|id| Caller::Client { id }).collect()
            }
        }
    }
}

/// One row of the history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct HistoryRow {
    pub id: HistoryId,
    /// Whose tool, prompt or resource; the server may be gone.
    pub server_id: SourceId,
    /// The server's label at that time.
    pub server_label: String,
    pub kind: RequestKind,
    /// The name in the protocol; of a resource its URI.
    pub name: String,
    /// The person's name for the client that called it; `null` = no client did.
    pub client: Option<String>,
    /// When it was sent, Unix ms.
    pub started_at: i64,
    /// How long it took.
    pub duration_ms: u64,
    pub status: CallStatus,
    /// The arguments that were sent.
    pub arguments: Value,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct HistoryRowParams {
    pub id: HistoryId,
}

/// A row with its whole outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    pub row: HistoryRow,
    /// What came of the call.
    pub outcome: CallOutcome,
    /// How its time divides; `null` = not known.
    pub times: Option<CallTimes>,
    /// What its client sent and was answered; `null` = no client made it.
    pub client_leg: Option<ClientLeg>,
}

/// Which rows to delete.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClearHistoryParams {
    /// Only this server's; `None` = all.
    pub server_id: Option<SourceId>,
    /// Only this client's, by the person's name for it; `None` = those of everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub client: Option<String>,
}

impl HistoryRow {
    pub(crate) fn of(host: &Host, row: usher_store::HistoryRow) -> Self {
        Self {
            id: row.id,
            server_id: row.source,
            server_label: row.server_label,
            kind: row.kind,
            name: row.name,
            client: client_of(host, &row.caller),
            started_at: row.started_at,
            duration_ms: row.duration_ms,
            status: row.status,
            arguments: row.arguments,
        }
    }
}

impl HistoryEntry {
    pub(crate) fn of(host: &Host, entry: usher_calls::calls::HistoryEntry) -> Self {
        Self {
            row: HistoryRow::of(host, entry.row),
            outcome: entry.outcome.map_failure(ApiError::from),
            times: entry.times,
            client_leg: entry.client_leg,
        }
    }
}
