//! Writes messages, each as one line.

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::code::INTERNAL;
use crate::fault::Fault;

/// Writes a request.
pub fn request(id: &Value, method: &str, params: &Value) -> String {
    let method = Value::from(method);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{method},"params":{params}}}"#)
}

/// Writes a notification.
pub fn notification(method: &str, params: &Value) -> String {
    let method = Value::from(method);
    format!(r#"{{"jsonrpc":"2.0","method":{method},"params":{params}}}"#)
}

/// Writes the answer to a request. A result is written as it was sent.
pub fn response(id: &Value, outcome: &Result<Box<RawValue>, Fault>) -> String {
    match outcome {
        Ok(result) => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#),
        Err(fault) => {
            let fault = json!(fault);
            format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{fault}}}"#)
        }
    }
}

/// Writes a result.
///
/// # Errors
/// When it is nothing that JSON can hold.
pub fn raw(result: &impl Serialize) -> Result<Box<RawValue>, Fault> {
    serde_json::value::to_raw_value(result).map_err(|error| Fault::new(INTERNAL, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_written_as_the_specification_has_them() {
        let fault = Fault {
            data: Some(json!([1])),
            ..Fault::no_method("a\"b")
        };
        let cases = [
            (
                request(&json!("a"), "ping", &json!({ "n": 1 })),
                r#"{"jsonrpc":"2.0","id":"a","method":"ping","params":{"n":1}}"#,
            ),
            (
                notification("a\"b", &json!({})),
                r#"{"jsonrpc":"2.0","method":"a\"b","params":{}}"#,
            ),
            (
                response(&json!(1), &raw(&json!({ "b": 1, "a": 2 }))),
                r#"{"jsonrpc":"2.0","id":1,"result":{"b":1,"a":2}}"#,
            ),
            (
                response(
                    &json!(1),
                    &RawValue::from_string("1e2".into()).map_err(|_| fault.clone()),
                ),
                r#"{"jsonrpc":"2.0","id":1,"result":1e2}"#,
            ),
            (
                response(&Value::Null, &Err(fault)),
                r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found: a\"b","data":[1]}}"#,
            ),
        ];
        for (written, expected) in cases {
            assert_eq!(written, expected);
        }
    }
}
