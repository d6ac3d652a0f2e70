//! Forms (2025-11-25, client/elicitation, form mode).

use serde_json::{Map, Value, json};

use crate::approval_queue::answer_error::AnswerError;
use crate::approval_queue::record::resolution::AnswerRecord;
use crate::approval_queue::secret_fields::SecretFields;
use usher_content::schema::{self, Formats};
use usher_content::worker::Worker;
use usher_messages::Message;
use usher_types::fault::Fault;

pub(in crate::approval_queue) fn shown(message: &str, schema: &Value) -> Value {
    let schema = SecretFields::of(schema, message).without_defaults(schema);
    json!({ "message": message, "requestedSchema": schema })
}

/// Checks that an answer is an object that fits the schema.
pub(crate) async fn check(
    worker: Worker,
    schema: &Value,
    content: &Value,
) -> Result<(), AnswerError> {
    if !content.is_object() {
        return Err(AnswerError::Invalid(vec![Fault {
            path: String::new(),
            message: Message::new("field.arguments"),
        }]));
    }
    let faults = schema::faults(worker, schema.clone(), content.clone(), Formats::Asserted).await?;
    if faults.is_empty() {
        Ok(())
    } else {
        Err(AnswerError::Invalid(faults))
    }
}

pub(in crate::approval_queue) fn record(
    message: &str,
    schema: &Value,
    content: &Value,
) -> AnswerRecord {
    let secret = SecretFields::of(schema, message);
    AnswerRecord {
        changed: changed_defaults(&secret, schema, content),
        sent: Some(secret.without(content)),
    }
}

/// Returns fields sent with another value than the server's default.
fn changed_defaults(secret: &SecretFields, schema: &Value, content: &Value) -> Option<Value> {
    let kept = secret.without(content);
    let schema = secret.without_defaults(schema);
    let changed: Map<String, Value> = schema["properties"]
        .as_object()?
        .iter()
        .filter_map(|(name, field)| {
            let from = field.get("default")?;
            let to = kept.get(name).unwrap_or(&Value::Null);
            (from != to).then(|| (name.clone(), json!({ "from": from, "to": to })))
        })
        .collect();
    (!changed.is_empty()).then_some(Value::Object(changed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use usher_content::omitted;

    #[test]
    fn changes_are_what_differs_from_what_the_server_had_filled_in() {
        let schema = json!({"properties": {
            "row": {"default": "front"}, "seats": {"default": 2}, "name": {"type": "string"},
            "pin": {"default": "0000"},
        }});
        let rows = [
            (
                json!({"row": "front", "seats": 2, "name": "Ada", "pin": ""}),
                json!({
                    "pin": {"from": omitted::secret(), "to": ""},
                }),
            ),
            (
                json!({"row": "back", "pin": "1234"}),
                json!({
                    "row": {"from": "front", "to": "back"},
                    "seats": {"from": 2, "to": null},
                }),
            ),
        ];
        for (content, expected) in rows {
            assert_eq!(
                changed_defaults(&SecretFields::of(&schema, ""), &schema, &content),
                Some(expected),
                "{content}"
            );
        }
        let nothing = SecretFields::of(&json!({}), "");
        assert_eq!(changed_defaults(&nothing, &json!({}), &json!({})), None);
    }
}
