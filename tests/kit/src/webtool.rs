//! The reference webtool server (webtools 2025-06-30): every endpoint, several versions, every error code, credentials,
//! sessions. What a test wants otherwise is switched: see [`Manner`].
//!
//! | path | what is there |
//! |---|---|
//! | `GET /`, `GET /{version}`, `POST /` | the webtool |
//! | `GET /bare` | the same document, of a server that has a page for people at `/bare/` |
//! | `GET /openapi.json`, `POST /tools/add`, `GET /items/{id}` | the same server as `OpenAPI` describes it |

mod documents;

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::AbortHandle;

use crate::loopback::{Answers, Loopback};
use crate::scripted::http::{Seen, plain, redirect};
pub use documents::{metadata, openapi};

/// The credential the webtool takes.
pub const API_KEY: &str = "canary-key-51c0";

/// What the server does otherwise than it should.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Manner {
    Honest,
    /// The document is this text, of this content type.
    Says(String, String),
    /// The document is compressed zeros: so many MiB.
    Bomb(usize),
    /// Every GET is sent to this place.
    Sends(String),
    /// There is no document any more.
    Gone,
    /// Answers requests for a document with 304.
    Unmodified,
    /// Every POST is answered with this status, content type and body.
    Answers(u16, String, String),
    /// No POST is ever answered.
    Hangs,
    /// No POST is answered until it is like something else.
    Waits,
    /// Everything wants this bearer token.
    Guarded(String),
}

#[derive(Clone)]
pub struct WebtoolServer {
    port: u16,
    changed: Arc<Notify>,
    held: Arc<Mutex<Held>>,
}

struct Held {
    manner: Manner,
    /// What each version says, the latest last.
    versions: Vec<Value>,
    seen: Vec<Seen>,
    /// How often each session has counted.
    sessions: HashMap<String, u64>,
    listening: Option<AbortHandle>,
}

impl Answers for WebtoolServer {
    async fn answer(&self, request: Seen, stream: &mut TcpStream) -> io::Result<bool> {
        self.held().seen.push(request.clone());
        self.respond(&request, stream).await
    }
}

impl WebtoolServer {
    /// Listens on a free loopback port, with versions 1.0.0 and 1.1.0; serves as long as the runtime lives.
    pub async fn start() -> io::Result<Self> {
        let loopback = Loopback::bind().await?;
        let server = Self {
            port: loopback.port,
            changed: Arc::default(),
            held: Arc::new(Mutex::new(Held {
                manner: Manner::Honest,
                versions: vec![metadata("1.0.0"), metadata("1.1.0")],
                seen: Vec::new(),
                sessions: HashMap::new(),
                listening: None,
            })),
        };
        server.held().listening = Some(loopback.serve(server.clone()));
        Ok(server)
    }

