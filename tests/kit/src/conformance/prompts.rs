//! Prompts, and the completion of their arguments.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::call::Call;
use super::content_tools::PNG;
use super::fault::{Ended, Fault};
use super::question::Question;
use super::round_tools::word;

/// What an argument may be completed to.
const WORDS: [&str; 4] = ["paris", "park", "party", "test"];

pub(super) fn list(call: &Call) -> Value {
    let argument = |name: &str, description: &str| json!({ "name": name, "description": description, "required": true });
    let mut prompts = vec![
        json!({ "name": "test_simple_prompt", "description": "A prompt without arguments" }),
        json!({
            "name": "test_prompt_with_arguments", "description": "A prompt with two arguments",
            "arguments": [argument("arg1", "The first"), argument("arg2", "The second")],
        }),
        json!({
            "name": "test_prompt_with_embedded_resource", "description": "A prompt that holds a resource",
            "arguments": [argument("resourceUri", "The URI of the resource")],
        }),
        json!({ "name": "test_prompt_with_image", "description": "A prompt that holds a picture" }),
        json!({
            "name": "test_input_required_result_prompt", "description": "A prompt that asks before it is given",
        }),
    ];
    if call.world.has_further_prompt.load(Ordering::Relaxed) {
        prompts.push(
            json!({ "name": "test_further_prompt", "description": "A prompt that comes and goes" }),
        );
    }
    json!({ "prompts": prompts })
}

pub(super) async fn get(call: &Call) -> Result<Value, Ended> {
    let text = |text: String| json!({ "type": "text", "text": text });
    let given = |name: &str| call.argument(name).as_str().unwrap_or_default().to_owned();
    let contents = match call.text("name") {
        "test_simple_prompt" => vec![text("This is a prompt without arguments.".to_owned())],
        "test_prompt_with_arguments" => vec![text(format!(
            "The arguments are arg1='{}' and arg2='{}'.",
            given("arg1"),
            given("arg2")
        ))],
        "test_prompt_with_embedded_resource" => {
            let resource = json!({
                "uri": given("resourceUri"), "mimeType": "text/plain", "text": "What the resource holds.",
            });
            vec![
                json!({ "type": "resource", "resource": resource }),
                text("Read the resource.".to_owned()),
            ]
        }
        "test_prompt_with_image" => vec![
            json!({ "type": "image", "data": PNG, "mimeType": "image/png" }),
            text("Look at the picture.".to_owned()),
        ],
        "test_input_required_result_prompt" => {
            let answer = call.ask(about()).await?;
            vec![text(format!(
                "It is about {}.",
                answer["content"]["context"]
            ))]
        }
        "test_further_prompt" => vec![text("This prompt comes and goes.".to_owned())],
        unknown => return Err(Fault::params(format!("There is no prompt {unknown}")).into()),
    };
    let messages: Vec<_> = contents
        .into_iter()
        .map(|content| json!({ "role": "user", "content": content }))
        .collect();
    Ok(json!({ "messages": messages }))
}

/// Asks what it is about.
pub(super) fn about() -> Question {
    word("user_context", "What is it about?", "context")
}

pub(super) fn complete(call: &Call) -> Value {
    let argument = call.params.get("argument").unwrap_or(&Value::Null);
    let begun = argument["value"].as_str().unwrap_or_default();
    let fitting: Vec<_> = WORDS
        .into_iter()
        .filter(|word| word.starts_with(begun))
        .collect();
    json!({ "completion": { "values": fitting, "total": fitting.len(), "hasMore": false } })
}
