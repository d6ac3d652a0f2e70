//! Makes one request and waits for its end.
//!
//! It is answered, timed out, cancelled, or ended with the connection.

mod clock;
mod mrtr;
mod task;
mod task_input;

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::call_tag::CallTag;
use crate::capabilities;
use crate::client_features;
use crate::dialect::{CLIENT_CAPABILITIES, ClientDescription, Dialect};
use crate::error::CallError;
use crate::limits;
use crate::rpc::{Answer, InFlight, Params, Peer};
use crate::server_request::OpenServerRequest;
use crate::wire::Wire;
use clock::Clock;
pub(crate) use mrtr::{RESPONSES, STATE};
pub(crate) use task::{Following, Withdrawal};
use usher_jsonrpc::URL_ELICITATION_REQUIRED;
use usher_messages::Message;

/// The error of a request whose exchange has ended.
pub(crate) const UNANSWERED: Message = Message::new("exchange.unanswered");

/// Options of one tool call.
#[derive(Debug, Clone)]
pub struct CallOptions {
    /// The host's own id of the call.
    pub tag: CallTag,
    /// Cancels the call and notifies the server, as dropping the call does.
    pub cancel: CancellationToken,
    /// Longest silence.
    ///
    /// Progress restarts the clock, and an open question caused by the call stops it.
    pub timeout: Duration,
    /// Further members of the request's `_meta`; none replaces one of this client's own. One that names capabilities
    /// limits those that a modern request declares: each is declared as far as it is there, and wholly if it is `true`.
    pub meta: Map<String, Value>,
}

/// Sends requests through the peer and receives the answers through the wire.
#[derive(Clone)]
pub(crate) struct RpcClient {
    pub(crate) peer: Peer,
    pub(crate) wire: Arc<Wire>,
    pub(crate) kind: TransportKind,
    /// Added to every request of the modern era.
    pub(crate) introduction: Arc<ClientDescription>,
    /// The lowest level the server should log; every modern request names it.
    pub(crate) log_level: Arc<Mutex<Option<String>>>,
}

/// What a lost request means for the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TransportKind {
    /// One pipe for all: a lost request means a lost connection.
    Stdio,
    /// One exchange each: other requests go on.
    Http,
}

/// A request to be sent.
#[derive(Clone)]
pub(crate) struct Outgoing {
    pub(crate) method: &'static str,
    /// Shared by all attempts.
    pub(crate) params: Option<Arc<Map<String, Value>>>,
    /// The arguments of a tool call, shared with its caller.
    pub(crate) arguments: Option<Arc<Map<String, Value>>>,
    /// Answers to the server's questions, for the next attempt only.
    pub(crate) answers: Map<String, Value>,
    /// Further members of `_meta`.
    pub(crate) meta: Map<String, Value>,
    pub(crate) tag: Option<CallTag>,
    pub(crate) cancel: CancellationToken,
    pub(crate) timeout: Duration,
}

/// The raw result of a request.
#[derive(Debug)]
pub(crate) struct Answered {
    pub raw: Value,
    pub size_bytes: u64,
    /// The text of the whole answer to a list request, as it was read.
    pub(crate) text: Option<Box<str>>,
    /// Whether the server asked a question before it answered.
    pub(crate) has_asked: bool,
}

impl RpcClient {
    /// Makes one request and waits for its end.
    async fn request(&self, mut outgoing: Outgoing) -> Result<Answered, CallError> {
        if self.wire.lifecycle.closed().is_cancelled() {
            return Err(CallError::Closed(self.wire.lifecycle.reason()));
        }
        let mut meta = std::mem::take(&mut outgoing.meta);
        let limit = meta.remove(CLIENT_CAPABILITIES);
        meta.extend(self.meta());
        if let (Some(limit), Some(declared)) = (limit, meta.get_mut(CLIENT_CAPABILITIES)) {
            capabilities::limit(declared, &limit);
        }
        let params = Params {
            meta,
            members: outgoing.params.take(),
            arguments: outgoing.arguments.take(),
            added: std::mem::take(&mut outgoing.answers),
        };
        let sent = match self
            .peer
            .request(outgoing.method, params, outgoing.tag.clone())
        {
            Ok(sent) => sent,
            Err(error) => {
                return Err(self
                    .connection_error(
                        Message::new("exchange.notSent").with("detail", error.to_string()),
                    )
                    .await);
            }
        };
        let mut answer = sent.answer;
        let mut open = OpenRequest {
            id: sent.id,
            in_flight: sent.in_flight,
            rpc: self.clone(),
            is_open: true,
        };
        let ended = self.wait(&open, &mut answer, &outgoing).await;
        // The answer may have arrived between the last poll and the end.
        let ended = match answer.try_recv() {
            Ok(answer) => answer.into_result(),
            Err(_) => ended,
        };
        match &ended {
            Err(CallError::Timeout { .. }) => open.abandon("the request timed out"),
            Err(CallError::Cancelled) => open.abandon("the user cancelled the request"),
            _ => open.finish(),
        }
        if let Err(CallError::Rejected { code, data, .. }) = &ended
            && *code == URL_ELICITATION_REQUIRED
        {
            client_features::open_required(&self.wire, outgoing.tag.as_ref(), data.as_ref()).await;
        }
        ended
    }

