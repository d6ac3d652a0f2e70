//! A change of a text as pieces: what is not in a piece stays as it is.

use std::ops::Range;

/// Some bytes of a text and what stands there afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Splice {
    pub(crate) at: Range<usize>,
    pub(crate) text: String,
}

impl Splice {
    pub(crate) fn insert(at: usize, text: impl Into<String>) -> Self {
        Self {
            at: at..at,
            text: text.into(),
        }
    }

    pub(crate) fn remove(at: Range<usize>) -> Self {
        Self {
            at,
            text: String::new(),
        }
    }
}

/// Makes the changed text. The pieces must not overlap; `None` = they do, or do not fit the text.
pub(crate) fn spliced(text: &str, mut splices: Vec<Splice>) -> Option<String> {
    splices.sort_by_key(|splice| splice.at.start);
    let mut changed = String::with_capacity(text.len() + 512);
    let mut done = 0;
    for Splice { at, text: new } in splices {
        changed.push_str(text.get(done..at.start)?);
        changed.push_str(&new);
        done = at.end;
    }
    changed.push_str(text.get(done..)?);
    Some(changed)
}

/// The newline of a text: that of its first line.
pub(crate) fn newline(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// Where the line of a byte begins.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// The white space before something that is the first of its line.
pub(crate) fn own_line(text: &str, at: usize) -> Option<&str> {
    let start = line_start(text, at);
    let before = &text[start..at];
    // A whole document on the first line is not a list of lines.
    (start > 0 && before.trim().is_empty()).then_some(before)
}

/// Where the next line begins, or the end of the text.
pub(crate) fn next_line(text: &str, at: usize) -> usize {
    text[at..]
        .find('\n')
        .map_or(text.len(), |newline| at + newline + 1)
}
