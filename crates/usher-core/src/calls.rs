//! Runs tools: argument check, progress, cancel, what came of it, and the history of it.

mod authorize;
mod history;
mod indexing;
mod mrtr;
mod outcome;
mod recording;
mod requests;
mod secrets;
mod tasks;

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use usher_mcp::{CallError, CallOptions, CallTag, Started, Tool};
use usher_messages::Message;

pub use crate::call_outcome::{CallEnding, CallOutcome};
use crate::catalog::EntryWithIcon;
pub use history::{HistoryEntry, HistoryError};
pub use recording::{RawEnding, RecordedCall, Unrecorded};
pub use requests::RunningRequest;
pub use secrets::SourceSecrets;
pub use usher_mcp::{RunAs, TaskSupport};
pub use usher_types::call::ArgumentCheck;

use crate::approval_queue::ApprovalQueue;
use crate::caller_requests::CallerRequests;
use crate::events::{Events, HostEvent};
use crate::policies::Policies;
use crate::request_error::RequestError;
use crate::reviews::Reviews;
use crate::running_calls::{RunningCall, RunningCalls};
use crate::server_requests::ServerRequests;
use crate::servers::Servers;
use crate::tool_source::{OutgoingCall, Sent, ToolSource, ToolSources};
use authorize::Approved;
use indexing::ToIndex;
pub(crate) use recording::RecordPermits;
use recording::{Answer, Answered, ToRecord, whole_ms};
use secrets::CallSecrets;
use tasks::Followed;
use usher_content::contents::Contents;
use usher_content::schema::{self, Formats};
use usher_content::worker::{Queue, Workers};
use usher_store::{RunningTask, Store};
use usher_system::clock::Clock;
use usher_types::call::CallTimes;
use usher_types::caller::Caller;
use usher_types::id::{CallId, ServerId, SourceId};
use usher_types::settings::Settings;

/// What is to be run.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// Made by the caller, which cancels and follows the call by it.
    pub id: CallId,
    pub source: SourceId,
    pub caller: Caller,
    pub tool: String,
    /// Its arguments, shared by all that look at them.
    pub arguments: Arc<Map<String, Value>>,
    /// What to do with arguments that break the schema.
    pub check: ArgumentCheck,
    /// How a tool is run that leaves that to the person.
    pub run_as: RunAs,
    /// Members of the request's `_meta` that the caller passes on to the server.
    pub meta: Map<String, Value>,
}

/// A call that the rules or the person let through. Sent once, or dropped.
pub struct AuthorizedCall {
    call: ToolCall,
    running: RunningCall,
    began: Instant,
    /// When it was let through.
    decided: Instant,
    /// How long it had waited in Usher before it was checked.
    queued: Duration,
    approved: Approved,
}

/// Whether the definition is the reviewed one is checked once more before what was let through longer ago is sent.
const RECHECKED_AFTER: Duration = Duration::from_millis(5);

/// Runs tools. Clones share it.
#[derive(Clone)]
pub struct Calls(Arc<Inner>);

struct Inner {
    context: Context,
    /// Held while it is written which calls wait for answers.
    writing_rounds: tokio::sync::Mutex<()>,
    to_record: ToRecord,
    to_index: ToIndex,
}

/// What tools are run with.
pub(crate) struct Context {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) events: Events,
    pub(crate) contents: Contents,
    pub(crate) workers: Workers,
    pub(crate) settings: watch::Receiver<Settings>,
    pub(crate) sources: ToolSources,
    pub(crate) policies: Policies,
    pub(crate) reviews: Reviews,
    pub(crate) approvals: ApprovalQueue,
    pub(crate) running: RunningCalls,
    pub(crate) record_permits: RecordPermits,
    pub(crate) servers: Servers,
    pub(crate) requests: ServerRequests,
    /// Work that has to be done before the host is closed.
    pub(crate) tasks: TaskTracker,
    /// Cancelled when the host begins to close.
    pub(crate) closing: CancellationToken,
}

impl AuthorizedCall {
    /// The server whose tool it is, or the identity of a webtool.
    pub fn server(&self) -> ServerId {
        self.call.source.as_str().into()
    }

    /// Counts time that it waited in Usher before it was checked.
    pub fn add_queued(&mut self, queued: Duration) {
        self.queued += queued;
    }

