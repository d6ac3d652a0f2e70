//! Recognises secrets by the names and values of variables, headers and fields.
//!
//! It knows words of the languages servers ask in. Not here: what is done about a secret.

use std::sync::LazyLock;

use serde::Deserialize;

/// The words, as a table in `secret_words.json`, without spaces, signs and capitals.
#[derive(Deserialize, Default)]
struct SecretWords {
    /// Name a secret where they are a whole word of a name.
    words: Vec<String>,
    /// Name a secret anywhere in a name.
    parts: Vec<String>,
    /// Names that count or point, and hide nothing.
    harmless: Vec<String>,
}

// A broken table is found by the tests below.
static SECRET_WORDS: LazyLock<SecretWords> =
    LazyLock::new(|| serde_json::from_str(include_str!("secret_words.json")).unwrap_or_default());

/// Whether a value looks like a secret, by its name or text.
///
/// It only decides where a toggle starts and what is warned about, so it may err on the side of yes.
pub fn looks_secret(name: &str, value: &str) -> bool {
    name_looks_secret(name) || value_looks_secret(value)
}

/// Whether a sentence asks for a secret. It has more words than a name, so fewer of them tell.
pub fn asks_for_secret(text: &str) -> bool {
    let words = words_of(text);
    let parts = &SECRET_WORDS.parts;
    let is_told = |word: &str| parts.iter().any(|part| word == part.as_str());
    words.iter().any(|word| is_told(word))
        || words.windows(2).any(|pair| is_told(&pair.concat()))
        || words.windows(3).any(|three| is_told(&three.concat()))
        || ["passphrase", "credentials", "pin", "otp", "cvv"]
            .iter()
            .any(|told| words.iter().any(|word| word == told))
}

fn name_looks_secret(name: &str) -> bool {
    let words = words_of(name);
    let has = |word: &str| words.iter().any(|own| own == word);
    let whole: String = words.concat();
    let table = &*SECRET_WORDS;
    if table.harmless.contains(&whole) {
        return false;
    }
    table.words.iter().any(|word| has(word))
        || table.parts.iter().any(|part| whole.contains(part.as_str()))
}

/// `X-Api-Key`, `apiKey` and `API_KEY` are all `[api, key]`.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut previous_lower = false;
    for character in name.chars() {
        if !character.is_alphanumeric() {
            previous_lower = false;
            words.push(String::new());
            continue;
        }
        if words.is_empty() || (character.is_uppercase() && previous_lower) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(character.to_lowercase());
        }
        previous_lower = character.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

fn value_looks_secret(value: &str) -> bool {
    let value = value.trim();
    let prefixes = [
        "Bearer ",
        "Basic ",
        "sk-",
        "sk_",
        "pk_live_",
        "rk_live_",
        "ghp_",
        "gho_",
        "ghs_",
        "ghu_",
        "github_pat_",
        "glpat-",
        "xoxb-",
        "xoxp-",
        "xapp-",
        "AKIA",
        "ASIA",
        "AIza",
        "ya29.",
        "eyJ",
        "npm_",
        "hf_",
        "-----BEGIN",
    ];
    if prefixes.iter().any(|prefix| value.starts_with(prefix)) {
        return true;
    }
    // A URL with a password in it: `postgres://user:pass@host/db`.
    url::Url::parse(value).is_ok_and(|url| url.password().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_name_or_value() {
        let secret = [
            ("API_KEY", ""),
            ("apiKey", ""),
            ("X-Api-Key", ""),
            ("GITHUB_PERSONAL_ACCESS_TOKEN", ""),
            ("Authorization", ""),
            ("Cookie", ""),
            ("DB_PASSWORD", ""),
            ("PGPASS", "x"),
            ("clientSecret", ""),
            ("OPENAIAPIKEY", ""),
            ("SLACK_BOT", "xoxb-1-2"),
            ("X-Custom", "Bearer abc"),
            ("DATABASE_URL", "postgres://me:hunter2@db/x"),
            ("creditCardNumber", ""),
            ("pin", ""),
        ];
        for (name, value) in secret {
            // `PGPASS` has no word boundary: an example of what the name alone does not show.
            let expected = name != "PGPASS";
            assert_eq!(looks_secret(name, value), expected, "{name}={value}");
        }
        let open = [
            ("LOG_LEVEL", "debug"),
            ("PATH", "/usr/bin"),
            ("MAX_TOKENS", "4096"),
            ("monkey", "banana"),
            ("keyboard", "qwerty"),
            ("HOST", "https://example.com"),
            ("passenger", "2"),
            ("author", "me"),
            ("username", "me"),
            ("shipping", "1"),
        ];
        for (name, value) in open {
            assert!(!looks_secret(name, value), "{name}={value}");
        }
    }

    /// How a form may ask for a secret, and for anything else. None of these is taken from `secret_words.json`.
    const ASKED: &str = include_str!("secret_names.json");

    #[test]
    fn labels_of_many_languages_are_told_apart() {
        let asked: serde_json::Value = serde_json::from_str(ASKED).unwrap();
        let labels = |kind: &str| -> Vec<String> {
            let labels = asked[kind].as_array().unwrap();
            let labels = labels
                .iter()
                .map(|label| label.as_str().unwrap().to_owned());
            labels.collect()
        };
        let (secret, open) = (labels("secret"), labels("open"));
        assert!(secret.len() >= 60 && open.len() >= 200, "enough to tell by");
        let missed: Vec<_> = secret.iter().filter(|it| !looks_secret(it, "")).collect();
        let wrong: Vec<_> = open.iter().filter(|it| looks_secret(it, "")).collect();
        assert!(
            missed.len() * 20 <= secret.len(),
            "at least 95 % are known; missed: {missed:?}"
        );
        assert!(
            wrong.len() * 20 <= open.len(),
            "at most 5 % are taken for secrets; wrong: {wrong:?}"
        );
    }
}
