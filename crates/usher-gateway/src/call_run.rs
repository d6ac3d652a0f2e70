//! A call that runs apart from the requests that wait for it: waits for the person without breaking the client, passes
//! progress on, and fits the answer to the client's era.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, mpsc};
use tokio::task::{JoinError, JoinHandle};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use usher_core::caller_requests::{CallerRequest, CallerRequests};
use usher_core::calls::{AuthorizedCall, RawEnding, ToolCall, Unrecorded};
use usher_core::events::HostEvent;
use usher_core::request_error::RequestError;
use usher_messages::Message;
use usher_types::call::ClientLeg;
use usher_types::client::ClientAnswers;
use usher_types::id::CallId;
use usher_types::log_level::LogLevel;

use crate::adapt;
use crate::context::Context;
use crate::frame::{Fault, REFUSED, notification};
use crate::limits;
use crate::pending::{CallKey, PendingCall};
use crate::progress::Progress;
use crate::request::{as_it_came, text};
use crate::revision::Era;
use crate::running_calls::RunningAt;

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
    /// How long the client waits for the person without hearing of progress; `None` = as long as it takes.
    pub(crate) patience: Option<Duration>,
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
    pub(crate) progress: Progress,
    is_sent: AtomicBool,
}

impl Control {
    /// Whether the call has gone to its server.
    pub(crate) fn is_sent(&self) -> bool {
        self.is_sent.load(Ordering::Relaxed)
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
        let control = Arc::new(Control {
            cancelled: CancellationToken::new(),
            left: CancellationToken::new(),
            progress,
            is_sent: AtomicBool::new(false),
        });
        let key = terms.key.clone();
        let became_task = caller.became_task();
        let stream_closed = caller.stream_closed();
        let run = Run {
            gateway,
            control: Arc::clone(&control),
            terms,
        };
        Self {
            key,
            control,
            requests,
            became_task,
            stream_closed,
            outcome: tokio::spawn(run.outcome(call, caller)),
        }
    }

