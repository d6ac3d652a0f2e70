//! A client, and whether it is connected.

use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use ts_rs::TS;
use usher_agents::AgentLimits;
use usher_types::call::KeptCall;
use usher_types::client::KnownClient;

use usher_calls::running_calls::RunningCalls;

/// A client, and whether it is connected.
#[derive(Debug, Clone, PartialEq)]
pub struct ClientSnapshot {
    pub client: KnownClient,
    /// What it says it is: `clientInfo`, as name and version. Text of the client.
    pub declared: Option<DeclaredClient>,
    /// How many connections it has.
    pub sessions: usize,
    /// Since when it is connected, Unix ms.
    pub connected_since: Option<i64>,
    /// How many calls it has made since Usher was opened.
    pub calls: u64,
    /// Those of its calls that it does not wait for any more, and that may still be sent.
    pub kept_calls: Vec<KeptCall>,
}

impl ClientSnapshot {
    /// Whether it is known to read its lists only when it starts.
    pub fn ignores_list_changed(&self) -> bool {
        let declared = self.declared.as_ref();
        declared.is_some_and(|one| AgentLimits::of_client(&one.name).ignores_list_changed)
    }
}

/// What a client says of itself (`clientInfo`). Text of the client.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DeclaredClient {
    pub name: String,
    pub title: Option<String>,
    pub version: String,
    /// The protocol version it speaks.
    pub protocol_version: String,
}

/// A client that may be connected.
pub(super) struct Connected {
    pub(super) state: watch::Sender<KnownClient>,
    pub(super) declared: Option<DeclaredClient>,
    pub(super) sessions: usize,
    pub(super) since: Option<i64>,
    pub(super) calls: u64,
}

impl Connected {
    pub(super) fn of(client: KnownClient) -> Self {
        Self {
            state: watch::Sender::new(client),
            declared: None,
            sessions: 0,
            since: None,
            calls: 0,
        }
    }

    pub(super) fn end_session(&mut self) {
        self.sessions = self.sessions.saturating_sub(1);
        if self.sessions == 0 {
            self.since = None;
        }
    }

    pub(super) fn snapshot(&self, calls: &RunningCalls) -> ClientSnapshot {
        let client = self.state.borrow().clone();
        ClientSnapshot {
            kept_calls: calls.kept_of_client(&client.id),
            client,
            declared: self.declared.clone(),
            sessions: self.sessions,
            connected_since: self.since,
            calls: self.calls,
        }
    }
}
