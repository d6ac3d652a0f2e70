//! Calls: tools that are run, the requests that run as they do, and the history of both.
//!
//! Here is what all parts of it share; a call's way begins in `sending`.

mod authorize;
mod authorized_call;
mod call_secrets;
mod ended_call;
mod history;
mod indexing;
mod mrtr;
mod outcome;
mod recording;
mod requests;
mod secrets;
mod sending;
mod stored_outcome;
mod tasks;
mod to_index;
mod to_record;
mod tool_call;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use usher_mcp::{CallOptions, CallTag};
use usher_messages::Message;

pub use crate::call_outcome::{CallEnding, CallOutcome};
pub use authorized_call::AuthorizedCall;
pub use ended_call::RawEnding;
pub use history::{HistoryEntry, HistoryError};
pub use recording::Unrecorded;
pub use requests::RunningRequest;
pub use secrets::SourceSecrets;
use to_index::ToIndex;
pub(crate) use to_record::RecordPermits;
pub use to_record::RecordedCall;
use to_record::ToRecord;
pub use tool_call::ToolCall;
pub use usher_mcp::{RunAs, TaskSupport};
pub use usher_types::call::ArgumentCheck;

use crate::approval_queue::ApprovalQueue;
use crate::events::{Events, HostEvent};
use crate::policies::Policies;
use crate::request_error::RequestError;
use crate::reviews::Reviews;
use crate::running_calls::{RunningCall, RunningCalls};
use crate::server_requests::ServerRequests;
use crate::servers::Servers;
use crate::tool_source::{ToolSource, ToolSources};
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
}
