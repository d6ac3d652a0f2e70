//! Holds the two commands of the page: `rpc` calls an operation, `subscribe` opens a channel of events.
//!
//! What the operations are is `usher-api`'s.

use std::collections::HashMap;

use futures::StreamExt;
use parking_lot::Mutex;
use serde_json::Value;
use tauri::async_runtime::JoinHandle;
use tauri::ipc::{Channel, Response};
use tauri::{State, WebviewWindow};
use usher_api::{ApiError, AppEvent, Code};
use usher_messages::{Message, Param};

use crate::opened_host::OpenedHost;

/// The largest parameters of one call, 16 MiB: as much as one message to a server may be.
pub(crate) const MAX_PARAMS_BYTES: usize = 16 * 1024 * 1024;

/// The longest answer that the page parses in its main thread: for one of 1 MiB that takes a few milliseconds.
const PARSED_AT_ONCE_BYTES: usize = 1024 * 1024;

/// What the commands work on.
#[derive(Default)]
pub(crate) struct Core {
    /// The opened host. Calls made before it is open wait for it.
    pub api: OpenedHost,
    /// The tasks that carry events, by window label.
    events: Mutex<HashMap<String, JoinHandle<()>>>,
}

#[tauri::command]
pub(crate) async fn rpc(
    core: State<'_, Core>,
    name: String,
    params: Value,
) -> Result<Response, ApiError> {
    refuse_oversized(&params)?;
    let answer = core.api.wait().await.call(&name, params).await?;
    Ok(response(answer.to_string()))
}

/// The answer as JSON, or, if it is long, as the bytes of that: the page parses them outside its main thread.
fn response(json: String) -> Response {
    if json.len() > PARSED_AT_ONCE_BYTES {
        Response::new(json.into_bytes())
    } else {
        Response::new(json)
    }
}

/// Opens a channel of events for the page of a window. A page that is loaded anew ends only its own earlier one.
#[tauri::command]
pub(crate) async fn subscribe(
    window: WebviewWindow,
    core: State<'_, Core>,
    channel: Channel<AppEvent>,
) -> Result<(), ApiError> {
    let mut stream = Box::pin(core.api.wait().await.subscribe());
    let task = tauri::async_runtime::spawn(async move {
        while let Some(event) = stream.next().await {
            if let Err(error) = channel.send(event) {
                tracing::debug!(%error, "the page hears no more events");
                return;
            }
        }
    });
    let before = core.events.lock().insert(window.label().to_owned(), task);
    if let Some(before) = before {
        before.abort();
    }
    Ok(())
}

fn refuse_oversized(params: &Value) -> Result<(), ApiError> {
    if size_bytes(params) <= MAX_PARAMS_BYTES {
        return Ok(());
    }
    Err(ApiError {
        code: Code::Invalid,
        message: Message::new("operation.tooLarge").with("size", Param::bytes(MAX_PARAMS_BYTES)),
        detail: None,
    })
}

/// About how many bytes a value takes as JSON text.
fn size_bytes(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 5,
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.iter().map(|item| size_bytes(item) + 1).sum::<usize>() + 2,
        Value::Object(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| key.len() + size_bytes(value) + 4);
            entries.sum::<usize>() + 2
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn input_over_the_limit_is_refused_wherever_the_bytes_are() {
        let check = |params: Value, fits: bool, why: &str| {
            assert_eq!(refuse_oversized(&params).is_ok(), fits, "{why}");
        };
        let half = "x".repeat(MAX_PARAMS_BYTES / 2);
        check(json!({}), true, "nothing is small");
        check(json!({ "text": half }), true, "half the limit");
        check(json!({ "text": half, "more": half }), false, "two strings");
        check(json!({ "list": [half, [half]] }), false, "in nested lists");
        check(
            json!({ half.clone(): { half.clone(): 1 } }),
            false,
            "in keys",
        );
        check(
            json!(vec![0; MAX_PARAMS_BYTES / 5]),
            false,
            "in many small items",
        );
    }
}
