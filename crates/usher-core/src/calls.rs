//! Calls: requests of any kind to servers and webtools, and the history of them.
//!
//! Here is what all parts of it share; a call's way is `Call::run` in `call`.

mod authorize;
mod call;
mod call_secrets;
mod client_side;
mod ended_call;
mod handle;
mod history;
mod indexing;
mod mrtr;
mod new_call;
mod outcome;
mod recording;
mod secrets;
mod sending;
mod stored_outcome;
mod tasks;
mod to_index;
mod to_record;

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use usher_mcp::CallTag;
use usher_messages::Message;

pub use crate::call_outcome::{CallEnding, CallOutcome};
pub use crate::running_calls::{CallState, Stage};
use call::Call;
pub(crate) use call::{Record, Returned};
pub use client_side::{ClientFuture, ClientSide};
pub use ended_call::RawEnding;
pub use handle::CallHandle;
pub use history::{HistoryEntry, HistoryError};
pub(crate) use new_call::texts;
pub use new_call::{NewCall, Subject};
pub use secrets::SourceSecrets;
use to_index::ToIndex;
pub(crate) use to_record::RecordPermits;
pub use to_record::RecordedCall;
use to_record::ToRecord;
pub use usher_mcp::{RunAs, TaskSupport};
pub use usher_types::call::ArgumentCheck;

use crate::approval_queue::ApprovalQueue;
use crate::caller_requests::CallerRequests;
use crate::events::{Events, HostEvent};
use crate::policies::Policies;
use crate::request_error::RequestError;
use crate::reviews::Reviews;
use crate::running_calls::{CallStart, Running, RunningCall, RunningCalls};
use crate::server_requests::ServerRequests;
use crate::servers::Servers;
use crate::tool_source::ToolSources;
use usher_content::contents::Contents;
use usher_content::worker::Workers;
use usher_store::Store;
use usher_system::clock::Clock;
use usher_types::id::CallId;
use usher_types::settings::Settings;

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

    /// The server of a call has closed its stream and goes on with it: so may whoever made the call be told.
    pub(crate) fn stream_closed(&self, call: &CallTag) {
        self.context()
            .running
            .stream_closed(&call.0.as_str().into());
    }

    /// Runs a call of a tool and returns once it has ended. An error means that nothing was sent.
    pub async fn run(&self, call: NewCall) -> Result<CallOutcome, RequestError> {
        match self.start(call, Record::Kept)?.returned().await? {
            Returned::Tool(outcome) | Returned::Prompt(outcome, _) => Ok(outcome),
            _ => Err(RequestError::Cancelled),
        }
    }

    /// Starts a call of the person, of an app or of a conversation. Only a call of a tool is a cause of what its server
    /// asks: the page leads from a cause to a tool.
    ///
    /// # Errors
    /// A call of this identity runs already.
    pub(crate) fn start(&self, call: NewCall, record: Record) -> Result<Started, RequestError> {
        let running = if matches!(call.subject, Subject::Tool { .. }) {
            self.begin(&call, None)?
        } else {
            let running = &self.context().running;
            running.begin_unlisted(of(&call, None))
        };
        let (sender, returned) = oneshot::channel();
        let shared = running.shared();
        let run = self.actor(call, running, None, record).run();
        self.context().tasks.spawn(async move {
            // Nobody may be waiting.
            let _ = sender.send(run.await);
        });
        Ok(Started { shared, returned })
    }

    /// Starts a call of a client. What the server asks meanwhile reaches the client by `requests`, as far as the person
    /// leaves that to it.
    ///
    /// # Errors
    /// A call of this identity runs already, or the client may begin none.
    pub fn start_for_client(
        &self,
        call: NewCall,
        requests: CallerRequests,
        client: Arc<dyn ClientSide>,
    ) -> Result<CallHandle, RequestError> {
        let running = self.begin(&call, Some(requests))?;
        if running.unsent_token().is_cancelled() {
            return Err(RequestError::Cancelled);
        }
        let handle = CallHandle::new(running.shared(), self.clone());
        let record = match call.subject {
            Subject::Completion { .. } => Record::None,
            _ => Record::Kept,
        };
        let run = self.actor(call, running, Some(client), record).run();
        self.context().tasks.spawn(run);
        Ok(handle)
    }

    fn actor(
        &self,
        call: NewCall,
        running: RunningCall,
        client: Option<Arc<dyn ClientSide>>,
        record: Record,
    ) -> Call {
        Call {
            calls: self.clone(),
            request: call,
            running,
            client,
            record,
            began: Instant::now(),
        }
    }

    fn begin(
        &self,
        call: &NewCall,
        requests: Option<CallerRequests>,
    ) -> Result<RunningCall, RequestError> {
        let running = self.context().running.begin(of(call, requests));
        running.ok_or_else(|| RequestError::Invalid {
            message: Message::new("request.runsAlready"),
            faults: Vec::new(),
        })
    }

    /// Cancels a running call; the server is told. A call that has ended needs no cancelling.
    pub fn cancel(&self, call: &CallId) {
        if self.context().running.cancel(call) {
            self.context().events.send(HostEvent::ClientsChanged);
        }
    }
}

/// A call that was started, for who waits for its end.
pub(crate) struct Started {
    shared: Arc<Running>,
    returned: oneshot::Receiver<Result<Returned, RequestError>>,
}

impl Started {
    /// Returns what it came to.
    pub(crate) async fn returned(self) -> Result<Returned, RequestError> {
        self.returned.await.unwrap_or(Err(RequestError::Cancelled))
    }

    /// As [`Self::returned`]; the call is cancelled once it is withdrawn.
    pub(crate) async fn returned_unless(
        mut self,
        withdrawn: &CancellationToken,
    ) -> Result<Returned, RequestError> {
        tokio::select! {
            returned = &mut self.returned => return returned.unwrap_or(Err(RequestError::Cancelled)),
            () = withdrawn.cancelled() => {}
        }
        self.shared.cancel();
        self.returned().await
    }
}

/// What a call begins with.
fn of(call: &NewCall, requests: Option<CallerRequests>) -> CallStart<'_> {
    CallStart {
        id: &call.id,
        source: &call.source,
        caller: &call.caller,
        tool: &call.name,
        arguments: &call.arguments,
        requests,
    }
}
