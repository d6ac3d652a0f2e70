//! How a text becomes words: names are split, words are stemmed, words of one meaning share one more word.

use std::collections::{HashMap, HashSet};

use rust_stemmers::{Algorithm, Stemmer};

use crate::everyday_phrases::EverydayPhrases;
use crate::required_words::RequiredWords;
use crate::synonyms;
use crate::table::lines;
use crate::tool_kinds::ToolKinds;
use crate::tool_text::ToolText;

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

/// Words of a wish that say little, in lines.
const FILLERS: &str = include_str!("../data/fillers.txt");
/// Words, each with its other forms.
const FORMS: &str = include_str!("../data/forms.txt");

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

/// A word or phrase of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asking {
    /// Its own words; the stop words of a phrase are none.
    pub(crate) words: Vec<Word>,
    /// Words that tools may say instead, the nearest first.
    pub(crate) instead: Vec<Word>,
    /// Whether it means something else than its words alone.
    pub(crate) is_phrase: bool,
    /// Whether it says little.
    pub(crate) is_filler: bool,
    /// Whether it looks like a name, a number or a quotation: something to do it with.
    pub(crate) is_name: bool,
}

impl Asking {
    fn of(word: Word) -> Self {
        Self {
            words: vec![word],
            instead: Vec::new(),
            is_phrase: false,
            is_filler: false,
            is_name: false,
        }
    }
}

/// Makes words of texts.
pub(crate) struct Words {
    stemmer: Stemmer,
    meanings: HashMap<String, &'static str>,
    phrases: EverydayPhrases,
    kinds: ToolKinds,
    required: RequiredWords,
    fillers: HashSet<&'static str>,
    forms: HashMap<&'static str, &'static str>,
}

impl Default for Words {
    fn default() -> Self {
        let stemmer = Stemmer::create(Algorithm::English);
        let meanings = synonyms::meanings(|word| stemmer.stem(word).into_owned());
        let fillers = lines(FILLERS);
        let forms = lines(FORMS).filter_map(|line| line.split_once(": "));
        let forms = forms.flat_map(|(kept, forms)| forms.split(' ').map(move |form| (form, kept)));
        let forms: HashMap<_, _> = forms.collect();
        let phrases = EverydayPhrases::new(|word| {
            let word = forms.get(word).copied().unwrap_or(word);
            stemmer.stem(word).into_owned()
        });
        let required = RequiredWords::new(|word| stemmer.stem(word).into_owned());
        let kinds = ToolKinds::new(|word| {
            let stem = stemmer.stem(word).into_owned();
            let meaning = meanings.get(&stem).copied().map(str::to_owned);
            meaning.unwrap_or(stem)
        });
        Self {
            stemmer,
            meanings,
            phrases,
            kinds,
            required,
            fillers: fillers.flat_map(|line| line.split(' ')).collect(),
            forms,
        }
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

    /// What people say who want a tool with these texts.
    pub(crate) fn said(&self, text: &ToolText) -> Vec<&'static str> {
        let common = |word: Word| word.meaning.map_or(word.stem, str::to_owned);
        let words = |texts: &[&str]| -> HashSet<_> {
            texts
                .iter()
                .flat_map(|text| self.of(text))
                .map(common)
                .collect()
        };
        let name = words(&[&text.name, &text.title, &text.server]);
        let mut anywhere = words(&[&text.summary, &text.description]);
        anywhere.extend(name.iter().cloned());
        self.kinds.said(&name, &anywhere)
    }

    /// Which words of a query a tool has to name itself if it fits.
    pub(crate) fn outside(&self, text: &str) -> HashSet<String> {
        let stems: Vec<_> = parts(text)
            .iter()
            .map(|part| self.stemmer.stem(part).into_owned())
            .collect();
        self.required.of(&stems)
    }

    /// The words and phrases of a query, each with what tools may say instead, and with what it makes with the word
    /// beside it, if tools write both as one: `todo`.
    pub(crate) fn of_query(&self, text: &str, is_known: impl Fn(&str) -> bool) -> Vec<Asking> {
        let mut parts = parts(text);
        for part in &mut parts {
            if let Some(kept) = self.forms.get(&**part) {
                (*kept).clone_into(part);
            }
        }
        let named = named(text);
        let stems: Vec<_> = parts
            .iter()
            .map(|part| self.stemmer.stem(part).into_owned())
            .collect();
        let joined: Vec<_> = parts
            .windows(2)
            .map(|pair| Some(self.word(&pair.concat())))
            .map(|both| {
                both.filter(|both| both.stem.len() > SHORTEST_JOINED && is_known(&both.stem))
            })
            .collect();
        let is_stop = |part: &String| STOP_WORDS.contains(&part.as_str());
        let mut asked = Vec::new();
        let mut taken = vec![false; parts.len()];
        for (at, part) in parts.iter().enumerate() {
            if taken[at] {
                continue;
            }
            let phrase = self.phrases.at(&stems, at);
            let phrase = phrase.filter(|(places, _)| !places.iter().any(|place| taken[*place]));
            if let Some((places, terms)) = phrase {
                for place in &places {
                    taken[*place] = true;
                }
                let said = places.iter().map(|place| &parts[*place]);
                asked.push(Asking {
                    words: said
                        .filter(|part| !is_stop(part))
                        .flat_map(|part| self.meant(part))
                        .collect(),
                    instead: terms.split(' ').map(|term| self.word(term)).collect(),
                    is_phrase: places.len() > 1,
                    is_filler: places.len() == 1 && self.fillers.contains(&**part),
                    is_name: false,
                });
                continue;
            }
            let before = at.checked_sub(1).and_then(|before| joined[before].as_ref());
            let after = joined.get(at).and_then(Option::as_ref);
            if is_stop(part) {
                // Neither says anything alone.
                let both = after.filter(|_| is_stop(&parts[at + 1])).cloned();
                asked.extend(both.map(Asking::of));
                continue;
            }
            for mut word in self.meant(part) {
                word.joined = after.or(before).map(|both| both.stem.clone());
                let mut asking = Asking::of(word);
                asking.is_name = named.contains(part);
                asking.is_filler = self.fillers.contains(&**part);
                asked.push(asking);
            }
        }
        asked
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

/// The words of a query that look like names, numbers or quotations, in lower case.
fn named(text: &str) -> HashSet<String> {
    let mut named = HashSet::new();
    let mut is_quoted = false;
    let mut is_start = true;
    for run in text.split_whitespace() {
        is_quoted |= run.starts_with('"');
        let is_capital = !is_start && run.chars().any(char::is_uppercase);
        if is_quoted
            || is_capital
            || run.starts_with(['#', '@'])
            || run.contains(|c: char| c.is_ascii_digit())
        {
            named.extend(parts(run));
        }
        is_quoted &= !run.ends_with('"');
        is_start = run.ends_with(['.', '?', '!', ':']);
    }
    named
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
                .flat_map(|asking| asking.words)
                .map(|word| match word.joined {
                    Some(joined) => format!("{}+{joined}", word.stem),
                    None => word.stem,
                })
                .collect();
            assert_eq!(found.join(" "), expected, "{text:?}");
        }
    }
}
