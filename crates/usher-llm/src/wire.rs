//! Builds requests and reads responses, one file per wire format. `run` sends them.
//!
//! Not `genai` for now, though it takes our client (`with_reqwest`): byte caps, key hygiene and pictures in tool
//! results stay our own.

mod anthropic;
mod gemini;
mod ollama;
mod openai;
mod request_parts;
mod stream_event;

use serde_json::Value;
use url::Url;
use usher_messages::Message;

use super::answer::PartialResponse;
use super::frames::Framing;
use super::prompt::Prompt;
pub(super) use stream_event::StreamEvent;
use usher_types::model::Model;
use usher_types::model::ProviderKind;

/// The whole request for an answer that comes piece by piece; fails with what the provider does not take.
pub(super) fn request(
    kind: ProviderKind,
    base: &Url,
    model: &str,
    prompt: &Prompt,
) -> Result<(Url, Value), Message> {
    Ok(match kind {
        ProviderKind::Anthropic => (under(base, &["messages"]), anthropic::body(model, prompt)?),
        ProviderKind::OpenAi => (
            under(base, &["chat", "completions"]),
            openai::body(model, prompt, "max_completion_tokens")?,
        ),
        ProviderKind::Compatible => (
            under(base, &["chat", "completions"]),
            openai::body(model, prompt, "max_tokens")?,
        ),
        ProviderKind::Gemini => {
            let mut url = under(base, &["models", &format!("{model}:streamGenerateContent")]);
            url.set_query(Some("alt=sse"));
            (url, gemini::body(prompt))
        }
        ProviderKind::Ollama => (under(base, &["api", "chat"]), ollama::body(model, prompt)?),
    })
}

pub(super) fn framing(kind: ProviderKind) -> Framing {
    match kind {
        ProviderKind::Ollama => Framing::Lines,
        _ => Framing::Events,
    }
}

/// Whether an answer is only whole when its end was named.
pub(super) fn take(
    kind: ProviderKind,
    message: &Value,
    response: &mut PartialResponse,
) -> Result<StreamEvent, Message> {
    if !message.is_object() {
        return Err(Message::new("models.reason.noObject"));
    }
    if !message["error"].is_null() || message["type"] == "error" {
        return Ok(StreamEvent::Failure);
    }
    match kind {
        ProviderKind::Anthropic => anthropic::take(message, response),
        ProviderKind::OpenAi | ProviderKind::Compatible => openai::take(message, response),
        ProviderKind::Gemini => gemini::take(message, response),
        ProviderKind::Ollama => ollama::take(message, response),
    }
}

/// Where the list of models is.
pub(super) fn list_url(kind: ProviderKind, base: &Url) -> Url {
    let (path, query): (&[&str], _) = match kind {
        ProviderKind::Anthropic => (&["models"], Some("limit=1000")),
        ProviderKind::Gemini => (&["models"], Some("pageSize=1000")),
        ProviderKind::OpenAi | ProviderKind::Compatible => (&["models"], None),
        ProviderKind::Ollama => (&["api", "tags"], None),
    };
    let mut url = under(base, path);
    url.set_query(query);
    url
}

/// The models in a list; fails with what is wrong.
pub(super) fn models(kind: ProviderKind, list: &Value) -> Result<Vec<Model>, Message> {
    let (list, id, title) = match kind {
        ProviderKind::Anthropic => (&list["data"], "id", "display_name"),
        ProviderKind::OpenAi | ProviderKind::Compatible => (&list["data"], "id", "name"),
        ProviderKind::Gemini => (&list["models"], "name", "displayName"),
        ProviderKind::Ollama => (&list["models"], "name", "title"),
    };
    let entries = list
        .as_array()
        .ok_or(Message::new("models.reason.noModels"))?;
    Ok(entries
        .iter()
        .filter(|entry| {
            kind != ProviderKind::Gemini
                || entry["supportedGenerationMethods"]
                    .as_array()
                    .is_none_or(|can| can.iter().any(|can| can == "generateContent"))
        })
        .filter_map(|entry| {
            let id = entry[id].as_str()?;
            Some(Model {
                id: id.strip_prefix("models/").unwrap_or(id).to_owned(),
                title: entry[title].as_str().map(str::to_owned),
            })
        })
        .collect())
}

/// An address below the base, with what was in the base kept.
fn under(base: &Url, path: &[&str]) -> Url {
    let mut url = base.clone();
    // Only an address that cannot have a path refuses one, and such a base is never kept.
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty().extend(path);
    }
    url
}