    /// A request that needs no decision of the person. It is given up when its client takes it back, or has gone.
    pub(crate) fn of(
        key: CallKey,
        progress: Progress,
        requests: mpsc::UnboundedReceiver<CallerRequest>,
        answer: impl Future<Output = Result<Value, Fault>> + Send + 'static,
    ) -> Self {
        let control = Arc::new(Control {
            cancelled: CancellationToken::new(),
            left: CancellationToken::new(),
            progress,
            is_sent: AtomicBool::new(true),
        });
        let (cancelled, left) = (control.cancelled.clone(), control.left.clone());
        let outcome = async move {
            tokio::select! {
                answer = answer => answer,
                () = cancelled.cancelled() => Err(Fault::new(REFUSED, "The request was cancelled")),
                () = left.cancelled() => Err(Fault::new(REFUSED, "The connection has ended")),
            }
        };
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

struct Run {
    gateway: Arc<Context>,
    control: Arc<Control>,
    terms: Terms,
}

enum Decided {
    Call(Box<Result<AuthorizedCall, RequestError>>),
    /// The client took the request back.
    Cancelled,
    /// The client has gone.
    Left(PendingCall),
    /// It takes longer than the client waits.
    NotYet(PendingCall),
}

impl Run {
    async fn outcome(self, call: ToolCall, caller: CallerRequests) -> Result<Value, Fault> {
        let source = call.source.clone();
        let arrived = Instant::now();
        self.gateway.until_settled(&source).await;
        let queued = arrived.elapsed();
        let pending = self.gateway.pending.begin(&self.terms.key, call);
        let id = pending.id.clone();
        let kept = &self.gateway.pending;
        let authorized = match self.until_decided(pending).await {
            Decided::Call(decided) => *decided,
            Decided::Cancelled => {
                self.gateway.host.calls().cancel(&id);
                return Err(Fault::new(REFUSED, "The request was cancelled"));
            }
            Decided::Left(pending) => {
                kept.keep(self.terms.key.clone(), pending);
                return Err(Fault::new(REFUSED, "The connection has ended"));
            }
            Decided::NotYet(pending) => {
                kept.keep(self.terms.key.clone(), pending);
                let message =
                    Message::new("gateway.callAgain").with("tool", self.terms.name.as_str());
                return Ok(self.gateway.said(self.terms.era, &message));
            }
        };
        match authorized {
            Ok(mut authorized) => {
                authorized.add_queued(queued);
                let (sent, unrecorded) = self.send(authorized, caller, &id).await;
                let answer = self.gateway.masked(&source, sent).await;
                if let Some(unrecorded) = unrecorded {
                    unrecorded.record(self.leg(&answer)).await;
                }
                answer
            }
            Err(error) => self.failed(error),
        }
    }

    async fn until_decided(&self, mut pending: PendingCall) -> Decided {
        let Control {
            cancelled,
            left,
            progress,
            ..
        } = &*self.control;
        let patience = tokio::time::sleep(self.terms.patience.unwrap_or(limits::TASK_FOR));
        tokio::pin!(patience);
        let (first, every) = (Instant::now() + limits::BEAT_EVERY, limits::BEAT_EVERY);
        let mut beat = tokio::time::interval_at(first, every);
        loop {
            tokio::select! {
                biased;
                () = pending.decided() => return Decided::Call(Box::new(pending.take())),
                () = left.cancelled() => return Decided::Left(pending),
                () = cancelled.cancelled() => return Decided::Cancelled,
                // A client that hears of progress does not give up.
                () = &mut patience, if self.terms.patience.is_some() && !progress.is_wanted() => {
                    return Decided::NotYet(pending);
                }
                _ = beat.tick() => progress.beat(&Message::new("gateway.waitsForApproval")),
            }
        }
    }

    async fn send(
        &self,
        authorized: AuthorizedCall,
        caller: CallerRequests,
        id: &CallId,
    ) -> (Result<Value, Fault>, Option<Unrecorded>) {
        let Control {
            cancelled,
            left,
            progress,
            is_sent,
        } = &*self.control;
        is_sent.store(true, Ordering::Relaxed);
        let calls = self.gateway.host.calls();
        let running = &self.gateway.running;
        let running_at = running.runs_at(authorized.server(), self.terms.session);
        authorized.answered_by_caller(caller);
        let mut events = self.gateway.host.subscribe();
        // A modern client may want to know later.
        let follows_events =
            progress.is_wanted() || self.terms.log_level.is_some() || self.terms.era == Era::Modern;
        let sent = calls.send_for_agent(authorized);
        tokio::pin!(sent);
        let mut is_cancelled = false;
        loop {
            tokio::select! {
                biased;
                outcome = &mut sent => {
                    while let Ok(event) = events.try_recv() {
                        self.pass_on(&event, id, &running_at);
                    }
                    return match outcome {
                        Ok((ending, unrecorded)) => (self.ended(Ok(ending)), Some(unrecorded)),
                        Err(error) => (self.ended(Err(error)), None),
                    };
                },
                () = cancelled.cancelled(), if !is_cancelled => {
                    is_cancelled = true;
                    calls.cancel(id);
                }
                () = left.cancelled(), if !is_cancelled => {
                    is_cancelled = true;
                    calls.cancel(id);
                }
                event = events.recv(), if follows_events => match event {
                    Ok(event) => self.pass_on(&event, id, &running_at),
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => std::future::pending().await,
                },
            }
        }
    }

    /// Passes on what the server tells during the call.
    fn pass_on(&self, event: &HostEvent, id: &CallId, running_at: &RunningAt<'_>) {
        let progress = &self.control.progress;
        match event {
            HostEvent::CallProgress(told) if told.call_id == *id => progress.pass_on(told),
            HostEvent::ServerLogged {
                server,
                level,
                logger,
                text,
            } if running_at.hears(server) => {
                let level_of = level.parse::<LogLevel>();
                let is_wanted = |from| level_of.is_ok_and(|level| level >= from);
                if self.terms.log_level.is_some_and(is_wanted) {
                    let mut params = json!({ "level": level, "data": text });
                    if let Some(logger) = logger {
                        params["logger"] = logger.as_str().into();
                    }
                    progress.send(notification("notifications/message", &params));
                }
            }
            _ => {}
        }
    }

    /// What passes between Usher and the client for the call.
    fn leg(&self, answer: &Result<Value, Fault>) -> ClientLeg {
        ClientLeg {
            request: Value::Object(self.terms.params.clone()),
            answer: match answer {
                Ok(result) => json!({ "result": result }),
                Err(fault) => json!({ "error": fault.shown() }),
            },
        }
    }

    fn ended(&self, ending: Result<RawEnding, RequestError>) -> Result<Value, Fault> {
        match ending {
            Ok(RawEnding::Result(raw)) => {
                Ok(adapt::result(raw, self.terms.era, &self.gateway.own_info()))
            }
            Ok(RawEnding::Failed(error)) | Err(error) => self.failed(error),
            Ok(RawEnding::Cancelled) => self.failed(RequestError::Cancelled),
        }
    }

    /// Answers a call that came to nothing: what its server said is passed on, what Usher says is for the model to read.
    fn failed(&self, error: RequestError) -> Result<Value, Fault> {
        match error {
            RequestError::Rejected {
                message,
                detail: Some(detail),
            } => Err(as_it_came(&detail).unwrap_or_else(|| Fault::new(REFUSED, text(&message)))),
            RequestError::UnknownServer | RequestError::NotListed(_) => {
                Err(Fault::params(text(&error.message())))
            }
            other => Ok(self.gateway.said(self.terms.era, &other.message())),
        }
    }
}

impl Context {
    /// A result that says why there is none. It is marked as an error: it has none of what the tool declares.
    pub(crate) fn said(&self, era: Era, message: &Message) -> Value {
        let result = json!({
            "content": [{ "type": "text", "text": text(message) }],
            "isError": true,
        });
        adapt::own(result, era, &self.own_info())
    }
}
