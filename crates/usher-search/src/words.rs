//! How a text becomes words: names are split, words are stemmed, words of one meaning share one more word.

use std::collections::HashMap;

use rust_stemmers::{Algorithm, Stemmer};

use crate::synonyms;

/// Words that say nothing about what a tool does.
const STOP_WORDS: &[&str] = &[
    "something",
    "someone",
    "somebody",
    "else",
    "while",
    "myself",
    "now",
    "just",
    "also",
    "one",
    "thing",
    "things",
    "a",
    "about",
    "am",
    "an",
    "and",
    "any",
    "are",
    "as",
    "at",
    "be",
    "been",
    "by",
    "can",
    "could",
    "did",
    "do",
    "does",
    "for",
    "from",
    "had",
    "has",
    "have",
    "how",
    "i",
    "if",
    "in",
    "into",
    "is",
    "it",
    "its",
    "let",
    "me",
    "my",
    "need",
    "of",
    "on",
    "or",
    "our",
    "please",
    "shall",
    "should",
    "so",
    "some",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "to",
    "us",
    "using",
    "want",
    "was",
    "we",
    "were",
    "what",
    "when",
    "where",
    "which",
    "who",
    "whose",
    "will",
    "with",
    "within",
    "would",
    "you",
    "your",
    "via",
];

/// The longest word that is kept, in characters: what is longer is no word of a person.
const LONGEST: usize = 40;

/// Two words are one only if that has more letters.
const SHORTEST_JOINED: usize = 3;

/// One word of a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Word {
    /// Its stem.
    pub(crate) stem: String,
    /// What all words of its meaning share; `None` = it has no such word.
    pub(crate) meaning: Option<&'static str>,
    /// What it makes together with the word beside it.
    pub(crate) joined: Option<String>,
}

/// Makes words of texts.
pub(crate) struct Words {
    stemmer: Stemmer,
    meanings: HashMap<String, &'static str>,
}

impl Default for Words {
    fn default() -> Self {
        let stemmer = Stemmer::create(Algorithm::English);
        let meanings = synonyms::meanings(|word| stemmer.stem(word).into_owned());
        Self { stemmer, meanings }
    }
}

impl Words {
    /// The words of a text, in its order, without those that say nothing.
    pub(crate) fn of(&self, text: &str) -> Vec<Word> {
        let mut words = Vec::new();
        for part in parts(text) {
            if !STOP_WORDS.contains(&part.as_str()) && !is_version(&part) {
                words.push(self.word(&part));
            }
        }
        words
    }

    /// The words of a query, each with what it makes with the one beside it, if tools write both as one: `todo`.
    pub(crate) fn of_query(&self, text: &str, is_known: impl Fn(&str) -> bool) -> Vec<Word> {
        let parts = parts(text);
        let joined: Vec<_> = parts
            .windows(2)
            .map(|pair| Some(self.word(&pair.concat())))
            .map(|both| {
                both.filter(|both| both.stem.len() > SHORTEST_JOINED && is_known(&both.stem))
            })
            .collect();
        let is_stop = |part: &String| STOP_WORDS.contains(&part.as_str());
        let mut words = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|before| joined[before].as_ref());
            let after = joined.get(at).and_then(Option::as_ref);
            if is_stop(part) {
                // Neither says anything alone.
                words.extend(after.filter(|_| is_stop(&parts[at + 1])).cloned());
                continue;
            }
            for mut word in self.meant(part) {
                word.joined = after.or(before).map(|both| both.stem.clone());
                words.push(word);
            }
        }
        words
    }

    /// A word of a query, or those that it stands for.
    fn meant(&self, part: &str) -> Vec<Word> {
        match synonyms::short_for(part) {
            Some(long) => long.split(' ').map(|part| self.word(part)).collect(),
            None => vec![self.word(part)],
        }
    }

    fn word(&self, part: &str) -> Word {
        let stem = self.stemmer.stem(part).into_owned();
        let meaning = self.meanings.get(&stem).copied();
        Word {
            stem,
            meaning,
            joined: None,
        }
    }
}

/// The parts of a text in lower case: `getHTTPUrl_v2` is `get`, `http`, `url`, `v2`.
fn parts(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for run in text.split(|character: char| !character.is_alphanumeric()) {
        if run.is_empty() {
            continue;
        }
        let characters: Vec<char> = run.chars().collect();
        let mut start = 0;
        for at in 1..=characters.len() {
            if at == characters.len() || is_boundary(&characters, at) {
                push(&mut parts, &characters[start..at]);
                start = at;
            }
        }
    }
    parts
}

/// Whether a word is the version of an interface: `v2`.
fn is_version(part: &str) -> bool {
    let digits = part.strip_prefix('v').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a new word begins at this place within a run of letters and digits.
fn is_boundary(characters: &[char], at: usize) -> bool {
    let (before, here) = (characters[at - 1], characters[at]);
    let next_is_lower = characters
        .get(at + 1)
        .is_some_and(|next| next.is_lowercase());
    (before.is_lowercase() && here.is_uppercase())
        || (before.is_uppercase() && here.is_uppercase() && next_is_lower)
        || is_unspaced(before) != is_unspaced(here)
}

fn push(parts: &mut Vec<String>, characters: &[char]) {
    // Scripts without spaces are searched by pairs of characters.
    if characters.first().copied().is_some_and(is_unspaced) && characters.len() > 2 {
        parts.extend(characters.windows(2).map(|pair| pair.iter().collect()));
        return;
    }
    let part: String = characters.iter().take(LONGEST).collect();
    parts.push(part.to_lowercase());
}

/// Whether a character is of a script that writes no spaces between words.
fn is_unspaced(character: char) -> bool {
    matches!(u32::from(character), 0x3040..=0x30ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stems(text: &str) -> Vec<String> {
        let words = Words::default().of(text);
        words.into_iter().map(|word| word.stem).collect()
    }

    #[test]
    fn names_and_texts_become_the_same_words() {
        let cases: [(&str, &[&str]); 6] = [
            ("createPullRequest", &["creat", "pull", "request"]),
            ("get_HTTPUrl-v2", &["get", "http", "url"]),
            ("Lists the user's issues.", &["list", "user", "s", "issu"]),
            ("日本語を検索", &["日本", "本語", "語を", "を検", "検索"]),
            ("", &[]),
            ("the of and", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(stems(text), expected, "{text:?}");
        }
    }

    #[test]
    fn words_side_by_side_are_also_one_where_tools_write_them_so() {
        let cases = [
            ("a to-do list for my PR", "todo list pull request"),
            ("web hook", "web+webhook hook+webhook"),
            ("web page", "web page"),
        ];
        for (text, expected) in cases {
            let words = Words::default().of_query(text, |word| ["todo", "webhook"].contains(&word));
            let found: Vec<_> = words
                .into_iter()
                .map(|word| match word.joined {
                    Some(joined) => format!("{}+{joined}", word.stem),
                    None => word.stem,
                })
                .collect();
            assert_eq!(found.join(" "), expected, "{text:?}");
        }
    }
}
