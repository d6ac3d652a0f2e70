//! Holds the state of a call that its client follows.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

use super::fault::Fault;
use super::question::Question;

/// How long a task is kept, as it is said; the server itself lives shorter.
const TTL_MS: u64 = 600_000;
const POLL_MS: u64 = 100;

/// The tasks, by their ids.
#[derive(Default)]
pub(super) struct Tasks(pub(super) Mutex<HashMap<String, Arc<Task>>>);

/// A call that its client follows.
pub(super) struct Task {
    pub(super) id: String,
    created: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    updated: String,
    outcome: Option<Result<Value, Fault>>,
    is_cancelled: bool,
    open: BTreeMap<&'static str, Open>,
    running: Option<AbortHandle>,
}

struct Open {
    request: Value,
    answer: oneshot::Sender<Value>,
}

impl Task {
    pub(super) fn new(id: String) -> Self {
        Self {
            id,
            created: now(),
            state: Mutex::new(State {
                updated: now(),
                ..State::default()
            }),
        }
    }

    /// Keeps what it runs in, so that it can be cancelled.
    pub(super) fn runs(&self, running: AbortHandle) {
        self.state.lock().running = Some(running);
    }

    /// Puts a question to the client.
    pub(super) fn ask(&self, question: Question) -> oneshot::Receiver<Value> {
        let (sender, answer) = oneshot::channel();
        let Question {
            key,
            method,
            params,
        } = question;
        let open = Open {
            request: json!({ "method": method, "params": params }),
            answer: sender,
        };
        let mut state = self.state.lock();
        state.open.insert(key, open);
        state.updated = now();
        answer
    }

    pub(super) fn answered(&self, responses: Option<&Map<String, Value>>) {
        let mut state = self.state.lock();
        for (key, response) in responses.into_iter().flatten() {
            if let Some(open) = state.open.remove(key.as_str()) {
                // The task may have been cancelled.
                let _ = open.answer.send(response.clone());
            }
        }
        state.updated = now();
    }

    pub(super) fn end(&self, outcome: Result<Value, Fault>) {
        let mut state = self.state.lock();
        state.outcome = Some(outcome);
        state.updated = now();
    }

    pub(super) fn cancel(&self) {
        let mut state = self.state.lock();
        if state.outcome.is_some() {
            return;
        }
        state.is_cancelled = true;
        state.open.clear();
        state.updated = now();
        if let Some(running) = state.running.take() {
            running.abort();
        }
    }

    pub(super) fn shown(&self) -> Value {
        let state = self.state.lock();
        let status = match &state.outcome {
            _ if state.is_cancelled => "cancelled",
            Some(Ok(_)) => "completed",
            Some(Err(_)) => "failed",
            None if !state.open.is_empty() => "input_required",
            None => "working",
        };
        json!({
            "taskId": self.id, "status": status, "createdAt": self.created, "lastUpdatedAt": state.updated,
            "ttlMs": TTL_MS, "pollIntervalMs": POLL_MS,
        })
    }

    /// With all that is known of it.
    pub(super) fn detailed(&self) -> Value {
        let mut shown = self.shown();
        let state = self.state.lock();
        match &state.outcome {
            Some(Ok(result)) => shown["result"] = result.clone(),
            Some(Err(fault)) => shown["error"] = fault.shown(),
            None if !state.open.is_empty() => {
                let open = state.open.iter();
                let requests = open.map(|(key, open)| ((*key).to_owned(), open.request.clone()));
                shown["inputRequests"] = Value::Object(requests.collect());
            }
            None => {}
        }
        shown
    }
}

fn now() -> String {
    // A year beyond 9999 has no such form.
    OffsetDateTime::now_utc()
        .format(&Rfc3339)
        .unwrap_or_default()
}
