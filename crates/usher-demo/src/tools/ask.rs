//! Tools that ask the client: to open an address, to run a model, to list its roots.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::call::{Call, Outcome, ToolFault, say};
use super::definition::{Hints, Tool, Ui};
use crate::fault::Fault;
use crate::icons::Glyph;

const ELICITATION: &str = "demo-seat-confirmation";

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool {
            name: "ask_url",
            title: "Ask to open a page",
            description: "Asks you to open a web page. The page is example.com: nothing is done there.",
            glyph: Glyph::Globe,
            hints: Hints::Reaches,
            input: json!({
                "type": "object",
                "properties": {
                    "way": {
                        "type": "string",
                        "title": "How it asks",
                        "oneOf": [
                            { "const": "question", "title": "With a question during the call" },
                            { "const": "refusal", "title": "By refusing the call until the page was visited" },
                        ],
                        "default": "question",
                    },
                },
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::None,
        },
        Tool {
            name: "ask_model",
            title: "Ask a model",
            description: "Asks the client's model (sampling) and reports its answer.",
            glyph: Glyph::Spark,
            hints: Hints::Reaches,
            input: json!({
                "type": "object",
                "properties": {
                    "question": {
                        "type": "string",
                        "title": "Question",
                        "minLength": 1,
                        "maxLength": 2000,
                        "default": "Which seat has the best view of the stage?",
                    },
                    "maxTokens": {
                        "type": "integer",
                        "title": "Longest answer (tokens)",
                        "minimum": 1,
                        "maximum": 4000,
                        "default": 200,
                    },
                },
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::None,
        },
        Tool {
            name: "ask_roots",
            title: "Ask for roots",
            description: "Asks the client which folders it shares (roots) and lists them.",
            glyph: Glyph::Folder,
            hints: Hints::Reaches,
            input: json!({ "type": "object", "additionalProperties": false }),
            output: None,
            ui: Ui::None,
        },
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct AskUrl {
    way: Way,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Way {
    #[default]
    Question,
    Refusal,
}

pub(super) async fn url(call: Call) -> Outcome {
    let AskUrl { way } = call.arguments()?;
    if !call.session.client().is_some_and(|c| c.can_open_urls) {
        let words = "This client cannot open pages for servers, so nothing was asked.";
        return Err(ToolFault(words.to_owned()).into());
    }
    let question = json!({
        "mode": "url",
        "message": "Please confirm your seat on the page of the theatre.",
        "url": "https://example.com/theatre/confirm?seat=12B&from=usher-demo",
        "elicitationId": ELICITATION,
    });
    match way {
        Way::Refusal => Err(Fault::url_elicitation_required(
            "Confirm your seat on the page first, then call again",
            &json!([question]),
        )
        .into()),
        Way::Question => {
            let answer = asked(&call, "elicitation/create", question).await?;
            match answer["action"].as_str() {
                Some("accept") => {
                    // A real server would hear from its page; this one allows a moment for it.
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    call.session.notify(
                        "notifications/elicitation/complete",
                        &json!({ "elicitationId": ELICITATION }),
                    );
                    Ok(say("You agreed to open the page. Seat 12B is yours."))
                }
                Some("decline") => Ok(say("You declined. Seat 12B stays free.")),
                Some("cancel") => Ok(say("You closed the question without an answer.")),
                _ => Err(ToolFault(format!(
                    "The client answered with an action that does not exist: {}",
                    answer["action"]
                ))
                .into()),
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
struct AskModel {
    question: String,
    max_tokens: u32,
}

impl Default for AskModel {
    fn default() -> Self {
        Self {
            question: "Which seat has the best view of the stage?".to_owned(),
            max_tokens: 200,
        }
    }
}

pub(super) async fn model(call: Call) -> Outcome {
    let AskModel {
        question,
        max_tokens,
    } = call.arguments()?;
    if !call.session.client().is_some_and(|c| c.can_sample) {
        let words = "This client runs no models for servers (sampling), so nothing was asked.";
        return Err(ToolFault(words.to_owned()).into());
    }
    let request = json!({
        "messages": [{ "role": "user", "content": { "type": "text", "text": question } }],
        "systemPrompt": "You are an usher in a small theatre. Answer in two sentences.",
        "maxTokens": max_tokens,
        "temperature": 0.7,
        "includeContext": "none",
        "modelPreferences": {
            "hints": [{ "name": "small" }],
            "costPriority": 0.8,
            "speedPriority": 0.6,
            "intelligencePriority": 0.2,
        },
    });
    let answer = asked(&call, "sampling/createMessage", request).await?;
    let model = answer["model"].as_str().unwrap_or("a model without a name");
    let words = match &answer["content"] {
        Value::Array(blocks) => blocks
            .iter()
            .filter_map(|block| block["text"].as_str())
            .collect::<Vec<_>>()
            .join("\n"),
        block => block["text"].as_str().unwrap_or_default().to_owned(),
    };
    Ok(say(format!("{model} answered:\n\n{words}")))
}

pub(super) async fn roots(call: Call) -> Outcome {
    if !call.session.client().is_some_and(|c| c.can_list_roots) {
        let words = "This client shares no folders (roots), so nothing was asked.";
        return Err(ToolFault(words.to_owned()).into());
    }
    let answer = asked(&call, "roots/list", json!({})).await?;
    let roots: Vec<&str> = answer["roots"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|root| root["uri"].as_str())
        .collect();
    if roots.is_empty() {
        return Ok(say("The client shares no folder."));
    }
    Ok(say(format!("The client shares:\n{}", roots.join("\n"))))
}

/// Asks; an error of the client becomes the tool's own failure, with the client's words.
async fn asked(call: &Call, method: &str, question: Value) -> Result<Value, ToolFault> {
    call.session.ask(method, question).await.map_err(|fault| {
        ToolFault(format!(
            "The client refused {method}: {} ({})",
            fault.message, fault.code
        ))
    })
}
