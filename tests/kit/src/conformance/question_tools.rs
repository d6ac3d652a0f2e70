//! Tools that ask the client something while they run.

use serde_json::{Value, json};

use super::call::Call;
use super::fault::{Ended, Fault};
use super::question::Question;
use super::tool_forms::{plain, said, tool};

/// Those without arguments.
const PLAIN: &str = r"
    test_elicitation_sep1034_defaults | Asks with a default for each kind of field
    test_elicitation_sep1330_enums | Asks with every form of a choice
    test_streaming_elicitation | Asks for a word
    test_missing_capability | Asks the model of the client, and refuses one that has none
";

pub(super) fn definitions() -> Vec<Value> {
    let one = |name: &str| json!({ "type": "object", "properties": { name: { "type": "string" } }, "required": [name] });
    let mut tools = plain(PLAIN);
    tools.extend([
        tool(
            "test_sampling",
            "Asks the model of the client",
            one("prompt"),
        ),
        tool(
            "test_elicitation",
            "Asks for a name and an address",
            one("message"),
        ),
    ]);
    tools
}

/// Runs a tool; `None` = it is not one of these.
pub(super) async fn run(call: &Call, name: &str) -> Option<Result<Value, Ended>> {
    let text = |name: &str| call.argument(name).as_str().unwrap_or_default().to_owned();
    Some(match name {
        "test_sampling" | "test_missing_capability" => {
            if !call.can("sampling") {
                return Some(Err(Fault::undeclared(&json!({ "sampling": {} })).into()));
            }
            let prompt = match name {
                "test_sampling" => text("prompt"),
                _ => "Say a word.".to_owned(),
            };
            let asked = call.ask(Question::sample("model", &prompt, 100)).await;
            asked.map(|answer| {
                let said_by_model = answer["content"]["text"].as_str().unwrap_or_default();
                said(format!("The model said: {said_by_model}"))
            })
        }
        "test_elicitation" => {
            let fields = json!({ "username": { "type": "string" }, "email": { "type": "string" } });
            let schema = form(&fields, &["username", "email"]);
            asked(call, &text("message"), schema).await
        }
        "test_elicitation_sep1034_defaults" => {
            let fields = json!({
                "name": { "type": "string", "default": "John Doe" },
                "age": { "type": "integer", "default": 30 },
                "score": { "type": "number", "default": 95.5 },
                "status": { "type": "string", "enum": ["active", "inactive", "pending"], "default": "active" },
                "verified": { "type": "boolean", "default": true },
            });
            asked(call, "Is this right?", form(&fields, &[])).await
        }
        "test_elicitation_sep1330_enums" => {
            let titled = json!([
                { "const": "value1", "title": "The first" },
                { "const": "value2", "title": "The second" },
                { "const": "value3", "title": "The third" },
            ]);
            let untitled = ["option1", "option2", "option3"];
            let fields = json!({
                "untitledSingle": { "type": "string", "enum": untitled },
                "titledSingle": { "type": "string", "oneOf": titled },
                "legacyEnum": {
                    "type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": ["One", "Two", "Three"],
                },
                "untitledMulti": { "type": "array", "items": { "type": "string", "enum": untitled } },
                "titledMulti": { "type": "array", "items": { "anyOf": titled } },
            });
            asked(call, "Which of them?", form(&fields, &[])).await
        }
        "test_streaming_elicitation" => {
            let fields = json!({ "word": { "type": "string" } });
            asked(call, "Which word?", form(&fields, &["word"])).await
        }
        _ => return None,
    })
}

fn form(fields: &Value, required: &[&str]) -> Value {
    let mut schema = json!({ "type": "object", "properties": fields });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

/// Asks with a form, and says what was answered.
async fn asked(call: &Call, message: &str, schema: Value) -> Result<Value, Ended> {
    if !call.can("elicitation") {
        return Err(Fault::undeclared(&json!({ "elicitation": {} })).into());
    }
    let answer = call.ask(Question::form("form", message, schema)).await?;
    Ok(said(format!(
        "The answer is {} with {}.",
        answer["action"].as_str().unwrap_or_default(),
        answer["content"]
    )))
}
