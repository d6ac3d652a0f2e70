//! Runs tools: the arguments are checked, the person is asked if need be, the call is sent and followed to its end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;
use usher_content::schema::{self, Formats};
use usher_content::worker::Queue;
use usher_mcp::{CallError, RunAs, Started, TaskSupport, Tool};
use usher_messages::Message;
use usher_store::RunningTask;
use usher_types::call::{ArgumentCheck, CallTimes};
use usher_types::caller::Caller;

use super::Calls;
use super::authorized_call::AuthorizedCall;
use super::call_secrets::CallSecrets;
use super::ended_call::{Answer, EndedCall, RawEnding, whole_ms};
use super::recording::Unrecorded;
use super::tasks::TaskEnd;
use super::tool_call::ToolCall;
use crate::call_outcome::CallOutcome;
use crate::catalog::EntryWithIcon;
use crate::events::HostEvent;
use crate::request_error::RequestError;
use crate::tool_source::{OutgoingCall, Sent, ToolSource};

/// Age after which a granted call is checked again before it is sent.
const RECHECKED_AFTER: Duration = Duration::from_millis(5);

impl Calls {
    /// Runs a tool and returns once the call has ended. An error means that nothing was sent.
    pub async fn run(&self, call: ToolCall) -> Result<CallOutcome, RequestError> {
        let authorized = self.prepare(call).await?;
        self.send(authorized).await
    }

    /// Checks a call, and asks the person if need be. Nothing is sent.
    pub async fn prepare(&self, mut call: ToolCall) -> Result<AuthorizedCall, RequestError> {
        let source = self.source(&call)?;
        refuse_hidden(&*source, &call)?;
        self.check_arguments(&*source, &call).await?;
        // What cannot be sent need not be asked about.
        source.check_ready(&call.tool, &call.arguments).await?;
        let running = self.begin(&call)?;
        let began = Instant::now();
        let cancel = running.unsent_token();
        if cancel.is_cancelled() {
            return Err(RequestError::Cancelled);
        }
        let approved = self.authorize(&mut call, &cancel).await?;
        if running.approved() {
            self.context().events.send(HostEvent::ClientsChanged);
        }
        Ok(AuthorizedCall {
            call,
            running,
            began,
            decided: Instant::now(),
            queued: Duration::ZERO,
            approved,
        })
    }

    /// Sends a call and returns once it has ended. An error means that nothing was sent.
    pub async fn send(&self, authorized: AuthorizedCall) -> Result<CallOutcome, RequestError> {
        let ended = self.deliver(authorized).await?;
        Ok(self.record(ended).await)
    }

    /// As [`Self::send`], but what came of it is recorded once it is known what its caller was answered.
    pub async fn send_for_agent(
        &self,
        authorized: AuthorizedCall,
    ) -> Result<(RawEnding, Unrecorded), RequestError> {
        let ended = self.deliver(authorized).await?;
        let ending = ended.raw_ending();
        Ok((ending, Unrecorded::new(self.clone(), ended, Instant::now())))
    }

    /// Refuses arguments that break the schema or cannot be checked. The caller may send them anyway.
    async fn check_arguments(
        &self,
        source: &dyn ToolSource,
        call: &ToolCall,
    ) -> Result<(), RequestError> {
        if call.check == ArgumentCheck::SendAnyway {
            return Ok(());
        }
        let Some(tool) = source.tool(&call.tool) else {
            return Ok(());
        };
        let worker = self
            .context()
            .workers
            .of(Queue::Schemas, call.source.as_str());
        let arguments = Arc::clone(&call.arguments);
        let schema = tool.entry.input_schema.clone();
        let checked = schema::faults(worker, schema, arguments, Formats::Annotated).await;
        let (message, faults) = match checked {
            Ok(faults) if faults.is_empty() => return Ok(()),
            Ok(faults) => (
                Message::new("request.arguments").with("tool", call.tool.as_str()),
                faults,
            ),
            Err(not_checked) => (
                Message::new("request.notChecked")
                    .with("tool", call.tool.as_str())
                    .with("reason", not_checked.0),
                Vec::new(),
            ),
        };
        Err(RequestError::Invalid { message, faults })
    }

