//! Tasks.

use super::ms;
use crate::task::RunningTask;

impl From<usher_store::RunningTask> for RunningTask {
    fn from(running: usher_store::RunningTask) -> Self {
        Self {
            call_id: running.call,
            server_id: running.server,
            server_label: running.server_label,
            tool: running.tool,
            arguments: running.arguments.into(),
            started_at: running.started_at,
            heard_at: running.heard_at,
            ttl_ms: running.task.ttl.map(ms),
            status: running.task.status,
            message: running.task.message,
        }
    }
}
