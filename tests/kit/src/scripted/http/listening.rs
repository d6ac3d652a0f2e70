//! Sends events on the GET stream, some instead of in answers.

use std::io;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::mpsc;

use super::{HttpServer, Seen, flooding, plain, redirect, start_events};
use crate::scripted::peer::{Memory, Output, Peer};

impl HttpServer {
    /// Answers a GET; false when the connection is to be closed.
    pub(super) async fn hear(
        &self,
        request: &Seen,
        style: &str,
        mode: &str,
        stream: &mut TcpStream,
    ) -> io::Result<bool> {
        if let Some(done) = flooding::flood(style, stream).await {
            return done;
        }
        let known = request.headers.contains_key("last-event-id");
        let event = match (style, mode) {
            ("image", _) => return plain(stream, 200, "image/png", "not really").await,
            ("bounced", port) => {
                return redirect(stream, 302, &format!("http://127.0.0.1:{port}/i.png")).await;
            }
            ("orphaned", _) => return self.listen(stream).await,
            ("asks_aside", mode) if mode != "unheard" => return self.listen(stream).await,
            ("resume", _) if known => format!("id: e2\ndata: {}\n\n", self.last_answer()),
            ("sse", "list_changed") => {
                format!(
                    ": comment\n\nevent: message\ndata: {}\n\n",
                    changed("tools")
                )
            }
            ("polled", _) => {
                let (list, id) = if known {
                    ("prompts", "p2")
                } else {
                    ("tools", "p1")
                };
                format!("id: {id}\nretry: 100\ndata: {}\n\n", changed(list))
            }
            (forgets, _) if forgets.starts_with("forgets_by-") => {
                let session = request.headers.get("mcp-session-id").map(String::as_str);
                match session {
                    Some("s1") if known => {
                        let status = forgets["forgets_by-".len()..].parse().unwrap_or(404);
                        let error = json!({"code": -32000, "message": "Bad Request: No valid session ID provided"});
                        let body = json!({"jsonrpc": "2.0", "id": null, "error": error});
                        return plain(stream, status, "application/json", &body.to_string()).await;
                    }
                    Some("s1") => {
                        format!("id: g1\nretry: 500\ndata: {}\n\n", changed("tools"))
                    }
                    _ => format!("data: {}\n\n", changed("prompts")),
                }
            }
            _ => return plain(stream, 405, "text/plain", "").await,
        };
        start_events(stream, "").await?;
        stream.write_all(event.as_bytes()).await?;
        stream.flush().await?;
        if style == "sse" {
            std::future::pending::<()>().await;
        }
        Ok(false)
    }

    /// The answer to the last call, for a resumed stream.
    fn last_answer(&self) -> Value {
        let seen = self.seen.borrow();
        let call = seen
            .iter()
            .rev()
            .find(|seen| seen.body["method"] == "tools/call");
        let id = call.map(|seen| seen.body["id"].clone());
        json!({"jsonrpc": "2.0", "id": id, "result": text("resumed")})
    }

    /// A stream of whatever there is to say aside.
    async fn listen(&self, stream: &mut TcpStream) -> io::Result<bool> {
        let (sender, mut messages) = mpsc::unbounded_channel();
        start_events(stream, "").await?;
        stream
            .write_all(format!("data: {}\n\n", changed("tools")).as_bytes())
            .await?;
        self.listeners.lock().push(sender);
        while let Some(message) = messages.recv().await {
            stream
                .write_all(format!("data: {message}\n\n").as_bytes())
                .await?;
        }
        Ok(false)
    }

    /// Acknowledges a call, and answers it to whoever listens.
    pub(super) async fn answer_on_stream(
        &self,
        id: &Value,
        stream: &mut TcpStream,
    ) -> io::Result<bool> {
        let answer = json!({"jsonrpc": "2.0", "id": id, "result": text("aside")});
        let listeners = self.listeners.lock().clone();
        for listener in listeners {
            // One that has gone needs no answer.
            let _ = listener.send(answer.clone());
        }
        plain(stream, 202, "text/plain", "").await
    }

    /// Sends a request on the GET stream, and answers with its reply.
    pub(super) async fn ask_aside(
        &self,
        id: &Value,
        memory: Arc<Memory>,
        stream: &mut TcpStream,
    ) -> io::Result<bool> {
        let listener = self.listeners.lock().last().cloned();
        let said = match listener {
            None => "the question was lost".to_owned(),
            Some(listener) => {
                let (out, mut asking) = mpsc::unbounded_channel();
                tokio::spawn(async move {
                    while let Some(Output::Line(line)) = asking.recv().await {
                        // One that has gone answers nothing.
                        let _ = listener.send(serde_json::from_slice(&line).unwrap_or_default());
                    }
                });
                let form =
                    json!({"message": "Who are you?", "requestedSchema": {"type": "object"}});
                let answer = Peer::new(out, memory)
                    .ask("elicitation/create", &form)
                    .await;
                answer["result"].to_string()
            }
        };
        let body = json!({"jsonrpc": "2.0", "id": id, "result": text(&said)});
        plain(stream, 200, "application/json", &body.to_string()).await
    }
}

fn changed(list: &str) -> Value {
    json!({"jsonrpc": "2.0", "method": format!("notifications/{list}/list_changed")})
}

fn text(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}
