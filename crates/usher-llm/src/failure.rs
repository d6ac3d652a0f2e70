//! Describes why a model failed, and what to do. No message holds a key.

use std::time::Duration;

use serde_json::Value;
use usher_net::FetchError;
use usher_types::secret::Secret;

/// Characters kept of what a provider says of a failure.
const MAX_WORDS: usize = 300;

/// Why a model gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// It was not reached.
    #[error(
        "{provider} could not be reached: {why}. Check its address in Settings, and that it runs."
    )]
    Unreachable { provider: String, why: String },
    /// Nothing came for too long.
    #[error("{provider} said nothing for {} s. Run it again, or choose another model.", waited.as_secs())]
    Timeout {
        provider: String,
        /// How long was waited.
        waited: Duration,
    },
    /// The key is wrong or missing (401, 403).
    #[error(
        "{provider} does not accept the key{}. Give it anew in Settings, under Models.",
        said(words)
    )]
    Key { provider: String, words: String },
    /// Too many requests, or no credit (429).
    #[error("{provider} takes no more requests now{}{}.", said(words), later(*retry_after_s))]
    Busy {
        provider: String,
        words: String,
        /// When to come back.
        retry_after_s: Option<u64>,
    },
    /// It refused, or failed.
    #[error("{provider} answered with HTTP status {status}{}. {}", said(words), advice(*status))]
    Status {
        provider: String,
        status: u16,
        words: String,
    },
    /// It failed in the middle.
    #[error("{provider} broke off{}. Run it again.", said(words))]
    Failed { provider: String, words: String },
    /// What came is not what this kind of provider says.
    #[error(
        "{provider} sent something Usher does not understand: {what}. Check its kind and address in Settings."
    )]
    Nonsense { provider: String, what: String },
    /// The answer ended in the middle.
    #[error("The answer of {provider} was cut off. Run it again.")]
    Cut { provider: String },
    /// The answer is over the limit.
    #[error("The answer of {provider} is too long. Ask for fewer tokens.")]
    TooLong { provider: String },
    /// There is nothing in the answer.
    #[error("{provider} answered with nothing. Run it again, or choose another model.")]
    Empty { provider: String },
    /// It cannot be given this.
    #[error("{provider} does not take {what}. Take it out, or choose another model.")]
    NotTaken { provider: String, what: String },
    /// The key could not be read.
    #[error("The key of {provider} could not be read. {why}")]
    NoKey { provider: String, why: String },
}

impl ModelError {
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

fn said(words: &str) -> String {
    if words.is_empty() {
        return String::new();
    }
    format!(": “{}”", words.trim_end_matches('.'))
}

fn later(retry_after_s: Option<u64>) -> String {
    match retry_after_s {
        Some(seconds) => format!(". Try again in {seconds} s"),
        None => ". Wait, or look at your account there".to_owned(),
    }
}

fn advice(status: u16) -> &'static str {
    match status {
        404 => "Check that it has this model, and its address in Settings.",
        500.. => "Run it again later, or choose another model.",
        _ => "Change the request, or choose another model.",
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
        FetchError::Refused(why) | FetchError::Unreachable(why) => ModelError::Unreachable {
            provider,
            why: why.clone(),
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
