//! Remembers the session of the legacy protocol.
//!
//! See 2025-11-25, basic/transports, session management. Its end and a new one are in `session_renewal`.

use http::{HeaderValue, StatusCode};
use parking_lot::Mutex;
use serde_json::Value;

use crate::decode::values;
use crate::rpc::Params;
use usher_jsonrpc::NO_METHOD;

/// Codes by which servers without a 404 report an unknown session.
const FORGOTTEN_CODES: std::ops::RangeInclusive<i64> = -32019..=-32000;

/// Words for what is not known, beside that of the session.
const UNKNOWN_WORDS: [&str; 7] = [
    "not found",
    "unknown",
    "invalid",
    "expired",
    "no valid",
    "no such",
    "terminated",
];

/// The current session, if there is one.
#[derive(Default)]
pub(super) struct Sessions {
    current: Mutex<Session>,
    /// The `params` of our `initialize`.
    pub(super) handshake: Mutex<Option<Params>>,
    /// Locked while a new session is made.
    pub(super) renewing: tokio::sync::Mutex<()>,
}

/// One session, or none.
#[derive(Clone, Default)]
pub(super) struct Session {
    pub(super) id: Option<HeaderValue>,
    /// Incremented with each new session.
    pub(super) generation: u64,
}

impl Sessions {
    pub(super) fn current(&self) -> Session {
        self.current.lock().clone()
    }

    /// Keeps the parameters for a new session.
    pub(super) fn remember_handshake(&self, initialize: &Params) {
        *self.handshake.lock() = Some(initialize.clone());
    }

    /// Sets the session opened by the answer to `initialize`.
    pub(super) fn open(&self, id: Option<HeaderValue>) {
        let mut current = self.current.lock();
        current.id = id;
        current.generation += 1;
    }
}

/// Returns whether a response without effect reports an unknown session.
pub(super) fn is_session_forgotten(status: StatusCode, body: &[u8], request: &Value) -> bool {
    let message = values::parse_bounded(body);
    let code = message["error"]["code"].as_i64();
    match status {
        // A server may also report an unknown method by 404.
        StatusCode::NOT_FOUND | StatusCode::GONE => {
            code != Some(NO_METHOD) || message["id"] != *request
        }
        // A server that is busy with sessions says so by 503, too, and one that wants a sign-in by 401.
        StatusCode::BAD_REQUEST | StatusCode::SERVICE_UNAVAILABLE | StatusCode::UNAUTHORIZED => {
            let message_text = message["error"]["message"].as_str().unwrap_or_default();
            let message_text = message_text.to_ascii_lowercase();
            code.is_some_and(|code| FORGOTTEN_CODES.contains(&code))
                && message_text.contains("session")
                && (status == StatusCode::BAD_REQUEST
                    || UNKNOWN_WORDS.iter().any(|word| message_text.contains(word)))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_forgotten_session_is_told_from_other_refusals() {
        let error = |code: i64, message: &str| json!({"jsonrpc": "2.0", "id": 7, "error": {"code": code, "message": message}});
        let cases = [
            (404, json!({}), true),
            (404, error(-32001, "Session not found"), true),
            (404, error(-32601, "Method not found"), false),
            (
                400,
                error(-32000, "Bad Request: No valid session ID provided"),
                true,
            ),
            (400, error(-32000, "Bad Request: no such thing"), false),
            (400, error(-32602, "the session argument is missing"), false),
            (400, json!({"error": "session"}), false),
            (500, error(-32000, "session"), false),
            (410, error(-32001, "Session not found"), true),
            (410, json!({}), true),
            (410, error(-32601, "Method not found"), false),
            (503, error(-32001, "Session not found"), true),
            (503, error(-32000, "Too many sessions"), false),
            (503, json!({"error": "Session not found"}), false),
            (401, error(-32001, "Session not found"), true),
            (401, error(-32001, "Sign in for a session"), false),
        ];
        for (status, body, expected) in cases {
            let status = StatusCode::from_u16(status).expect("a status");
            let text = body.to_string();
            assert_eq!(
                is_session_forgotten(status, text.as_bytes(), &json!(7)),
                expected,
                "{status} {text}"
            );
        }
    }
}
