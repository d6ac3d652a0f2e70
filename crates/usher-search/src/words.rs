//! How a text becomes words: names are split, words are stemmed, words of one meaning share one more word.

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
pub struct Word {
    /// Its stem.
    pub stem: String,
    /// What all words of its meaning share; `None` = it has no such word.
    pub meaning: Option<&'static str>,
    /// What it makes together with the word beside it.
    pub joined: Option<String>,
}

/// Makes words of texts.
pub struct Words(Stemmer);

impl Default for Words {
    fn default() -> Self {
        Self(Stemmer::create(Algorithm::English))
    }
}

impl Words {
    /// The words of a text, in its order, without those that say nothing.
    pub fn of(&self, text: &str) -> Vec<Word> {
        let mut words = Vec::new();
        for part in parts(text) {
            if !STOP_WORDS.contains(&part.as_str()) && !is_version(&part) {
                words.push(self.word(&part));
            }
        }
        words
    }

    /// The words of a query, each with what it makes with the one beside it, if tools write both as one: `todo`.
    pub fn of_query(&self, text: &str, is_known: impl Fn(&str) -> bool) -> Vec<Word> {
        let parts = parts(text);
        let joined: Vec<_> = parts
            .windows(2)
            .map(|pair| {
                Some(self.0.stem(&pair.concat()).into_owned())
                    .filter(|both| both.len() > SHORTEST_JOINED && is_known(both))
            })
            .collect();
        let mut words = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|before| joined[before].as_ref());
            let both = joined.get(at).and_then(Option::as_ref).or(before);
            if STOP_WORDS.contains(&part.as_str()) {
                continue;
            }
            for mut word in self.meant(part) {
                word.joined = both.cloned();
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
        let stem = self.0.stem(part).into_owned();
        let meaning = synonyms::meaning(part).or_else(|| synonyms::meaning(&stem));
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
