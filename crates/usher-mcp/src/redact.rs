//! Redacts a connection's secrets from frames, stderr, logs and errors.
//!
//! Plain replacement of the exact values, as they are and as JSON writes them; values under six bytes would hit
//! ordinary words and are not replaced. A server that returns a secret in another form (encoded, in parts) is not
//! caught, and results are returned unchanged: they are what was asked for.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::{Map, Value};

use crate::access::SentTokens;
use crate::error::{CallError, ConnectError};
use crate::limits;
use usher_jsonrpc::Fault;
use usher_types::secret::Secret;
use usher_types::text::beginning;

/// Shortest value that is replaced, in bytes.
const MIN_SECRET_BYTES: usize = 6;

const MASK: &str = "•••";

/// Replaces the secrets given to a server.
#[derive(Clone, Default)]
pub struct Redactor {
    /// Configured for the server.
    values: Vec<Secret>,
    tokens: SentTokens,
    typed: TypedSecrets,
}

/// Secrets the person typed while a server ran. Clones share them; none is dropped before the run ends.
#[derive(Clone, Default)]
pub struct TypedSecrets(Arc<Mutex<Vec<Secret>>>);

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").finish_non_exhaustive()
    }
}

impl Redactor {
    /// Makes a redactor of these secrets.
    pub fn new<'a>(secrets: impl IntoIterator<Item = &'a Secret>) -> Self {
        Self::of_forms(secrets.into_iter().flat_map(forms).collect())
    }

    /// Makes a redactor of everything that this one and another know now.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        let mut values = Vec::new();
        for one in [self, other] {
            let (tokens, typed) = (one.tokens.lock(), one.typed.0.lock());
            let known = one.values.iter().chain(tokens.iter()).chain(typed.iter());
            values.extend(known.map(|secret| secret.expose().to_owned()));
        }
        Self::of_forms(values)
    }

    fn of_forms(mut values: Vec<String>) -> Self {
        // The longest first, so that a value containing another is replaced whole.
        values.sort_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
        values.dedup();
        Self {
            values: values.into_iter().map(Secret::new).collect(),
            ..Self::default()
        }
    }

    /// Redacts and shortens the server's own text in an error.
    pub(crate) fn connect_error(&self, mut error: ConnectError) -> ConnectError {
        match &mut error {
            ConnectError::UnsupportedVersion { picked: text }
            | ConnectError::Rejected { message: text, .. } => *text = self.short_text(text),
            ConnectError::NotMcp {
                detail: message, ..
            }
            | ConnectError::OtherEra {
                detail: message, ..
            }
            | ConnectError::Unreachable {
                detail: message, ..
            }
            | ConnectError::Untrusted {
                reason: message, ..
            }
            | ConnectError::Refused { reason: message } => {
                *message = message.clone().map_texts(&|text| self.short_text(text));
            }
            _ => {}
        }
        error
    }

    fn short_text(&self, text: &str) -> String {
        beginning(&self.text(text), limits::ERROR_BYTES).into_owned()
    }

    /// Redacts the sent access tokens as well, also later ones.
    pub(crate) fn with_tokens(mut self, tokens: SentTokens) -> Self {
        self.tokens = tokens;
        self
    }

    /// Redacts what the person types as well, in all redactors with this list.
    pub(crate) fn with_typed(mut self, typed: TypedSecrets) -> Self {
        self.typed = typed;
        self
    }

    /// Redacts this secret from now on, in all clones.
    pub fn learn(&self, secret: &Secret) {
        let mut known = self.typed.0.lock();
        for form in forms(secret) {
            if !known.iter().any(|other| other.expose() == form) {
                known.push(Secret::new(form));
            }
        }
    }

    /// Redacts the learned secrets of another redactor, in all clones.
    pub fn learn_from(&self, other: &Self) {
        let learned: Vec<Secret> = other.typed.0.lock().clone();
        for secret in &learned {
            self.learn(secret);
        }
    }

    /// Returns the text without the secrets.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut redacted = Cow::Borrowed(text);
        let (tokens, typed) = (self.tokens.lock(), self.typed.0.lock());
        let values = self.values.iter().chain(tokens.iter()).chain(typed.iter());
        for value in values.filter(|value| value.expose().len() >= MIN_SECRET_BYTES) {
            if redacted.contains(value.expose()) {
                redacted = Cow::Owned(redacted.replace(value.expose(), MASK));
            }
        }
        redacted
    }

    /// Returns a text that was cut off, without the secrets and without the start of one at its end.
    pub fn cut_text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let redacted = self.text(text);
        let (tokens, typed) = (self.tokens.lock(), self.typed.0.lock());
        let values = self.values.iter().chain(tokens.iter()).chain(typed.iter());
        let started = values.filter_map(|value| start_at_end(&redacted, value.expose()));
        match started.max() {
            None => redacted,
            Some(bytes) => Cow::Owned(format!("{}{MASK}", &redacted[..redacted.len() - bytes])),
        }
    }

    /// Returns the value without the secrets, also in keys.
    pub fn value(&self, value: Value) -> Value {
        self.marked(value, &|_| String::new())
    }

    /// As [`Self::value`]; each text a secret was taken out of ends with what `mark` makes of it as it was.
    pub fn marked(&self, value: Value, mark: &impl Fn(&str) -> String) -> Value {
        if self.knows_nothing() {
            return value;
        }
        match value {
            Value::String(text) => Value::String(self.marked_text(text, mark)),
            Value::Array(items) => {
                let items = items.into_iter().map(|item| self.marked(item, mark));
                items.collect()
            }
            Value::Object(members) => {
                let mut redacted = Map::new();
                for (key, value) in members {
                    let key = self.marked_text(key, mark);
                    redacted.insert(free_key(&redacted, key), self.marked(value, mark));
                }
                Value::Object(redacted)
            }
            other => other,
        }
    }

    fn knows_nothing(&self) -> bool {
        self.values.is_empty() && self.tokens.lock().is_empty() && self.typed.0.lock().is_empty()
    }

    fn marked_text(&self, text: String, mark: &impl Fn(&str) -> String) -> String {
        match self.text(&text) {
            Cow::Borrowed(_) => text,
            Cow::Owned(redacted) => redacted + &mark(&text),
        }
    }

    /// Makes a call error of a server's JSON-RPC error.
    pub(crate) fn rejection(&self, fault: Fault) -> CallError {
        CallError::Rejected {
            code: fault.code,
            message: self.text(&fault.message).into_owned(),
            data: fault.data.map(|data| self.value(data)),
        }
    }
}