    /// Names of the arguments that the person has changed, added or removed.
    pub fn changed_arguments(&self, asked_for: &Map<String, Value>) -> Vec<String> {
        let sent = &*self.call.arguments;
        let mut names: Vec<_> = asked_for.keys().chain(sent.keys()).collect();
        names.sort_unstable();
        names.dedup();
        let is_changed = |name: &&String| asked_for.get(*name) != sent.get(*name);
        names.into_iter().filter(is_changed).cloned().collect()
    }

    /// Whether it was cancelled since: it is not sent any more.
    pub fn is_cancelled(&self) -> bool {
        self.running.unsent_token().is_cancelled()
    }

    /// Returns once it is cancelled.
    pub async fn cancelled(&self) {
        self.running.unsent_token().cancelled().await;
    }

    /// Has the caller answer what the server requests meanwhile.
    pub fn answered_by_caller(&self, requests: CallerRequests) {
        self.running.answered_by_caller(requests);
    }
}

impl Calls {
    pub(crate) fn new(context: Context) -> Self {
        Self(Arc::new(Inner {
            writing_rounds: tokio::sync::Mutex::default(),
            to_record: ToRecord::new(context.record_permits.clone()),
            context,
            to_index: ToIndex::default(),
        }))
    }

    fn context(&self) -> &Context {
        &self.0.context
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
        let answered = self.deliver(authorized).await?;
        Ok(self.record(answered).await)
    }

    /// As [`Self::send`], but what came of it is recorded once it is known what its caller was answered.
    pub async fn send_for_agent(
        &self,
        authorized: AuthorizedCall,
    ) -> Result<(RawEnding, Unrecorded), RequestError> {
        let answered = self.deliver(authorized).await?;
        let ending = answered.raw_ending();
        Ok((
            ending,
            Unrecorded::new(self.clone(), answered, Instant::now()),
        ))
    }

    /// The server of a call has closed its stream and goes on with it: so may whoever made the call be told.
    pub(crate) fn stream_closed(&self, call: &CallTag) {
        self.context()
            .running
            .stream_closed(&call.0.as_str().into());
    }

    async fn deliver(&self, authorized: AuthorizedCall) -> Result<Answered, RequestError> {
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
        Ok(Answered {
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

    /// The number of the approval that a call waits with: of the call itself, or of what its server asks meanwhile.
    pub fn waits_with(&self, call: &CallId) -> Option<u64> {
        self.context().approvals.number_of(call)
    }

    /// Whether a call waits until the person is asked about others of its client.
    pub fn is_queued(&self, call: &CallId) -> bool {
        self.context().running.is_queued(call)
    }

    /// Cancels a running call; the server is told. A call that has ended needs no cancelling.
    pub fn cancel(&self, call: &CallId) {
        if self.context().running.cancel(call) {
            self.context().events.send(HostEvent::ClientsChanged);
        }
    }

    /// Notes that a client waits for its call no longer. It may make the call again for so long.
    pub fn client_left(&self, call: &CallId, kept_for: Duration) {
        let kept_ms = i64::try_from(kept_for.as_millis()).unwrap_or(i64::MAX);
        let until = self.context().clock.now_ms().saturating_add(kept_ms);
        self.context().running.set_kept_until(call, Some(until));
        self.context().events.send(HostEvent::ClientsChanged);
    }

    /// Notes that a client has made its call again, and waits for it.
    pub fn client_returned(&self, call: &CallId) {
        self.context().running.set_kept_until(call, None);
        self.context().events.send(HostEvent::ClientsChanged);
    }

    fn source(&self, call: &ToolCall) -> Result<Arc<dyn ToolSource>, RequestError> {
        self.context().sources.require(&call.source)
    }

    fn begin(&self, call: &ToolCall) -> Result<RunningCall, RequestError> {
        let running = &self.context().running;
        running
            .begin(
                &call.id,
                &call.source,
                &call.caller,
                &call.tool,
                &call.arguments,
            )
            .ok_or_else(|| RequestError::Invalid {
                message: Message::new("request.runsAlready"),
                faults: Vec::new(),
            })
    }

    fn options(&self, call: &ToolCall, cancel: &CancellationToken) -> CallOptions {
        CallOptions {
            meta: call.meta.clone(),
            tag: CallTag(call.id.as_str().to_owned()),
            cancel: cancel.clone(),
            timeout: Duration::from_millis(self.context().settings.borrow().request_timeout_ms),
        }
    }

    /// Follows a sent call to its end. Returns whether it became a task; `None` = Usher is closing, and the call is
    /// taken up again at the next start.
    async fn follow(
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
            Followed::Ended(answer) => Some((Answer::Server(answer), true)),
            Followed::Interrupted => None,
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
