//! Describes why a model failed, and what to do. No message holds a key.

use std::time::Duration;

use serde_json::Value;
use usher_messages::Message;
use usher_net::FetchError;
use usher_types::code::{Code, Coded};
use usher_types::secret::Secret;

/// Characters kept of what a provider says of a failure.
const MAX_WORDS: usize = 300;

/// Why a model gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum ModelError {
    /// It was not reached; why, as a part of a sentence.
    Unreachable { provider: String, why: Message },
    /// Nothing came for too long.
    Timeout {
        provider: String,
        /// How long was waited.
        waited: Duration,
    },
    /// The key is wrong or missing (401, 403).
    Key { provider: String, words: String },
    /// Too many requests, or no credit (429).
    Busy {
        provider: String,
        words: String,
        /// When to come back.
        retry_after_s: Option<u64>,
    },
    /// It refused, or failed.
    Status {
        provider: String,
        status: u16,
        words: String,
    },
    /// It failed in the middle.
    Failed { provider: String, words: String },
    /// What came is not what this kind of provider sends; what, as a part of a sentence.
    Nonsense { provider: String, what: Message },
    /// The answer ended in the middle.
    Cut { provider: String },
    /// The answer is over the limit.
    TooLong { provider: String },
    /// There is nothing in the answer.
    Empty { provider: String },
    /// It does not accept this kind of content.
    NotTaken { provider: String, what: Message },
    /// The key could not be read.
    NoKey { provider: String, why: Message },
}

impl ModelError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::Unreachable { provider, why } => {
                of_provider("models.unreachable", provider).with("reason", why.clone())
            }
            Self::Timeout { provider, waited } => {
                of_provider("models.timeout", provider).with("waited", *waited)
            }
            Self::Key { provider, words } => {
                said("models.key", "models.keyWith", provider, words).followed_by(NEXT_KEY)
            }
            Self::Busy {
                provider,
                words,
                retry_after_s,
            } => said("models.busy", "models.busyWith", provider, words)
                .followed_by(later(*retry_after_s)),
            Self::Status {
                provider,
                status,
                words,
            } => said("models.status", "models.statusWith", provider, words)
                .with("status", status.to_string())
                .followed_by(advice(provider, *status)),
            Self::Failed { provider, words } => {
                said("models.failed", "models.failedWith", provider, words).followed_by(NEXT_AGAIN)
            }
            Self::Nonsense { provider, what } => {
                of_provider("models.invalid", provider).with("reason", what.clone())
            }
            Self::Cut { provider } => of_provider("models.cut", provider),
            Self::TooLong { provider } => of_provider("models.tooLong", provider),
            Self::Empty { provider } => of_provider("models.empty", provider),
            Self::NotTaken { provider, what } => {
                of_provider("models.notAccepted", provider).with("content", what.clone())
            }
            Self::NoKey { provider, why } => {
                of_provider("models.noKey", provider).with("reason", why.clone())
            }
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        let code = match self {
            Self::Unreachable { .. } => Code::ServerUnreachable,
            Self::Timeout { .. } => Code::Timeout,
            Self::NoKey { .. } => Code::KeyringUnavailable,
            Self::NotTaken { .. } => Code::Invalid,
            _ => Code::ServerRejected,
        };
        code.into()
    }

    /// Whether it is certain that no model has begun: nothing of it costs anything.
    pub fn left_no_text(&self) -> bool {
        matches!(
            self,
            Self::Unreachable { .. }
                | Self::Key { .. }
                | Self::Busy { .. }
                | Self::Status { .. }
                | Self::NotTaken { .. }
                | Self::NoKey { .. }
        )
    }
}

const NEXT_KEY: Message = Message::new("models.next.key");
const NEXT_AGAIN: Message = Message::new("models.next.again");

fn of_provider(code: &'static str, provider: &str) -> Message {
    Message::new(code).with("provider", provider)
}

/// A message with what the provider says, if it says anything.
fn said(plain: &'static str, with_text: &'static str, provider: &str, words: &str) -> Message {
    if words.is_empty() {
        return of_provider(plain, provider);
    }
    of_provider(with_text, provider).with("text", words.trim_end_matches('.'))
}

fn later(retry_after_s: Option<u64>) -> Message {
    match retry_after_s {
        Some(seconds) => {
            Message::new("models.next.retryIn").with("wait", Duration::from_secs(seconds))
        }
        None => Message::new("models.next.wait"),
    }
}

fn advice(provider: &str, status: u16) -> Message {
    match status {
        404 => of_provider("models.next.notFound", provider),
        500.. => Message::new("models.next.later"),
        _ => Message::new("models.next.change"),
    }
}

pub(super) fn of_fetch(provider: &str, error: &FetchError) -> ModelError {
    let provider = provider.to_owned();
    match error {
        FetchError::Timeout(waited) => ModelError::Timeout {
            provider,
            waited: *waited,
        },
        FetchError::TooLarge { .. } => ModelError::TooLong { provider },
        FetchError::Refused(_) | FetchError::Unreachable(_) => ModelError::Unreachable {
            provider,
            why: error.message(),
        },
        FetchError::Status(status) => ModelError::Status {
            provider,
            status: *status,
            words: String::new(),
        },
    }
}

pub(super) fn of_status(
    provider: &str,
    status: u16,
    retry_after_s: Option<u64>,
    words: String,
) -> ModelError {
    let provider = provider.to_owned();
    match status {
        401 | 403 => ModelError::Key { provider, words },
        429 => ModelError::Busy {
            provider,
            words,
            retry_after_s,
        },
        _ => ModelError::Status {
            provider,
            status,
            words,
        },
    }
}

/// Reads the message of a failure, without the key.
pub(super) fn words(body: &[u8], key: Option<&Secret>) -> String {
    let parsed: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
    words_of(&parsed, key)
}

/// As [`words`], of a message that is read already: `{"error": {"message"}}`, `{"error": "…"}`, or a list of one.
pub(super) fn words_of(message: &Value, key: Option<&Secret>) -> String {
    let message = message.get(0).unwrap_or(message);
    let error = &message["error"];
    let text = error["message"]
        .as_str()
        .or(error.as_str())
        .or(message["message"].as_str())
        .unwrap_or_default();
    let text = match key {
        Some(key) if !key.expose().is_empty() => text.replace(key.expose(), "[key]"),
        _ => text.to_owned(),
    };
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MAX_WORDS {
        return line;
    }
    line.chars().take(MAX_WORDS).chain(['…']).collect()
}
