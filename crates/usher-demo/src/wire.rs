//! Reads one JSON-RPC message a line, and writes responses.
//!
//! What a method means is decided in [`crate::methods`].

use std::io;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;

use crate::fault::Fault;
use crate::methods;
use crate::session::Session;

/// One message of the client, sorted by what it asks of us.
enum Incoming {
    Request {
        id: Value,
        method: String,
        params: Map<String, Value>,
    },
    Notification {
        method: String,
        params: Map<String, Value>,
    },
    Answer {
        id: Value,
        outcome: Result<Value, Fault>,
    },
    /// JSON, but not one of the three; `id` is null where none could be read.
    Unfit { id: Value, fault: Fault },
}

/// Reads until the end of input. A bad line is answered and skipped, never fatal.
pub(crate) async fn read<R: AsyncRead + Unpin>(
    reader: R,
    session: &Arc<Session>,
) -> io::Result<()> {
    let mut lines = BufReader::new(reader);
    let mut line = Vec::new();
    loop {
        line.clear();
        if lines.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match serde_json::from_slice(&line) {
            Ok(Value::Array(batch)) if session.takes_batches() && !batch.is_empty() => {
                for message in batch {
                    take(session, message);
                }
            }
            Ok(message) => take(session, message),
            Err(problem) => session.answer(&Value::Null, Err(Fault::parse(&problem))),
        }
    }
}

/// Writes every frame as one line, and flushes it.
pub(crate) async fn write<W: AsyncWrite + Unpin>(
    mut writer: W,
    mut frames: mpsc::UnboundedReceiver<Value>,
) -> io::Result<()> {
    while let Some(frame) = frames.recv().await {
        let mut line = frame.to_string();
        line.push('\n');
        writer.write_all(line.as_bytes()).await?;
        writer.flush().await?;
    }
    Ok(())
}

fn take(session: &Arc<Session>, message: Value) {
    match sort(message) {
        Incoming::Request { id, method, params } => {
            methods::request(session, id, &method, params);
        }
        Incoming::Notification { method, params } => {
            methods::notification(session, &method, &params);
        }
        Incoming::Answer { id, outcome } => session.answered(&id, outcome),
        Incoming::Unfit { id, fault } => session.answer(&id, Err(fault)),
    }
}

fn sort(message: Value) -> Incoming {
    let unfit = |id: Option<Value>, why| Incoming::Unfit {
        id: id.unwrap_or(Value::Null),
        fault: Fault::invalid_request(why),
    };
    let Value::Object(mut message) = message else {
        return unfit(None, "A message must be one JSON object");
    };
    let id = message.remove("id");
    if !matches!(id, None | Some(Value::String(_) | Value::Number(_))) {
        return unfit(None, "\"id\" must be a string or a number");
    }
    if message.get("jsonrpc") != Some(&json!("2.0")) {
        return unfit(id, "\"jsonrpc\" must be \"2.0\"");
    }
    let params = match message.remove("params") {
        None => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => return unfit(id, "\"params\" must be an object"),
    };
    let parts = (
        id,
        message.remove("method"),
        message.remove("result"),
        message.remove("error"),
    );
    match parts {
        (Some(id), Some(Value::String(method)), None, None) => {
            Incoming::Request { id, method, params }
        }
        (None, Some(Value::String(method)), None, None) => {
            Incoming::Notification { method, params }
        }
        (Some(id), None, Some(result), None) => Incoming::Answer {
            id,
            outcome: Ok(result),
        },
        (Some(id), None, None, Some(error)) => Incoming::Answer {
            id,
            outcome: Err(Fault::from_answer(&error)),
        },
        (id, ..) => unfit(id, "Neither a request, a notification nor an answer"),
    }
}
