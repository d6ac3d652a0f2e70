//! Finds the one span in which two texts differ, and says whether it is of a kind that may vary: the order of a list of
//! names, a date, a number or a path. Several of them are the business of `spans`.

use serde::{Deserialize, Serialize};
use unicode_script::{Script, UnicodeScript as _};

use super::common_parts::Common;
use super::date;
use crate::hidden_characters::{hidden, mixes_scripts};
use crate::limits;

/// What a span of a text is, before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TextKind {
    /// The same names in a list with commas.
    Order,
    /// A date, a time, or both.
    Date,
    Number,
    /// A place in a file system, from its root or the home folder.
    Path,
}

/// A span of a text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    start: usize,
    end: usize,
}

impl Span {
    pub(super) fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    pub(super) fn bytes(self) -> (usize, usize) {
        (self.start, self.end)
    }

    /// What it is of the pinned text.
    pub(super) fn of(self, was: &str) -> Option<&str> {
        was.get(self.start..self.end)
    }

    /// What is before it in the pinned text.
    pub(super) fn before(self, was: &str) -> Option<&str> {
        was.get(..self.start)
    }

    /// What is behind it in the pinned text.
    pub(super) fn after(self, was: &str) -> Option<&str> {
        was.get(self.end..)
    }

    /// What is between it and the next one in the pinned text; `None` = the next one is not behind it.
    pub(super) fn until(self, next: Self, was: &str) -> Option<&str> {
        was.get(self.end..next.start)
    }

    /// What stands there in another text; `None` = what is around it differs.
    fn within<'a>(self, was: &str, is: &'a str) -> Option<&'a str> {
        let rest = is.strip_prefix(self.before(was)?)?;
        rest.strip_suffix(self.after(was)?)
    }

    /// The span in which two texts differ, if it is of a kind: all of the date, number, path or list on both sides.
    pub(super) fn between(was: &str, is: &str) -> Option<(Self, TextKind)> {
        let common = Common::of(was, is);
        let word = common.to_words();
        let candidates = [
            (TextKind::Date, date::widened(word, was)),
            (TextKind::Number, word),
            (TextKind::Path, word),
            (TextKind::Order, common.to_list(was)),
        ];
        candidates.into_iter().find_map(|(kind, common)| {
            let common = match kind {
                TextKind::Order => common,
                TextKind::Date | TextKind::Number | TextKind::Path => common.trimmed(was, is)?,
            };
            let span = Self {
                start: common.before.len(),
                end: was.len().checked_sub(common.after.len())?,
            };
            let (old, new) = (span.of(was)?, span.within(was, is)?);
            // What closes an element of markup looks like a path.
            let is_closing = kind == TextKind::Path && common.before.ends_with('<');
            (kind.may_be(old, new) && !is_closing).then_some((span, kind))
        })
    }
}

impl TextKind {
    /// Whether one span may stand in place of another, which was pinned.
    pub(super) fn may_be(self, old: &str, new: &str) -> bool {
        let is_each = |is: fn(&str) -> bool| [old, new].into_iter().all(is);
        match self {
            Self::Order => are_same_names(old, new),
            Self::Date => is_each(|text| is_short(text) && date::is_date(text)),
            Self::Number => is_each(is_number),
            Self::Path => {
                is_each(|text| is_short(text) && is_path(text)) && has_scripts_of(old, new)
            }
        }
    }
}

fn is_short(text: &str) -> bool {
    (1..=limits::VARYING_TEXT_BYTES).contains(&text.len())
}

/// Whether it is one number: a sign, digits, and dots or commas between digits. An address of four numbers is none.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_of_digits =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.len() <= limits::VARYING_NUMBER_BYTES
        && digits.split(['.', ',']).all(is_of_digits)
        && text.parse::<std::net::Ipv4Addr>().is_err()
}

/// Whether letters of another text are of the scripts of the pinned one, or Latin.
fn has_scripts_of(old: &str, new: &str) -> bool {
    let pinned: Vec<_> = old.chars().map(|character| character.script()).collect();
    let known = [Script::Latin, Script::Common, Script::Inherited];
    new.chars()
        .map(|character| character.script())
        .all(|script| known.contains(&script) || pinned.contains(&script))
}

/// Whether it is a path from the root, the home folder or a drive, in characters that are seen for what they are, and
/// without a space. What begins with two slashes may be an address, and a backslash at the end escapes what is behind it.
fn is_path(text: &str) -> bool {
    let (below, signs) = match text.as_bytes() {
        [b'~' | b'/'] => return true,
        [drive, b':', b'/' | b'\\', ..] if drive.is_ascii_alphabetic() => {
            (text.get(3..), "_-.+@~#/\\")
        }
        [b'~', b'\\', ..] => (text.get(2..), "_-.+@~#/\\"),
        [b'~', b'/', ..] => (text.get(2..), "_-.+@~#/"),
        [b'/', ..] => (text.get(1..), "_-.+@~#/"),
        _ => (None, ""),
    };
    let is_of_path = |character: char| character.is_alphanumeric() || signs.contains(character);
    below.is_some_and(|below| {
        !below.starts_with(['/', '\\'])
            && !text.ends_with('\\')
            && below.chars().all(is_of_path)
            && hidden(below).is_empty()
            && mixes_scripts(below).is_empty()
    })
}

fn are_same_names(old: &str, new: &str) -> bool {
    let (Some(old), Some(new)) = (List::read(old), List::read(new)) else {
        return false;
    };
    old == new
}

/// A list of names in a text, sorted.
#[derive(PartialEq)]
struct List<'a> {
    separator: &'static str,
    quote: Option<char>,
    names: Vec<&'a str>,
}

impl<'a> List<'a> {
    /// Reads a list of two or more single words, all quoted alike and separated alike.
    fn read(text: &'a str) -> Option<Self> {
        if text.len() > limits::VARYING_LIST_BYTES {
            return None;
        }
        let separators = [", ", ",", "; ", " | "];
        let separator = separators.into_iter().find(|one| text.contains(one))?;
        let quote = text.chars().next().filter(|first| "'\"`".contains(*first));
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./*".contains(&byte);
        let mut names = Vec::new();
        for entry in text.split(separator) {
            let name = match quote {
                Some(quote) => entry.strip_prefix(quote)?.strip_suffix(quote)?,
                None => entry,
            };
            let is_name = !name.is_empty()
                && name.len() <= limits::VARYING_LIST_ENTRY_BYTES
                && name.bytes().all(is_of_name);
            names.push(is_name.then_some(name)?);
        }
        names.sort_unstable();
        Some(Self {
            separator,
            quote,
            names,
        })
    }
}
