//! Tasks.

use usher_core::calls as core;
use usher_core::protocol;

use super::ms;
use crate::call::RunAs;
use crate::task::{RunningTask, TaskStatus};
use crate::tool::TaskSupport;

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
            status: match running.task.status {
                protocol::TaskStatus::Working => TaskStatus::Working,
                protocol::TaskStatus::InputRequired => TaskStatus::InputRequired,
                protocol::TaskStatus::Completed => TaskStatus::Completed,
                protocol::TaskStatus::Failed => TaskStatus::Failed,
                protocol::TaskStatus::Cancelled => TaskStatus::Cancelled,
            },
            message: running.task.message,
        }
    }
}

impl From<RunAs> for core::RunAs {
    fn from(run_as: RunAs) -> Self {
        match run_as {
            RunAs::Call => Self::Call,
            RunAs::Task => Self::Task,
        }
    }
}

impl From<core::TaskSupport> for TaskSupport {
    fn from(support: core::TaskSupport) -> Self {
        match support {
            core::TaskSupport::Forbidden => Self::Forbidden,
            core::TaskSupport::Optional => Self::Optional,
            core::TaskSupport::Required => Self::Required,
        }
    }
}
