//! Calls a tool for a client: waits for the person without breaking the client, passes progress on, and fits the answer
//! to the client's era.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;
use usher_core::calls::{AuthorizedCall, CallEnding, RunAs, ToolCall};
use usher_core::events::HostEvent;
use usher_core::request_error::RequestError;
use usher_messages::Message;
use usher_review::canonical::Digest;
use usher_types::call::{ArgumentCheck, CallProgress};
use usher_types::caller::Caller;
use usher_types::client::ClientStatus;
use usher_types::id::CallId;

use crate::adapt;
use crate::frame::{Fault, REFUSED, notification};
use crate::limits;
use crate::pending::{CallKey, PendingCall};
use crate::request::{Request, as_it_came, text};
use crate::session::Session;

/// What of a request's `_meta` is about the request itself, and is not passed on.
const OWN_META: &str = "io.modelcontextprotocol/";

impl Session {
    /// Answers `tools/call`.
    pub(crate) async fn call_tool(
        self: &Arc<Self>,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        let name = request.text("name")?;
        let arguments = match request.params.get("arguments") {
            Some(Value::Object(arguments)) => arguments.clone(),
            None | Some(Value::Null) => Map::new(),
            Some(_) => return Err(Fault::params("arguments must be an object")),
        };
        let client = self.client();
        match client.status {
            ClientStatus::Allowed => {}
            ClientStatus::Waiting => {
                return Ok(self.said(request, &Message::new("gateway.waiting")));
            }
            ClientStatus::Paused => return Ok(self.said(request, &Message::new("gateway.paused"))),
            ClientStatus::Refused => {
                return Ok(self.said(request, &Message::new("gateway.refused")));
            }
        }
        let index = self.gateway.index.now().await;
        let found = index
            .tool(&client.profile, &name)
            .filter(|found| {
                client
                    .profile
                    .shows_tool(&found.offer.source, &found.item.name)
            })
            .ok_or_else(|| Fault::params(format!("Unknown tool: {name}")))?;
        self.count_call();
        let call = ToolCall {
            id: CallId::generate(),
            source: found.offer.source.clone(),
            caller: Caller::Agent {
                name: client.name.clone(),
            },
            tool: found.item.name.clone(),
            arguments: Arc::new(arguments),
            // What the server says about arguments is the client's to hear.
            check: ArgumentCheck::SendAnyway,
            run_as: RunAs::Call,
            meta: passed_on(&request.meta),
        };
        let key = CallKey {
            client: client.id.clone(),
            source: call.source.to_string(),
            tool: call.tool.clone(),
            arguments: Digest::of_value(&Value::Object(Map::clone(&call.arguments))).to_string(),
        };
        self.gateway.until_settled(&call.source).await;
        let pending = self.gateway.pending.begin(&key, call);
        let id = pending.id.clone();
        let progress = Progress::of(self, request);
        let decided = match self.until_decided(pending, &progress, cancelled).await {
            Decided::Call(decided) => decided,
            Decided::Cancelled => {
                self.gateway.host.calls().cancel(&id);
                return Err(Fault::new(REFUSED, "The request was cancelled"));
            }
            Decided::Left(pending) => {
                self.gateway.pending.keep(key, pending);
                return Err(Fault::new(REFUSED, "The connection has ended"));
            }
            Decided::NotYet(pending) => {
                self.gateway.pending.keep(key, pending);
                let message = Message::new("gateway.callAgain").with("tool", name);
                return Ok(self.said(request, &message));
            }
        };
        let authorized = match *decided {
            Ok(authorized) => authorized,
            Err(error) => return self.failed(request, error),
        };
        self.send(request, authorized, &id, &progress, cancelled)
            .await
    }

    async fn until_decided(
        &self,
        mut pending: PendingCall,
        progress: &Progress,
        cancelled: &CancellationToken,
    ) -> Decided {
        let patience = tokio::time::sleep(self.patience());
        tokio::pin!(patience);
        let mut beat = tokio::time::interval(limits::BEAT_EVERY);
        beat.tick().await;
        loop {
            tokio::select! {
                biased;
                () = pending.decided() => return Decided::Call(Box::new(pending.take())),
                () = self.ended.cancelled() => return Decided::Left(pending),
                () = cancelled.cancelled() => return Decided::Cancelled,
                // A client that hears of progress does not give up.
                () = &mut patience, if !progress.is_wanted() => return Decided::NotYet(pending),
                _ = beat.tick() => progress.beat(&Message::new("gateway.waitsForApproval")),
            }
        }
    }

