//! JSON-RPC messages between an app and its host. What an app sends is read here, and nowhere else.

use std::io;

use serde_json::{Map, Value};
use usher_jsonrpc::{Fault, Outcome, REFUSED, Received, raw, response};

use crate::limits;

/// Whether the person is always asked about requests of this method.
pub(super) fn is_question(method: &str) -> bool {
    matches!(
        method,
        "sampling/createMessage" | "ui/download-file" | "ui/open-link"
    )
}

/// Reads a message; one that only the host's own documents send is none.
pub(super) fn read(text: &str) -> Received {
    match Received::read(serde_json::from_str(text).unwrap_or_default()) {
        Received::Request { method, .. } | Received::Notification { method, .. }
            if method.starts_with("ui/notifications/sandbox-") =>
        {
            Received::Unusable {
                id: Value::Null,
                fault: Fault::no_method(&method),
            }
        }
        message => message,
    }
}

/// What the log says of a request: its method, and what it is about.
pub(super) fn summary(method: &str, params: &Map<String, Value>) -> String {
    let about = ["name", "uri", "url", "mode"];
    let about = about.iter().find_map(|key| params.get(*key)?.as_str());
    let parts = [method, about.unwrap_or_default()];
    let text = parts.join(" ");
    text.trim_end()
        .chars()
        .take(limits::APP_LOG_CHARS)
        .collect()
}

/// What an app is answered; a result that is too large is refused.
pub(super) fn answer(id: &Value, reply: Outcome) -> String {
    let outcome = reply.and_then(|result| {
        if is_longer_than(&result, limits::APP_ANSWER_BYTES) {
            let why = "The answer is larger than 8 MiB, the most an app is sent";
            return Err(Fault::new(REFUSED, why));
        }
        raw(&result)
    });
    response(id, &outcome)
}

/// Whether a value takes more bytes as JSON. It is not written out further than that.
pub(super) fn is_longer_than(value: &Value, bytes: usize) -> bool {
    serde_json::to_writer(Room(bytes), value).is_err()
}

/// Takes so many bytes, and keeps none.
struct Room(usize);

impl io::Write for Room {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.0.checked_sub(bytes.len());
        self.0 = left.ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_is_measured_as_it_is_sent() {
        for (value, bytes) in [
            (json!(null), 4),
            (json!("é\n"), 6),
            (json!({ "a": [1, 22] }), 12),
        ] {
            let longer = [bytes - 1, bytes].map(|most| is_longer_than(&value, most));
            assert_eq!(longer, [true, false], "{value} takes {bytes} bytes");
        }
    }

    #[test]
    fn only_messages_of_the_page_itself_are_read() {
        let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
        let of_host = "ui/notifications/sandbox-proxy-ready";
        let rows = [
            (ping.to_string(), true),
            (json!([ping]).to_string(), false),
            ("ping".to_owned(), false),
            (
                usher_jsonrpc::notification("ui/notifications/initialized", &json!({})),
                true,
            ),
            (usher_jsonrpc::notification(of_host, &json!({})), false),
            (
                usher_jsonrpc::request(&json!(1), of_host, &json!({})),
                false,
            ),
        ];
        for (text, is_read) in rows {
            let read = read(&text);
            let is_unusable = matches!(read, Received::Unusable { .. });
            assert_eq!(!is_unusable, is_read, "{text} is {read:?}");
        }
    }
}