    /// Sets the lowest level the server should log from now on.
    pub(crate) fn log_from(&self, level: &str) {
        *self.log_level.lock() = Some(level.to_owned());
    }

    /// Returns the `_meta` of a modern request: client and version (2026-07-28, basic).
    fn meta(&self) -> Map<String, Value> {
        let Some(Dialect::Modern { version }) = self.wire.dialect() else {
            return Map::new();
        };
        let level = self.log_level.lock();
        self.introduction.meta(version, level.as_deref())
    }

    async fn wait(
        &self,
        open: &OpenRequest,
        answer: &mut oneshot::Receiver<Answer>,
        outgoing: &Outgoing,
    ) -> Result<Answered, CallError> {
        let id = open.id.to_string();
        let mut clock = Clock::start(outgoing.timeout, self.wire.limits.call_cap, Instant::now());
        let mut open_requests = self.wire.open_requests.watch();
        loop {
            if any_pauses(&open_requests.borrow_and_update(), &id, outgoing.method) {
                clock.pause(Instant::now());
            } else {
                clock.resume(Instant::now());
            }
            let deadline = clock.deadline();
            tokio::select! {
                biased;
                settled = &mut *answer => return match settled {
                    Ok(settled) => settled.into_result(),
                    Err(_) => Err(CallError::Closed(self.wire.lifecycle.reason())),
                },
                () = self.peer.ended().cancelled() => {
                    return Err(self.connection_error(UNANSWERED).await);
                }
                () = self.wire.lifecycle.closed().cancelled() => return Err(CallError::Closed(self.wire.lifecycle.reason())),
                () = outgoing.cancel.cancelled() => return Err(CallError::Cancelled),
                () = open.in_flight.progress.notified() => clock.restart_silence(Instant::now()),
                changed = open_requests.changed() => if changed.is_err() {
                    return Err(CallError::Closed(self.wire.lifecycle.reason()));
                },
                () = wait_until(deadline) => return Err(CallError::Timeout { waited: clock.used(Instant::now()) }),
            }
        }
    }

    /// Returns why a request can get no answer.
    ///
    /// The end of a process follows the end of its pipes by a moment.
    async fn connection_error(&self, detail: Message) -> CallError {
        if self.kind == TransportKind::Stdio {
            // After the timeout the reason is the default, which is still true.
            let _ = tokio::time::timeout(
                limits::CLOSE_REASON_WAIT,
                self.wire.lifecycle.closed().cancelled(),
            )
            .await;
            return CallError::Closed(self.wire.lifecycle.reason());
        }
        if self.wire.lifecycle.closed().is_cancelled() {
            return CallError::Closed(self.wire.lifecycle.reason());
        }
        CallError::Http {
            status: None,
            detail,
        }
    }
}

/// Returns whether an open question stops the clock of this request.
fn any_pauses(open_requests: &[OpenServerRequest], id: &str, method: &str) -> bool {
    open_requests
        .iter()
        .any(|request| request.pauses(id, method))
}

async fn wait_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

impl Answer {
    fn into_result(self) -> Result<Answered, CallError> {
        match self {
            Self::Result {
                raw,
                size_bytes,
                text,
            } => Ok(Answered {
                raw,
                size_bytes,
                text,
                has_asked: false,
            }),
            Self::Failed(error) => Err(error),
        }
    }
}

/// A request without an answer yet; dropping it cancels it at the server.
struct OpenRequest {
    id: Value,
    in_flight: Arc<InFlight>,
    rpc: RpcClient,
    is_open: bool,
}

impl OpenRequest {
    /// Removes a request that has ended.
    fn finish(&mut self) {
        self.rpc.wire.pending.remove(&self.id);
        self.is_open = false;
    }

    /// Gives the request up: withdraws its questions and notifies the server.
    fn abandon(&mut self, reason: &'static str) {
        if !std::mem::take(&mut self.is_open) {
            return;
        }
        self.rpc.wire.pending.remove(&self.id);
        self.in_flight.abandoned.cancel();
        // Sending over HTTP needs a runtime.
        if tokio::runtime::Handle::try_current().is_ok() {
            let params = json!({"requestId": self.id, "reason": reason});
            // A connection that has ended needs no notification.
            let _ = self
                .rpc
                .peer
                .notify("notifications/cancelled", Some(params));
        }
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.abandon("the host no longer waits for the answer");
    }
}
