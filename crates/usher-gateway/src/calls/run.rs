//! What runs apart from the requests of the client that wait for it.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::{Notify, mpsc};
use tokio::task::{JoinError, JoinHandle};
use tokio_util::sync::CancellationToken;
use usher_core::caller_requests::{CallerRequest, CallerRequests};
use usher_core::clients::ClientAccess;
use usher_jsonrpc::{Fault, REFUSED};

use crate::calls::pending::{CallKey, CallOwner};
use crate::calls::signals::CallSignals;
use crate::calls::tool_run::{CallOrder, ToolRun};
use crate::calls::waiting::with_progress;
use crate::context::Context;

/// A call that runs.
pub(crate) struct CallRun {
    pub(crate) key: CallKey,
    pub(crate) owner: CallOwner,
    /// What it is bound to.
    pub(crate) access: ClientAccess,
    pub(crate) signals: Arc<CallSignals>,
    /// What servers request that the client answers.
    pub(crate) requests: mpsc::UnboundedReceiver<CallerRequest>,
    /// Cancelled once the server goes on with it as a task.
    pub(crate) became_task: CancellationToken,
    /// Notified when the server closes the stream of the call and goes on with it.
    pub(crate) stream_closed: Arc<Notify>,
    outcome: JoinHandle<Result<Value, Fault>>,
}

impl CallRun {
    pub(crate) fn start(gateway: Arc<Context>, order: CallOrder) -> Self {
        let CallOrder {
            call,
            answers,
            progress,
            reply,
        } = order;
        let (caller, requests) = CallerRequests::new(reply.owner.session, answers);
        let signals = CallSignals::new(progress);
        let (key, owner) = (reply.key.clone(), reply.owner.clone());
        let access = reply.access.clone();
        let became_task = caller.became_task();
        let stream_closed = caller.stream_closed();
        let run = ToolRun {
            gateway: Arc::clone(&gateway),
            signals: Arc::clone(&signals),
            reply,
        };
        let outcome = with_progress(gateway, Arc::clone(&signals), run.outcome(call, caller));
        Self {
            key,
            owner,
            access,
            signals,
            requests,
            became_task,
            stream_closed,
            outcome: tokio::spawn(outcome),
        }
    }

    /// A request that needs no decision of the person.
    pub(crate) fn of(
        gateway: Arc<Context>,
        key: CallKey,
        owner: CallOwner,
        access: ClientAccess,
        signals: Arc<CallSignals>,
        requests: mpsc::UnboundedReceiver<CallerRequest>,
        answer: impl Future<Output = Result<Value, Fault>> + Send + 'static,
    ) -> Self {
        signals.sent.cancel();
        let outcome = with_progress(gateway, Arc::clone(&signals), answer);
        Self {
            key,
            owner,
            access,
            signals,
            outcome: tokio::spawn(outcome),
            requests,
            became_task: CancellationToken::new(),
            stream_closed: Arc::default(),
        }
    }

    /// Waits for what came of it.
    pub(crate) async fn outcome(&mut self) -> Result<Value, Fault> {
        ended((&mut self.outcome).await)
    }

    /// Waits for its end, or for a request of its server.
    pub(crate) async fn next(&mut self) -> Next {
        tokio::select! {
            biased;
            outcome = &mut self.outcome => Next::Ended(ended(outcome)),
            Some(asked) = self.requests.recv() => Next::Asked(asked),
        }
    }
}

/// What happens next in a call.
pub(crate) enum Next {
    Ended(Result<Value, Fault>),
    /// The server requests something that the client may answer.
    Asked(CallerRequest),
}

fn ended(outcome: Result<Result<Value, Fault>, JoinError>) -> Result<Value, Fault> {
    outcome.unwrap_or_else(|_| Err(Fault::new(REFUSED, "The call ended unexpectedly")))
}
