//! Checks lists of models, and requests refused before sending.

use serde_json::{Value, json};
use url::Url;
use usher_messages::Message;
use usher_types::secret::Secret;

use super::fake::{Then, answer};
use super::{KEY, provider};
use crate::failure::ModelError;
use crate::prompt::Prompt;
use crate::run::{Limits, list};
use usher_types::model::Model;
use usher_types::model::ProviderKind;

#[tokio::test]
async fn sound_goes_only_to_those_who_take_it() {
    let params = |mime: &str| json!({ "messages": [{ "role": "user", "content": { "type": "audio", "mimeType": mime, "data": "c25k" } }] });
    for (kind, mime, expected) in [
        (
            ProviderKind::Anthropic,
            "audio/wav",
            Some(Message::new("models.content.audio")),
        ),
        (
            ProviderKind::Ollama,
            "audio/wav",
            Some(Message::new("models.content.audio")),
        ),
        (
            ProviderKind::OpenAi,
            "audio/ogg",
            Some(Message::new("models.content.audioType").with("type", "audio/ogg")),
        ),
        (ProviderKind::OpenAi, "audio/wav", None),
        (ProviderKind::Gemini, "audio/ogg", None),
    ] {
        let prompt = Prompt::read(&params(mime)).unwrap();
        let base = Url::parse("http://localhost").unwrap();
        let request = crate::wire::request(kind, &base, "m", &prompt);
        assert_eq!(request.err(), expected, "{kind:?} {mime}");
    }
}

#[tokio::test]
async fn every_provider_lists_its_models() {
    let model = |id: &str, title: Option<&str>| Model {
        id: id.into(),
        title: title.map(str::to_owned),
    };
    let openai = r#"{"object":"list","data":[{"id":"gpt-5","object":"model"},{"id":7}]}"#;
    let rows = [
        (
            ProviderKind::Anthropic,
            "GET /base/models?limit=1000 HTTP/1.1",
            r#"{"data":[{"type":"model","id":"claude-sonnet-4-5","display_name":"Claude Sonnet 4.5"}],"has_more":false}"#,
            vec![model("claude-sonnet-4-5", Some("Claude Sonnet 4.5"))],
        ),
        (
            ProviderKind::OpenAi,
            "GET /base/models HTTP/1.1",
            openai,
            vec![model("gpt-5", None)],
        ),
        (
            ProviderKind::Compatible,
            "GET /base/models HTTP/1.1",
            openai,
            vec![model("gpt-5", None)],
        ),
        (
            ProviderKind::Gemini,
            "GET /base/models?pageSize=1000 HTTP/1.1",
            r#"{"models":[{"name":"models/gemini-3-pro","displayName":"Gemini 3 Pro","supportedGenerationMethods":["generateContent"]},{"name":"models/embed","supportedGenerationMethods":["embedContent"]}]}"#,
            vec![model("gemini-3-pro", Some("Gemini 3 Pro"))],
        ),
        (
            ProviderKind::Ollama,
            "GET /base/api/tags HTTP/1.1",
            r#"{"models":[{"name":"llama3.2:latest","size":1}]}"#,
            vec![model("llama3.2:latest", None)],
        ),
    ];
    let json = "200 OK\ncontent-type: application/json";
    for (kind, line, body, expected) in rows {
        let (base, serving) = answer(json, vec![body.to_owned()], Then::Close).await;
        let key = Secret::new(KEY);
        let models = list(&provider(kind, base), Some(&key), Limits::default()).await;
        assert_eq!(models, Ok(expected), "{kind:?}");
        let asked = serving.await.unwrap();
        assert_eq!(asked.head.lines().next(), Some(line), "{kind:?}");
    }
    let (base, _serving) = answer(json, vec!["{}".to_owned()], Then::Close).await;
    let models = list(
        &provider(ProviderKind::OpenAi, base),
        None,
        Limits::default(),
    )
    .await;
    assert_eq!(
        models.unwrap_err(),
        ModelError::Nonsense {
            provider: "Fake".into(),
            what: Message::new("models.reason.noModels"),
        }
    );
}

#[test]
fn what_breaks_the_rules_of_a_request_is_named() {
    let text = |text: &str| json!({ "type": "text", "text": text });
    let user = |content: Value| json!({ "role": "user", "content": content });
    let using = json!({ "role": "assistant", "content": { "type": "tool_use", "id": "u", "name": "f", "input": {} } });
    let result = json!({ "type": "tool_result", "toolUseId": "u", "content": [] });
    let missing = "models.prompt.noResult";
    let mixed = "models.prompt.mixed";
    let rows = [
        (json!([]), vec![("messages", "models.prompt.empty")]),
        (json!([user(text("x"))]), vec![]),
        (json!([using, user(result.clone())]), vec![]),
        (json!([using]), vec![("messages", missing)]),
        (
            json!([using, user(text("x"))]),
            vec![("messages.1", missing)],
        ),
        (
            json!([using, user(json!([result, text("x")]))]),
            vec![("messages.1", mixed)],
        ),
        (
            json!([user(result)]),
            vec![("messages.0", "models.prompt.noUse")],
        ),
        (
            json!([user(json!({ "type": "film" }))]),
            vec![("messages.0.content.0", "models.prompt.content")],
        ),
        (
            json!([{ "role": "system", "content": text("x") }]),
            vec![("messages.0", "models.prompt.role")],
        ),
    ];
    for (messages, expected) in rows {
        let read = Prompt::read(&json!({ "messages": messages }));
        let faults = read.err().unwrap_or_default();
        let faults: Vec<_> = faults
            .iter()
            .map(|fault| (fault.path.as_str(), &*fault.message.code))
            .collect();
        assert_eq!(faults, expected, "{messages}");
    }
}
