//! Searching the texts of rows: an index of trigrams finds candidates, and each is then looked at itself.
//!
//! A query is words that all have to be found, each anywhere in the texts of a row, without regard to the case of
//! ASCII letters.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sqlx::types::Json;
use usher_types::id::{ClientId, SourceId};

use super::{Store, StoreError};

/// More words than this are not looked for.
const WORDS: usize = 16;

/// So many trigrams find few enough candidates.
const TRIGRAMS: usize = 24;

/// A query as the tables take it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Search {
    /// For `MATCH`; `None` = no word is long enough for the index.
    pub(super) matched: Option<String>,
    /// A list of `[pattern of a text, pattern of JSON]`, one for each word, for `LIKE … ESCAPE '\'`.
    pub(super) patterns: String,
}

impl Search {
    /// Reads what the person typed; `None` = nothing.
    pub(super) fn typed(query: &str) -> Option<Self> {
        let words: Vec<&str> = query.split_whitespace().take(WORDS).collect();
        if words.is_empty() {
            return None;
        }
        let mut trigrams = BTreeSet::new();
        for word in &words {
            // What JSON escapes is written in another way there.
            for part in word
                .split(['"', '\\'])
                .filter(|part| !part.contains(char::is_control))
            {
                let characters: Vec<char> = part.chars().collect();
                trigrams.extend(characters.windows(3).map(String::from_iter));
            }
        }
        let matched: Vec<String> = trigrams
            .into_iter()
            .take(TRIGRAMS)
            .map(|trigram| format!("\"{trigram}\""))
            .collect();
        let patterns: Vec<Value> = words
            .iter()
            .map(|word| json!([pattern(word), pattern(&in_json(word))]))
            .collect();
        Some(Self {
            matched: (!matched.is_empty()).then(|| matched.join(" AND ")),
            patterns: Value::from(patterns).to_string(),
        })
    }
}

/// Deletes the names of removed clients of which nothing is on record.
const FORGET_UNNAMED: &str = "DELETE FROM former_clients WHERE id NOT IN
    (SELECT coalesce(caller ->> '$.id', '') FROM tool_calls
     UNION SELECT coalesce(caller ->> '$.id', '') FROM ask_records
     UNION SELECT server_id FROM ask_records WHERE kind = 'client')";

impl Store {
    /// Deletes rows, only those of a server and of clients if given, and what the index has of them.
    pub(super) async fn clear(
        &self,
        delete: &'static str,
        optimize: &'static str,
        source: Option<&SourceId>,
        clients: Option<&[ClientId]>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        sqlx::query(delete)
            .bind(source.map(SourceId::as_str))
            .bind(clients.map(Json))
            .execute(&mut *transaction)
            .await
            .map_err(|error| self.failed(error))?;
        for statement in [optimize, FORGET_UNNAMED] {
            sqlx::query(statement)
                .execute(&mut *transaction)
                .await
                .map_err(|error| self.failed(error))?;
        }
        self.commit(transaction).await
    }
}

/// The word as it stands within a JSON string.
fn in_json(word: &str) -> String {
    let quoted = Value::from(word).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

/// Escapes a text for `LIKE`, to be found anywhere.
fn pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for character in text.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is looked up in the index, and the patterns of all words.
    type Found = (Option<&'static str>, Value);

    #[test]
    fn words_become_trigrams_and_patterns() {
        let cases: &[(&str, Option<Found>)] = &[
            ("", None),
            (" \t\n", None),
            ("ab", Some((None, json!([["%ab%", "%ab%"]])))),
            (
                "list_notes",
                Some((
                    Some(
                        "\"_no\" AND \"ist\" AND \"lis\" AND \"not\" AND \"ote\" AND \"st_\" AND \"t_n\" AND \"tes\"",
                    ),
                    json!([["%list\\_notes%", "%list\\_notes%"]]),
                )),
            ),
            (
                "a 100% Bär",
                Some((
                    Some("\"00%\" AND \"100\" AND \"Bär\""),
                    json!([["%a%", "%a%"], ["%100\\%%", "%100\\%%"], ["%Bär%", "%Bär%"]]),
                )),
            ),
            (
                r#"say"hello"#,
                Some((
                    Some("\"ell\" AND \"hel\" AND \"llo\" AND \"say\""),
                    json!([[r#"%say"hello%"#, r#"%say\\"hello%"#]]),
                )),
            ),
        ];
        for (query, expected) in cases {
            let search = Search::typed(query);
            let expected = expected.as_ref().map(|(matched, patterns)| Search {
                matched: matched.map(str::to_owned),
                patterns: patterns.to_string(),
            });
            assert_eq!(search, expected, "{query:?}");
        }
    }
}
