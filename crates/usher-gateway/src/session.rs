//! One connection of a client: its lifecycle, its open requests, and what it is told without asking.

mod ask_client;
pub(crate) mod client_requests;
pub(crate) mod client_timeout;
mod instructions;
pub mod notices;
pub(crate) mod outbox;
pub(crate) mod refusal;
pub(crate) mod serve;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use usher_agents::AgentLimits;
use usher_calls::client_access::ClientAccess;
use usher_core::clients::{ClientSession, DeclaredClient};
use usher_jsonrpc::{Fault, INVALID_REQUEST, REFUSED, UNSUPPORTED_VERSION, response};
use usher_servers::servers::Follower;
use usher_types::client::{ClientStatus, KnownClient};
use usher_types::log_level::LogLevel;

use crate::calls::client_call::ClientCall;
use crate::calls::kept_calls::KeptCalls;
use crate::calls::key::CallOwner;
use crate::context::Context;
use crate::eras::revision::{self, Era};
use crate::limits;
use crate::listing::list_kind::List;
use crate::memory;
use crate::request::Request;
use crate::session::client_requests::ClientRequests;
use crate::session::client_timeout::Transport;
use crate::session::outbox::{Outbox, Outgoing};

/// One connection of a client.
pub(crate) struct Session {
    pub(crate) gateway: Arc<Context>,
    pub(crate) kept: Arc<KeptCalls>,
    pub(crate) id: u64,
    /// As whom it follows resources.
    pub(crate) follower: Follower,
    client: Arc<ClientSession>,
    transport: Transport,
    outbox: Outbox,
    pub(crate) requests: ClientRequests,
    /// Cancelled when the connection ends.
    pub(crate) ended: CancellationToken,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    lifecycle: Lifecycle,
    /// Requests without an answer, by their ids as JSON text.
    open: HashMap<String, Open>,
    /// About how many bytes those take.
    open_bytes: usize,
    /// The name the client gives itself.
    declared: String,
    /// What a legacy client can do, as it declared it.
    capabilities: Value,
    log_level: Option<LogLevel>,
    /// When lists no longer wait for the person's decision about the client.
    admission_until: Option<Instant>,
    /// The digest of each list as the client knows it.
    known: HashMap<List, u64>,
}

/// A request without an answer.
struct Open {
    cancelled: CancellationToken,
    /// Whether the client took it back because it took too long.
    is_timed_out: bool,
    bytes: usize,
}

/// How the client began.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Lifecycle {
    #[default]
    New,
    /// It has sent `initialize`; `is_ready` once it has had the answer.
    Legacy {
        revision: &'static str,
        is_ready: bool,
    },
    /// It has sent a request that says who makes it.
    Modern,
}

impl Session {
    pub(crate) fn new(
        gateway: Arc<Context>,
        kept: Arc<KeptCalls>,
        id: u64,
        client: Arc<ClientSession>,
        transport: Transport,
        outbox: Outbox,
        ended: CancellationToken,
    ) -> Self {
        Self {
            gateway,
            kept,
            id,
            follower: Follower::of_client(),
            client,
            transport,
            outbox,
            requests: ClientRequests::default(),
            ended,
            state: Mutex::default(),
        }
    }

    /// The client as it is now.
    pub(crate) fn client(&self) -> KnownClient {
        self.client.client()
    }

    /// What a call that begins now is bound to.
    pub(crate) fn access(&self) -> ClientAccess {
        self.client.access()
    }

    /// The connection, as the owner of a call that begins now.
    pub(crate) fn owner(&self) -> CallOwner {
        CallOwner {
            session: self.id,
            ended: (self.transport == Transport::Local).then(|| self.ended.clone()),
        }
    }

    pub(crate) fn count_call(&self) {
        self.client.count_call();
    }

    /// How long the client waits for an answer without hearing of progress.
    pub(crate) fn client_timeout(&self) -> Duration {
        let client_timeout = self.gateway.options.client_timeout;
        client_timeout.of(&self.state().declared, self.transport)
    }

    /// Whether the client waits for a call for as long as it hears of its progress.
    pub(crate) fn is_kept_by_progress(&self, call: &ClientCall) -> bool {
        let limits = AgentLimits::of_client(&self.state().declared);
        limits.is_kept_by_progress && call.progress.is_wanted()
    }

    /// Whether the client took a request back because it took too long, rather than because nobody wants it any more.
    pub(crate) fn has_timed_out(&self, request: &Request) -> bool {
        let is_marked = {
            let state = self.state();
            let open = state.open.get(&request.id.to_string());
            open.is_some_and(|open| open.is_timed_out)
        };
        is_marked || request.arrived.elapsed() >= self.client_timeout()
    }

    /// The name the client gives itself.
    pub(crate) fn declared(&self) -> String {
        self.state().declared.clone()
    }