    /// Ends all connections and takes no more: from now on nobody is there.
    pub fn leave(&self) {
        if let Some(listening) = self.held().listening.take() {
            listening.abort();
        }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// From now on it is like this.
    pub fn be(&self, manner: Manner) {
        self.held().manner = manner;
        self.changed.notify_waiters();
    }

    /// Changes its latest document.
    pub fn change(&self, change: impl FnOnce(&mut Value)) {
        if let Some(latest) = self.held().versions.last_mut() {
            change(latest);
        }
    }

    /// Adds a version, which is the latest from now on.
    pub fn publish(&self, document: Value) {
        self.held().versions.push(document);
    }

    /// Every request so far.
    pub fn seen(&self) -> Vec<Seen> {
        self.held().seen.clone()
    }

    /// What the last POST brought.
    pub fn last_post(&self) -> Value {
        let seen = self.seen();
        let last = seen.iter().rev().find(|seen| seen.line.starts_with("POST"));
        last.map(|seen| seen.body.clone()).unwrap_or_default()
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock()
    }

    async fn respond(&self, request: &Seen, stream: &mut TcpStream) -> io::Result<bool> {
        let (verb, target) = request.line.split_once(' ').unwrap_or_default();
        let path = target.split('?').next().unwrap_or_default();
        loop {
            let changed = self.changed.notified();
            if verb != "POST" || self.held().manner != Manner::Waits {
                break;
            }
            changed.await;
        }
        let manner = self.held().manner.clone();
        match (&manner, verb) {
            (Manner::Guarded(token), _)
                if request.headers.get("authorization") != Some(&format!("Bearer {token}")) =>
            {
                let body = error("UNAUTHORIZED", "A token is needed");
                return answer(stream, 401, &body).await;
            }
            (Manner::Says(text, kind), "GET") => return plain(stream, 200, kind, text).await,
            (Manner::Bomb(mebibytes), "GET") => return bomb(stream, *mebibytes).await,
            (Manner::Sends(place), "GET") if path != "/moved/" => {
                return redirect(stream, 307, place).await;
            }
            (Manner::Gone, "GET") => {
                return answer(stream, 404, &error("WEBTOOL_NOT_FOUND", "It was given up")).await;
            }
            (Manner::Unmodified, "GET") => return plain(stream, 304, "application/json", "").await,
            (Manner::Answers(status, kind, body), "POST") => {
                return plain(stream, *status, kind, body).await;
            }
            (Manner::Hangs, "POST") => std::future::pending().await,
            _ => {}
        }
        if (verb, path) == ("GET", "/bare/") {
            return plain(stream, 200, "text/html", "<h1>Welcome</h1>").await;
        }
        let (status, body) = match (verb, path) {
            ("GET", "/openapi.json") => (200, openapi()),
            ("GET", "/" | "/moved/" | "/bare") => (200, self.latest()),
            ("GET", path) if path.starts_with("/items/") => documents::item(request),
            ("GET", path) => self.version(path.trim_start_matches('/')),
            ("POST", "/tools/add") => documents::add(&request.body),
            ("POST", "/") => self.execute(request),
            _ => (404, error("WEBTOOL_NOT_FOUND", "There is nothing here")),
        };
        answer(stream, status, &body).await
    }

    fn latest(&self) -> Value {
        self.held().versions.last().cloned().unwrap_or_default()
    }

    fn version(&self, version: &str) -> (u16, Value) {
        let held = self.held();
        let found = held
            .versions
            .iter()
            .find(|document| document["version"] == version);
        match found {
            Some(document) => (200, document.clone()),
            None => (
                404,
                error(
                    "WEBTOOL_NOT_FOUND",
                    &format!("There is no version {version}"),
                ),
            ),
        }
    }

    /// Runs an action, after the letter of the specification.
    fn execute(&self, request: &Seen) -> (u16, Value) {
        let is_json = request
            .headers
            .get("content-type")
            .is_some_and(|kind| kind == "application/json");
        let body = &request.body;
        if !is_json || !body["request"].is_object() {
            return (400, error("SCHEMA_ERROR", "The request is no JSON object"));
        }
        if let Some(version) = body["version"].as_str()
            && self.version(version).0 != 200
        {
            return (
                404,
                error(
                    "WEBTOOL_NOT_FOUND",
                    &format!("There is no version {version}"),
                ),
            );
        }
        if body["config"]["apiKey"] != API_KEY {
            return (400, error("CONFIG_ERROR", "The key is wrong"));
        }
        let input = &body["request"];
        match body["action"].as_str().unwrap_or_default() {
            "forecast" => match input["place"].as_str() {
                Some(place) => (
                    200,
                    ok(&documents::forecast(place, &body["config"]["units"])),
                ),
                None => (400, error("SCHEMA_ERROR", "place is missing")),
            },
            "count" => {
                let session = body["sessionId"].as_str().unwrap_or_default().to_owned();
                let mut held = self.held();
                let count = held.sessions.entry(session).or_default();
                *count += 1;
                (200, ok(&json!({ "count": *count })))
            }
            "fail" => match input["code"].as_str().unwrap_or_default() {
                "RATE_LIMIT" => (429, error("RATE_LIMIT", "Slow down")),
                "INTERNAL_ERROR" => (500, error("INTERNAL_ERROR", "Something broke")),
                code => (422, error(code, "As you wished")),
            },
            "lie" => (200, ok(&json!({ "celsius": "warm" }))),
            "echo" => (200, ok(&json!({ "config": body["config"] }))),
            other => (
                404,
                error("WEBTOOL_NOT_FOUND", &format!("There is no action {other}")),
            ),
        }
    }
}

fn ok(data: &Value) -> Value {
    json!({ "status": "ok", "data": data })
}

fn error(code: &str, message: &str) -> Value {
    json!({ "status": "error", "error": { "code": code, "message": message } })
}

async fn answer(stream: &mut TcpStream, status: u16, body: &Value) -> io::Result<bool> {
    plain(stream, status, "application/json", &body.to_string()).await
}

/// A body that is small on the wire and large in memory: gzip with stored zeros repeated by reference.
async fn bomb(stream: &mut TcpStream, mebibytes: usize) -> io::Result<bool> {
    let body = documents::zeros(mebibytes);
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(&body).await?;
    stream.flush().await.map(|()| false)
}
