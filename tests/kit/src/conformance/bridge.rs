//! Passes requests over HTTP on to a program that speaks on stdin and stdout: the official suites know HTTP alone.
//!
//! It decides as little as a front over HTTP can: which session a request belongs to, which stream a message goes onto,
//! and the status. Each session with `initialize` is a program of its own; all requests without share one.

use std::collections::HashMap;
use std::io;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::sync::mpsc;

use super::exchange::{Exchange, Style, plain, refuse, status, write_json};
use super::headers::{header, is_local};
use super::modern;
use super::names::own;
use crate::loopback::{Answers, Loopback};
use crate::scripted::http::Seen;

/// Makes the command of a program.
pub type Start = Arc<dyn Fn() -> Command + Send + Sync>;

/// The bridge, as long as the runtime lives.
pub struct Bridge {
    /// The port of the loopback address it listens on.
    pub port: u16,
}

struct State {
    start: Start,
    sessions: Mutex<HashMap<String, Arc<Piped>>>,
    /// Takes the requests that stand for themselves.
    alone: tokio::sync::OnceCell<Arc<Piped>>,
    last: AtomicU64,
}

/// A program, and what is open there.
struct Piped {
    input: mpsc::UnboundedSender<Value>,
    open: Mutex<Vec<Open>>,
    /// For what belongs to no open request.
    general: Arc<Exchange>,
    /// Ended with it.
    _child: Child,
}

/// A request that has no answer yet.
struct Open {
    /// The id it has at the program.
    id: Value,
    /// The id its client gave it.
    of_client: Value,
    progress: Value,
    exchange: Arc<Exchange>,
}

impl Bridge {
    /// Starts listening on a free port of the loopback address.
    pub async fn start(start: Start) -> io::Result<Self> {
        let loopback = Loopback::bind().await?;
        let port = loopback.port;
        let state = Arc::new(State {
            start,
            sessions: Mutex::default(),
            alone: tokio::sync::OnceCell::new(),
            last: AtomicU64::new(0),
        });
        loopback.serve(state);
        Ok(Self { port })
    }

    /// The address of the endpoint.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port)
    }
}

impl Piped {
    fn start(mut command: Command) -> io::Result<Arc<Self>> {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let mut child = command.spawn()?;
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        let mut stdin = child.stdin.take().ok_or_else(gone)?;
        let stdout = child.stdout.take().ok_or_else(gone)?;
        let (input, mut waiting) = mpsc::unbounded_channel::<Value>();
        let piped = Arc::new(Self {
            input,
            open: Mutex::default(),
            general: Arc::default(),
            _child: child,
        });
        tokio::spawn(async move {
            while let Some(message) = waiting.recv().await {
                let line = format!("{message}\n");
                if stdin.write_all(line.as_bytes()).await.is_err() || stdin.flush().await.is_err() {
                    return;
                }
            }
        });
        let reading = Arc::downgrade(&piped);
        tokio::spawn(async move {
            let mut lines = BufReader::new(stdout).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                let Some(piped) = reading.upgrade() else {
                    return;
                };
                piped.take(serde_json::from_str(&line).unwrap_or_default());
            }
            if let Some(piped) = reading.upgrade() {
                for open in piped.open.lock().drain(..) {
                    open.exchange.end();
                }
                piped.general.end();
            }
        });
        Ok(piped)
    }

    fn say(&self, message: Value) {
        // A program that has ended answers nothing, and its open requests have ended with it.
        let _ = self.input.send(message);
    }

    /// Passes a request on under this id.
    fn ask(&self, id: Value, mut message: Value) -> Arc<Exchange> {
        let exchange = Arc::<Exchange>::default();
        self.open.lock().push(Open {
            id: id.clone(),
            of_client: message["id"].clone(),
            progress: message["params"]["_meta"]["progressToken"].clone(),
            exchange: Arc::clone(&exchange),
        });
        message["id"] = id;
        self.say(message);
        exchange
    }

    /// Takes a message of the program.
    fn take(&self, mut message: Value) {
        let mut open = self.open.lock();
        if message["method"].is_null() {
            if let Some(at) = open.iter().position(|open| open.id == message["id"]) {
                let answered = open.remove(at);
                message["id"] = answered.of_client;
                answered.exchange.answer(message);
            }
            return;
        }
        let params = &message["params"];
        let subscription = params["_meta"][own("subscriptionId")].clone();
        let progress = &params["progressToken"];
        let found = open.iter().find(|open| {
            !subscription.is_null() && open.id == subscription
                || !progress.is_null() && open.progress == *progress
        });
        let is_of_list = subscription.is_null()
            && message["method"]
                .as_str()
                .is_some_and(|method| method.ends_with("_changed") || method.ends_with("/updated"));
        // What names no request belongs to the one that was made last, unless it is about none.
        let found = found.or_else(|| open.last().filter(|_| !is_of_list));
        if let Some(found) = found {
            let of_client = found.of_client.clone();
            let exchange = Arc::clone(&found.exchange);
            if !subscription.is_null() {
                message["params"]["_meta"][own("subscriptionId")] = of_client;
            }
            exchange.tell(message);
        } else {
            self.general.tell(message);
        }
    }

    /// Takes back a request whose client has gone.
    fn withdraw(&self, exchange: &Arc<Exchange>) {
        let mut open = self.open.lock();
        if let Some(at) = open
            .iter()
            .position(|open| Arc::ptr_eq(&open.exchange, exchange))
        {
            let params = json!({ "requestId": open.remove(at).id });
            drop(open);
            self.say(json!({
                "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params,
            }));
        }
    }
}

