//! A call that has ended, and what came back for it.

use std::time::Duration;

use serde_json::Value;
use usher_mcp::{CallError, ToolResult};
use usher_messages::Message;
use usher_types::call::{CallTimes, ClientLeg, RequestKind};

use super::call_secrets::CallSecrets;
use super::tool_call::ToolCall;
use crate::call_outcome::CallEnding;
use crate::request_error::RequestError;

/// A call that has ended and is not recorded.
pub(super) struct EndedCall {
    pub(super) call: ToolCall,
    pub(super) label: String,
    pub(super) started_at: i64,
    pub(super) duration: Duration,
    /// `None` = it was taken up again after a restart.
    pub(super) times: Option<CallTimes>,
    /// `None` = no client made it.
    pub(super) leg: Option<ClientLeg>,
    pub(super) secrets: CallSecrets,
    pub(super) answer: Answer,
    pub(super) was_task: bool,
}

/// What came back for a call.
pub(super) enum Answer {
    Server(Result<ToolResult, CallError>),
    Webtool(CallEnding),
    /// Of a request that is no call of a tool.
    Request {
        kind: RequestKind,
        ending: CallEnding,
    },
}

impl Answer {
    pub(super) fn kind(&self) -> RequestKind {
        match self {
            Self::Server(_) | Self::Webtool(_) => RequestKind::Tool,
            Self::Request { kind, .. } => *kind,
        }
    }
}

/// What came of a call, as its server sent it.
#[derive(Debug)]
pub enum RawEnding {
    /// The result object; it may hold secrets of the server.
    Result(Value),
    Failed(RequestError),
    Cancelled,
}

impl EndedCall {
    pub(super) fn raw_ending(&self) -> RawEnding {
        let ending = match &self.answer {
            Answer::Server(Ok(result)) => return RawEnding::Result(result.raw.clone()),
            Answer::Server(Err(error)) => failed_ending(&self.call, &self.label, error.clone()),
            Answer::Webtool(ending) | Answer::Request { ending, .. } => ending.clone(),
        };
        match ending {
            CallEnding::Result { raw, .. }
            | CallEnding::Prompt { raw, .. }
            | CallEnding::Read { raw, .. } => RawEnding::Result(raw),
            CallEnding::Failed { error } => RawEnding::Failed(error),
            CallEnding::Cancelled => RawEnding::Cancelled,
        }
    }
}

/// Describes why a call failed.
pub(super) fn failed_ending(call: &ToolCall, label: &str, error: CallError) -> CallEnding {
    let doing = Message::new("request.doing.call")
        .with("tool", call.tool.as_str())
        .with("server", label);
    RequestError::of(doing, error).into()
}

/// A time as it is kept.
pub(super) fn whole_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
