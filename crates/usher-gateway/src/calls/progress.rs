//! Tells a client how far its call is, if it wants to know.

use parking_lot::Mutex;
use serde_json::{Value, json};
use usher_jsonrpc::notification;
use usher_messages::Message;
use usher_types::call::CallProgress;

use crate::limits;
use crate::request::{Request, text};
use crate::session::outbox::Outbox;

/// How much a beat adds: it counts for nothing beside what a server reports.
const KEEPALIVE_STEP: f64 = 1e-6;

/// Where the progress of a call is reported. Values only go up (2025-11-25, basic/utilities/progress).
pub(crate) struct Progress(Mutex<State>);

struct State {
    token: Option<Value>,
    outbox: Outbox,
    last: f64,
}

impl State {
    fn of(request: &Request, outbox: Outbox) -> Self {
        let token = request.meta.get("progressToken");
        Self {
            token: token
                .filter(|token| token.is_string() || token.is_i64())
                .cloned(),
            outbox,
            last: 0.0,
        }
    }
}

impl Progress {
    pub(crate) fn of(request: &Request, outbox: Outbox) -> Self {
        Self(Mutex::new(State::of(request, outbox)))
    }

    /// Tells it from now on as another request for the same call wants it.
    pub(crate) fn follow(&self, request: &Request, outbox: Outbox) {
        *self.0.lock() = State::of(request, outbox);
    }

    /// Tells nothing more: the request is answered.
    pub(crate) fn end(&self) {
        self.0.lock().token = None;
    }

    pub(crate) fn is_wanted(&self) -> bool {
        self.0.lock().token.is_some()
    }

    pub(crate) fn keepalive(&self, message: &Message) {
        self.report(0.0, None, Some(text(message)));
    }

    pub(crate) fn pass_on(&self, reported: &CallProgress) {
        self.report(reported.progress, reported.total, reported.message.clone());
    }

    /// Sends the client another message that belongs to the call.
    pub(crate) fn send(&self, line: String) {
        self.0.lock().outbox.send_line(line);
    }

    fn report(&self, progress: f64, total: Option<f64>, message: Option<String>) {
        let mut state = self.0.lock();
        let Some(token) = state.token.clone() else {
            return;
        };
        if progress > state.last {
            state.last = progress;
        } else {
            state.last += KEEPALIVE_STEP;
        }
        let mut params = json!({ "progressToken": token, "progress": number(state.last) });
        if let Some(total) = total {
            params["total"] = total.into();
        }
        if let Some(message) = message {
            params["message"] = message
                .chars()
                .take(limits::MESSAGE_CHARS)
                .collect::<String>()
                .into();
        }
        state
            .outbox
            .send_line(notification("notifications/progress", &params));
    }
}

fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "it is whole and small enough"
        )]
        Value::from(value as i64)
    } else {
        Value::from(value)
    }
}
