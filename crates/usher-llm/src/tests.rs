//! Each provider's real wire format against a server on this machine: what is sent, and what is made of the answer.

mod failures;
mod fake;
mod lists;

use std::time::Duration;

use serde_json::{Value, json};
use url::Url;
use usher_types::secret::Secret;

use super::answer::{PartialResponse, StopReason, Usage};
use super::run::{Limits, run};
use crate::failure::ModelError;
use crate::prompt::Prompt;
use crate::provider::Provider;
use fake::{Asked, Then, answer};
use usher_types::model::ProviderKind;

const KEY: &str = "sk-canary-123";
const EVENTS: &str = "200 OK\ncontent-type: text/event-stream";

fn provider(kind: ProviderKind, base: Url) -> Provider {
    Provider {
        id: "p".into(),
        kind,
        label: "Fake".into(),
        base,
        key: None,
        changed_outside: false,
        models: Vec::new(),
        fetched_at: None,
    }
}

/// A request with everything a request can have but sound.
fn everything() -> Value {
    json!({
        "systemPrompt": "Be brief.",
        "messages": [
            { "role": "user", "content": [
                { "type": "text", "text": "What is this?" },
                { "type": "image", "mimeType": "image/png", "data": "aW1n" },
            ]},
            { "role": "assistant", "content": [
                { "type": "text", "text": "Let me look." },
                { "type": "tool_use", "id": "u1", "name": "look", "input": { "at": 1 } },
            ]},
            { "role": "user", "content": { "type": "tool_result", "toolUseId": "u1", "content": [
                { "type": "text", "text": "A seat." },
                { "type": "image", "mimeType": "image/png", "data": "c2VhdA==" },
            ]}},
        ],
        "maxTokens": 50,
        "temperature": 0.5,
        "stopSequences": ["END"],
        "includeContext": "allServers",
        "tools": [{ "name": "look", "description": "Looks", "inputSchema": { "type": "object" } }],
        "toolChoice": { "mode": "required" },
    })
}

async fn ask(
    kind: ProviderKind,
    head: &str,
    pieces: &[&str],
    then: Then,
    params: &Value,
    patience: Duration,
) -> (Result<PartialResponse, ModelError>, Asked) {
    let pieces = pieces.iter().map(|piece| (*piece).to_owned()).collect();
    let (base, serving) = answer(head, pieces, then).await;
    let prompt = Prompt::read(params).unwrap();
    let key = Secret::new(KEY);
    let limits = Limits { patience };
    let answer = run(
        &provider(kind, base),
        Some(&key),
        "some-model",
        &prompt,
        limits,
        |_| {},
    )
    .await;
    (answer, serving.await.unwrap())
}

/// Shows text and tool use in each wire format.
fn says(kind: ProviderKind) -> Vec<&'static str> {
    match kind {
        ProviderKind::Anthropic => vec![
            "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"usage\":{\"input_tokens\":12,\"output_tokens\":1}}}\n\n",
            "event: ping\ndata: {\"type\":\"ping\"}\n\n",
            "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n",
            "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Hel",
            "lo \"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"you\"}}\n\n",
            "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n",
            "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"look\",\"input\":{}}}\n\n",
            "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"at\\\"\"}}\n\n",
            "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\": 2}\"}}\n\n",
            "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":7}}\n\n",
            "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
        ],
        ProviderKind::OpenAi | ProviderKind::Compatible => vec![
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"Hello \"},\"finish_reason\":null}]}\n\n",
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"you\"}}]}\n\n",
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"t1\",\"type\":\"function\",\"function\":{\"name\":\"look\",\"arguments\":\"\"}}]}}]}\n\n",
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"at\\\": 2}\"}}]}}]}\n\n",
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n",
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":7}}\n\n",
            "data: [DONE]\n\n",
        ],
        ProviderKind::Gemini => vec![
            "data: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"hm\",\"thought\":true},{\"text\":\"Hello \"}]}}]}\r\n\r\n",
            "data: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"you\"},{\"functionCall\":{\"id\":\"t1\",\"name\":\"look\",\"args\":{\"at\":2}}}]},\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":12,\"candidatesTokenCount\":7}}\r\n\r\n",
        ],
        ProviderKind::Ollama => vec![
            "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"Hello \"},\"done\":false}\n",
            "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"you\",\"tool_calls\":[{\"id\":\"t1\",\"function\":{\"name\":\"look\",\"arguments\":{\"at\":2}}}]},\"done\":false}\n",
            "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":12,\"eval_count\":7}\n",
        ],
    }
}

#[tokio::test]
async fn every_provider_streams_text_and_uses_of_tools() {
    for kind in ProviderKind::ALL {
        let (answer, _) = ask(
            kind,
            EVENTS,
            &says(kind),
            Then::Close,
            &everything(),
            Duration::from_mins(1),
        )
        .await;
        let answer = answer.unwrap();
        assert_eq!(
            answer.blocks().unwrap(),
            [
                json!({ "type": "text", "text": "Hello you" }),
                json!({ "type": "tool_use", "id": "t1", "name": "look", "input": { "at": 2 } }),
            ],
            "{kind:?}"
        );
        assert_eq!(answer.stop, Some(StopReason::ToolUse), "{kind:?}");
        let usage = Usage {
            input: Some(12),
            output: Some(7),
        };
        assert_eq!(answer.usage, usage, "{kind:?}");
    }
}

