//! Characters that a reader does not see, or takes for others.
//!
//! Not here: showing them (the page does) and writing them out in single lines (`text`).

/// A character in a text that a reader does not see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hidden {
    /// Which.
    pub character: char,
    /// What it does.
    pub kind: HiddenKind,
}

/// What a hidden character does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HiddenKind {
    /// Turns the direction of reading, so that a text reads otherwise than it is.
    Direction,
    /// Takes no room: zero-width characters, joiners, invisible operators.
    ZeroWidth,
    /// Carries text that only machines read: tags and variation selectors.
    Tag,
    /// Controls a terminal: C0, C1 and line separators.
    Control,
    /// Looks like nothing or like a space, but is neither.
    Filler,
}

impl HiddenKind {
    /// What a person calls some of them.
    pub fn words(self) -> &'static str {
        match self {
            Self::Direction => "marks that turn the reading direction",
            Self::ZeroWidth => "zero-width characters",
            Self::Tag => "tag characters, which carry text for machines",
            Self::Control => "control characters",
            Self::Filler => "invisible fillers",
        }
    }

    /// What a person is told there is one of.
    pub fn word(self) -> &'static str {
        match self {
            Self::Direction => "mark that turns the reading direction",
            Self::ZeroWidth => "zero-width character",
            Self::Tag => "tag character, which carries text for machines",
            Self::Control => "control character",
            Self::Filler => "invisible filler",
        }
    }

    fn of(character: char) -> Option<Self> {
        Some(match character {
            '\n' | '\t' | '\r' => return None,
            '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => Self::Direction,
            '\u{ad}'
            | '\u{34f}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200d}'
            | '\u{2060}'..='\u{2065}'
            | '\u{206a}'..='\u{206f}'
            | '\u{feff}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' => Self::ZeroWidth,
            '\u{fe00}'..='\u{fe0d}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => {
                Self::Tag
            }
            '\u{2028}' | '\u{2029}' => Self::Control,
            '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' => Self::Filler,
            character if character.is_control() => Self::Control,
            _ => return None,
        })
    }
}

/// Every hidden character of a text, in order. Line breaks and tabs are none, nor is what holds an emoji together.
pub fn hidden(text: &str) -> Vec<Hidden> {
    let characters: Vec<_> = text.chars().collect();
    let mut found = Vec::new();
    for (at, &character) in characters.iter().enumerate() {
        let Some(kind) = HiddenKind::of(character) else {
            continue;
        };
        if character == '\u{200d}' && joins_emoji(&characters, at) {
            continue;
        }
        found.push(Hidden { character, kind });
    }
    found
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

/// The words that mix Latin letters with letters of a script that has look-alikes of them.
pub fn mixes_scripts(text: &str) -> Vec<&str> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| {
            word.chars().any(|letter| letter.is_ascii_alphabetic())
                && word.chars().any(has_latin_look_alikes)
        })
        .collect()
}

fn has_latin_look_alikes(letter: char) -> bool {
    matches!(letter,
        // Greek, Cyrillic, Armenian, Cherokee, Lisu, and the letters made for mathematics and full width.
        '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{52f}' | '\u{531}'..='\u{58f}' | '\u{13a0}'..='\u{13ff}'
        | '\u{a4d0}'..='\u{a4ff}' | '\u{ff21}'..='\u{ff5a}' | '\u{1d400}'..='\u{1d7ff}')
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use usher_types::text;

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
    fn what_is_hidden_is_written_out_in_single_lines_too() {
        for character in ('\0'..=char::MAX).filter(|one| HiddenKind::of(*one).is_some()) {
            assert!(
                text::is_invisible(character),
                "{character:?} is hidden, so a label shows it written out"
            );
        }
    }
}
