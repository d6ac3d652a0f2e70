//! A local model provider, in the wire format it is asked in: Anthropic, `OpenAI`, Gemini or Ollama, told apart by the
//! path. It answers what it was told to, one answer a request, piece by piece.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::http::{Seen, plain, start_events};
use crate::loopback::{Answers, Loopback};

/// What it does when it is asked.
#[derive(Debug, Clone)]
pub enum Reply {
    /// It writes this text.
    Says(String),
    /// It wants a tool to be used, with these arguments.
    Uses(String, Value),
    /// It refuses with this HTTP status.
    Refuses(u16),
    /// It says something that is no message of any provider.
    Nonsense,
    /// It writes this much and then nothing more.
    Hangs(String),
}

#[derive(Clone)]
pub struct Provider {
    port: u16,
    held: Arc<Mutex<Held>>,
}

#[derive(Default)]
struct Held {
    replies: VecDeque<Reply>,
    asked: Vec<Asked>,
}

/// One request for an answer.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Where: the path tells the wire format.
    pub path: String,
    pub body: Value,
}

impl Provider {
    /// Starts one; it lives as long as the runtime.
    pub async fn start() -> io::Result<Self> {
        let loopback = Loopback::bind().await?;
        let provider = Self {
            port: loopback.port,
            held: Arc::default(),
        };
        loopback.serve(provider.clone());
        Ok(provider)
    }

    /// Its address, up to where each wire format begins.
    pub fn base(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }

    /// What it does with the next request that has no answer yet.
    pub fn will(&self, reply: Reply) {
        self.held().replies.push_back(reply);
    }

    /// What it was asked so far, without lists of models.
    pub fn asked(&self) -> Vec<Asked> {
        self.held().asked.clone()
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock()
    }
}

impl Answers for Provider {
    async fn answer(&self, seen: Seen, stream: &mut TcpStream) -> io::Result<bool> {
        let path = seen.line.split(' ').nth(1).unwrap_or_default().to_owned();
        if seen.line.starts_with("GET") {
            return json_reply(stream, 200, &list(&path)).await;
        }
        let reply = {
            let mut held = self.held();
            held.asked.push(Asked {
                path: path.clone(),
                body: seen.body,
            });
            held.replies.pop_front()
        };
        let reply = reply.unwrap_or_else(|| Reply::Says("Hello.".into()));
        let (pieces, hangs) = match reply {
            Reply::Refuses(status) => {
                let body = json!({ "error": { "message": "You may not." } });
                return json_reply(stream, status, &body).await;
            }
            Reply::Nonsense => (vec!["data: <html>\n\n".to_owned()], false),
            Reply::Says(text) => (spoken(&path, &words(&text), None), false),
            Reply::Uses(tool, input) => (spoken(&path, &[], Some((&tool, &input))), false),
            Reply::Hangs(text) => {
                let mut pieces = spoken(&path, &words(&text), None);
                pieces.truncate(pieces.len() / 2);
                (pieces, true)
            }
        };
        start_events(stream, "").await?;
        for piece in pieces {
            stream.write_all(piece.as_bytes()).await?;
            stream.flush().await?;
        }
        if hangs {
            let mut rest = Vec::new();
            stream.read_to_end(&mut rest).await?;
        }
        Ok(false)
    }
}

async fn json_reply(stream: &mut TcpStream, status: u16, body: &Value) -> io::Result<bool> {
    plain(stream, status, "application/json", &body.to_string()).await
}

fn words(text: &str) -> Vec<&str> {
    text.split_inclusive(' ').collect()
}

/// The models it lists, in the shape of each format at once.
fn list(path: &str) -> Value {
    if path.contains("/api/tags") {
        return json!({ "models": [{ "name": "tiny-writer" }, { "name": "large-writer" }] });
    }
    json!({
        "data": [{ "id": "tiny-writer" }, { "id": "large-writer" }],
        "models": [{ "name": "models/tiny-writer" }, { "name": "models/large-writer" }],
    })
}

