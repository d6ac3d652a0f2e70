//! What a script can do to the client it talks to.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot, watch};

/// One thing to be done on the way out.
pub enum Output {
    /// One message, or something that is none.
    Line(Vec<u8>),
    /// Bytes without the end of a line.
    Bare(Vec<u8>),
    /// The same bytes many times, without the end of a line. On stdio only.
    Repeated(Vec<u8>, usize),
    Stderr(Vec<u8>),
    /// The process ends at once; over HTTP the connection breaks.
    Exit(i32),
}

/// What one session remembers, however many streams it has.
#[derive(Default)]
pub struct Memory {
    waiting: Mutex<HashMap<String, oneshot::Sender<Value>>>,
    asked: AtomicU64,
    cancelled: watch::Sender<Vec<Value>>,
    /// How often each method was called.
    counts: Mutex<HashMap<String, u64>>,
    kept: Mutex<HashMap<String, Value>>,
    time: Mutex<Option<Instant>>,
}

/// The client as a script sees it.
#[derive(Clone)]
pub struct Peer {
    out: mpsc::UnboundedSender<Output>,
    memory: Arc<Memory>,
}

impl Peer {
    /// A peer whose output goes to `out`.
    pub fn new(out: mpsc::UnboundedSender<Output>, memory: Arc<Memory>) -> Self {
        Self { out, memory }
    }

    /// Does one thing; a client that has gone is not an error of the script.
    pub fn put(&self, output: Output) {
        let _ = self.out.send(output);
    }

    /// Sends a message, in all of whose texts stands what the server has to tell.
    pub fn send(&self, message: &Value) {
        let mut message = message.clone();
        tell_in(&mut message, false);
        self.put(Output::Line(message.to_string().into_bytes()));
    }

    /// Sends a line as it is.
    pub fn line(&self, text: &str) {
        self.put(Output::Line(text.as_bytes().to_vec()));
    }

    pub fn answer(&self, id: &Value, result: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
    }

    /// Answers a request with an error.
    pub fn refuse(&self, id: &Value, code: i64, message: &str) {
        self.send(
            &json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}),
        );
    }

    pub fn notify(&self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Asks the client and waits for its whole answer.
    pub async fn ask(&self, method: &str, params: &Value) -> Value {
        let id = format!("ask-{}", self.memory.asked.fetch_add(1, Ordering::Relaxed));
        let (sender, answer) = oneshot::channel();
        self.memory.waiting.lock().insert(id.clone(), sender);
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        answer.await.unwrap_or_default()
    }

    /// The id of the request that is made next.
    pub fn next_ask(&self) -> String {
        format!("ask-{}", self.memory.asked.load(Ordering::Relaxed))
    }

    /// Waits until the client cancels this request.
    pub async fn until_cancelled(&self, id: &Value) {
        let mut cancelled = self.memory.cancelled.subscribe();
        // The sender lives as long as the session.
        let _ = cancelled.wait_for(|ids| ids.contains(id)).await;
    }

    /// Counts a call of this method; returns how many there were before.
    pub fn count(&self, method: &str) -> u64 {
        let mut counts = self.memory.counts.lock();
        let count = counts.entry(method.to_owned()).or_default();
        *count += 1;
        *count - 1
    }

    /// Keeps a value under a name.
    pub fn keep(&self, name: &str, value: Value) {
        self.memory.kept.lock().insert(name.to_owned(), value);
    }

    /// What is kept under a name; null if nothing is.
    pub fn kept(&self, name: &str) -> Value {
        self.memory
            .kept
            .lock()
            .get(name)
            .cloned()
            .unwrap_or_default()
    }

    pub fn keep_time(&self) {
        *self.memory.time.lock() = Some(Instant::now());
    }

    /// The moment that was kept last.
    pub fn time(&self) -> Option<Instant> {
        *self.memory.time.lock()
    }
}

/// The members whose texts are for people and models.
const TEXTS: [&str; 11] = [
    "text",
    "description",
    "title",
    "message",
    "data",
    "values",
    "instructions",
    "theirs",
    "com.example/seen",
    "statusMessage",
    "systemPrompt",
];

/// A text, and after it what the environment gives the server to tell (`TELLS`), if anything.
pub fn telling(text: &str) -> String {
    format!("{text}{}", std::env::var("TELLS").unwrap_or_default())
}

fn tell_in(value: &mut Value, is_told: bool) {
    match value {
        Value::String(text) if is_told => *text = telling(text),
        Value::Array(values) => values.iter_mut().for_each(|value| tell_in(value, is_told)),
        Value::Object(members) => {
            for (name, value) in members {
                tell_in(value, is_told || TEXTS.contains(&name.as_str()));
            }
        }
        _ => {}
    }
}

impl Memory {
    /// Takes the client's answer to a question in.
    pub fn take_answer(&self, message: &Value) {
        let id = message["id"].as_str().unwrap_or_default();
        if let Some(sender) = self.waiting.lock().remove(id) {
            // A script that no longer waits does not care.
            let _ = sender.send(message.clone());
        }
    }

    /// Takes note that the client cancelled a request.
    pub fn take_cancel(&self, id: &Value) {
        self.cancelled.send_modify(|ids| ids.push(id.clone()));
    }
}