impl Answers for Arc<State> {
    async fn answer(&self, request: Seen, socket: &mut TcpStream) -> io::Result<bool> {
        respond(self, request, socket).await
    }
}

async fn respond(state: &Arc<State>, request: Seen, socket: &mut TcpStream) -> io::Result<bool> {
    if !is_local(&request) {
        return plain(socket, 403).await;
    }
    let session = || {
        let sessions = state.sessions.lock();
        sessions.get(header(&request, "mcp-session-id")).cloned()
    };
    match request.line.split(' ').next() {
        Some("POST") => {}
        Some("GET") => {
            let Some(session) = session() else {
                return plain(socket, 404).await;
            };
            session.general.write(socket, "", Style::default()).await?;
            return Ok(false);
        }
        Some("DELETE") => {
            let ended = state
                .sessions
                .lock()
                .remove(header(&request, "mcp-session-id"));
            return plain(socket, if ended.is_some() { 200 } else { 404 }).await;
        }
        _ => return plain(socket, 405).await,
    }
    let message = request.body.clone();
    let params = message["params"].as_object().cloned().unwrap_or_default();
    if modern::is_modern(&request, &params) {
        return alone(state, &request, message, &params, socket).await;
    }
    let piped = if message["method"] == "initialize" {
        Piped::start((state.start)())?
    } else if let Some(session) = session() {
        session
    } else {
        return plain(socket, 404).await;
    };
    if message["id"].is_null() || message["method"].is_null() {
        piped.say(message);
        return plain(socket, 202).await;
    }
    let begins = message["method"] == "initialize";
    let exchange = piped.ask(message["id"].clone(), message);
    let mut headers = String::new();
    if begins {
        let number = state.last.fetch_add(1, Ordering::Relaxed);
        let name = format!("session-{number}");
        headers = format!("Mcp-Session-Id: {name}\r\n");
        state.sessions.lock().insert(name, piped);
    }
    if let Some(answer) = exchange.only_answer().await {
        write_json(socket, 200, &headers, &answer).await?;
        return Ok(true);
    }
    exchange.write(socket, &headers, Style::default()).await?;
    Ok(false)
}

/// Passes on a request that stands for itself.
async fn alone(
    state: &State,
    request: &Seen,
    message: Value,
    params: &Map<String, Value>,
    socket: &mut TcpStream,
) -> io::Result<bool> {
    if message["id"].is_null() {
        return plain(socket, 202).await;
    }
    // What is wrong with the version is the program's to say; that the header says otherwise it cannot know.
    if let Err(fault) = modern::check_version_header(request, params) {
        return refuse(socket, 400, &message["id"], &fault).await;
    }
    let start = || async { Piped::start((state.start)()) };
    let piped = Arc::clone(state.alone.get_or_try_init(start).await?);
    // The suites count their requests from one in each scenario.
    let id = format!("bridge-{}", state.last.fetch_add(1, Ordering::Relaxed));
    let exchange = piped.ask(id.into(), message);
    if let Some(answer) = exchange.only_answer().await {
        let status = if modern::is_complete(params) {
            status(&answer)
        } else {
            400
        };
        write_json(socket, status, "", &answer).await?;
        return Ok(true);
    }
    let written = exchange.write(socket, "", Style::default()).await;
    piped.withdraw(&exchange);
    written.map(|()| false)
}
