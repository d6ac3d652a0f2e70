//! The type of a JSON value, as a part of a message.

use serde_json::Value;
use usher_messages::Message;

/// Names the type of a value.
pub fn type_of(value: &Value) -> Message {
    Message::new(match value {
        Value::Null => "schema.typeName.null",
        Value::Bool(_) => "schema.typeName.boolean",
        Value::Number(_) => "schema.typeName.number",
        Value::String(_) => "schema.typeName.string",
        Value::Array(_) => "schema.typeName.array",
        Value::Object(_) => "schema.typeName.object",
    })
}