    async fn send(
        &self,
        request: &Request,
        authorized: AuthorizedCall,
        id: &CallId,
        progress: &Progress,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        let calls = self.gateway.host.calls();
        let subscriptions = &self.gateway.subscriptions;
        let _running_at = subscriptions.runs_at(authorized.server(), self.id);
        let mut events = self.gateway.host.subscribe();
        let running = calls.send(authorized);
        tokio::pin!(running);
        let mut is_cancelled = false;
        loop {
            tokio::select! {
                biased;
                outcome = &mut running => {
                    let outcome = match outcome {
                        Ok(outcome) => outcome,
                        Err(error) => return self.failed(request, error),
                    };
                    return match outcome.ending {
                        CallEnding::Result { raw, .. } => Ok(adapt::result(raw, request.era, &self.gateway.own_info())),
                        CallEnding::Failed(error) => self.failed(request, error),
                        CallEnding::Cancelled => self.failed(request, RequestError::Cancelled),
                    };
                }
                () = cancelled.cancelled(), if !is_cancelled => {
                    is_cancelled = true;
                    calls.cancel(id);
                }
                () = self.ended.cancelled(), if !is_cancelled => {
                    is_cancelled = true;
                    calls.cancel(id);
                }
                event = events.recv(), if progress.is_wanted() => match event {
                    Ok(HostEvent::CallProgress(told)) if told.call_id == *id => progress.pass_on(&told),
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => std::future::pending().await,
                },
            }
        }
    }

    /// Answers a call that came to nothing: what its server said is passed on, what Usher says is for the model to read.
    fn failed(&self, request: &Request, error: RequestError) -> Result<Value, Fault> {
        match error {
            RequestError::Rejected {
                message,
                detail: Some(detail),
            } => Err(as_it_came(&detail).unwrap_or_else(|| Fault::new(REFUSED, text(&message)))),
            RequestError::UnknownServer | RequestError::NotListed(_) => {
                Err(Fault::params(text(&error.message())))
            }
            other => Ok(self.said(request, &other.message())),
        }
    }

    /// A result that says why there is none. It is marked as an error: it has none of what the tool declares.
    fn said(&self, request: &Request, message: &Message) -> Value {
        let result = json!({
            "content": [{ "type": "text", "text": text(message) }],
            "isError": true,
        });
        adapt::own(result, request.era, &self.gateway.own_info())
    }
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

fn passed_on(meta: &Map<String, Value>) -> Map<String, Value> {
    let passed = meta
        .iter()
        .filter(|(name, _)| *name != "progressToken" && !name.starts_with(OWN_META));
    passed
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// Tells a client how far its call is, if it wants to know. Values only go up (2025-11-25, basic/utilities/progress).
struct Progress {
    token: Option<Value>,
    last: std::sync::Mutex<f64>,
    session: Arc<Session>,
}

/// How much a beat adds: it counts for nothing beside what a server reports.
const BEAT_STEP: f64 = 1e-6;

impl Progress {
    fn of(session: &Arc<Session>, request: &Request) -> Self {
        let token = request.meta.get("progressToken");
        Self {
            token: token
                .filter(|token| token.is_string() || token.is_i64())
                .cloned(),
            last: std::sync::Mutex::new(0.0),
            session: Arc::clone(session),
        }
    }

    fn is_wanted(&self) -> bool {
        self.token.is_some()
    }

    fn beat(&self, message: &Message) {
        self.tell(0.0, None, Some(text(message)));
    }

    fn pass_on(&self, told: &CallProgress) {
        self.tell(told.progress, told.total, told.message.clone());
    }

    fn tell(&self, progress: f64, total: Option<f64>, message: Option<String>) {
        let Some(token) = &self.token else { return };
        let value = {
            let mut last = self
                .last
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            if progress > *last {
                *last = progress;
            } else {
                *last += BEAT_STEP;
            }
            *last
        };
        let value = if value.fract() == 0.0 && value.abs() < 9e15 {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "it is whole and small enough"
            )]
            Value::from(value as i64)
        } else {
            Value::from(value)
        };
        let mut params = json!({ "progressToken": token, "progress": value });
        if let Some(total) = total {
            params["total"] = total.into();
        }
        if let Some(message) = message {
            params["message"] = message
                .chars()
                .take(limits::MESSAGE_CHARS)
                .collect::<String>()
                .into();
        }
        self.session
            .tell(notification("notifications/progress", &params));
    }
}