/// An answer in the format the path tells.
fn spoken(path: &str, texts: &[&str], tool: Option<(&str, &Value)>) -> Vec<String> {
    if path.contains("/messages") {
        return anthropic(texts, tool).iter().map(event).collect();
    }
    if path.contains("streamGenerateContent") {
        return gemini(texts, tool).iter().map(event).collect();
    }
    if path.contains("/api/chat") {
        return ollama(texts, tool)
            .iter()
            .map(|message| format!("{message}\n"))
            .collect();
    }
    let mut all: Vec<String> = openai(texts, tool).iter().map(event).collect();
    all.push("data: [DONE]\n\n".into());
    all
}

fn event(message: &Value) -> String {
    match message["type"].as_str() {
        Some(kind) => format!("event: {kind}\ndata: {message}\n\n"),
        None => format!("data: {message}\n\n"),
    }
}

fn anthropic(texts: &[&str], tool: Option<(&str, &Value)>) -> Vec<Value> {
    let mut all = vec![
        json!({ "type": "message_start", "message": { "id": "m", "usage": { "input_tokens": 12 } } }),
    ];
    if !texts.is_empty() {
        all.push(json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" } }));
    }
    all.extend(texts.iter().map(|text| {
        json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": text } })
    }));
    if let Some((name, input)) = tool {
        all.push(json!({ "type": "content_block_start", "index": 1, "content_block": { "type": "tool_use", "id": "t1", "name": name, "input": {} } }));
        all.push(json!({ "type": "content_block_delta", "index": 1, "delta": { "type": "input_json_delta", "partial_json": input.to_string() } }));
    }
    let stop = if tool.is_some() {
        "tool_use"
    } else {
        "end_turn"
    };
    all.push(json!({ "type": "message_delta", "delta": { "stop_reason": stop }, "usage": { "output_tokens": 7 } }));
    all.push(json!({ "type": "message_stop" }));
    all
}

fn openai(texts: &[&str], tool: Option<(&str, &Value)>) -> Vec<Value> {
    let choice = |delta: Value, reason: Option<&str>| json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": reason }] });
    let mut all: Vec<Value> = texts
        .iter()
        .map(|text| choice(json!({ "content": text }), None))
        .collect();
    if let Some((name, input)) = tool {
        let function = json!({ "name": name, "arguments": input.to_string() });
        let call = json!({ "index": 0, "id": "t1", "type": "function", "function": function });
        all.push(choice(json!({ "tool_calls": [call] }), None));
    }
    let reason = if tool.is_some() { "tool_calls" } else { "stop" };
    all.push(choice(json!({}), Some(reason)));
    all.push(json!({ "choices": [], "usage": { "prompt_tokens": 12, "completion_tokens": 7 } }));
    all
}

fn gemini(texts: &[&str], tool: Option<(&str, &Value)>) -> Vec<Value> {
    let candidate = |part: Value| json!({ "candidates": [{ "content": { "role": "model", "parts": [part] } }] });
    let mut all: Vec<Value> = texts
        .iter()
        .map(|text| candidate(json!({ "text": text })))
        .collect();
    if let Some((name, input)) = tool {
        all.push(candidate(
            json!({ "functionCall": { "id": "t1", "name": name, "args": input } }),
        ));
    }
    all.push(json!({
        "candidates": [{ "content": { "parts": [] }, "finishReason": "STOP" }],
        "usageMetadata": { "promptTokenCount": 12, "candidatesTokenCount": 7 },
    }));
    all
}

fn ollama(texts: &[&str], tool: Option<(&str, &Value)>) -> Vec<Value> {
    let message = |message: Value| json!({ "message": message, "done": false });
    let mut all: Vec<Value> = texts
        .iter()
        .map(|text| message(json!({ "role": "assistant", "content": text })))
        .collect();
    if let Some((name, input)) = tool {
        let call = json!({ "id": "t1", "function": { "name": name, "arguments": input } });
        all.push(message(
            json!({ "role": "assistant", "content": "", "tool_calls": [call] }),
        ));
    }
    all.push(json!({ "message": { "role": "assistant", "content": "" }, "done": true, "done_reason": "stop", "prompt_eval_count": 12, "eval_count": 7 }));
    all
}
