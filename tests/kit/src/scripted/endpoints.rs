//! A server with many endpoints, as real ones have: JSON-RPC at `/` and `/mcp`, a stream at `/sse` that every answer is
//! sent to, a discovery document, plain REST. Beside it the older way of one stream per client. Which of them there are
//! is the server's [`Layout`].

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::{broadcast, mpsc};

use super::http::{Seen, plain, start_events};
use crate::loopback::{Answers, Loopback};

/// Which endpoints there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Serves `/`, `/mcp`, `GET /sse` with an event `open`, `/.well-known/mcp.json`.
    Family,
    /// As [`Layout::Family`], with every answer and event in a batch.
    Batching,
    /// As [`Layout::Family`], without the discovery document.
    Undocumented,
    /// Only the discovery document leads on: JSON-RPC is at `/hidden/place`.
    Documented,
    /// HTTP+SSE: `GET /sse` with an `endpoint` event, `POST /messages` (2024-11-05).
    Paired,
    /// As [`Layout::Paired`], but the endpoint is at another port.
    Astray(u16),
    /// Only the discovery document leads on, to another port.
    AstrayDocument(u16),
    /// As [`Layout::Paired`], but each POST is answered in its body as well.
    Twice,
    /// A page at every address.
    Website,
    /// Only the discovery document leads on, to a thousand streams that never open.
    Endless,
    /// Refuses each POST but to `/messages`; a GET gets what is given.
    Refusing {
        status: u16,
        body: &'static str,
        get: GetAnswer,
    },
}

