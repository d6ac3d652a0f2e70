//! What runs apart from the requests of the client that wait for it, and how that is steered.

use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};
use tokio::sync::{Notify, mpsc};
use tokio::task::{JoinError, JoinHandle};
use tokio_util::sync::CancellationToken;
use usher_core::caller_requests::{CallerRequest, CallerRequests};
use usher_core::calls::ToolCall;
use usher_types::client::ClientAnswers;
use usher_types::id::CallId;
use usher_types::log_level::LogLevel;

use crate::context::Context;
use crate::frame::{Fault, REFUSED};
use crate::pending::CallKey;
use crate::progress::Progress;
use crate::revision::Era;
use crate::tool_run::ToolRun;
use crate::waiting::beating;

/// What is run, and for whom.
pub(crate) struct Ordered {
    pub(crate) call: ToolCall,
    /// What the client answers of what servers request.
    pub(crate) answers: ClientAnswers,
    pub(crate) progress: Progress,
    pub(crate) terms: Terms,
}

/// How a call runs for its client.
pub(crate) struct Terms {
    pub(crate) key: CallKey,
    /// The tool's name as the client knows it.
    pub(crate) name: String,
    /// `params` of the client's request.
    pub(crate) params: Map<String, Value>,
    pub(crate) era: Era,
    pub(crate) session: u64,
    /// The level from which the client wants log messages of the server during the call.
    pub(crate) log_level: Option<LogLevel>,
}

/// A call that runs.
pub(crate) struct CallRun {
    pub(crate) key: CallKey,
    pub(crate) control: Arc<Control>,
    /// What servers request that the client answers.
    pub(crate) requests: mpsc::UnboundedReceiver<CallerRequest>,
    /// Cancelled once the server goes on with it as a task.
    pub(crate) became_task: CancellationToken,
    /// Notified when the server closes the stream of the call and goes on with it.
    pub(crate) stream_closed: Arc<Notify>,
    outcome: JoinHandle<Result<Value, Fault>>,
}

/// Steers a call that runs.
pub(crate) struct Control {
    /// Cancelled when the client takes the call back.
    pub(crate) cancelled: CancellationToken,
    /// Cancelled when the client has gone.
    pub(crate) left: CancellationToken,
    /// Cancelled when the client is about to give up, and is to be told to call again.
    pub(crate) gives_up: CancellationToken,
    /// Cancelled once the call has gone to its server.
    pub(crate) sent: CancellationToken,
    pub(crate) progress: Progress,
    /// The call, as the person is asked about it.
    call: OnceLock<CallId>,
}

impl Control {
    pub(crate) fn new(progress: Progress) -> Arc<Self> {
        Arc::new(Self {
            cancelled: CancellationToken::new(),
            left: CancellationToken::new(),
            gives_up: CancellationToken::new(),
            sent: CancellationToken::new(),
            progress,
            call: OnceLock::new(),
        })
    }

    /// Whether the call has gone to its server.
    pub(crate) fn is_sent(&self) -> bool {
        self.sent.is_cancelled()
    }

    /// Takes note of the call, once the person may be asked about it.
    pub(crate) fn begins(&self, call: &CallId) {
        self.call.get_or_init(|| call.clone());
    }

    /// The call, once the person may be asked about it.
    pub(crate) fn call(&self) -> Option<&CallId> {
        self.call.get()
    }
}

impl CallRun {
    pub(crate) fn start(gateway: Arc<Context>, ordered: Ordered) -> Self {
        let Ordered {
            call,
            answers,
            progress,
            terms,
        } = ordered;
        let (caller, requests) = CallerRequests::new(terms.session, answers);
        let control = Control::new(progress);
        let key = terms.key.clone();
        let became_task = caller.became_task();
        let stream_closed = caller.stream_closed();
        let run = ToolRun {
            gateway: Arc::clone(&gateway),
            control: Arc::clone(&control),
            terms,
        };
        let outcome = beating(gateway, Arc::clone(&control), run.outcome(call, caller));
        Self {
            key,
            control,
            requests,
            became_task,
            stream_closed,
            outcome: tokio::spawn(outcome),
        }
    }

    /// A request that needs no decision of the person. It is given up when its client takes it back, or has gone.
    pub(crate) fn of(
        gateway: Arc<Context>,
        key: CallKey,
        control: Arc<Control>,
        requests: mpsc::UnboundedReceiver<CallerRequest>,
        answer: impl Future<Output = Result<Value, Fault>> + Send + 'static,
    ) -> Self {
        control.sent.cancel();
        let given_up = Arc::clone(&control);
        let outcome = async move {
            tokio::select! {
                biased;
                () = given_up.cancelled.cancelled() => Err(Fault::cancelled()),
                () = given_up.left.cancelled() => Err(Fault::left()),
                answer = answer => answer,
            }
        };
        let outcome = beating(gateway, Arc::clone(&control), outcome);
        Self {
            key,
            control,
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
