//! Requests for prompts, resources and completions: they run as calls of tools do, and those for prompts and resources are
//! recorded as calls are.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use usher_mcp::{CallOptions, Redactor, RunAs};

use super::call_secrets::CallSecrets;
use super::ended_call::{Answer, EndedCall, whole_ms};
use super::recording::Unrecorded;
use super::{ArgumentCheck, Calls, ToolCall};
use crate::argument_marks::ArgumentMarks;
use crate::call_outcome::CallEnding;
use crate::caller_requests::CallerRequests;
use crate::request_error::RequestError;
use crate::running_calls::RunningCall;
use crate::servers::ServerEntry;
use usher_types::call::{CallTimes, RequestKind};
use usher_types::caller::Caller;
use usher_types::id::{CallId, SourceId};

/// A request that is no call of a tool, until it is dropped.
pub struct RunningRequest {
    calls: Calls,
    call: ToolCall,
    /// `None` = it is no cause of what its server asks: the page leads from a cause to a tool.
    running: Option<RunningCall>,
    /// Cancels what was sent.
    cancel: CancellationToken,
    began: Instant,
    sent: OnceLock<Sending>,
    ended: OnceLock<(CallEnding, Instant)>,
}

/// How a request that is recorded was sent.
struct Sending {
    kind: RequestKind,
    label: String,
    redactor: Arc<Redactor>,
    /// Unix ms.
    started_at: i64,
    at: Instant,
    /// How long the person had been asked by then.
    asked: Duration,
}

impl Calls {
    /// Begins a request of an agent that is no call of a tool: what the server asks meanwhile reaches the agent.
    ///
    /// # Errors
    /// A request of this identity runs already, or the agent may begin none.
    pub fn begin_request(
        &self,
        request: &ToolCall,
        requests: CallerRequests,
    ) -> Result<RunningRequest, RequestError> {
        let running = self.begin(request)?;
        running.answered_by_caller(requests);
        if running.unsent_token().is_cancelled() {
            return Err(RequestError::Cancelled);
        }
        let cancel = running.cancel_token();
        Ok(self.request(request.clone(), Some(running), cancel))
    }

    /// Begins such a request about which nobody is asked, of the person or of an app.
    pub(crate) fn begin_unasked(
        &self,
        caller: Caller,
        source: SourceId,
        name: &str,
        arguments: Map<String, Value>,
        cancel: CancellationToken,
    ) -> RunningRequest {
        let call = ToolCall {
            id: CallId::generate(),
            source,
            caller,
            tool: name.to_owned(),
            arguments: Arc::new(arguments),
            check: ArgumentCheck::SendAnyway,
            run_as: RunAs::Call,
            meta: Map::new(),
        };
        self.request(call, None, cancel)
    }

    fn request(
        &self,
        call: ToolCall,
        running: Option<RunningCall>,
        cancel: CancellationToken,
    ) -> RunningRequest {
        RunningRequest {
            calls: self.clone(),
            call,
            running,
            cancel,
            began: Instant::now(),
            sent: OnceLock::new(),
            ended: OnceLock::new(),
        }
    }
}

impl RunningRequest {
    /// It goes to its server now. Returns what it is sent with.
    ///
    /// # Errors
    /// It was cancelled before: nothing is to be sent.
    pub(crate) fn sends(&self) -> Result<CallOptions, RequestError> {
        if let Some(running) = &self.running {
            running.sends()?;
        }
        Ok(self.calls.options(&self.call, &self.cancel))
    }

    /// As [`Self::sends`]; it is recorded from then on.
    ///
    /// # Errors
    /// It was cancelled before: nothing is to be sent.
    pub(crate) fn sends_recorded(
        &self,
        kind: RequestKind,
        entry: &ServerEntry,
    ) -> Result<CallOptions, RequestError> {
        let options = self.sends()?;
        self.sent.get_or_init(|| Sending {
            kind,
            label: entry.label(),
            redactor: entry.redactor(),
            started_at: self.calls.context().clock.now_ms(),
            at: Instant::now(),
            asked: self.asked(),
        });
        Ok(options)
    }

    fn asked(&self) -> Duration {
        let running = self.running.as_ref();
        running.map_or(Duration::ZERO, RunningCall::asked)
    }

    /// What came of it is known.
    pub(crate) fn ends(&self, ending: CallEnding) {
        self.ended.get_or_init(|| (ending, Instant::now()));
    }

    /// What is to be recorded; `None` = nothing was sent, or it is of no kind that is recorded. One that is given up before
    /// its end is cancelled.
    pub fn unrecorded(&self) -> Option<Unrecorded> {
        let sent = self.sent.get()?;
        let ended = self.ended.get().cloned();
        let (ending, ended_at) = ended.unwrap_or((CallEnding::Cancelled, Instant::now()));
        let asked = self.asked();
        let duration = ended_at
            .duration_since(sent.at)
            .saturating_sub(asked.saturating_sub(sent.asked));
        let queue = sent.at.duration_since(self.began);
        let ended_call = EndedCall {
            call: self.call.clone(),
            label: sent.label.clone(),
            started_at: sent.started_at,
            duration,
            // How long the person was asked is known of what is a cause.
            times: self.running.as_ref().map(|_| CallTimes {
                queue_ms: whole_ms(queue.saturating_sub(sent.asked)),
                person_ms: whole_ms(asked),
                server_ms: whole_ms(duration),
                wire_ms: 0,
            }),
            leg: None,
            secrets: CallSecrets {
                marks: ArgumentMarks::default(),
                redactor: Arc::clone(&sent.redactor),
            },
            answer: Answer::Request {
                kind: sent.kind,
                ending,
            },
            was_task: false,
        };
        Some(Unrecorded::new(self.calls.clone(), ended_call, ended_at))
    }
}
