//! One connection of a client: its lifecycle, its open requests, and what it is told without asking.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncRead, AsyncWrite, BufReader};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use usher_core::clients::{ClientSession, DeclaredClient};
use usher_types::client::{ClientStatus, KnownClient};
use usher_types::log_level::LogLevel;

use crate::Inner;
use crate::adapt;
use crate::call;
use crate::frame::{self, Fault, INVALID_REQUEST, Incoming, REFUSED, UNSUPPORTED_VERSION};
use crate::limits;
use crate::lists::List;
use crate::outbox::Outbox;
use crate::requests::Request;
use crate::revision::{self, Era};

/// One connection of a client.
pub(crate) struct Session {
    pub(crate) gateway: Arc<Inner>,
    pub(crate) id: u64,
    client: ClientSession,
    outbox: Outbox,
    /// Cancelled when the connection ends.
    pub(crate) ended: CancellationToken,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    lifecycle: Lifecycle,
    /// Requests without an answer, by their ids as JSON text.
    open: HashMap<String, CancellationToken>,
    /// The name the client gives itself.
    declared: String,
    log_level: Option<LogLevel>,
    /// When lists no longer wait for the person's decision about the client.
    admission_until: Option<Instant>,
    /// The digest of each list as the client knows it.
    known: HashMap<List, u64>,
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
    /// Serves a client until its input ends or it cannot be written to.
    pub(crate) async fn run(
        gateway: Arc<Inner>,
        id: u64,
        client: ClientSession,
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
    ) {
        let ended = CancellationToken::new();
        let session = Arc::new(Self {
            gateway,
            id,
            client,
            outbox: Outbox::start(output, ended.clone()),
            ended: ended.clone(),
            state: Mutex::default(),
        });
        // Ends what still runs, whatever ends this.
        let _guard = ended.clone().drop_guard();
        tokio::spawn(Arc::clone(&session).tell_changes());
        let mut input = BufReader::with_capacity(64 * 1024, input);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = tokio::select! {
                () = ended.cancelled() => break,
                read = read_line(&mut input, &mut line) => read,
            };
            match read {
                Ok(Line::End) => break,
                Ok(Line::Whole) => session.take(&line),
                Ok(Line::TooLong) => session.refuse(
                    &Value::Null,
                    Fault::new(
                        INVALID_REQUEST,
                        format!(
                            "A message must not be longer than {} bytes",
                            limits::FRAME_BYTES
                        ),
                    ),
                ),
                Err(error) => {
                    tracing::debug!(%error, "a client has gone");
                    break;
                }
            }
        }
        session.gateway.subscriptions.end(session.id).await;
    }

    /// The client as it is now.
    pub(crate) fn client(&self) -> KnownClient {
        self.client.client()
    }

    pub(crate) fn count_call(&self) {
        self.client.count_call();
    }

    /// How long the client waits for an answer without hearing of progress.
    pub(crate) fn patience(&self) -> Duration {
        call::patience(&self.state().declared, self.gateway.options.patience)
    }

    /// Sends a notification that is written already.
    pub(crate) fn tell(&self, line: String) {
        self.outbox.send(line);
    }

    /// Whether the client has had an answer to its beginning: none is told anything before.
    pub(crate) fn hears_changes(&self) -> bool {
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
    pub(crate) fn knows(&self, list: List, digest: u64) {
        self.state().known.insert(list, digest);
    }

    /// Whether the client knows a list as another one. From now on it knows it so.
    pub(crate) fn learns(&self, list: List, digest: u64) -> bool {
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

    fn take(self: &Arc<Self>, line: &[u8]) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        match frame::read(line) {
            Ok(messages) => messages
                .into_iter()
                .for_each(|message| self.handle(message)),
            Err(fault) => self.refuse(&Value::Null, fault),
        }
    }

    fn handle(self: &Arc<Self>, message: Incoming) {
        match message {
            Incoming::Unusable { id, fault } => self.refuse(&id, fault),
            // No request of ours is open.
            Incoming::Response => {}
            Incoming::Notification { method, params } => self.hear(&method, &params),
            Incoming::Request { id, method, params } => match self.admit(&id, &method, params) {
                Ok(request) => self.start(request),
                Err(fault) => self.refuse(&id, fault),
            },
        }
    }

    fn hear(&self, method: &str, params: &Map<String, Value>) {
        match method {
            "notifications/initialized" => {
                if let Lifecycle::Legacy { is_ready, .. } = &mut self.state().lifecycle {
                    *is_ready = true;
                }
            }
            "notifications/cancelled" => {
                if let Some(id) = params.get("requestId")
                    && let Some(cancelled) = self.state().open.get(&id.to_string())
                {
                    cancelled.cancel();
                }
            }
            _ => {}
        }
    }

    /// Takes a request into the lifecycle of the connection, or says why it does not belong there.
    fn admit(
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
            (None, Lifecycle::New) => {
                return Err(Fault::new(
                    INVALID_REQUEST,
                    format!("{method} came before initialize"),
                ));
            }
            (None, Lifecycle::Modern) => {
                return Err(Fault::params(format!(
                    "_meta must hold {}",
                    revision::PROTOCOL_VERSION
                )));
            }
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
        state.open.insert(id.to_string(), self.ended.child_token());
        Ok(Request {
            id: id.clone(),
            method: method.to_owned(),
            params,
            meta,
            era,
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

    fn start(self: &Arc<Self>, request: Request) {
        let key = request.id.to_string();
        let cancelled = self.state().open.get(&key).cloned().unwrap_or_default();
        let session = Arc::clone(self);
        tokio::spawn(async move {
            let outcome = session.outcome(&request, &cancelled).await;
            session.state().open.remove(&key);
            // A cancelled request gets no answer (2025-11-25, basic/utilities/cancellation).
            if !cancelled.is_cancelled() {
                session.outbox.send(frame::response(&request.id, &outcome));
            }
        });
    }

    async fn outcome(
        self: &Arc<Self>,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        match (request.method.as_str(), request.era) {
            ("initialize", Era::Legacy) => Ok(self.initialize(request)),
            ("ping", Era::Legacy) => Ok(json!({})),
            ("logging/setLevel", Era::Legacy) => {
                let level = request.text("level")?;
                let level = level
                    .parse()
                    .map_err(|_| Fault::params("level must be a level of RFC 5424"))?;
                self.state().log_level = Some(level);
                Ok(json!({}))
            }
            ("resources/subscribe", Era::Legacy) => self.subscribe(request).await,
            ("resources/unsubscribe", Era::Legacy) => self.unsubscribe(request).await,
            ("server/discover", Era::Modern) => Ok(self.discover(request)),
            ("subscriptions/listen", Era::Modern) => self.listen(request, cancelled).await,
            _ => self.answer(request, cancelled).await,
        }
    }

    fn initialize(&self, request: &Request) -> Value {
        let wanted = request
            .params
            .get("protocolVersion")
            .and_then(Value::as_str);
        let revision = revision::negotiated(wanted.unwrap_or_default());
        {
            let mut state = self.state();
            state.lifecycle = Lifecycle::Legacy {
                revision,
                is_ready: false,
            };
            self.declare(&mut state, request.params.get("clientInfo"), revision);
        }
        json!({
            "protocolVersion": revision,
            "capabilities": {
                "tools": { "listChanged": true },
                "prompts": { "listChanged": true },
                "resources": { "subscribe": true, "listChanged": true },
                "completions": {},
                "logging": {},
            },
            "serverInfo": self.gateway.own_info(),
            "instructions": INSTRUCTIONS,
        })
    }

    fn discover(&self, request: &Request) -> Value {
        let result = json!({
            "supportedVersions": revision::MODERN,
            "capabilities": {
                "tools": { "listChanged": true },
                "prompts": { "listChanged": true },
                "resources": { "subscribe": true, "listChanged": true },
                "completions": {},
            },
            "instructions": INSTRUCTIONS,
        });
        let own_info = self.gateway.own_info();
        adapt::cacheable(result, request.era, &own_info, limits::LIST_TTL_MS)
    }

    fn refuse(&self, id: &Value, fault: Fault) {
        self.outbox.send(frame::response(id, &Err(fault)));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What clients hand to their models.
const INSTRUCTIONS: &str = "Usher gives access to the MCP servers of the person at this computer. The name of a tool begins with the name of its server. The person may be asked before a call runs: if a result says that it waits for approval, call the tool again with the same arguments.";

fn unsupported(version: &str) -> Fault {
    Fault {
        code: UNSUPPORTED_VERSION,
        message: "Unsupported protocol version".to_owned(),
        data: Some(json!({ "supported": revision::MODERN, "requested": version })),
    }
}

enum Line {
    Whole,
    /// It was longer than a message may be, and is read over.
    TooLong,
    End,
}

/// Reads to the end of a line without ever holding more than a message may have.
async fn read_line(
    input: &mut (impl AsyncBufRead + Unpin),
    line: &mut Vec<u8>,
) -> std::io::Result<Line> {
    let mut is_too_long = false;
    loop {
        let available = input.fill_buf().await?;
        if available.is_empty() {
            return Ok(match (is_too_long, line.is_empty()) {
                (true, _) => Line::TooLong,
                (false, false) => Line::Whole,
                (false, true) => Line::End,
            });
        }
        let (part, is_whole) = match available.iter().position(|byte| *byte == b'\n') {
            Some(at) => (&available[..at], true),
            None => (available, false),
        };
        if line.len() + part.len() > limits::FRAME_BYTES {
            is_too_long = true;
            line.clear();
        }
        if !is_too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(is_whole);
        input.consume(used);
        if is_whole {
            return Ok(if is_too_long {
                Line::TooLong
            } else {
                Line::Whole
            });
        }
    }
}

impl Inner {
    /// How Usher shows itself to clients.
    pub(crate) fn own_info(&self) -> Value {
        json!({ "name": "usher", "title": "Usher", "version": self.options.version })
    }

    /// Waits for a server that is starting.
    pub(crate) async fn until_settled(&self, source: &usher_types::id::SourceId) {
        self.host.until_settled(source, limits::START_WITHIN).await;
    }
}
