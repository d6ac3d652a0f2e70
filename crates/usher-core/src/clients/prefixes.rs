//! What names of tools begin with, for clients: one prefix for each server, kept for as long as the server is.

use std::collections::HashMap;

use usher_store::{Store, StoreError};
use usher_types::id::SourceId;

/// The longest prefix: the names of tools have to fit behind it.
const LONGEST: usize = 20;
/// Words that do not tell servers apart.
const GENERIC: [&str; 3] = ["mcp", "server", "servers"];
/// What a label without a usable character is called.
const NAMELESS: &str = "server";

/// The prefixes that are known.
pub(super) struct Prefixes {
    store: Store,
    known: tokio::sync::Mutex<Option<HashMap<SourceId, String>>>,
}

impl Prefixes {
    pub(super) fn new(store: Store) -> Self {
        Self {
            store,
            known: tokio::sync::Mutex::default(),
        }
    }

    /// Returns the prefix of a server, made of its label the first time.
    pub(super) async fn of(&self, source: &SourceId, label: &str) -> Result<String, StoreError> {
        let mut known = self.known.lock().await;
        if known.is_none() {
            *known = Some(self.store.exposed_prefixes().await?.into_iter().collect());
        }
        let known = known.get_or_insert_default();
        if let Some(prefix) = known.get(source) {
            return Ok(prefix.clone());
        }
        let [wanted, other] = prefixes_of(label);
        let mut prefix = wanted.clone();
        let mut count = 1_u32;
        while !self.store.keep_exposed_prefix(source, &prefix).await? {
            if prefix == wanted && other != wanted {
                prefix.clone_from(&other);
                continue;
            }
            count += 1;
            let end = format!("-{count}");
            let head: String = wanted.chars().take(LONGEST - end.len()).collect();
            prefix = format!("{head}{end}");
        }
        known.insert(source.clone(), prefix.clone());
        Ok(prefix)
    }
}

/// The letters and digits of a label, in lower case, with a hyphen for all else between them. Of a label that is too
/// long, its last words: publishers and products come first. The second is for where the first is taken.
fn prefixes_of(label: &str) -> [String; 2] {
    let label = label.to_ascii_lowercase();
    let words: Vec<_> = label
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let whole = words.join("-");
    if words.is_empty() {
        return [NAMELESS, NAMELESS].map(str::to_owned);
    }
    if whole.len() <= LONGEST {
        return [whole.clone(), whole];
    }
    let telling: Vec<_> = words
        .iter()
        .copied()
        .filter(|word| !GENERIC.contains(word))
        .collect();
    let words = if telling.is_empty() { words } else { telling };
    let mut last: Vec<_> = fitting(words.iter().rev().copied());
    last.reverse();
    let first = fitting(words.iter().copied());
    let last_word = words.last().copied().unwrap_or_default();
    let first_word = words.first().copied().unwrap_or_default();
    [
        joined(&last).unwrap_or_else(|| {
            let cut = last_word.len().saturating_sub(LONGEST);
            last_word[cut..].to_owned()
        }),
        joined(&first).unwrap_or_else(|| first_word.chars().take(LONGEST).collect()),
    ]
}

/// As many words as fit, from the start.
fn fitting<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut length = 0;
    words
        .take_while(|word| {
            length += word.len() + 1;
            length <= LONGEST + 1
        })
        .collect()
}

fn joined(words: &[&str]) -> Option<String> {
    (!words.is_empty()).then(|| words.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_made_of_labels() {
        let cases = [
            ("Notes", ["notes", "notes"]),
            ("My  notes (work)", ["my-notes-work", "my-notes-work"]),
            ("__x__", ["x", "x"]),
            ("語", ["server", "server"]),
            ("mcp-server", ["mcp-server", "mcp-server"]),
            (
                "@modelcontextprotocol/server-filesystem",
                ["filesystem", "modelcontextprotocol"],
            ),
            (
                "Acme internal files (Frankfurt)",
                ["files-frankfurt", "acme-internal-files"],
            ),
            (
                "a123456789-b123456789c123456789",
                ["b123456789c123456789", "a123456789"],
            ),
            (
                "start5678901234567890end",
                ["t5678901234567890end", "start567890123456789"],
            ),
        ];
        for (label, expected) in cases {
            assert_eq!(prefixes_of(label), expected, "{label:?}");
        }
    }
}
