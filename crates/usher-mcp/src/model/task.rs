//! Models tool calls that run as tasks.
//!
//! The core tasks of 2025-11-25 and the extension `io.modelcontextprotocol/tasks` of 2026-07-28 are one model.

use std::time::Duration;

use usher_types::protocol::TaskStatus;

/// The server's id of a task; knowing it grants access to state and result.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TaskId(pub String);

/// A task as the server last described it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    pub id: TaskId,
    pub status: TaskStatus,
    /// Describes the status. Server text.
    pub message: Option<String>,
    /// How long the server keeps it; `None` = no limit, or unknown.
    pub ttl: Option<Duration>,
    /// The polling interval the server suggests.
    pub poll: Option<Duration>,
}