    /// Begins with `initialize`.
    fn begin(&self, state: &mut State, params: &Map<String, Value>) {
        let revision = revision::asked_for(params);
        state.capabilities = params.get("capabilities").cloned().unwrap_or_default();
        state.lifecycle = Lifecycle::Legacy {
            revision,
            is_ready: false,
        };
        self.declare(state, params.get("clientInfo"), revision);
    }

    /// What the client that makes this request can do.
    pub(crate) fn capabilities(&self, request: &Request) -> Value {
        match request.era {
            Era::Legacy => self.state().capabilities.clone(),
            Era::Modern => request
                .meta
                .get(revision::CLIENT_CAPABILITIES)
                .cloned()
                .unwrap_or_default(),
        }
    }

    /// The revision agreed on with `initialize`.
    pub(crate) fn revision(&self) -> Option<&'static str> {
        match self.state().lifecycle {
            Lifecycle::Legacy { revision, .. } => Some(revision),
            Lifecycle::New | Lifecycle::Modern => None,
        }
    }

    /// Where messages of the connection go; those sent there belong to the request that is being answered.
    pub(crate) fn outbox(&self) -> Outbox {
        self.outbox.of_answered()
    }

    /// Takes note that the client has the answer to its `initialize`.
    pub(crate) fn initialized(&self) {
        if let Lifecycle::Legacy { is_ready, .. } = &mut self.state().lifecycle {
            *is_ready = true;
        }
    }

    pub(crate) fn set_log_level(&self, level: LogLevel) {
        self.state().log_level = Some(level);
    }

    /// Cancels an open request for the client's reason; one that is answered already needs none.
    pub(crate) fn cancel(&self, id: &Value, reason: &str) {
        if let Some(open) = self.state().open.get_mut(&id.to_string()) {
            open.is_timed_out |= names_time_out(reason);
            open.cancelled.cancel();
        }
    }

    /// Cancelled when the client takes the request back, or leaves.
    pub(crate) fn cancel_token(&self, id: &Value) -> CancellationToken {
        let state = self.state();
        let open = state.open.get(&id.to_string());
        open.map(|open| open.cancelled.clone()).unwrap_or_default()
    }

    /// Takes note that a request is over.
    pub(crate) fn close(&self, id: &Value) {
        let mut state = self.state();
        if let Some(closed) = state.open.remove(&id.to_string()) {
            state.open_bytes -= closed.bytes;
        }
    }

    /// Sends a message that is written already.
    pub(crate) fn send_line(&self, line: String) {
        self.outbox.send_line(line);
    }

    /// Answers a request.
    pub(crate) fn reply(&self, id: &Value, outcome: &Result<Box<RawValue>, Fault>) {
        self.outbox.send(Outgoing::Answer {
            line: response(id, outcome),
            of: id.to_string(),
            fault: outcome.as_ref().err().map(|fault| fault.code),
        });
    }

    /// Leaves a request that was cancelled without an answer.
    pub(crate) fn leave_unanswered(&self, id: &Value) {
        self.outbox.send(Outgoing::NoAnswer { of: id.to_string() });
    }

    /// Closes the stream of a request for now, because the server of the call did; the client comes back for the rest.
    pub(crate) fn break_stream(&self, id: &Value) {
        self.outbox.send(Outgoing::Break { of: id.to_string() });
    }

    /// Whether requests of the client are open.
    pub(crate) fn is_busy(&self) -> bool {
        !self.state().open.is_empty()
    }

    /// Whether the client has had an answer to its beginning: none is told anything before.
    pub(crate) fn is_notified_of_changes(&self) -> bool {
        matches!(
            self.state().lifecycle,
            Lifecycle::Legacy { is_ready: true, .. }
        )
    }

    /// The level from which the client wants log messages.
    pub(crate) fn log_level(&self) -> Option<LogLevel> {
        self.state().log_level
    }

    /// Takes note of a list as it was answered.
    pub(crate) fn set_list_digest(&self, list: List, digest: u64) {
        self.state().known.insert(list, digest);
    }

    /// The digest of a list as it was answered last.
    pub(crate) fn list_digest(&self, list: List) -> Option<u64> {
        self.state().known.get(&list).copied()
    }

    /// Whether the client knows a list as another one. From now on it knows it so.
    pub(crate) fn replace_list_digest(&self, list: List, digest: u64) -> bool {
        let mut state = self.state();
        let known = state.known.get_mut(&list);
        known.is_some_and(|known| std::mem::replace(known, digest) != digest)
    }

    /// Waits until the person has decided about a new client: from its first list on, as long as clients wait for one.
    pub(crate) async fn until_admitted(&self) {
        let until = *self
            .state()
            .admission_until
            .get_or_insert_with(|| Instant::now() + limits::ADMISSION_WITHIN);
        let mut state = self.client.watch();
        let decided = state.wait_for(|client| client.status != ClientStatus::Waiting);
        // One that is not decided about is offered nothing for now.
        let _ = tokio::time::timeout_at(until, decided).await;
    }

    pub(crate) fn watch_client(&self) -> tokio::sync::watch::Receiver<KnownClient> {
        self.client.watch()
    }

    /// Takes a request into the lifecycle of the connection, or says why it does not belong there.
    pub(crate) fn admit(
        &self,
        id: &Value,
        method: &str,
        mut params: Map<String, Value>,
    ) -> Result<Request, Fault> {
        let meta = match params.remove("_meta") {
            Some(Value::Object(meta)) => meta,
            None | Some(Value::Null) => Map::new(),
            Some(_) => return Err(Fault::params("_meta must be an object")),
        };
        let version = meta.get(revision::PROTOCOL_VERSION).and_then(Value::as_str);
        let mut state = self.state();
        let era = match (version, state.lifecycle) {
            (Some(_), Lifecycle::Legacy { revision, .. }) => {
                return Err(Fault::new(
                    INVALID_REQUEST,
                    format!("This connection was initialized with {revision}"),
                ));
            }
            (Some(version), _) if !revision::MODERN.contains(&version) => {
                return Err(unsupported(version));
            }
            (Some(_), _) => {
                for required in [revision::CLIENT_CAPABILITIES] {
                    if !meta.contains_key(required) {
                        return Err(Fault::params(format!("_meta must hold {required}")));
                    }
                }
                if state.lifecycle == Lifecycle::New {
                    state.lifecycle = Lifecycle::Modern;
                }
                self.declare(
                    &mut state,
                    meta.get(revision::CLIENT_INFO),
                    revision::MODERN[0],
                );
                Era::Modern
            }
            (None, Lifecycle::Legacy { .. }) if method == "initialize" => {
                return Err(Fault::new(
                    INVALID_REQUEST,
                    "This connection is initialized already",
                ));
            }
            (None, Lifecycle::Legacy { .. }) => Era::Legacy,
            (None, Lifecycle::New) if matches!(method, "initialize" | "ping") => Era::Legacy,
            (None, Lifecycle::New | Lifecycle::Modern) if method == "initialize" => Era::Legacy,
            // Only a modern client asks for it.
            (None, Lifecycle::New) if method == "server/discover" => {
                return Err(unversioned());
            }
            (None, Lifecycle::New) => {
                return Err(Fault::new(
                    INVALID_REQUEST,
                    format!("{method} came before initialize"),
                ));
            }
            (None, Lifecycle::Modern) => return Err(unversioned()),
        };
        if state.open.len() >= limits::OPEN_REQUESTS {
            return Err(Fault::new(
                REFUSED,
                format!("More than {} requests are open", limits::OPEN_REQUESTS),
            ));
        }
        if state.open.contains_key(&id.to_string()) {
            return Err(Fault::new(
                INVALID_REQUEST,
                format!("A request with the id {id} is open already"),
            ));
        }
        let bytes = memory::bytes(&params) + memory::bytes(&meta);
        if state.open_bytes + bytes > limits::OPEN_REQUEST_BYTES {
            return Err(Fault::new(
                REFUSED,
                format!(
                    "The requests that are open take more than {} bytes",
                    limits::OPEN_REQUEST_BYTES
                ),
            ));
        }
        if era == Era::Legacy && method == "initialize" {
            // At once: what follows it may be read before it is answered.
            self.begin(&mut state, &params);
        }
        let open = Open {
            cancelled: self.ended.child_token(),
            is_timed_out: false,
            bytes,
        };
        state.open.insert(id.to_string(), open);
        state.open_bytes += bytes;
        Ok(Request {
            id: id.clone(),
            method: method.to_owned(),
            params,
            meta,
            era,
            arrived: Instant::now(),
        })
    }

    fn declare(&self, state: &mut State, info: Option<&Value>, revision: &str) {
        let member = |name: &str| {
            let text = info
                .and_then(|info| info[name].as_str())
                .unwrap_or_default();
            text.chars().take(128).collect::<String>()
        };
        let name = member("name");
        if state.declared == name && !name.is_empty() {
            return;
        }
        state.declared.clone_from(&name);
        self.client.declare(DeclaredClient {
            name,
            title: Some(member("title")).filter(|title| !title.is_empty()),
            version: member("version"),
            protocol_version: revision.to_owned(),
        });
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

/// Whether the reason of a cancellation is that the client waited too long, in the words of the SDKs.
fn names_time_out(reason: &str) -> bool {
    let reason = reason.to_ascii_lowercase();
    ["timeout", "timed out", "time-out"]
        .iter()
        .any(|words| reason.contains(words))
}

fn unversioned() -> Fault {
    Fault::params(format!("_meta must hold {}", revision::PROTOCOL_VERSION))
}

fn unsupported(version: &str) -> Fault {
    Fault {
        code: UNSUPPORTED_VERSION,
        message: "Unsupported protocol version".to_owned(),
        data: Some(json!({ "supported": revision::MODERN, "requested": version })),
    }
}
