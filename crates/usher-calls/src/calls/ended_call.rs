//! A call that has ended, and what came back for it.

use std::time::Duration;

use serde_json::Value;
use usher_mcp::{CallError, Completion, PromptResult, ReadResult, ToolResult};
use usher_messages::Message;
use usher_types::call::{CallTimes, ClientLeg};

use super::call_secrets::CallSecrets;
use super::new_call::NewCall;
use usher_servers::call_outcome::CallEnding;
use usher_servers::request_error::RequestError;

/// A call that has ended and is not recorded.
pub(super) struct EndedCall {
    pub(super) call: NewCall,
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
    Prompt(Result<PromptResult, RequestError>),
    Read(Result<ReadResult, RequestError>),
    /// The proposals, and the result object.
    Completion(Result<(Completion, Value), RequestError>),
}

impl Answer {
    /// Returns the answer to a request that is no call of a tool.
    pub(super) fn of_other_kind(&self) -> Option<Self> {
        match self {
            Self::Server(_) | Self::Webtool(_) => None,
            Self::Prompt(got) => Some(Self::Prompt(got.clone())),
            Self::Read(read) => Some(Self::Read(read.clone())),
            Self::Completion(completed) => Some(Self::Completion(completed.clone())),
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
        let error = match &self.answer {
            Answer::Server(Ok(result)) => return RawEnding::Result(result.raw.clone()),
            Answer::Prompt(Ok(got)) => return RawEnding::Result(got.raw.clone()),
            Answer::Read(Ok(read)) => return RawEnding::Result(read.raw.clone()),
            Answer::Completion(Ok((_, raw))) => return RawEnding::Result(raw.clone()),
            Answer::Webtool(CallEnding::Result { raw, .. }) => {
                return RawEnding::Result(raw.clone());
            }
            Answer::Server(Err(error)) => failed(&self.call, &self.label, error.clone()),
            Answer::Webtool(CallEnding::Failed { error })
            | Answer::Prompt(Err(error))
            | Answer::Read(Err(error))
            | Answer::Completion(Err(error)) => error.clone(),
            // A webtool reads no prompts and no resources.
            Answer::Webtool(_) => RequestError::Cancelled,
        };
        match error {
            RequestError::Cancelled => RawEnding::Cancelled,
            error => RawEnding::Failed(error),
        }
    }
}

/// Describes why a call of a tool failed.
pub(super) fn failed(call: &NewCall, label: &str, error: CallError) -> RequestError {
    let doing = Message::new("request.doing.call")
        .with("tool", call.name.as_str())
        .with("server", label);
    RequestError::of(doing, error)
}

/// A time as it is kept.
pub(super) fn whole_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
