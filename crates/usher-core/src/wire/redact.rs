//! Keeps a server's own secrets out of everything that is kept: a server that echoes its
//! environment must not put a key into the wire log, the stderr lines or the history.

use std::borrow::Cow;

use usher_mcp::Secret;

/// Shorter values would blank out ordinary words; they are no secrets worth the name.
const SHORTEST_SECRET_BYTES: usize = 6;

/// What stands where a secret was.
const BLANK: &str = "[secret]";

/// The secrets one connection was given, as they may appear in text.
#[derive(Clone, Default)]
pub(crate) struct Redactor {
    needles: Vec<Secret>,
}

impl Redactor {
    /// Looks for these secrets from now on, also in the form JSON gives them inside a string.
    pub(crate) fn new(secrets: &[Secret]) -> Self {
        let mut needles = Vec::new();
        for secret in secrets {
            let text = secret.expose();
            if text.len() < SHORTEST_SECRET_BYTES {
                continue;
            }
            let quoted = serde_json::Value::from(text).to_string();
            let escaped = &quoted[1..quoted.len() - 1];
            if escaped != text {
                needles.push(Secret::new(escaped));
            }
            needles.push(secret.clone());
        }
        // A secret inside a longer one must not leave the rest of the longer one standing.
        needles.sort_by_key(|needle| std::cmp::Reverse(needle.expose().len()));
        Self { needles }
    }

    /// The text with every known secret blanked out.
    pub(crate) fn clean<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut text = Cow::Borrowed(text);
        for needle in &self.needles {
            if text.contains(needle.expose()) {
                text = Cow::Owned(text.replace(needle.expose(), BLANK));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_secrets_never_stay_in_text() {
        let check = |secrets: &[&str], text: &str, expected: &str| {
            let secrets: Vec<_> = secrets.iter().map(|text| Secret::new(*text)).collect();
            assert_eq!(
                Redactor::new(&secrets).clean(text),
                expected,
                "every known secret is blanked, whatever form it has in JSON"
            );
        };
        check(&[], "nothing to hide", "nothing to hide");
        check(
            &["hunter22"],
            r#"{"env":"hunter22"}"#,
            r#"{"env":"[secret]"}"#,
        );
        check(
            &["pa\"ss\\word"],
            r#"{"env":"pa\"ss\\word"}"#,
            r#"{"env":"[secret]"}"#,
        );
        check(
            &["abcdef", "abcdefghi"],
            "abcdefghi abcdef",
            "[secret] [secret]",
        );
        check(
            &["true"],
            "true stays, it is too short to be a secret",
            "true stays, it is too short to be a secret",
        );
    }
}