/// Keys that differ only in what was taken out of them stay apart.
fn free_key(taken: &Map<String, Value>, key: String) -> String {
    if !taken.contains_key(&key) {
        return key;
    }
    // Of one number more than there are keys, one is free.
    (2..=taken.len() + 2)
        .map(|number| format!("{key} ({number})"))
        .find(|numbered| !taken.contains_key(numbered))
        .unwrap_or(key)
}

/// Returns how many bytes at the end of a text begin this secret, if they are worth hiding.
fn start_at_end(text: &str, secret: &str) -> Option<usize> {
    let starts = (MIN_SECRET_BYTES..secret.len()).rev();
    starts
        .filter(|bytes| secret.is_char_boundary(*bytes))
        .find(|bytes| text.ends_with(&secret[..*bytes]))
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

    #[test]
    fn a_secret_that_was_cut_off_is_no_less_a_secret() {
        let redactor = Redactor::new(&[
            Secret::new("Bearer tok-123456789"),
            Secret::new("pässwörter"),
        ]);
        let cases = [
            ("sent tok-123456789", "sent •••"),
            ("sent tok-12345678", "sent •••"),
            ("sent tok-12", "sent •••"),
            ("sent tok-1", "sent tok-1"),
            ("sent Bearer tok-1", "sent •••"),
            ("sent pässwört", "sent •••"),
            ("tok-123456789 and tok-1234", "••• and •••"),
            ("tok-12345 is not at the end", "tok-12345 is not at the end"),
            ("", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(redactor.cut_text(text), expected, "redacting {text}");
        }
    }

    #[test]
    fn a_redacted_value_has_as_many_members_as_before() {
        let redactor =
            Redactor::new(&[Secret::new("destructiveHint"), Secret::new("readOnlyHint")]);
        let value = json!({"destructiveHint": true, "readOnlyHint": false, "title": 1});
        assert_eq!(
            redactor.value(value.clone()),
            json!({"•••": true, "••• (2)": false, "title": 1}),
            "a server that names a member as its secret hides no other"
        );
        let marked = redactor.marked(value, &|raw| format!(" {}", raw.len()));
        assert_eq!(marked, json!({"••• 15": true, "••• 12": false, "title": 1}));
    }

    #[test]
    fn short_tokens_are_no_secrets_and_typed_ones_outlast_many_tokens() {
        let tokens = SentTokens::default();
        let typed = TypedSecrets::default();
        let redactor = Redactor::new(&[])
            .with_tokens(tokens.clone())
            .with_typed(typed.clone());
        tokens.lock().extend([Secret::new(""), Secret::new("e")]);
        assert_eq!(redactor.text("never"), "never", "text stays readable");
        redactor.learn(&Secret::new("hunter22"));
        tokens.lock().clear();
        let later = Redactor::new(&[]).with_typed(typed);
        assert_eq!(
            (redactor.text("hunter22"), later.text("hunter22")),
            ("•••".into(), "•••".into()),
            "every redactor of the run knows what was typed"
        );
    }

    #[test]
    fn a_joined_redactor_knows_what_both_know() {
        let tokens = SentTokens::default();
        let one = Redactor::new(&[Secret::new("Bearer tok-123456")]).with_tokens(tokens.clone());
        tokens.lock().push(Secret::new("sent-token"));
        let other = Redactor::new(&[Secret::new("of the next run")]);
        other.learn(&Secret::new("hunter22"));
        let joined = one.joined(&other);
        assert_eq!(
            joined.text(
                "Bearer tok-123456, tok-123456, sent-token, of the next run, hunter22, short"
            ),
            "•••, •••, •••, •••, •••, short"
        );
    }
}
