//! Redacts a connection's secrets from frames, stderr, logs and errors.
//!
//! Plain replacement of the exact values, as they are and as JSON writes them; values under six bytes would hit
//! ordinary words and are not replaced. A server that returns a secret in another form (encoded, in parts) is not
//! caught, and results are returned unchanged: they are what was asked for.

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;

use crate::access::SentTokens;
use crate::error::CallError;
use crate::lock::lock;
use usher_types::secret::Secret;

/// Shortest value that is replaced, in bytes.
const MIN_SECRET_BYTES: usize = 6;

const MASK: &str = "•••";

/// Replaces the secrets given to a server.
#[derive(Clone, Default)]
pub struct Redactor {
    values: Vec<Secret>,
    tokens: SentTokens,
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").finish_non_exhaustive()
    }
}

impl Redactor {
    /// Makes a redactor of these secrets.
    pub fn new<'a>(secrets: impl IntoIterator<Item = &'a Secret>) -> Self {
        let mut values: Vec<String> = secrets.into_iter().flat_map(forms).collect();
        // The longest first, so that a value containing another is replaced whole.
        values.sort_by_key(|value| std::cmp::Reverse(value.len()));
        values.dedup();
        Self {
            values: values.into_iter().map(Secret::new).collect(),
            tokens: SentTokens::default(),
        }
    }

    /// Redacts the sent access tokens as well, also later ones.
    pub(crate) fn with_tokens(mut self, tokens: SentTokens) -> Self {
        self.tokens = tokens;
        self
    }

    /// Redacts this secret from now on, in all clones.
    pub(crate) fn learn(&self, secret: &Secret) {
        let mut known = lock(&self.tokens);
        for form in forms(secret) {
            if !known.iter().any(|other| other.expose() == form) {
                known.push(Secret::new(form));
            }
        }
    }

    /// Redacts the learned secrets of another redactor, in all clones.
    pub fn learn_from(&self, other: &Self) {
        let learned: Vec<Secret> = lock(&other.tokens).clone();
        for secret in &learned {
            self.learn(secret);
        }
    }

    /// Returns the text without the secrets.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut redacted = Cow::Borrowed(text);
        let tokens = lock(&self.tokens);
        for value in self.values.iter().chain(tokens.iter()) {
            if redacted.contains(value.expose()) {
                redacted = Cow::Owned(redacted.replace(value.expose(), MASK));
            }
        }
        redacted
    }

    /// Returns the value without the secrets, also in keys.
    pub fn value(&self, value: Value) -> Value {
        if self.values.is_empty() && lock(&self.tokens).is_empty() {
            return value;
        }
        match value {
            Value::String(text) => Value::String(self.text(&text).into_owned()),
            Value::Array(items) => items.into_iter().map(|item| self.value(item)).collect(),
            Value::Object(members) => members
                .into_iter()
                .map(|(key, value)| (self.text(&key).into_owned(), self.value(value)))
                .collect(),
            other => other,
        }
    }

    /// Makes a call error of a server's JSON-RPC error.
    pub(crate) fn rejection(&self, code: i64, message: &str, data: Option<Value>) -> CallError {
        let message = self.text(message).into_owned();
        CallError::Rejected {
            code,
            message,
            data: data.map(|data| self.value(data)),
        }
    }
}

/// Returns a secret, its part without scheme, and both as JSON.
fn forms(secret: &Secret) -> Vec<String> {
    let value = secret.expose();
    let mut forms = vec![value.to_owned()];
    // `Authorization: Bearer x` holds the secret `x`, which may appear without its scheme.
    if let Some((_, credentials)) = value.split_once(' ') {
        forms.push(credentials.to_owned());
    }
    let escaped: Vec<String> = forms
        .iter()
        .filter_map(|value| {
            let quoted = serde_json::to_string(value).ok()?;
            let inner = quoted.strip_prefix('"')?.strip_suffix('"')?;
            (inner != value).then(|| inner.to_owned())
        })
        .collect();
    forms.extend(escaped);
    forms.retain(|value| value.len() >= MIN_SECRET_BYTES);
    forms
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn secrets_are_replaced_in_every_form_they_are_given_in() {
        let secrets = [
            Secret::new("Bearer tok-123456"),
            Secret::new("pass\"word\\1"),
            Secret::new("short"),
            Secret::new("tok-123456789"),
        ];
        let redactor = Redactor::new(&secrets);
        let cases = [
            ("authorization: Bearer tok-123456!", "authorization: •••!"),
            ("token tok-123456 leaked", "token ••• leaked"),
            (r#"{"p":"pass\"word\\1"}"#, r#"{"p":"•••"}"#),
            (r#"raw pass"word\1 here"#, "raw ••• here"),
            ("short words stay", "short words stay"),
            ("tok-123456789 tok-123456", "••• •••"),
        ];
        for (text, expected) in cases {
            assert_eq!(redactor.text(text), expected, "redacting {text}");
        }
        redactor.clone().learn(&Secret::new("typed\"later"));
        assert_eq!(
            redactor.text(r#"typed"later {"p":"typed\"later"}"#),
            r#"••• {"p":"•••"}"#,
            "what is learned is known to all clones"
        );
        assert_eq!(
            redactor.value(json!({"tok-123456":["x tok-123456"]})),
            json!({"•••":["x •••"]})
        );
    }
}
