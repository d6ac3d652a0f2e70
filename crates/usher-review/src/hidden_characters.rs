//! Finds characters that a reader does not see, or takes for others.
//!
//! Not here: showing them (the page does) and writing them out in single lines (`text`).

use unicode_script::{Script, UnicodeScript};
use unicode_security::confusable_detection::skeleton;
pub use usher_types::text::HiddenKind;

/// A character in a text that a reader does not see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hidden {
    pub character: char,
    pub kind: HiddenKind,
}

/// Every hidden character of a text, in order. Line breaks and tabs are none, nor is what holds an emoji together.
pub fn hidden(text: &str) -> Vec<Hidden> {
    let characters: Vec<_> = text.chars().collect();
    let mut found = Vec::new();
    for (at, &character) in characters.iter().enumerate() {
        let is_selector = matches!(character, '\u{fe0e}' | '\u{fe0f}');
        let kind = if is_selector && selects_nothing(&characters[..at]) {
            HiddenKind::Tag
        } else if let Some(kind) = HiddenKind::of(character) {
            kind
        } else {
            continue;
        };
        if character == '\u{200d}' && joins_emoji(&characters, at) {
            continue;
        }
        found.push(Hidden { character, kind });
    }
    found
}

/// Whether a variation selector of emoji follows what is none: then it is there for who reads code points.
fn selects_nothing(before: &[char]) -> bool {
    before.last().is_none_or(|&character| {
        matches!(character, '\u{fe00}'..='\u{fe0f}')
            || character.is_whitespace()
            || (character.is_alphabetic() && character != '\u{24c2}' && !is_pictograph(character))
    })
}

fn joins_emoji(characters: &[char], at: usize) -> bool {
    let before = characters[..at]
        .iter()
        .rev()
        .find(|character| !matches!(character, '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}'));
    let after = characters.get(at + 1);
    before.copied().is_some_and(is_pictograph) && after.copied().is_some_and(is_pictograph)
}

fn is_pictograph(character: char) -> bool {
    matches!(character, '\u{2190}'..='\u{21ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Finds words with letters that pass for Latin ones.
///
/// A word is found if it mixes Latin letters with those of a look-alike script, or is written in look-alikes alone
/// (UTS #39 whole-script confusables). The second kind is not found in a text with other letters of that script: a
/// Russian sentence has words such as `сор`.
pub fn mixes_scripts(text: &str) -> Vec<&str> {
    let is_written_in_them = text.chars().any(|letter| {
        letter.is_alphabetic() && has_latin_look_alikes(letter) && !is_latin_look_alike(letter)
    });
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| {
            let is_mixed = word.chars().any(|letter| letter.is_ascii_alphabetic())
                && word.chars().any(has_latin_look_alikes);
            let is_imitation = !is_written_in_them
                && word.chars().nth(1).is_some()
                && word.chars().any(is_latin_look_alike)
                && word
                    .chars()
                    .all(|character| character.is_ascii_digit() || is_latin_look_alike(character));
            is_mixed || is_imitation
        })
        .collect()
}

fn has_latin_look_alikes(letter: char) -> bool {
    // Full-width letters are Latin, and those made for mathematics are of no script.
    matches!(letter, '\u{ff21}'..='\u{ff5a}' | '\u{1d400}'..='\u{1d7ff}')
        || matches!(
            letter.script(),
            Script::Greek
                | Script::Coptic
                | Script::Cyrillic
                | Script::Armenian
                | Script::Cherokee
                | Script::Lisu
        )
}

fn is_latin_look_alike(letter: char) -> bool {
    has_latin_look_alikes(letter)
        && skeleton(letter.encode_utf8(&mut [0; 4])).all(|one| one.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The page's tests read the same table.
    const DECEPTIONS: &str = include_str!("../../../ui/src/lib/deceptions.json");

    #[test]
    fn every_deception_of_the_table_is_found() {
        let table: Vec<Value> = serde_json::from_str(DECEPTIONS).unwrap();
        assert!(table.len() >= 40, "the table has {} cases", table.len());
        for case in &table {
            let text = case["text"].as_str().unwrap();
            let found: Vec<_> = hidden(text)
                .iter()
                .map(|hidden| Value::from(format!("U+{:04X}", u32::from(hidden.character))))
                .collect();
            assert_eq!(&Value::from(found), &case["hidden"], "{}", case["name"]);
            let mixed = case
                .get("mixed")
                .cloned()
                .unwrap_or(Value::Array(Vec::new()));
            assert_eq!(Value::from(mixes_scripts(text)), mixed, "{}", case["name"]);
        }
    }

    #[test]
    fn words_in_look_alikes_alone_are_found() {
        let table: [(&str, &[&str]); 6] = [
            ("\u{440}\u{430}\u{443} now", &["\u{440}\u{430}\u{443}"]),
            (
                "\u{455}\u{441}\u{43e}\u{440}\u{435}",
                &["\u{455}\u{441}\u{43e}\u{440}\u{435}"],
            ),
            ("\u{3bf}\u{3c1}", &["\u{3bf}\u{3c1}"]),
            ("\u{441}\u{43e}\u{440} \u{438} \u{434}\u{43e}\u{43c}", &[]),
            ("a or \u{3b1}", &[]),
            ("\u{5e1}\u{5d5}d \u{6f22}b", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(mixes_scripts(text), expected, "{text}");
        }
    }
}
