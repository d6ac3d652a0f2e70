//! What one request is answered: messages in order, written while they come and, in the legacy era, once more for a
//! client whose stream broke.

use std::io;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::sync::watch;

use super::fault::{self, Fault};

/// How soon a client may come back to a stream that was closed.
const RETRY_MS: u32 = 200;

/// What is said on one stream.
pub(super) struct Exchange {
    said: watch::Sender<Said>,
}

#[derive(Default)]
struct Said {
    entries: Vec<Entry>,
    is_over: bool,
}

#[derive(Clone)]
enum Entry {
    Message(Value),
    Answer(Value),
    /// The stream is closed here; its client comes back for the rest (2025-11-25, basic/transports).
    Break,
}

/// How a stream is written.
#[derive(Default)]
pub(super) struct Style {
    /// Begins the identity of each event; `None` = none can be asked for again.
    pub(super) name: Option<String>,
    /// Whether it begins with an event without data.
    pub(super) begins_empty: bool,
    /// The first entry that is written.
    pub(super) from: usize,
}

impl Default for Exchange {
    fn default() -> Self {
        Self {
            said: watch::Sender::new(Said::default()),
        }
    }
}

impl Exchange {
    /// Says a notification, or a request.
    pub(super) fn tell(&self, message: Value) {
        self.add(Entry::Message(message));
    }

    /// Closes the stream for now.
    pub(super) fn break_off(&self) {
        self.add(Entry::Break);
    }

    /// Says the last message.
    pub(super) fn answer(&self, message: Value) {
        self.said.send_modify(|said| {
            said.entries.push(Entry::Answer(message));
            said.is_over = true;
        });
    }

    /// Ends it without an answer.
    pub(super) fn end(&self) {
        self.said.send_modify(|said| said.is_over = true);
    }

    fn add(&self, entry: Entry) {
        self.said.send_modify(|said| said.entries.push(entry));
    }

    /// The answer, if nothing else is said before it.
    pub(super) async fn only_answer(&self) -> Option<Value> {
        let mut said = self.said.subscribe();
        let said = said.wait_for(|said| said.is_over || !said.entries.is_empty());
        match said.await.ok()?.entries.first() {
            Some(Entry::Answer(answer)) => Some(answer.clone()),
            _ => None,
        }
    }

    /// Whether it ended without a word.
    pub(super) fn is_silent(&self) -> bool {
        let said = self.said.borrow();
        said.is_over && said.entries.is_empty()
    }

    /// Where a client goes on that has had so many entries: behind the break that it comes back after.
    pub(super) fn behind_break(&self, had: usize) -> usize {
        let said = self.said.borrow();
        let rest = said.entries.get(had..).unwrap_or_default();
        had + rest
            .iter()
            .take_while(|entry| matches!(entry, Entry::Break))
            .count()
    }

    /// Writes what is said as a stream of events, until it is over, breaks off, or nobody reads it.
    pub(super) async fn write(
        &self,
        socket: &mut TcpStream,
        headers: &str,
        style: Style,
    ) -> io::Result<()> {
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nConnection: close\r\n{headers}\r\n"
        );
        socket.write_all(head.as_bytes()).await?;
        let mut next = style.from;
        if let Some(name) = style.name.as_ref().filter(|_| style.begins_empty) {
            let beginning = format!("id: {name}-{next}\nretry: {RETRY_MS}\ndata: \n\n");
            socket.write_all(beginning.as_bytes()).await?;
        }
        socket.flush().await?;
        let mut said = self.said.subscribe();
        loop {
            let (entries, is_over) = tokio::select! {
                said = said.wait_for(|said| said.is_over || said.entries.len() > next) => match said {
                    Ok(said) => (said.entries.get(next..).unwrap_or_default().to_vec(), said.is_over),
                    Err(_) => return Ok(()),
                },
                () = gone(socket) => return Err(io::ErrorKind::ConnectionReset.into()),
            };
            for entry in entries {
                next += 1;
                let (Entry::Message(message) | Entry::Answer(message)) = entry else {
                    return Ok(());
                };
                let id = style
                    .name
                    .as_ref()
                    .map(|name| format!("id: {name}-{next}\n"));
                let event = format!(
                    "{}event: message\ndata: {message}\n\n",
                    id.unwrap_or_default()
                );
                socket.write_all(event.as_bytes()).await?;
            }
            socket.flush().await?;
            if is_over {
                return Ok(());
            }
        }
    }
}

/// Waits until the other end has closed.
async fn gone(socket: &TcpStream) {
    let mut byte = [0; 1];
    if let Ok(1..) = socket.peek(&mut byte).await {
        // It says something else, which is read later.
        std::future::pending::<()>().await;
    }
}

/// Answers with a status alone.
pub(super) async fn plain(socket: &mut TcpStream, status: u16) -> io::Result<bool> {
    write_json(socket, status, "", &Value::Null).await?;
    Ok(true)
}

/// Answers with an error, and with the id of the request as far as it was read.
pub(super) async fn refuse(
    socket: &mut TcpStream,
    status: u16,
    id: &Value,
    fault: &Fault,
) -> io::Result<bool> {
    let body = json!({ "jsonrpc": "2.0", "id": id, "error": fault.shown() });
    write_json(socket, status, "", &body).await?;
    Ok(true)
}

/// Writes a whole body of JSON.
pub(super) async fn write_json(
    socket: &mut TcpStream,
    status: u16,
    headers: &str,
    body: &Value,
) -> io::Result<()> {
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    let head = format!(
        "HTTP/1.1 {status} Status\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    socket.write_all(head.as_bytes()).await?;
    socket.flush().await
}

/// The status that an answer of the modern era has (2026-07-28, basic/transports/streamable-http).
pub(super) fn status(answer: &Value) -> u16 {
    match answer["error"]["code"].as_i64() {
        Some(fault::NO_METHOD) => 404,
        Some(fault::HEADER_MISMATCH | fault::MISSING_CAPABILITY | fault::UNSUPPORTED_VERSION) => {
            400
        }
        _ => 200,
    }
}
