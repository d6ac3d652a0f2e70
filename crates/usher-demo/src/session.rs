//! Holds the state of one connection, and sends its messages.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;

use crate::fault::Fault;

mod client;
mod level;

pub(crate) use client::Client;
pub(crate) use level::Level;

/// One connection. Everything that leaves goes through `outbox`, so order is kept.
pub(crate) struct Session {
    outbox: mpsc::UnboundedSender<Value>,
    state: Mutex<State>,
}

/// What changes while the connection lives.
#[derive(Default)]
struct State {
    client: Option<Client>,
    level: Level,
    calls: HashMap<String, AbortHandle>,
    questions: HashMap<String, oneshot::Sender<Result<Value, Fault>>>,
    asked: u64,
    subscriptions: HashMap<String, Option<AbortHandle>>,
    notes: Vec<String>,
    extra_tool: ExtraTool,
    cancelled_tasks: HashSet<String>,
}

/// Whether the second, hidden tool is on offer.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum ExtraTool {
    #[default]
    Absent,
    Offered,
}

impl Session {
    pub(crate) fn new(outbox: mpsc::UnboundedSender<Value>) -> Self {
        Self {
            outbox,
            state: Mutex::default(),
        }
    }

    /// A poisoned lock still guards whole values: no method leaves one half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// The other side is gone when this fails; the reader notices by itself.
    fn send(&self, frame: Value) {
        drop(self.outbox.send(frame));
    }

    pub(crate) fn answer(&self, id: &Value, outcome: Result<Value, Fault>) {
        self.send(match outcome {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            // An answer to something that had no readable id goes without one.
            Err(fault) if id.is_null() => json!({ "jsonrpc": "2.0", "error": fault.into_json() }),
            Err(fault) => json!({ "jsonrpc": "2.0", "id": id, "error": fault.into_json() }),
        });
    }

    pub(crate) fn notify(&self, method: &str, params: &Value) {
        let mut frame = json!({ "jsonrpc": "2.0", "method": method });
        if !params.is_null() {
            frame["params"] = params.clone();
        }
        self.send(frame);
    }

    /// Sends a log message if the client wants its level.
    pub(crate) fn log(&self, level: Level, logger: &str, data: &Value) {
        if level >= self.state().level {
            let params = json!({ "level": level.to_string(), "logger": logger, "data": data });
            self.notify("notifications/message", &params);
        }
    }

    pub(crate) fn set_level(&self, level: Level) {
        self.state().level = level;
    }

    pub(crate) fn greet(&self, client: Client) {
        self.state().client = Some(client);
    }

    pub(crate) fn client(&self) -> Option<Client> {
        self.state().client.clone()
    }

    /// JSON-RPC batches exist in one revision only.
    pub(crate) fn takes_batches(&self) -> bool {
        self.client()
            .is_some_and(|client| client.version == "2025-03-26")
    }

    /// Runs `call` concurrently with the reader, so that it can be cancelled.
    pub(crate) fn start<F>(self: &Arc<Self>, id: Value, call: F)
    where
        F: Future<Output = Result<Value, Fault>> + Send + 'static,
    {
        let key = id.to_string();
        // The lock is held until the handle is kept: the task takes it to remove itself.
        let mut state = self.state();
        let session = Arc::clone(self);
        let task = tokio::spawn(async move {
            let outcome = call.await;
            let key = id.to_string();
            let removed = session.state().calls.remove(&key);
            // A call cancelled in its last moment is not answered any more.
            if removed.is_some() {
                session.answer(&id, outcome);
            }
        });
        state.calls.insert(key, task.abort_handle());
    }

    /// Stops a call; it gets no answer. An unknown id is no mistake: the answer was on its way.
    pub(crate) fn cancel(&self, id: &Value) {
        let call = self.state().calls.remove(&id.to_string());
        if let Some(call) = call {
            call.abort();
        }
    }

    /// Asks the client something and waits for its answer. Dropping the wait withdraws the question.
    pub(crate) async fn ask(&self, method: &str, params: Value) -> Result<Value, Fault> {
        let (sender, answer) = oneshot::channel();
        let id = {
            let mut state = self.state();
            state.asked += 1;
            let id = format!("demo-{}", state.asked);
            state.questions.insert(id.clone(), sender);
            id
        };
        let question = Question { session: self, id };
        self.send(
            json!({ "jsonrpc": "2.0", "id": question.id, "method": method, "params": params }),
        );
        answer
            .await
            .unwrap_or_else(|_| Err(Fault::internal("the connection ended before the answer")))
    }

    /// Hands an answer to the question it belongs to.
    pub(crate) fn answered(&self, id: &Value, outcome: Result<Value, Fault>) {
        let question = id.as_str().and_then(|id| self.state().questions.remove(id));
        match question {
            Some(question) => drop(question.send(outcome)),
            None => self.log(
                Level::Warning,
                "session",
                &json!(format!("An answer came for {id}, which nobody asked")),
            ),
        }
    }

    pub(crate) fn subscribe(&self, uri: &str, ticker: Option<AbortHandle>) {
        let replaced = self.state().subscriptions.insert(uri.to_owned(), ticker);
        if let Some(Some(ticker)) = replaced {
            ticker.abort();
        }
    }

    pub(crate) fn unsubscribe(&self, uri: &str) {
        let removed = self.state().subscriptions.remove(uri);
        if let Some(Some(ticker)) = removed {
            ticker.abort();
        }
    }

    /// Notifies subscribers that a resource changed.
    pub(crate) fn updated(&self, uri: &str) {
        if self.state().subscriptions.contains_key(uri) {
            self.notify("notifications/resources/updated", &json!({ "uri": uri }));
        }
    }

    pub(crate) fn notes(&self) -> Vec<String> {
        self.state().notes.clone()
    }

    pub(crate) fn change_notes<T>(&self, change: impl FnOnce(&mut Vec<String>) -> T) -> T {
        change(&mut self.state().notes)
    }

    pub(crate) fn extra_tool(&self) -> ExtraTool {
        self.state().extra_tool
    }

    pub(crate) fn set_extra_tool(&self, extra_tool: ExtraTool) {
        self.state().extra_tool = extra_tool;
    }

    pub(crate) fn cancel_task(&self, id: String) {
        self.state().cancelled_tasks.insert(id);
    }

    pub(crate) fn is_task_cancelled(&self, id: &str) -> bool {
        self.state().cancelled_tasks.contains(id)
    }

    /// Ends everything that still runs: the client has left.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        let tickers = std::mem::take(&mut state.subscriptions);
        let calls = std::mem::take(&mut state.calls);
        // Without its sender a question ends by itself.
        state.questions.clear();
        drop(state);
        for task in tickers.into_values().flatten().chain(calls.into_values()) {
            task.abort();
        }
    }
}

/// A pending request to the client; dropped unanswered, it is cancelled.
struct Question<'a> {
    session: &'a Session,
    id: String,
}

impl Drop for Question<'_> {
    fn drop(&mut self) {
        let unanswered = self.session.state().questions.remove(&self.id);
        if unanswered.is_some() {
            self.session.notify(
                "notifications/cancelled",
                &json!({ "requestId": self.id, "reason": "The tool call was cancelled" }),
            );
        }
    }
}
