//! Runs one request to a provider. Dropping it ends it.

use std::time::Duration;

use http::{HeaderMap, HeaderValue, header};
use serde_json::Value;
use url::Url;
use usher_messages::Message;
use usher_net::{FetchError, FetchRules, Reach, Request};
use usher_types::secret::Secret;

use super::answer::{PartialResponse, StopReason};
use super::failure::{of_fetch, of_status, words, words_of};
use super::frames::{Frame, Frames};
use super::prompt::Prompt;
use super::wire::{self, StreamEvent};
use crate::failure::ModelError;
use crate::kind::credential;
use crate::limits;
use crate::provider::Provider;
use usher_types::model::Model;
use usher_types::model::ProviderKind;

/// How long a provider is waited for.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Longest wait for the answer's head and between its chunks.
    pub(crate) patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            patience: limits::MODEL_TIMEOUT,
        }
    }
}

/// Has a model write an answer; `on_progress` sees it after every piece.
pub async fn run(
    provider: &Provider,
    key: Option<&Secret>,
    model: &str,
    prompt: &Prompt,
    limits: Limits,
    mut on_progress: impl FnMut(&PartialResponse),
) -> Result<PartialResponse, ModelError> {
    let label = || provider.label.clone();
    let (url, body) =
        wire::request(provider.kind, &provider.base, model, prompt).map_err(|what| {
            ModelError::NotTaken {
                provider: label(),
                what,
            }
        })?;
    let request = request(provider, key, url, Some(&body))?;
    let mut answer =
        usher_net::stream(request, rules(provider, limits::MODEL_ANSWER_BYTES, limits))
            .await
            .map_err(|error| of_fetch(&provider.label, &error))?;
    if !(200..300).contains(&answer.status()) {
        return Err(refusal(provider, key, answer).await);
    }
    let mut frames = Frames::new(wire::framing(provider.kind));
    let mut response = PartialResponse::default();
    let mut ended = false;
    while !ended {
        let chunk = answer.chunk().await.map_err(|error| match error {
            FetchError::Unreachable(_) => ModelError::Cut { provider: label() },
            error => of_fetch(&provider.label, &error),
        })?;
        let events = match &chunk {
            Some(bytes) => frames.take(bytes),
            None => frames.end(),
        };
        let nonsense = |what| ModelError::Nonsense {
            provider: label(),
            what,
        };
        for frame in events.map_err(nonsense)? {
            let Frame::Message(message) = frame else {
                ended = true;
                break;
            };
            match wire::take(provider.kind, &message, &mut response).map_err(nonsense)? {
                StreamEvent::More => {}
                StreamEvent::End => {
                    ended = true;
                    break;
                }
                StreamEvent::Failure => {
                    return Err(ModelError::Failed {
                        provider: label(),
                        words: words_of(&message, key),
                    });
                }
            }
        }
        on_progress(&response);
        if chunk.is_none() {
            break;
        }
    }
    finish(provider, response)
}

/// An answer is whole when the provider frames why it stopped.
fn finish(
    provider: &Provider,
    mut response: PartialResponse,
) -> Result<PartialResponse, ModelError> {
    let label = provider.label.clone();
    match &response.stop {
        None => return Err(ModelError::Cut { provider: label }),
        Some(StopReason::Other(reason)) if response.pieces.is_empty() => {
            return Err(ModelError::Failed {
                provider: label,
                words: reason.clone(),
            });
        }
        Some(_) if response.pieces.is_empty() => return Err(ModelError::Empty { provider: label }),
        Some(StopReason::EndTurn) if response.uses_tools() => {
            response.stop = Some(StopReason::ToolUse);
        }
        Some(_) => {}
    }
    response
        .blocks()
        .map_err(|what| ModelError::Nonsense {
            provider: label,
            what,
        })
        .map(|_| response)
}

/// The models a provider has.
pub async fn list(
    provider: &Provider,
    key: Option<&Secret>,
    limits: Limits,
) -> Result<Vec<Model>, ModelError> {
    let url = wire::list_url(provider.kind, &provider.base);
    let request = request(provider, key, url, None)?;
    let answer = usher_net::send(request, rules(provider, limits::MODEL_LIST_BYTES, limits))
        .await
        .map_err(|error| of_fetch(&provider.label, &error))?;
    let bytes = &answer.fetched.bytes;
    if !(200..300).contains(&answer.status) {
        let words = words(bytes, key);
        return Err(of_status(&provider.label, answer.status, None, words));
    }
    let nonsense = |what| ModelError::Nonsense {
        provider: provider.label.clone(),
        what,
    };
    let list: Value = serde_json::from_slice(bytes)
        .map_err(|_| nonsense(Message::new("models.reason.notJson")))?;
    let mut models = wire::models(provider.kind, &list).map_err(nonsense)?;
    models.truncate(limits::MODELS);
    Ok(models)
}

async fn refusal(
    provider: &Provider,
    key: Option<&Secret>,
    mut answer: usher_net::Streamed,
) -> ModelError {
    let (status, retry_after_s) = (answer.status(), answer.retry_after_s());
    let mut body = Vec::new();
    // What cannot be read of a refusal is not worth another error.
    while let Ok(Some(bytes)) = answer.chunk().await {
        body.extend_from_slice(&bytes);
        if body.len() > limits::MODEL_FAILURE_BYTES {
            break;
        }
    }
    of_status(&provider.label, status, retry_after_s, words(&body, key))
}

fn request(
    provider: &Provider,
    key: Option<&Secret>,
    url: Url,
    body: Option<&Value>,
) -> Result<Request, ModelError> {
    let mut headers = HeaderMap::new();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    if provider.kind == ProviderKind::Anthropic {
        headers.insert("anthropic-version", HeaderValue::from_static("2023-06-01"));
    }
    if let Some(key) = key {
        let (name, value) = credential(provider.kind, key).ok_or_else(|| ModelError::NoKey {
            provider: provider.label.clone(),
            why: Message::new("models.keyCharacters"),
        })?;
        headers.insert(name, value);
    }
    Ok(Request {
        url,
        headers,
        body: body.map(|body| Secret::new(body.to_string())),
    })
}

/// The person named this origin, wherever it is; nothing else is reached.
fn rules(provider: &Provider, max_bytes: usize, limits: Limits) -> FetchRules {
    FetchRules {
        max_bytes,
        timeout: limits.patience,
        reach: Reach::SameHostAs(provider.base.clone()),
    }
}
