//! A call of a tool for a client: waits for the person without breaking the client, is sent, and its answer is fitted to
//! the client's era.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio::sync::watch;
use tokio::time::Instant;
use usher_core::caller_requests::CallerRequests;
use usher_core::calls::{AuthorizedCall, RawEnding, ToolCall, Unrecorded};
use usher_core::clients::ClientAccess;
use usher_core::protocol::readable::ResultKind;
use usher_core::request_error::RequestError;
use usher_jsonrpc::{Fault, REFUSED};
use usher_messages::Message;
use usher_types::client::{ClientAnswers, KnownClient};
use usher_types::id::{CallId, SourceId};
use usher_types::log_level::LogLevel;

use crate::calls::pending::{CallKey, CallOwner, PendingCall};
use crate::calls::progress::Progress;
use crate::calls::server_events::Listening;
use crate::calls::signals::CallSignals;
use crate::context::{Context, masked};
use crate::eras::adapt;
use crate::eras::revision::Era;
use crate::limits;
use crate::request::{as_it_came, client_leg, text};

/// What is run, and for whom.
pub(crate) struct CallOrder {
    pub(crate) call: ToolCall,
    /// What the client answers of what servers request.
    pub(crate) answers: ClientAnswers,
    pub(crate) progress: Progress,
    pub(crate) reply: ReplyContext,
}

/// How a call runs for its client.
pub(crate) struct ReplyContext {
    pub(crate) key: CallKey,
    /// What it is bound to.
    pub(crate) access: ClientAccess,
    /// The client as it is by then.
    pub(crate) client: watch::Receiver<KnownClient>,
    /// The tool's name as the client knows it.
    pub(crate) name: String,
    /// `params` of the client's request.
    pub(crate) params: Map<String, Value>,
    pub(crate) era: Era,
    pub(crate) owner: CallOwner,
    /// The level from which the client wants log messages of the server during the call.
    pub(crate) log_level: Option<LogLevel>,
}

/// A call of a tool that runs.
pub(crate) struct ToolRun {
    pub(crate) gateway: Arc<Context>,
    pub(crate) signals: Arc<CallSignals>,
    pub(crate) reply: ReplyContext,
}

enum Decided {
    Call(Box<Result<AuthorizedCall, RequestError>>),
    /// The client took the request back.
    Cancelled,
    /// The person took the tool from the client.
    Hidden,
    /// The client has gone.
    Disconnected(PendingCall),
    /// It takes longer than the client waits.
    ClientTimeout(PendingCall),
    /// There is no window in which the person could have seen the question.
    NoApprover(PendingCall),
}

impl ToolRun {
    /// Runs it to its end.
    pub(crate) async fn outcome(
        self,
        call: ToolCall,
        caller: CallerRequests,
    ) -> Result<Value, Fault> {
        let secrets = self.gateway.secrets_of(&call.source);
        let began = Instant::now();
        if let Some(ended) = self.until_settled(&call).await {
            return ended;
        }
        let queued = began.elapsed();
        let asked_for = Arc::clone(&call.arguments);
        let reply = &self.reply;
        let pending = self
            .gateway
            .pending
            .begin(&reply.key, &reply.owner, &reply.access, call);
        let id = pending.id.clone();
        self.signals.begins(&id);
        let kept = &self.gateway.pending;
        let authorized = match self.until_decided(pending, &caller).await {
            // A yes is for the client as it was when it was given.
            Decided::Call(decided) if !is_hidden(&self.reply.client.borrow(), &self.reply.key) => {
                *decided
            }
            Decided::Call(_) | Decided::Hidden => {
                self.gateway.host.calls().cancel(&id);
                return Err(unknown_tool(&self.reply.name));
            }
            Decided::Cancelled => {
                self.gateway.host.calls().cancel(&id);
                return Err(Fault::cancelled());
            }
            Decided::Disconnected(pending) => {
                kept.keep(self.reply.key.clone(), self.reply.owner.clone(), pending);
                return Err(Fault::disconnected());
            }
            Decided::ClientTimeout(pending) => {
                let message = self.gateway.call_again(&self.signals, &self.reply.name);
                kept.keep(self.reply.key.clone(), self.reply.owner.clone(), pending);
                return Ok(self.gateway.error_result(self.reply.era, &message));
            }
            Decided::NoApprover(pending) => {
                kept.keep(self.reply.key.clone(), self.reply.owner.clone(), pending);
                let message = Message::new("gateway.noWindow");
                return Ok(self.gateway.error_result(self.reply.era, &message));
            }
        };
        match authorized {
            Ok(mut authorized) => {
                if let Some(ended) = self.until_attended(&authorized).await {
                    return ended;
                }
                authorized.add_queued(queued);
                let changed = authorized.changed_arguments(&asked_for);
                let (sent, unrecorded) = self.send(authorized, caller, &id).await;
                let mut answer = masked(&secrets, sent).await;
                if let Ok(result) = &mut answer {
                    note_changed(result, changed);
                }
                if let Some(unrecorded) = unrecorded {
                    let leg = client_leg(self.reply.params, &answer);
                    self.signals.is_recorded(unrecorded.record(leg).await);
                }
                answer
            }
            Err(error) => self.failed(error),
        }
    }

    /// Waits for a server that is starting; returns how the call ends if nobody waits for that.
    async fn until_settled(&self, call: &ToolCall) -> Option<Result<Value, Fault>> {
        let signals = &self.signals;
        tokio::select! {
            biased;
            () = signals.cancelled.cancelled() => Some(Err(Fault::cancelled())),
            () = signals.disconnected.cancelled() => Some(Err(Fault::disconnected())),
            () = self.reply.access.suspended() => Some(Err(Fault::cancelled())),
            () = self.gateway.until_settled(&call.source) => None,
            () = signals.client_timeout.cancelled() => {
                let message = Message::new("gateway.stillStarts").with("tool", self.reply.name.as_str());
                Some(Ok(self.gateway.error_result(self.reply.era, &message)))
            }
        }
    }

