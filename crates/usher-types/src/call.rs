//! Calls of tools: how arguments and results are held against their schemas, and progress.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_messages::Message;

use crate::fault::Fault;
use crate::id::{CallId, SourceId};
use crate::word::words;

/// What to do with arguments that break the declared schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ArgumentCheck {
    /// Refuse with [`crate::Code::Invalid`], naming each field.
    Refuse,
    /// Send them: the person wants to see what the server does.
    SendAnyway,
}

/// A structured result held against the tool's `outputSchema`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Verdict {
    /// No output schema declared: nothing to check.
    NotDeclared,
    Matches {
        /// How many values were checked.
        values_checked: u32,
    },
    /// It matches, but for patterns that could not be run.
    MatchesInPart {
        /// Why one was not run.
        message: Message,
    },
    /// It does not match.
    Mismatch {
        /// The first faults, at most 20.
        faults: Vec<Fault>,
    },
    /// A schema is declared but no structured result came.
    Missing,
    /// The declared schema is itself broken; nothing was checked.
    BrokenSchema {
        /// What is wrong with it.
        message: Message,
    },
    /// The check was given up; nothing is known about the result.
    NotChecked {
        /// Why.
        message: Message,
    },
}

/// A call of a client that does not wait for it any more. If it is approved, it is sent when the client makes it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct KeptCall {
    pub call_id: CallId,
    pub server_id: SourceId,
    /// The tool's name in the protocol.
    pub tool: String,
    /// Whether it may be sent; otherwise it waits for the person.
    pub is_approved: bool,
    /// When it is dropped, Unix ms.
    pub until: i64,
}

/// Progress of a running call, in the order the server sent it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CallProgress {
    pub call_id: CallId,
    pub progress: f64,
    /// Out of how much, if known.
    pub total: Option<f64>,
    /// What the server says it is doing.
    pub message: Option<String>,
}

/// How the time between a request and its answer divides. No moment counts twice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CallTimes {
    /// Until it could be sent: its server started, its definition was compared with the reviewed one.
    pub queue_ms: u64,
    /// The person was asked.
    pub person_ms: u64,
    /// From its sending until the server's answer was read.
    pub server_ms: u64,
    /// Until the answer had been masked and converted for the caller.
    pub wire_ms: u64,
}

/// What a client sent for a call and what it was answered, without secrets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClientLeg {
    /// `params` of its request.
    pub request: Value,
    /// `result` or `error` of the response, in an object.
    pub answer: Value,
}

/// What a recorded request was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum RequestKind {
    Tool,
    Prompt,
    Resource,
}

words!(RequestKind {
    Tool => "tool",
    Prompt => "prompt",
    Resource => "resource",
});

/// How a call ended, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum CallStatus {
    Completed,
    /// A result with `isError`.
    ToolError,
    Failed,
    /// Cancelled by the person.
    Cancelled,
}

words!(CallStatus {
    Completed => "completed",
    ToolError => "tool_error",
    Failed => "failed",
    Cancelled => "cancelled",
});
