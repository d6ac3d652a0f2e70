//! Calls that go on as tasks at their servers, kept across restarts.

use crate::convert::{client_of, ms};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_core::host::Host;
use usher_types::id::{CallId, ServerId};
use usher_types::protocol::TaskStatus;

/// A call that goes on as a task. `tool.cancel` cancels it; when it ends it becomes a row of the history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RunningTask {
    /// The call it came from.
    pub call_id: CallId,
    /// Whose tool; the server may be gone.
    pub server_id: ServerId,
    /// The server's label at that time.
    pub server_label: String,
    pub tool: String,
    /// The person's name for the client that called it; `null` = no client did.
    pub client: Option<String>,
    /// The arguments that were sent.
    pub arguments: Value,
    /// When it was sent, Unix ms.
    pub started_at: i64,
    /// When the server last said something new about it, Unix ms.
    pub heard_at: i64,
    /// How long after its making the server keeps it; `None` = it sets no limit.
    pub ttl_ms: Option<u64>,
    /// How far it is.
    pub status: TaskStatus,
    /// What the server says about that. Server text.
    pub message: Option<String>,
}

impl RunningTask {
    pub(crate) fn of(host: &Host, running: usher_store::RunningTask) -> Self {
        Self {
            call_id: running.call,
            server_id: running.server,
            server_label: running.server_label,
            tool: running.tool,
            client: client_of(host, &running.caller),
            arguments: running.arguments.into(),
            started_at: running.started_at,
            heard_at: running.heard_at,
            ttl_ms: running.task.ttl.map(ms),
            status: running.task.status,
            message: running.task.message,
        }
    }
}
