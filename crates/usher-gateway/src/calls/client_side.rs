//! Runs a call for its client: what it waits for, what of its server reaches the client meanwhile, and its answer.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Map, Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, MissedTickBehavior, interval_at};
use usher_calls::calls::{ClientFuture, ClientSide, RawEnding};
use usher_calls::running_calls::Stage;
use usher_jsonrpc::{Fault, REFUSED, notification};
use usher_mcp::readable::ResultKind;
use usher_messages::Message;
use usher_servers::events::HostEvent;
use usher_servers::request_error::RequestError;
use usher_types::call::ClientLeg;
use usher_types::client::KnownClient;
use usher_types::log_level::LogLevel;

use crate::calls::client_call::{ClientCall, Outcome, ReplyContext, ReplyKind};
use crate::calls::kept_calls::KeptCalls;
use crate::calls::running_calls::RunningAt;
use crate::context::{Context, masked};
use crate::eras::adapt;
use crate::eras::revision::Era;
use crate::listing::resource_uris::rename_contents;
use crate::request::{as_it_came, client_leg, fault, text};

impl ClientSide for ClientCall {
    fn settled(&self) -> ClientFuture<'_, ()> {
        Box::pin(self.gateway.until_settled(&self.key.source))
    }

    fn attended(&self) -> ClientFuture<'_, Result<(), RequestError>> {
        Box::pin(async {
            self.until_attached().await;
            // A yes is for the client as it was when it was given.
            if self.hides(&self.reply.client.borrow()) {
                self.is_hidden.store(true, Ordering::Relaxed);
                return Err(RequestError::Cancelled);
            }
            Ok(())
        })
    }

    fn during<'a>(&'a self, sending: ClientFuture<'a, ()>) -> ClientFuture<'a, ()> {
        Box::pin(self.while_sent(sending))
    }

    fn answer<'a>(
        &'a self,
        ending: Result<RawEnding, RequestError>,
        sent: &'a Arc<Map<String, Value>>,
    ) -> ClientFuture<'a, ClientLeg> {
        Box::pin(async {
            let mut answer = match ending {
                Err(error) if self.is_of_tool() => self.failed(error),
                Err(error) => masked(&self.reply.secrets, self.failed(error)).await,
                Ok(ending) => {
                    let answer = match ending {
                        RawEnding::Result(raw) => Ok(self.fitted(raw)),
                        RawEnding::Failed(error) => self.failed(error),
                        RawEnding::Cancelled => self.failed(RequestError::Cancelled),
                    };
                    masked(&self.reply.secrets, answer).await
                }
            };
            let given = std::mem::take(&mut *self.reply.given.lock());
            if let Ok(result) = &mut answer {
                note_changed(result, changed_arguments(&given.arguments, sent));
            }
            let leg = client_leg(given.params, &answer);
            *self.outcome.lock() = Outcome::Known(answer);
            leg
        })
    }
}

impl ClientCall {
    /// Follows the call to its end: what it waits for is reported to its client, and it is cancelled if its client does not
    /// come back for it, or may not use its tool any more.
    pub(super) async fn supervise(self: Arc<Self>, kept: Arc<KeptCalls>) {
        let every = self.gateway.options.keepalive_every;
        let mut keepalive = interval_at(Instant::now() + every, every);
        keepalive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let ended = self.until(|state| state.stage == Stage::Ended);
        let asked = self.ask_in_client();
        let hidden = self.cancel_once_hidden();
        let expired = self.until_detached_for(self.gateway.options.kept_for);
        tokio::pin!(ended, asked, hidden, expired);
        let mut is_expired = false;
        loop {
            tokio::select! {
                biased;
                () = &mut ended => break,
                _ = keepalive.tick() => if let Some(waits) = self.waits_for() {
                    self.progress.keepalive(&waits);
                },
                never = &mut hidden => match never {},
                () = &mut expired, if !is_expired => {
                    is_expired = true;
                    // Dropped, it is asked of the person.
                    self.open.lock().clear();
                    kept.calls.remove(&self.id);
                    self.cancel();
                }
                never = &mut asked => match never {},
            }
        }
        // What came of it is kept for the request that comes back for it.
        if !is_expired && !kept.calls.remove_attached(&self) && self.withheld().is_none() {
            tokio::select! {
                () = self.until_attached() => {}
                () = self.access.ended() => {}
                () = expired => {}
            }
        }
        kept.calls.remove(&self.id);
    }

