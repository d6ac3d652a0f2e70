//! The socket: which requests are taken, and how they are answered.

use std::io;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio::net::TcpStream;

use super::call::{Call, Client};
use super::exchange::{Exchange, Style, plain, refuse, write_json};
use super::fault::{Fault, INVALID_REQUEST, PARSE};
use super::headers::{header, is_local};
use super::legacy::Session;
use super::world::World;
use super::{methods, modern};
use crate::loopback::{Answers, Loopback};
use crate::scripted::http::Seen;

/// The server, as long as the runtime lives.
pub struct ConformanceServer {
    /// The port of the loopback address it listens on.
    pub port: u16,
}

impl ConformanceServer {
    /// Starts listening on a free port of the loopback address.
    pub async fn start() -> io::Result<Self> {
        let loopback = Loopback::bind().await?;
        let port = loopback.port;
        loopback.serve(Arc::new(World::new(port)));
        Ok(Self { port })
    }

    /// The address of the endpoint.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port)
    }
}

impl Answers for Arc<World> {
    async fn answer(&self, request: Seen, socket: &mut TcpStream) -> io::Result<bool> {
        if !is_local(&request) {
            return plain(socket, 403).await;
        }
        match request.line.split(' ').next() {
            Some("POST") => post(self, request, socket).await,
            Some("GET") => hear(self, &request, socket).await,
            Some("DELETE") => {
                let session = header(&request, "mcp-session-id");
                let Some(session) = self.sessions.lock().remove(session) else {
                    return plain(socket, 404).await;
                };
                session.end();
                plain(socket, 200).await
            }
            _ => plain(socket, 405).await,
        }
    }
}

async fn post(world: &Arc<World>, request: Seen, socket: &mut TcpStream) -> io::Result<bool> {
    let Value::Object(message) = &request.body else {
        let fault = if request.body.is_array() {
            Fault::new(INVALID_REQUEST, "Batches are not taken")
        } else {
            Fault::new(PARSE, "The body is no JSON object")
        };
        return refuse(socket, 400, &Value::Null, &fault).await;
    };
    let id = message.get("id").cloned().unwrap_or_default();
    let method = message
        .get("method")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    let params = match message.get("params") {
        Some(Value::Object(params)) => params.clone(),
        _ => Map::new(),
    };
    if modern::is_modern(&request, &params) {
        if id.is_null() || method.is_empty() {
            return plain(socket, 202).await;
        }
        if let Err((status, fault)) = modern::check(world, &request, &method, &params) {
            return refuse(socket, status, &id, &fault).await;
        }
        let call = Call {
            world: Arc::clone(world),
            id,
            method,
            params,
            exchange: Arc::default(),
            client: Client::Alone,
        };
        return modern::answer(call, socket).await;
    }
    if method == "initialize" {
        let session = Session::begin(&Value::Object(params));
        let answer = json!({ "jsonrpc": "2.0", "id": id, "result": session.beginning() });
        let name = world.new_name();
        let header = format!("Mcp-Session-Id: {name}\r\n");
        world.sessions.lock().insert(name, Arc::new(session));
        write_json(socket, 200, &header, &answer).await?;
        return Ok(true);
    }
    let session = match find(world, &request) {
        Ok(session) => session,
        Err(status) => {
            let fault = Fault::new(INVALID_REQUEST, "There is no such session");
            return refuse(socket, status, &id, &fault).await;
        }
    };
    if method.is_empty() {
        session.answered(request.body);
        return plain(socket, 202).await;
    }
    if id.is_null() {
        session.hear(&method, &Value::Object(params));
        return plain(socket, 202).await;
    }
    let (exchange, style) = session.open();
    let call = Call {
        world: Arc::clone(world),
        id: id.clone(),
        method,
        params,
        exchange: Arc::clone(&exchange),
        client: Client::Session(Arc::clone(&session)),
    };
    let running = tokio::spawn(methods::answer_on_stream(call));
    session.runs(&id, running.abort_handle(), Arc::clone(&exchange));
    write(&exchange, socket, style).await
}

/// Writes an answer that comes first as JSON, and all else as a stream.
async fn write(exchange: &Exchange, socket: &mut TcpStream, style: Style) -> io::Result<bool> {
    if let Some(answer) = exchange.only_answer().await {
        write_json(socket, 200, "", &answer).await?;
        return Ok(true);
    }
    if exchange.is_silent() {
        return plain(socket, 202).await;
    }
    exchange.write(socket, "", style).await?;
    Ok(false)
}

/// Opens the stream for what belongs to no request, or goes on with one that broke off.
async fn hear(world: &World, request: &Seen, socket: &mut TcpStream) -> io::Result<bool> {
    let session = match find(world, request) {
        Ok(session) => session,
        Err(status) => return plain(socket, status).await,
    };
    let last_event = header(request, "last-event-id");
    let (exchange, style) = session
        .resume(last_event)
        .unwrap_or_else(|| session.open_general());
    exchange.write(socket, "", style).await?;
    Ok(false)
}

/// The session that a request names, or the status that refuses it.
fn find(world: &World, request: &Seen) -> Result<Arc<Session>, u16> {
    let name = header(request, "mcp-session-id");
    if name.is_empty() {
        return Err(400);
    }
    world.sessions.lock().get(name).cloned().ok_or(404)
}
