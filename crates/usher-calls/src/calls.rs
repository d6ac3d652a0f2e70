//! Calls: requests of any kind to servers and webtools, and the history of them.
//!
//! Here is what all parts of it share; the way of a call is `Call::run` in `run`.

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
mod run;
mod secrets;
mod sending;
mod start;
mod stored_outcome;
mod tasks;
mod to_index;
mod to_record;

use std::sync::Arc;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use usher_mcp::CallTag;

pub use call::{Record, Returned};
pub use client_side::{ClientFuture, ClientSide};
pub use ended_call::RawEnding;
pub use handle::CallHandle;
pub use history::{HistoryEntry, HistoryError};
pub use new_call::{NewCall, Subject, texts};
pub use secrets::SourceSecrets;
use to_index::ToIndex;
pub use to_record::RecordedCall;
use to_record::ToRecord;

use crate::approval_queue::ApprovalQueue;
use crate::policies::Policies;
use crate::reviews::Reviews;
use crate::running_calls::RunningCalls;
use crate::server_requests::ServerRequests;
use usher_content::contents::Contents;
use usher_content::worker::Workers;
use usher_servers::events::{Events, HostEvent};
use usher_servers::servers::Servers;
use usher_servers::tool_source::ToolSources;
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
pub struct Context {
    pub store: Store,
    pub clock: Clock,
    pub events: Events,
    pub contents: Contents,
    pub workers: Workers,
    pub settings: watch::Receiver<Settings>,
    pub sources: ToolSources,
    pub policies: Policies,
    pub reviews: Reviews,
    pub approvals: ApprovalQueue,
    pub running: RunningCalls,
    pub servers: Servers,
    pub requests: ServerRequests,
    /// Work that has to be done before the host is closed.
    pub tasks: TaskTracker,
    /// Cancelled when the host begins to close.
    pub closing: CancellationToken,
}

impl Calls {
    pub fn new(context: Context) -> Self {
        Self(Arc::new(Inner {
            writing_rounds: tokio::sync::Mutex::default(),
            to_record: ToRecord::default(),
            context,
            to_index: ToIndex::default(),
        }))
    }

    fn context(&self) -> &Context {
        &self.0.context
    }

    /// The server of a call has closed its stream and goes on with it: so may whoever made the call be told.
    pub(crate) fn stream_closed(&self, tag: &CallTag) {
        self.context().running.stream_closed(&tag.0.as_str().into());
    }

    /// Cancels a running call; the server is told. A call that has ended needs no cancelling.
    pub fn cancel(&self, id: &CallId) {
        if self.context().running.cancel(id) {
            self.context().events.send(HostEvent::ClientsChanged);
        }
    }
}