/// What [`Layout::Refusing`] answers to a GET of the address itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GetAnswer {
    /// This status and text.
    Status(u16, &'static str),
    /// A page, with a success.
    Page,
    /// Nothing: the connection is closed.
    Reset,
    /// A stream that ends after these bytes.
    Events(&'static str),
    /// The stream of [`Layout::Paired`].
    Paired,
}

/// How the family refuses a message at an address that only opens a stream.
const NO_METHOD: &str =
    r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found"}}"#;

#[derive(Clone)]
pub struct EndpointServer {
    /// The port it listens on.
    pub port: u16,
    layout: Arc<Mutex<Layout>>,
    seen: Arc<Mutex<Vec<Seen>>>,
    everybody: broadcast::Sender<String>,
    /// The streams of [`Layout::Paired`] by client.
    clients: Arc<Mutex<HashMap<String, mpsc::UnboundedSender<String>>>>,
}

impl Answers for EndpointServer {
    async fn answer(&self, request: Seen, stream: &mut TcpStream) -> io::Result<bool> {
        self.seen.lock().push(request.clone());
        self.respond(&request, stream).await
    }
}

impl EndpointServer {
    /// Starts listening on a free port of the loopback address; serves as long as the runtime lives.
    pub async fn start(layout: Layout) -> io::Result<Self> {
        let loopback = Loopback::bind().await?;
        let server = Self {
            port: loopback.port,
            layout: Arc::new(Mutex::new(layout)),
            seen: Arc::default(),
            everybody: broadcast::Sender::new(64),
            clients: Arc::default(),
        };
        loopback.serve(server.clone());
        Ok(server)
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Every request so far: `POST /mcp tools/list`.
    pub fn seen(&self) -> Vec<String> {
        let seen = self.seen.lock();
        seen.iter()
            .map(|request| {
                let method = request.body["method"].as_str().unwrap_or_default();
                format!("{} {method}", request.line).trim_end().to_owned()
            })
            .collect()
    }

    /// From now on there are other endpoints.
    pub fn move_to(&self, layout: Layout) {
        *self.layout.lock() = layout;
    }

    fn layout(&self) -> Layout {
        *self.layout.lock()
    }

    async fn respond(&self, request: &Seen, stream: &mut TcpStream) -> io::Result<bool> {
        let (verb, target) = request.line.split_once(' ').unwrap_or_default();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let family = matches!(
            self.layout(),
            Layout::Family | Layout::Batching | Layout::Undocumented
        );
        match (verb, path, self.layout()) {
            ("POST", path, Layout::Refusing { status, body, .. }) if path != "/messages" => {
                let kind = if body.starts_with('{') {
                    "application/json"
                } else {
                    "text/plain"
                };
                plain(stream, status, kind, body).await
            }
            ("GET", "/place", Layout::Refusing { get, .. }) => match get {
                GetAnswer::Status(status, body) => plain(stream, status, "text/plain", body).await,
                GetAnswer::Page => plain(stream, 200, "text/html", "<html>Welcome</html>").await,
                GetAnswer::Reset => Ok(false),
                GetAnswer::Events(events) => {
                    start_events(stream, "").await?;
                    stream.write_all(events.as_bytes()).await?;
                    Ok(false)
                }
                GetAnswer::Paired => self.own_stream(stream).await,
            },
            (_, _, Layout::Website) => {
                plain(stream, 200, "text/html", "<html>Welcome</html>").await
            }
            ("GET", "/.well-known/mcp.json", Layout::Family | Layout::Batching) => {
                json_body(stream, &document("/mcp")).await
            }
            ("GET", "/.well-known/mcp.json", Layout::Documented) => {
                json_body(stream, &document("/hidden/place")).await
            }
            ("GET", "/.well-known/mcp.json", Layout::AstrayDocument(port)) => {
                json_body(stream, &document(&format!("http://127.0.0.1:{port}/mcp"))).await
            }
            ("GET", "/.well-known/mcp.json", Layout::Endless) => {
                let named = |number| json!({"type": "sse", "endpoint": format!("/hang/{number}")});
                let named: Vec<Value> = (0..1000).map(named).collect();
                json_body(stream, &json!({"transports": named})).await
            }
            ("GET", path, Layout::Endless) if path.starts_with("/hang/") => {
                std::future::pending().await
            }
            ("POST", "/hidden/place", Layout::Documented) => self.reply(request, stream).await,
            ("GET", "/", _) if family => {
                json_body(
                    stream,
                    &json!({"name": "calculator", "version": "1.0.0", "tools": 1}),
                )
                .await
            }
            ("GET", "/sse", _) if family => self.stream(stream, "event: open\ndata: {}\n\n").await,
            ("GET", "/mcp", _) if family => {
                self.stream(stream, "event: endpoint\ndata: /mcp\n\n").await
            }
            ("POST", "/" | "/mcp", _) if family => self.reply(request, stream).await,
            ("GET", "/openapi.json", _) if family => {
                json_body(stream, &json!({"openapi": "3.1.0", "paths": {}})).await
            }
            ("POST", "/tools/add", _) if family => {
                json_body(stream, &json!({"result": "10.0"})).await
            }
            ("GET", "/sse", Layout::Paired | Layout::Astray(_) | Layout::Twice) => {
                self.own_stream(stream).await
            }
            (
                "POST",
                "/messages",
                Layout::Paired | Layout::Astray(_) | Layout::Twice | Layout::Refusing { .. },
            ) => {
                let answer = reply(&request.body);
                let clients = self.clients.lock().clone();
                if let (Some(client), Some(answer)) = (clients.get(query), &answer) {
                    // A client that has gone needs no answer.
                    let _ = client.send(answer.to_string());
                }
                match answer {
                    Some(answer) if self.layout() == Layout::Twice => {
                        json_body(stream, &answer).await
                    }
                    _ => plain(stream, 202, "text/plain", "Accepted").await,
                }
            }
            ("POST", _, _) if family => plain(stream, 404, "application/json", NO_METHOD).await,
            _ => plain(stream, 404, "text/plain", "Not found").await,
        }
    }

    /// Answers in the body, and tells everybody who listens.
    async fn reply(&self, request: &Seen, stream: &mut TcpStream) -> io::Result<bool> {
        let Some(answer) = reply(&request.body) else {
            return plain(stream, 202, "application/json", r#"{"status":"accepted"}"#).await;
        };
        let answer = match self.layout() {
            Layout::Batching => {
                let log = json!({"level": "info", "data": "one of several"});
                json!([{"jsonrpc": "2.0", "method": "notifications/message", "params": log}, answer])
            }
            _ => answer,
        };
        // Nobody may be listening.
        let _ = self.everybody.send(answer.to_string());
        json_body(stream, &answer).await
    }

    async fn stream(&self, stream: &mut TcpStream, first: &str) -> io::Result<bool> {
        let mut everything = self.everybody.subscribe();
        start_events(stream, "").await?;
        // Somebody else's answers, with ids that others use as well.
        let stranger = json!({"jsonrpc": "2.0", "id": 3, "result": {"content": [{"type": "text", "text": "not yours"}]}});
        let opening = format!(": hello\n\n{first}event: message\ndata: {stranger}\n\n");
        stream.write_all(opening.as_bytes()).await?;
        while let Ok(message) = everything.recv().await {
            let event = format!("event: message\ndata: {message}\n\n");
            stream.write_all(event.as_bytes()).await?;
        }
        Ok(false)
    }

    async fn own_stream(&self, stream: &mut TcpStream) -> io::Result<bool> {
        let (sender, mut messages) = mpsc::unbounded_channel();
        let name = {
            let mut clients = self.clients.lock();
            let name = format!("client={}", clients.len());
            clients.insert(name.clone(), sender);
            name
        };
        start_events(stream, "").await?;
        let endpoint = match self.layout() {
            Layout::Astray(port) => format!("http://127.0.0.1:{port}/messages?{name}"),
            Layout::Twice => self.url(&format!("/messages?{name}")),
            _ => format!("/messages?{name}"),
        };
        let opening = format!("event: open\ndata: {{}}\n\nevent: endpoint\ndata: {endpoint}\n\n");
        stream.write_all(opening.as_bytes()).await?;
        while let Some(message) = messages.recv().await {
            let event = format!("event: message\ndata: {message}\n\n");
            stream.write_all(event.as_bytes()).await?;
        }
        Ok(false)
    }
}

async fn json_body(stream: &mut TcpStream, body: &Value) -> io::Result<bool> {
    plain(stream, 200, "application/json", &body.to_string()).await
}

fn document(place: &str) -> Value {
    json!({
        "mcpVersion": "2024-11-05",
        "serverInfo": {"name": "calculator", "version": "1.0.0"},
        "transports": [
            {"type": "sse", "endpoint": "/sse"},
            {"type": "streamable-http", "endpoint": place},
        ],
    })
}

/// The answer to a message or a batch; none to notifications.
fn reply(message: &Value) -> Option<Value> {
    if let Some(batch) = message.as_array() {
        let answers: Vec<Value> = batch.iter().filter_map(reply).collect();
        return (!answers.is_empty()).then(|| Value::Array(answers));
    }
    let id = message.get("id")?;
    let params = &message["params"];
    let result = match message["method"].as_str().unwrap_or_default() {
        "initialize" => json!({
            "protocolVersion": "2024-11-05",
            "capabilities": {"tools": {}, "resources": {}, "prompts": {}, "logging": {}},
            "serverInfo": {"name": "calculator", "version": "1.0.0"},
        }),
        "ping" => json!({}),
        "tools/list" => json!({"tools": [{
            "name": "add", "description": "Add two numbers together.",
            "inputSchema": {"type": "object", "properties": {"a": {"type": "number"}, "b": {"type": "number"}}, "required": ["a", "b"]},
        }]}),
        "tools/call" => {
            let number = |name: &str| params["arguments"][name].as_f64().unwrap_or_default();
            let sum = (number("a") + number("b")).to_string();
            json!({"content": [{"type": "text", "text": sum}]})
        }
        "resources/list" => json!({"resources": [{"uri": "calc://info", "name": "info"}]}),
        "resources/templates/list" => json!({"resourceTemplates": []}),
        "resources/read" => {
            json!({"contents": [{"uri": params["uri"], "mimeType": "text/plain", "text": "a calculator"}]})
        }
        "prompts/list" => json!({"prompts": [{"name": "sum", "arguments": [{"name": "of"}]}]}),
        "prompts/get" => {
            let text = format!(
                "Add up {}",
                params["arguments"]["of"].as_str().unwrap_or("?")
            );
            json!({"messages": [{"role": "user", "content": {"type": "text", "text": text}}]})
        }
        other => {
            let error = json!({"code": -32601, "message": format!("Method not found: {other}")});
            return Some(json!({"jsonrpc": "2.0", "id": id, "error": error}));
        }
    };
    Some(json!({"jsonrpc": "2.0", "id": id, "result": result}))
}