    /// Waits until the client is back for a call that was approved meanwhile; returns how the call ends if it is not.
    async fn until_attended(&self, authorized: &AuthorizedCall) -> Option<Result<Value, Fault>> {
        let signals = &self.signals;
        tokio::select! {
            biased;
            () = signals.cancelled.cancelled() => Some(Err(Fault::cancelled())),
            () = signals.disconnected.cancelled() => Some(Err(Fault::disconnected())),
            () = authorized.cancelled() => Some(self.failed(RequestError::Cancelled)),
            () = signals.until_attended() => None,
        }
    }

    async fn until_decided(&self, mut pending: PendingCall, caller: &CallerRequests) -> Decided {
        let signals = &self.signals;
        let asked_in_client = self
            .gateway
            .ask_in_client(signals, caller, &self.reply.name);
        tokio::select! {
            biased;
            () = signals.cancelled.cancelled() => Decided::Cancelled,
            () = signals.disconnected.cancelled() => Decided::Disconnected(pending),
            () = pending.decided() => Decided::Call(Box::new(pending.take())),
            () = self.until_hidden() => Decided::Hidden,
            () = self.until_client_timeout() => Decided::ClientTimeout(pending),
            () = self.gateway.until_no_approver(signals) => Decided::NoApprover(pending),
            // What it answers decides about the call, above.
            never = asked_in_client => match never {},
        }
    }

    /// Returns once the client may not use the tool any more.
    async fn until_hidden(&self) {
        let (mut client, key) = (self.reply.client.clone(), &self.reply.key);
        let is_hidden = |client: &KnownClient| is_hidden(client, key);
        if client.wait_for(is_hidden).await.is_err() {
            // It is removed, which its access tells.
            std::future::pending::<()>().await;
        }
    }

    /// Waits until the client is about to give up, and what it is told can name the question.
    async fn until_client_timeout(&self) {
        self.signals.client_timeout.cancelled().await;
        let asked = self.gateway.until_asked(&self.signals);
        // One that is not asked about by then is about to be decided.
        let _ = tokio::time::timeout(limits::ASKED_WITHIN, asked).await;
    }

    async fn send(
        &self,
        authorized: AuthorizedCall,
        caller: CallerRequests,
        id: &CallId,
    ) -> (Result<Value, Fault>, Option<Unrecorded>) {
        let signals = &self.signals;
        signals.sent.cancel();
        let calls = self.gateway.host.calls();
        let listening = Listening {
            gateway: Arc::clone(&self.gateway),
            signals: Arc::clone(signals),
            id: id.clone(),
            server: authorized.server(),
            session: self.reply.owner.session,
            era: self.reply.era,
            log_level: self.reply.log_level,
        };
        authorized.answered_by_caller(caller);
        let sent = listening.during(calls.send_for_agent(authorized));
        tokio::pin!(sent);
        let mut is_cancelled = false;
        loop {
            tokio::select! {
                biased;
                outcome = &mut sent => return match outcome {
                    Ok((ending, unrecorded)) => (self.ended(Ok(ending)), Some(unrecorded)),
                    Err(error) => (self.ended(Err(error)), None),
                },
                () = signals.cancelled.cancelled(), if !is_cancelled => {
                    is_cancelled = true;
                    calls.cancel(id);
                }
                () = signals.disconnected.cancelled(), if !is_cancelled => {
                    is_cancelled = true;
                    calls.cancel(id);
                }
            }
        }
    }

    fn ended(&self, ending: Result<RawEnding, RequestError>) -> Result<Value, Fault> {
        match ending {
            Ok(RawEnding::Result(raw)) => {
                let source = SourceId::from(self.reply.key.source.as_str());
                let kind = ResultKind::Tool;
                Ok(self.gateway.fitted(&source, kind, raw, self.reply.era))
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
            other => Ok(self.gateway.error_result(self.reply.era, &other.message())),
        }
    }
}

/// Tells the model that a result is not of the arguments that it gave: which ones the person changed, not to what.
fn note_changed(result: &mut Value, names: Vec<String>) {
    if names.is_empty() {
        return;
    }
    let message = Message::new("gateway.changedArguments")
        .with("count", names.len())
        .with("names", names);
    if let Some(content) = result.get_mut("content").and_then(Value::as_array_mut) {
        content.push(json!({ "type": "text", "text": text(&message) }));
    }
}

/// Whether a client may not use the tool of a call.
fn is_hidden(client: &KnownClient, call: &CallKey) -> bool {
    let source = SourceId::from(call.source.as_str());
    !client.profile.shows_tool(&source, &call.tool)
}

/// The error of a call of a tool that the client is not offered.
pub(crate) fn unknown_tool(name: &str) -> Fault {
    Fault::params(format!("Unknown tool: {name}"))
}

impl Context {
    /// What a client is told whose call of this tool waits for longer than the client does.
    pub(crate) fn call_again(&self, signals: &CallSignals, tool: &str) -> Message {
        match self.approval_of(signals) {
            Some(number) => Message::new("gateway.callAgain")
                .with("number", number)
                .with("tool", tool),
            // The server or the person answered just then.
            None => Message::new("gateway.notYet").with("tool", tool),
        }
    }

    /// A result that says why there is none. It is marked as an error: it has none of what the tool declares.
    pub(crate) fn error_result(&self, era: Era, message: &Message) -> Value {
        let result = json!({
            "content": [{ "type": "text", "text": text(message) }],
            "isError": true,
        });
        adapt::own(result, era, &self.own_info())
    }
}