    /// Cancels the call if the client may not use the tool any more before it is sent.
    async fn cancel_once_hidden(&self) -> Infallible {
        let mut client = self.reply.client.clone();
        let hidden = async {
            if client.wait_for(|client| self.hides(client)).await.is_err() {
                // It is removed, which its access tells.
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            biased;
            () = self.until(|state| state.stage >= Stage::Sent) => {}
            () = hidden => {
                self.is_hidden.store(true, Ordering::Relaxed);
                self.cancel();
            }
        }
        std::future::pending().await
    }

    /// Waits for the answer of the server, and passes on what it reports meanwhile.
    async fn while_sent(&self, answer: ClientFuture<'_, ()>) {
        let server = self.key.source.as_str().into();
        let session = self.owner.lock().session;
        let running_at = self.gateway.running.runs_at(server, session);
        let mut events = self.gateway.host.subscribe();
        // A modern client may want to know later.
        let follows_events = self.progress.is_wanted()
            || self.reply.log_level.is_some()
            || self.reply.era == Era::Modern;
        tokio::pin!(answer);
        loop {
            tokio::select! {
                biased;
                () = &mut answer => {
                    while let Ok(event) = events.try_recv() {
                        self.pass_on(&event, &running_at);
                    }
                    return;
                }
                event = events.recv(), if follows_events => match event {
                    Ok(event) => self.pass_on(&event, &running_at),
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => std::future::pending().await,
                },
            }
        }
    }

    fn pass_on(&self, event: &HostEvent, running_at: &RunningAt<'_>) {
        match event {
            HostEvent::CallProgress(reported) if reported.call_id == self.id => {
                self.progress.pass_on(reported);
            }
            HostEvent::ServerLogged {
                server,
                level,
                logger,
                data,
                at,
            } if running_at.owns(server, *at) => {
                let level_of = level.parse::<LogLevel>();
                let is_wanted = |from| level_of.is_ok_and(|level| level >= from);
                if self.reply.log_level.is_some_and(is_wanted) {
                    let mut params = json!({ "level": level, "data": data });
                    if let Some(logger) = logger {
                        params["logger"] = logger.as_str().into();
                    }
                    self.progress
                        .send(notification("notifications/message", &params));
                }
            }
            _ => {}
        }
    }

    /// Whether a client may not use the tool of the call.
    fn hides(&self, client: &KnownClient) -> bool {
        match &self.reply.kind {
            ReplyKind::Tool(tool) => !client.profile.shows_tool(&self.key.source, tool),
            _ => false,
        }
    }

    fn fitted(&self, raw: Value) -> Value {
        let ReplyContext { kind, era, .. } = &self.reply;
        let (gateway, source) = (&self.gateway, &self.key.source);
        match kind {
            ReplyKind::Tool(_) => gateway.fitted(source, ResultKind::Tool, raw, *era),
            ReplyKind::Prompt => gateway.fitted(source, ResultKind::Prompt, raw, *era),
            ReplyKind::Completion => gateway.fitted(source, ResultKind::Completion, raw, *era),
            ReplyKind::Resource { uri, asked_for } => {
                let mut read = gateway.fitted(source, ResultKind::Resource, raw, *era);
                rename_contents(&mut read, uri, asked_for);
                adapt::cacheable(read, *era, &gateway.own_info(), 0)
            }
        }
    }

    /// Answers a call that came to nothing: what its server answered is passed on, what Usher says is for the model to read.
    fn failed(&self, error: RequestError) -> Result<Value, Fault> {
        let era = self.reply.era;
        if self.is_hidden.load(Ordering::Relaxed) {
            return Err(unknown_tool(&self.reply.name));
        }
        if !self.is_of_tool() {
            return Err(match error {
                RequestError::Cancelled => Fault::cancelled(),
                error => fault(error, era),
            });
        }
        match error {
            RequestError::Rejected {
                message,
                detail: Some(detail),
            } => Err(as_it_came(&detail).unwrap_or_else(|| Fault::new(REFUSED, text(&message)))),
            RequestError::UnknownServer | RequestError::NotListed(_) => {
                Err(Fault::params(text(&error.message())))
            }
            other => Ok(self.gateway.error_result(era, &other.message())),
        }
    }
}

/// The error of a call of a tool that the client is not offered.
pub(crate) fn unknown_tool(name: &str) -> Fault {
    Fault::params(format!("Unknown tool: {name}"))
}

/// Returns the names of the arguments that the person has changed, added or removed.
fn changed_arguments(asked_for: &Map<String, Value>, sent: &Map<String, Value>) -> Vec<String> {
    let mut names: Vec<_> = asked_for.keys().chain(sent.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let is_changed = |name: &&String| asked_for.get(*name) != sent.get(*name);
    names.into_iter().filter(is_changed).cloned().collect()
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

impl Context {
    /// A result that says why there is none. It is marked as an error: it has none of what the tool declares.
    pub(crate) fn error_result(&self, era: Era, message: &Message) -> Value {
        let result = json!({
            "content": [{ "type": "text", "text": text(message) }],
            "isError": true,
        });
        adapt::own(result, era, &self.own_info())
    }
}
