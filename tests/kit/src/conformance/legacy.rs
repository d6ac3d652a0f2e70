//! Sessions with `initialize`, to 2025-11-25.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

use super::exchange::{Exchange, Style};
use super::fault::{Fault, INTERNAL};

/// The revisions there are, the oldest first.
const REVISIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
/// From here on a stream begins with an event without data, and may break off.
const POLLS: &str = "2025-11-25";
/// Levels that are above `info`.
const ABOVE_INFO: [&str; 6] = [
    "notice",
    "warning",
    "error",
    "critical",
    "alert",
    "emergency",
];
/// Longest wait for an answer of the client.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);

/// One client, from `initialize` until it ends the session.
pub(super) struct Session {
    pub(super) revision: &'static str,
    pub(super) capabilities: Value,
    /// What belongs to no request.
    pub(super) general: Arc<Exchange>,
    pub(super) followed: Mutex<HashSet<String>>,
    level: Mutex<Option<String>>,
    asked: Mutex<HashMap<String, oneshot::Sender<Value>>>,
    exchanges: Mutex<Vec<Arc<Exchange>>>,
    running: Mutex<HashMap<String, (AbortHandle, Arc<Exchange>)>>,
    last: Mutex<u64>,
}

impl Session {
    /// Begins with the parameters of `initialize`.
    pub(super) fn begin(params: &Value) -> Self {
        let wanted = params["protocolVersion"].as_str().unwrap_or_default();
        let known = REVISIONS.into_iter().find(|revision| *revision == wanted);
        Self {
            revision: known.unwrap_or(POLLS),
            capabilities: params["capabilities"].clone(),
            general: Arc::default(),
            followed: Mutex::default(),
            level: Mutex::default(),
            asked: Mutex::default(),
            exchanges: Mutex::default(),
            running: Mutex::default(),
            last: Mutex::default(),
        }
    }

    /// The answer to its `initialize`.
    pub(super) fn beginning(&self) -> Value {
        json!({
            "protocolVersion": self.revision,
            "capabilities": {
                "tools": { "listChanged": true },
                "prompts": { "listChanged": true },
                "resources": { "subscribe": true, "listChanged": true },
                "completions": {},
                "logging": {},
            },
            "serverInfo": super::names::info(),
        })
    }

    /// Opens the stream of a request, and says how it is written.
    pub(super) fn open(&self) -> (Arc<Exchange>, Style) {
        let exchange = Arc::<Exchange>::default();
        let mut exchanges = self.exchanges.lock();
        exchanges.push(Arc::clone(&exchange));
        (exchange, self.style(exchanges.len(), 0))
    }

    fn style(&self, number: usize, from: usize) -> Style {
        Style {
            name: Some(number.to_string()),
            // Revisions are dates, so that text is ordered as they are.
            begins_empty: self.revision >= POLLS,
            from,
        }
    }

    /// The stream that an event belongs to, to go on after that event.
    pub(super) fn resume(&self, last_event: &str) -> Option<(Arc<Exchange>, Style)> {
        let (number, from) = last_event.split_once('-')?;
        let (number, from): (usize, usize) = (number.parse().ok()?, from.parse().ok()?);
        let exchanges = self.exchanges.lock();
        let exchange = exchanges.get(number.checked_sub(1)?)?;
        let from = exchange.behind_break(from);
        Some((Arc::clone(exchange), self.style(number, from)))
    }

    /// The stream for what belongs to no request.
    pub(super) fn open_general(&self) -> (Arc<Exchange>, Style) {
        (Arc::clone(&self.general), Style::default())
    }

    /// Whether the client may be told to come back for the rest of a stream.
    pub(super) fn polls(&self) -> bool {
        self.revision >= POLLS
    }

    pub(super) fn log_from(&self, level: &str) {
        *self.level.lock() = Some(level.to_owned());
    }

    pub(super) fn wants_info(&self) -> bool {
        let level = self.level.lock();
        !level
            .as_deref()
            .is_some_and(|level| ABOVE_INFO.contains(&level))
    }

    /// Asks the client on the stream of a request, and waits for its result.
    pub(super) async fn ask(
        &self,
        exchange: &Exchange,
        method: &str,
        params: Value,
    ) -> Result<Value, Fault> {
        let id = {
            let mut last = self.last.lock();
            *last += 1;
            format!("question-{last}")
        };
        let (sender, answer) = oneshot::channel();
        self.asked.lock().insert(id.clone(), sender);
        let mut request = json!({ "jsonrpc": "2.0", "id": id, "method": method });
        request["params"] = params;
        exchange.tell(request);
        let answer = tokio::time::timeout(ANSWER_WITHIN, answer).await;
        self.asked.lock().remove(&id);
        match answer {
            Ok(Ok(answer)) if answer["result"].is_object() => Ok(answer["result"].clone()),
            Ok(Ok(answer)) => Err(Fault::new(
                INTERNAL,
                format!("The client answered with an error: {}", answer["error"]),
            )),
            _ => Err(Fault::new(INTERNAL, "The client did not answer")),
        }
    }

    /// Takes an answer of the client; one to no question belongs to nothing.
    pub(super) fn answered(&self, message: Value) {
        let id = message["id"].as_str().unwrap_or_default();
        if let Some(waiting) = self.asked.lock().remove(id) {
            // Nobody waits for it any more.
            let _ = waiting.send(message);
        }
    }

    /// Keeps what answers a request, so that it can be cancelled.
    pub(super) fn runs(&self, id: &Value, task: AbortHandle, exchange: Arc<Exchange>) {
        self.running.lock().insert(id.to_string(), (task, exchange));
    }

    /// Takes note of a notification.
    pub(super) fn hear(&self, method: &str, params: &Value) {
        if method == "notifications/cancelled"
            && let Some((task, exchange)) =
                self.running.lock().remove(&params["requestId"].to_string())
        {
            task.abort();
            exchange.end();
        }
    }

    /// Ends it.
    pub(super) fn end(&self) {
        for (_, (task, exchange)) in self.running.lock().drain() {
            task.abort();
            exchange.end();
        }
        self.general.end();
    }
}
