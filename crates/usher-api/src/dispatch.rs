//! Between JSON and the typed parameters and results of operations. No value that came in is ever
//! repeated in an error: it may be a secret.

use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tracing::Instrument as _;

use crate::error::{ApiError, Code};
use usher_messages::Message;
use usher_types::code::Coded;

/// Runs an operation in a span of its name; a panic becomes an error, and nothing else stops.
pub(crate) async fn guarded(
    name: &str,
    operation: impl Future<Output = Result<Value, ApiError>>,
) -> Result<Value, ApiError> {
    // Only the name is ever logged: parameters may hold secrets.
    let span = tracing::info_span!("operation", name);
    let answer = AssertUnwindSafe(operation)
        .catch_unwind()
        .instrument(span)
        .await;
    answer.unwrap_or_else(|_| {
        tracing::error!(name, "an operation panicked");
        Err(ApiError::internal(
            Message::new("operation.panicked").with("operation", name),
        ))
    })
}

/// Reads parameters; a fault names the field.
pub(crate) fn read_params<P: DeserializeOwned>(name: &str, params: Value) -> Result<P, ApiError> {
    // An operation without parameters may be called with none.
    let params = match params {
        Value::Null => Value::Object(Map::new()),
        given => given,
    };
    serde_path_to_error::deserialize(params).map_err(|error| {
        let field = error.path().to_string();
        let what = without_values(&error.inner().to_string());
        let message = Message::new("operation.parameters")
            .with("operation", name)
            .with("field", field.as_str())
            .with("reason", what.clone());
        let of_field = Message::new("field.parameter").with("reason", what);
        ApiError::new(Coded::invalid([(field.as_str(), &of_field)]), message)
    })
}

pub(crate) fn write_result<R: Serialize>(name: &str, result: &R) -> Result<Value, ApiError> {
    serde_json::to_value(result).map_err(|error| {
        ApiError::internal(
            Message::new("operation.result")
                .with("operation", name)
                .with("reason", error.to_string()),
        )
    })
}

/// There is no such operation.
pub(crate) fn unknown(name: &str) -> ApiError {
    let message = Message::new("operation.unknown").with("operation", name);
    ApiError::new(Code::NotFound.into(), message)
}

/// What serde found wrong, without the value it found: only what is missing or expected.
fn without_values(fault: &str) -> Message {
    for (start, code) in [
        ("missing field `", "parameter.missing"),
        ("duplicate field `", "parameter.twice"),
    ] {
        if let Some(field) = fault.strip_prefix(start) {
            return Message::new(code).with("field", field.trim_end_matches('`'));
        }
    }
    match fault.rsplit_once("expected ") {
        Some((_, expected)) => of_expected(expected),
        None => Message::new("parameter.malformed"),
    }
}

/// What serde expected: one of several words, or a type.
fn of_expected(expected: &str) -> Message {
    let words: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    if !words.is_empty() {
        return Message::new("parameter.options").with("options", words);
    }
    let wanted = match expected {
        "a boolean" => "schema.typeName.boolean",
        "a string" => "schema.typeName.string",
        "a sequence" => "schema.typeName.array",
        "f32" | "f64" => "schema.typeName.number",
        "u8" | "u16" | "u32" | "u64" | "usize" | "i64" => "schema.typeName.integer",
        _ if expected.starts_with("struct ") || expected.contains("a map") => {
            "schema.typeName.object"
        }
        _ => {
            return Message::new("parameter.wanted").with(
                "wanted",
                Message::new("schema.typeName.other").with("type", expected),
            );
        }
    };
    Message::new("parameter.wanted").with("wanted", Message::new(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::{AddServerParams, SetEnabledParams};
    use serde_json::json;

    fn fields<P: DeserializeOwned>(params: Value) -> Value {
        match read_params::<P>("test.op", params) {
            Ok(_) => Value::Null,
            Err(error) => {
                assert_eq!(
                    error.code,
                    Code::Invalid,
                    "bad parameters are the caller's fault"
                );
                assert!(
                    !format!("{error:?}").contains("canary"),
                    "no value is repeated: {error:?}"
                );
                error.detail.unwrap_or_default()["fields"].clone()
            }
        }
    }

    #[tokio::test]
    async fn a_panic_is_an_error_that_names_the_operation() {
        let answer = guarded("test.op", async { panic!("canary") }).await;
        let error = answer.expect_err("a panic is no answer");
        assert_eq!(error.code, Code::Internal, "it is a fault of Usher itself");
        assert_eq!(
            error.message,
            Message::new("operation.panicked").with("operation", "test.op"),
            "what panicked is for the log, not for the page"
        );
    }

    #[test]
    fn bad_parameters_name_the_field_and_repeat_no_value() {
        let check = |found: Value, expected: Value| assert_eq!(found, expected);
        let of = |reason: Message| Message::new("field.parameter").with("reason", reason);
        let wanted = |code| of(Message::new("parameter.wanted").with("wanted", Message::new(code)));
        let missing = of(Message::new("parameter.missing").with("field", "enabled"));
        check(
            fields::<SetEnabledParams>(json!({ "serverId": "s" })),
            json!([{ "field": ".", "message": missing }]),
        );
        check(
            fields::<SetEnabledParams>(json!({ "serverId": "s", "enabled": "canary" })),
            json!([{ "field": "enabled", "message": wanted("schema.typeName.boolean") }]),
        );
        check(
            fields::<SetEnabledParams>(json!(["canary"])),
            json!([{ "field": ".", "message": wanted("schema.typeName.object") }]),
        );
        let server = |value: Value| {
            json!({ "draft": { "label": "", "config": {
                "kind": "http", "url": "https://example.com", "headers": [
                    { "name": "Authorization", "secret": true, "value": value }
                ]
            } } })
        };
        check(
            fields::<AddServerParams>(server(json!("canary"))),
            Value::Null,
        );
        check(
            fields::<AddServerParams>(server(json!({ "canary": "canary" }))),
            json!([{ "field": "draft.config", "message": wanted("schema.typeName.string") }]),
        );
        let kinds = vec!["stdio", "http", "demo"];
        let kinds = of(Message::new("parameter.options").with("options", kinds));
        check(
            fields::<AddServerParams>(
                json!({ "draft": { "label": "", "config": { "kind": "canary" } } }),
            ),
            json!([{ "field": "draft.config.kind", "message": kinds }]),
        );
    }
}
