//! Tool calls that go on by themselves: the core tasks of 2025-11-25, and the extension
//! `io.modelcontextprotocol/tasks` of 2026-07-28. Both are shown as one thing.

use std::time::Duration;

/// The server's name for a task; whoever knows it may ask for its state and its result.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TaskId(pub String);

/// A task as the server last described it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Which.
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

/// How far a task is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TaskStatus {
    /// The server is at work.
    Working,
    /// It waits for something from the person.
    InputRequired,
    /// There is a result.
    Completed,
    /// There is an error, or (2025-11-25) a result that says so.
    Failed,
    /// The server has given it up.
    Cancelled,
}

/// What a tool says about running as a task (2025-11-25, schema `ToolExecution`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum TaskSupport {
    /// It may not; so does a tool that says nothing.
    #[default]
    Forbidden,
    /// It may, if the caller wants it.
    Optional,
    /// It runs in no other way.
    Required,
}
