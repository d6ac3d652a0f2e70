//! What names of tools begin with, for clients: one prefix for each server, kept for as long as the server is.

use std::collections::HashMap;

use usher_store::{Store, StoreError};
use usher_types::id::SourceId;

/// The longest prefix: the names of tools have to fit behind it.
const LONGEST: usize = 20;
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
        let wanted = prefix_of(label);
        let mut prefix = wanted.clone();
        let mut count = 1_u32;
        while !self.store.keep_exposed_prefix(source, &prefix).await? {
            count += 1;
            let end = format!("-{count}");
            let head: String = wanted.chars().take(LONGEST - end.len()).collect();
            prefix = format!("{head}{end}");
        }
        known.insert(source.clone(), prefix.clone());
        Ok(prefix)
    }
}

/// The letters and digits of a label, in lower case, with a hyphen for all else between them.
fn prefix_of(label: &str) -> String {
    let words: Vec<_> = label
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let prefix: String = words
        .join("-")
        .to_ascii_lowercase()
        .chars()
        .take(LONGEST)
        .collect();
    let prefix = prefix.trim_end_matches('-');
    if prefix.is_empty() {
        NAMELESS.to_owned()
    } else {
        prefix.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_made_of_labels() {
        let cases = [
            ("Notes", "notes"),
            ("My  notes (work)", "my-notes-work"),
            ("__x__", "x"),
            ("語", "server"),
            (
                "a-name-that-is-longer-than-it-may-be",
                "a-name-that-is-longe",
            ),
            ("nineteen-characters and-more", "nineteen-characters"),
        ];
        for (label, expected) in cases {
            assert_eq!(prefix_of(label), expected, "{label:?}");
        }
    }
}
