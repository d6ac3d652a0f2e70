//! What is said when there is no answer: refusals, failures in the middle, nonsense, silence, cut streams.

use std::time::Duration;

use url::Url;
use usher_messages::Message;

use super::fake::Then;
use super::{EVENTS, KEY, ask, everything, provider, says};
use crate::failure::ModelError;
use crate::prompt::Prompt;
use crate::run::{Limits, run};
use usher_types::model::ProviderKind;

#[tokio::test]
async fn a_failure_is_named_without_the_key() {
    let refused = format!(r#"{{"error":{{"message":"Incorrect API key provided: {KEY}."}}}}"#);
    let cut = &says(ProviderKind::OpenAi)[..2].concat();
    let openai = ProviderKind::OpenAi;
    let provider = || "Fake".to_owned();
    let key = |words: &str| ModelError::Key {
        provider: provider(),
        words: words.to_owned(),
    };
    let status = |status, words: &str| ModelError::Status {
        provider: provider(),
        status,
        words: words.to_owned(),
    };
    let failed = |words: &str| ModelError::Failed {
        provider: provider(),
        words: words.to_owned(),
    };
    let nonsense = |what| ModelError::Nonsense {
        provider: provider(),
        what,
    };
    let rows: [(ProviderKind, &str, &str, Then, ModelError); 14] = [
        (
            openai,
            "401 Unauthorized",
            &refused,
            Then::Close,
            key("Incorrect API key provided: [key]."),
        ),
        (
            ProviderKind::Gemini,
            "429 Too Many Requests\nretry-after: 30",
            r#"[{"error":{"code":429,"message":"Quota exceeded.\nSee the page."}}]"#,
            Then::Close,
            ModelError::Busy {
                provider: provider(),
                words: "Quota exceeded. See the page.".to_owned(),
                retry_after_s: Some(30),
            },
        ),
        (
            ProviderKind::Ollama,
            "404 Not Found",
            r#"{"error":"model \"x\" not found"}"#,
            Then::Close,
            status(404, "model \"x\" not found"),
        ),
        (
            ProviderKind::Anthropic,
            "529 Overloaded",
            "<html>",
            Then::Close,
            status(529, ""),
        ),
        (
            openai,
            "302 Found\nlocation: http://127.0.0.1:1/",
            "",
            Then::Close,
            status(302, ""),
        ),
        (
            ProviderKind::Anthropic,
            EVENTS,
            "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n",
            Then::Close,
            failed("Overloaded"),
        ),
        (
            openai,
            EVENTS,
            cut,
            Then::Close,
            ModelError::Cut {
                provider: provider(),
            },
        ),
        (
            openai,
            EVENTS,
            cut,
            Then::Wait,
            ModelError::Timeout {
                provider: provider(),
                waited: Duration::from_secs(1),
            },
        ),
        (
            openai,
            EVENTS,
            "data: <html>\n\n",
            Then::Close,
            nonsense(Message::new("models.reason.notJson")),
        ),
        (
            openai,
            EVENTS,
            "data: 5\n\n",
            Then::Close,
            nonsense(Message::new("models.reason.noObject")),
        ),
        (
            openai,
            EVENTS,
            "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":4294967295,\"function\":{\"name\":\"f\",\"arguments\":\"[1\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n",
            Then::Close,
            nonsense(Message::new("models.reason.arguments").with("tool", "f")),
        ),
        (
            openai,
            EVENTS,
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
            Then::Close,
            ModelError::Empty {
                provider: provider(),
            },
        ),
        (
            ProviderKind::Gemini,
            EVENTS,
            "data: {\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}\n\n",
            Then::Close,
            failed("SAFETY"),
        ),
        (
            ProviderKind::Anthropic,
            EVENTS,
            "event: hello\ndata: {\"hello\":1}\n\n",
            Then::Close,
            nonsense(Message::new("models.reason.missing").with("member", "type")),
        ),
    ];
    for (kind, head, body, then, expected) in rows {
        let patience = match then {
            Then::Close => Duration::from_mins(1),
            Then::Wait => Duration::from_secs(1),
        };
        let (answer, _) = ask(kind, head, &[body], then, &everything(), patience).await;
        assert_eq!(answer.unwrap_err(), expected, "{kind:?} {head}");
    }
}

#[tokio::test]
async fn an_answer_that_does_not_end_is_given_up() {
    let line = format!(
        "data: {{\"choices\":[{{\"delta\":{{\"content\":\"{}\"}}}}]}}\n\n",
        "x".repeat(64 * 1024)
    );
    let pieces = vec![line.as_str(); 32];
    let (answer, _) = ask(
        ProviderKind::Compatible,
        EVENTS,
        &pieces,
        Then::Close,
        &everything(),
        Duration::from_mins(1),
    )
    .await;
    assert_eq!(
        answer.unwrap_err(),
        ModelError::Nonsense {
            provider: "Fake".into(),
            what: Message::new("models.reason.endless")
        }
    );
}

#[tokio::test]
async fn nobody_listening_is_said_so() {
    let base = Url::parse("http://127.0.0.1:1/v1").unwrap();
    let prompt = Prompt::read(&everything()).unwrap();
    let answer = run(
        &provider(ProviderKind::Ollama, base),
        None,
        "m",
        &prompt,
        Limits::default(),
        |_| {},
    )
    .await;
    let error = answer.unwrap_err();
    assert!(
        matches!(&error, ModelError::Unreachable { provider, .. } if provider == "Fake"),
        "{error:?}"
    );
}
