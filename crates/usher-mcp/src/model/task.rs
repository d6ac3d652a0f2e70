//! Tool calls that go on by themselves: the core tasks of 2025-11-25, and the extension
//! `io.modelcontextprotocol/tasks` of 2026-07-28. Both are shown as one thing.

use std::time::Duration;

use usher_types::protocol::TaskStatus;

/// The server's name for a task; whoever knows it may ask for its state and its result.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TaskId(pub String);

/// A task as the server last described it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    pub id: TaskId,
    /// How far it is.
    pub status: TaskStatus,
    /// What the server says about that. Server text.
    pub message: Option<String>,
    /// How long after its making the server keeps it; `None` = it sets no limit, or does not say.
    pub ttl: Option<Duration>,
    /// How long the server wants to be left alone between two looks, as it came.
    pub poll: Option<Duration>,
}