    async fn deliver(&self, authorized: AuthorizedCall) -> Result<EndedCall, RequestError> {
        let AuthorizedCall {
            call,
            running,
            began,
            decided,
            queued,
            approved,
        } = authorized;
        let cancel = running.cancel_token();
        if decided.elapsed() > RECHECKED_AFTER {
            self.still_reviewed(&call, &approved, &cancel).await?;
        }
        // It may have stopped, started anew or been changed while the person was asked.
        let source = self.source(&call)?;
        let marked = approved.marks.marked(&call.arguments);
        let started_at = self.context().clock.now_ms();
        let asked_before = running.asked();
        let (sending, queue) = (Instant::now(), queued + began.elapsed());
        running.sends()?;
        let still_approved = || self.still_approved(&call, &approved);
        let sent = source
            .send(OutgoingCall {
                tool: &call.tool,
                arguments: &call.arguments,
                marked: &marked,
                run_as: run_as(&call, approved.tool.as_deref()),
                options: self.options(&call, &cancel),
                still_approved: &still_approved,
            })
            .await?;
        let secrets = CallSecrets {
            redactor: sent.redactor(),
            marks: approved.marks,
        };
        let followed = self.follow(&call, &secrets, started_at, sent, &cancel);
        let Some((answer, was_task)) = followed.await else {
            return Err(RequestError::Unreachable(Message::new("request.closing")));
        };
        let asked = running.finish();
        let duration = began.elapsed().saturating_sub(asked);
        let asked_meanwhile = asked.saturating_sub(asked_before);
        let times = CallTimes {
            queue_ms: whole_ms(queue.saturating_sub(asked_before)),
            person_ms: whole_ms(asked),
            server_ms: whole_ms(sending.elapsed().saturating_sub(asked_meanwhile)),
            wire_ms: 0,
        };
        self.round_over(call.id.clone());
        self.context().approvals.call_ended(&call.id);
        Ok(EndedCall {
            label: source.label(),
            call,
            started_at,
            duration,
            times: Some(times),
            leg: None,
            secrets,
            answer,
            was_task,
        })
    }

    /// Follows a sent call to its end. Returns whether it became a task; `None` = Usher is closing, and the call is
    /// taken up again at the next start.
    pub(super) async fn follow(
        &self,
        call: &ToolCall,
        secrets: &CallSecrets,
        started_at: i64,
        sent: Sent,
        cancel: &CancellationToken,
    ) -> Option<(Answer, bool)> {
        let (server, connection, started) = match sent {
            Sent::Answered { ending, .. } => return Some((Answer::Webtool(ending), false)),
            Sent::Started {
                server,
                connection,
                started,
                ..
            } => (server, connection, started),
        };
        let task = match started {
            Ok(Started::Task(task)) => {
                self.context().running.became_task(&call.id);
                task
            }
            Ok(Started::Done(result)) => {
                if call.caller.client().is_some() {
                    // What the server told meanwhile reaches the agent before the result.
                    connection.reported().await;
                }
                return Some((Answer::Server(Ok(result)), false));
            }
            Err(CallError::Closed(_)) if self.outlives_us(&call.id) => return None,
            Err(error) => return Some((Answer::Server(Err(error)), false)),
        };
        let first_poll = connection.first_poll(&task);
        // Held no longer, so that a server that is stopped is let go.
        drop(connection);
        // It may have been removed meanwhile, and can be brought back.
        let entry = self.context().servers.entry(&server);
        let begun = RunningTask {
            call: call.id.clone(),
            server,
            caller: call.caller.clone(),
            server_label: entry.map(|entry| entry.label()).unwrap_or_default(),
            tool: call.tool.clone(),
            arguments: secrets.kept_arguments(&call.arguments),
            started_at,
            heard_at: self.context().clock.now_ms(),
            task,
        };
        match self.follow_task(begun, first_poll, cancel).await {
            TaskEnd::Ended(answer) => Some((Answer::Server(answer), true)),
            TaskEnd::Interrupted => None,
        }
    }
}

/// Refuses a tool that its server hides from such callers (2026-01-26, visibility).
fn refuse_hidden(source: &dyn ToolSource, call: &ToolCall) -> Result<(), RequestError> {
    let Some(tool) = source.tool(&call.tool) else {
        return Ok(());
    };
    if tool.entry.ui.visibility.allows(&call.caller) {
        return Ok(());
    }
    let code = match call.caller {
        Caller::App { .. } => "uiApp.hiddenFromApps",
        Caller::Person | Caller::Agent { .. } | Caller::Conversation { .. } => {
            "uiApp.hiddenFromModels"
        }
    };
    Err(RequestError::Forbidden(
        Message::new(code)
            .with("tool", call.tool.as_str())
            .with("server", source.label()),
    ))
}

fn run_as(call: &ToolCall, tool: Option<&EntryWithIcon<Tool>>) -> RunAs {
    match tool.map(|tool| tool.entry.task_support).unwrap_or_default() {
        TaskSupport::Required => RunAs::Task,
        TaskSupport::Optional => call.run_as,
        TaskSupport::Forbidden => RunAs::Call,
    }
}
