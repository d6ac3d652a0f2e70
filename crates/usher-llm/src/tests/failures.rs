//! What is said when there is no answer: refusals, failures in the middle, nonsense, silence, cut streams.

use std::time::Duration;

use url::Url;

use super::fake::Then;
use super::{EVENTS, KEY, ask, everything, provider, says};
use crate::failure::ModelError;
use crate::prompt::Prompt;
use crate::run::{Limits, run};
use usher_types::model::ProviderKind;

#[tokio::test]
async fn a_failure_is_said_in_words_without_the_key() {
    let refused = format!(r#"{{"error":{{"message":"Incorrect API key provided: {KEY}."}}}}"#);
    let cut = &says(ProviderKind::OpenAi)[..2].concat();
    let openai = ProviderKind::OpenAi;
    let rows: [(ProviderKind, &str, &str, Then, &str); 14] = [
        (
            openai,
            "401 Unauthorized",
            &refused,
            Then::Close,
            "Fake does not accept the key: “Incorrect API key provided: [key]”. Give it anew in Settings, under Models.",
        ),
        (
            ProviderKind::Gemini,
            "429 Too Many Requests\nretry-after: 30",
            r#"[{"error":{"code":429,"message":"Quota exceeded.\nSee the page."}}]"#,
            Then::Close,
            "Fake takes no more requests now: “Quota exceeded. See the page”. Try again in 30 s.",
        ),
        (
            ProviderKind::Ollama,
            "404 Not Found",
            r#"{"error":"model \"x\" not found"}"#,
            Then::Close,
            "Fake answered with HTTP status 404: “model \"x\" not found”. Check that it has this model, and its address in Settings.",
        ),
        (
            ProviderKind::Anthropic,
            "529 Overloaded",
            "<html>",
            Then::Close,
            "Fake answered with HTTP status 529. Run it again later, or choose another model.",
        ),
        (
            openai,
            "302 Found\nlocation: http://127.0.0.1:1/",
            "",
            Then::Close,
            "Fake answered with HTTP status 302. Change the request, or choose another model.",
        ),
        (
            ProviderKind::Anthropic,
            EVENTS,
            "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n",
            Then::Close,
            "Fake broke off: “Overloaded”. Run it again.",
        ),
        (
            openai,
            EVENTS,
            cut,
            Then::Close,
            "The answer of Fake was cut off. Run it again.",
        ),
        (
            openai,
            EVENTS,
            cut,
            Then::Wait,
            "Fake said nothing for 1 s. Run it again, or choose another model.",
        ),
        (
            openai,
            EVENTS,
            "data: <html>\n\n",
            Then::Close,
            "Fake sent something Usher does not understand: a message that is no JSON. Check its kind and address in Settings.",
        ),
        (
            openai,
            EVENTS,
            "data: 5\n\n",
            Then::Close,
            "Fake sent something Usher does not understand: a message that is no object. Check its kind and address in Settings.",
        ),
        (
            openai,
            EVENTS,
            "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":4294967295,\"function\":{\"name\":\"f\",\"arguments\":\"[1\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n",
            Then::Close,
            "Fake sent something Usher does not understand: the arguments for the tool “f” are no object. Check its kind and address in Settings.",
        ),
        (
            openai,
            EVENTS,
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
            Then::Close,
            "Fake answered with nothing. Run it again, or choose another model.",
        ),
        (
            ProviderKind::Gemini,
            EVENTS,
            "data: {\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}\n\n",
            Then::Close,
            "Fake broke off: “SAFETY”. Run it again.",
        ),
        (
            ProviderKind::Anthropic,
            EVENTS,
            "event: hello\ndata: {\"hello\":1}\n\n",
            Then::Close,
            "Fake sent something Usher does not understand: a message without a type. Check its kind and address in Settings.",
        ),
    ];
    for (kind, head, body, then, expected) in rows {
        let patience = match then {
            Then::Close => Duration::from_mins(1),
            Then::Wait => Duration::from_secs(1),
        };
        let (answer, _) = ask(kind, head, &[body], then, &everything(), patience).await;
        assert_eq!(answer.unwrap_err().to_string(), expected, "{kind:?} {head}");
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