#[tokio::test]
async fn every_provider_is_asked_in_its_own_words() {
    let picture = |data: &str| json!({ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": data } });
    let url = |data: &str| json!({ "type": "image_url", "image_url": { "url": format!("data:image/png;base64,{data}") } });
    let function = json!([{ "type": "function", "function": { "name": "look", "description": "Looks", "parameters": { "type": "object" } } }]);
    let openai = |limit: &str| {
        let mut body = json!({
            "model": "some-model",
            "messages": [
                { "role": "system", "content": "Be brief." },
                { "role": "user", "content": [{ "type": "text", "text": "What is this?" }, url("aW1n")] },
                { "role": "assistant", "content": "Let me look.", "tool_calls": [{ "id": "u1", "type": "function", "function": { "name": "look", "arguments": "{\"at\":1}" } }] },
                { "role": "tool", "tool_call_id": "u1", "content": "A seat." },
                { "role": "user", "content": [url("c2VhdA==")] },
            ],
            "stream": true,
            "stream_options": { "include_usage": true },
            "temperature": 0.5,
            "stop": ["END"],
            "tools": function,
            "tool_choice": "required",
        });
        body[limit] = json!(50);
        body
    };
    let bearer = ("authorization", format!("Bearer {KEY}"));
    let rows = [
        (
            ProviderKind::Anthropic,
            "POST /base/messages HTTP/1.1",
            ("x-api-key", KEY.to_owned()),
            json!({
                "model": "some-model", "max_tokens": 50, "stream": true, "system": "Be brief.", "temperature": 0.5, "stop_sequences": ["END"],
                "messages": [
                    { "role": "user", "content": [{ "type": "text", "text": "What is this?" }, picture("aW1n")] },
                    { "role": "assistant", "content": [{ "type": "text", "text": "Let me look." }, { "type": "tool_use", "id": "u1", "name": "look", "input": { "at": 1 } }] },
                    { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "u1", "content": [{ "type": "text", "text": "A seat." }, picture("c2VhdA==")], "is_error": false }] },
                ],
                "tools": [{ "name": "look", "description": "Looks", "input_schema": { "type": "object" } }],
                "tool_choice": { "type": "any" },
            }),
        ),
        (
            ProviderKind::OpenAi,
            "POST /base/chat/completions HTTP/1.1",
            bearer.clone(),
            openai("max_completion_tokens"),
        ),
        (
            ProviderKind::Compatible,
            "POST /base/chat/completions HTTP/1.1",
            bearer.clone(),
            openai("max_tokens"),
        ),
        (
            ProviderKind::Gemini,
            "POST /base/models/some-model:streamGenerateContent?alt=sse HTTP/1.1",
            ("x-goog-api-key", KEY.to_owned()),
            json!({
                "contents": [
                    { "role": "user", "parts": [{ "text": "What is this?" }, { "inlineData": { "mimeType": "image/png", "data": "aW1n" } }] },
                    { "role": "model", "parts": [{ "text": "Let me look." }, { "functionCall": { "name": "look", "args": { "at": 1 } } }] },
                    { "role": "user", "parts": [{ "functionResponse": { "name": "look", "response": { "result": "A seat." } } }, { "inlineData": { "mimeType": "image/png", "data": "c2VhdA==" } }] },
                ],
                "generationConfig": { "maxOutputTokens": 50, "temperature": 0.5, "stopSequences": ["END"] },
                "systemInstruction": { "parts": [{ "text": "Be brief." }] },
                "tools": [{ "functionDeclarations": [{ "name": "look", "description": "Looks", "parametersJsonSchema": { "type": "object" } }] }],
                "toolConfig": { "functionCallingConfig": { "mode": "ANY" } },
            }),
        ),
        (
            ProviderKind::Ollama,
            "POST /base/api/chat HTTP/1.1",
            bearer,
            json!({
                "model": "some-model",
                "messages": [
                    { "role": "system", "content": "Be brief." },
                    { "role": "user", "content": "What is this?", "images": ["aW1n"] },
                    { "role": "assistant", "content": "Let me look.", "tool_calls": [{ "function": { "name": "look", "arguments": { "at": 1 } } }] },
                    { "role": "tool", "tool_name": "look", "content": "A seat.", "images": ["c2VhdA=="] },
                ],
                "stream": true,
                "options": { "num_predict": 50, "temperature": 0.5, "stop": ["END"] },
                "tools": function,
            }),
        ),
    ];
    for (kind, line, (name, value), expected) in rows {
        let (_, asked) = ask(
            kind,
            EVENTS,
            &says(kind),
            Then::Close,
            &everything(),
            Duration::from_mins(1),
        )
        .await;
        assert_eq!(asked.head.lines().next(), Some(line), "{kind:?}");
        assert_eq!(asked.header(name), Some(value.as_str()), "{kind:?}");
        let body: Value = serde_json::from_str(&asked.body).unwrap();
        assert_eq!(body, expected, "{kind:?}");
    }
}

#[tokio::test]
async fn what_gemini_notes_about_a_tool_comes_back_to_it() {
    let says = "data: {\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"name\":\"look\",\"args\":{}},\"thoughtSignature\":\"c2ln\"}]},\"finishReason\":\"STOP\"}]}\n\n";
    let gemini = ProviderKind::Gemini;
    let wait = Duration::from_mins(1);
    let (answer, _) = ask(gemini, EVENTS, &[says], Then::Close, &everything(), wait).await;
    let uses = answer.unwrap().blocks().unwrap();
    let mut next = everything();
    next["messages"][1]["content"] = json!(uses);
    next["messages"][2]["content"]["toolUseId"] = uses[0]["id"].clone();
    let (_, asked) = ask(gemini, EVENTS, &[says], Then::Close, &next, wait).await;
    let body: Value = serde_json::from_str(&asked.body).unwrap();
    assert_eq!(
        body["contents"][1]["parts"],
        json!([{ "functionCall": { "name": "look", "args": {} }, "thoughtSignature": "c2ln" }])
    );
}
