//! Hides what looks like a secret in the lines of an agent's file that are shown.

use serde_json::Value;
use usher_config::definition::looks_secret;

/// Stands for a secret in the lines that are shown.
const HIDDEN: &str = "•••";

/// Texts that are not shown, longest first.
#[derive(Debug, Default)]
pub(crate) struct HiddenSecrets(Vec<String>);

impl HiddenSecrets {
    /// Collects them from parsed files.
    pub(crate) fn of<'v>(documents: impl IntoIterator<Item = &'v Value>) -> Self {
        let mut found = Self::default();
        for document in documents {
            found.collect("", document);
        }
        found
            .0
            .sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        found.0.dedup();
        found
    }

    /// Collects from the value of a name. What is below a secret's name is secret, too.
    fn collect(&mut self, name: &str, value: &Value) {
        match value {
            Value::Object(members) => {
                for (key, member) in members {
                    let is_secret = !name.is_empty() && looks_secret(name, "");
                    self.collect(if is_secret { name } else { key }, member);
                }
            }
            Value::Array(items) => {
                let mut option = name;
                for item in items {
                    self.collect(option, item);
                    // `--token X` of a command.
                    let text = item.as_str().unwrap_or_default();
                    let is_option = text.starts_with('-') && !text.contains('=');
                    option = if is_option { text } else { name };
                }
            }
            Value::String(text) => self.collect_text(name, text),
            Value::Number(number) if looks_secret(name, "") => self.add(&number.to_string()),
            Value::Number(_) | Value::Bool(_) | Value::Null => {}
        }
    }

    fn collect_text(&mut self, name: &str, text: &str) {
        if looks_secret(name, text) {
            self.add(text);
            return;
        }
        // `--token=X`, `Name: X` and the query of a URL.
        for part in text.split(['?', '&', '#']) {
            if let Some((name, value)) = part.split_once(['=', ':'])
                && looks_secret(name, value.trim())
            {
                self.add(value.trim());
            }
        }
    }

    /// Adds each line of a secret, as it is and as a quoted text holds it.
    fn add(&mut self, secret: &str) {
        for line in secret.lines().map(str::trim) {
            let quoted = Value::from(line).to_string();
            self.0.push(quoted.trim_matches('"').to_owned());
            self.0.push(line.to_owned());
        }
        self.0.retain(|secret| !secret.is_empty());
    }

    /// Replaces them in a line, where they are whole words.
    pub(crate) fn hide(&self, line: &str) -> String {
        self.0.iter().fold(line.to_owned(), |line, secret| {
            let mut shown = String::new();
            let mut rest = line.as_str();
            while let Some((before, after)) = rest.split_once(secret.as_str()) {
                let is_word = |end: Option<char>| end.is_none_or(|end| !end.is_alphanumeric());
                let is_whole = is_word(before.chars().next_back()) && is_word(after.chars().next());
                shown.push_str(before);
                shown.push_str(if is_whole { HIDDEN } else { secret });
                rest = after;
            }
            shown.push_str(rest);
            shown
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_of_a_file_are_hidden_and_the_rest_is_shown() {
        let document = serde_json::json!({
            "servers": {
                "git": {
                    "command": "npx",
                    "args": ["--token", "hunter2", "--port", "8080", "--api-key=k1\"x", "a"],
                    "env": { "API_KEY": "canary-1", "LEVEL": "debug", "PIN": 4711, "USHER_CLIENT_KEY": "usher_key" },
                },
                "web": {
                    "url": "https://a.example/mcp?apiKey=canary-2&x=1",
                    "headers": { "Authorization": "Bearer canary-3", "Accept": "text/plain" },
                },
                "tokens": { "main": ["canary-4"] },
                "pem": { "text": "-----BEGIN KEY-----\nAAAA\nBBBB" },
            },
        });
        let hidden = HiddenSecrets::of([&document]);
        let cases = [
            (r#""--token", "hunter2", "#, r#""--token", "•••", "#),
            (r#""--port", "8080""#, r#""--port", "8080""#),
            (r#""--api-key=k1\"x", "a""#, r#""--api-key=•••", "a""#),
            ("API_KEY = 'canary-1'", "API_KEY = '•••'"),
            ("PIN: 4711", "PIN: •••"),
            ("port: 47110", "port: 47110"),
            ("LEVEL: debug", "LEVEL: debug"),
            (
                "a.example/mcp?apiKey=canary-2&x=1",
                "a.example/mcp?apiKey=•••&x=1",
            ),
            (r#""Bearer canary-3""#, r#""•••""#),
            ("Accept: text/plain", "Accept: text/plain"),
            ("- canary-4", "- •••"),
            ("    AAAA", "    •••"),
            ("USHER_CLIENT_KEY: usher_key", "USHER_CLIENT_KEY: •••"),
        ];
        for (line, expected) in cases {
            assert_eq!(hidden.hide(line), expected, "{line}");
        }
    }
}
