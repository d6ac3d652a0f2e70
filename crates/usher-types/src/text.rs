//! Text from elsewhere, made safe to look at: what cannot be seen is written out.

use std::borrow::Cow;
use std::fmt::Write as _;

mod hidden_kind;

pub use hidden_kind::HiddenKind;

/// Writes control, bidirectional, zero-width and tag characters as `\u{…}`.
///
/// Line breaks and tabs count as invisible too: this is for labels, names and single lines.
pub fn visible(text: &str) -> Cow<'_, str> {
    escape(text, |_| false)
}

/// Like [`visible`], but line breaks and tabs stay: for text that is shown over many lines.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escape(text, |character| matches!(character, '\n' | '\t'))
}

/// One line of a program's output: colour and cursor codes taken out, the rest made visible.
pub fn visible_output(line: &str) -> String {
    let plain = without_ansi(line);
    escape(plain.trim_end_matches(['\r', '\n']), |character| {
        character == '\t'
    })
    .into_owned()
}

/// Returns the beginning of a long text and how much is missing.
pub fn beginning(text: &str, most_bytes: usize) -> Cow<'_, str> {
    if text.len() <= most_bytes {
        return Cow::Borrowed(text);
    }
    let end = text.floor_char_boundary(most_bytes);
    Cow::Owned(format!(
        "{}… ({} bytes more)",
        &text[..end],
        text.len() - end
    ))
}

fn escape(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let hides = |character: char| is_invisible(character) && !is_kept(character);
    if !text.chars().any(hides) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if hides(character) {
            // Writing to a String cannot fail.
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

/// Whether a character is not seen, or changes how others are seen.
pub fn is_invisible(character: char) -> bool {
    character.is_control() || HiddenKind::of(character).is_some()
}

/// Removes ECMA-48 escape sequences: `ESC [ … letter`, `ESC ] … BEL`, `ESC x`.
///
/// Not `strip-ansi-escapes`: it also drops tabs and control characters, which are to be shown.
fn without_ansi(line: &str) -> Cow<'_, str> {
    const ESCAPE: char = '\u{1b}';
    const BELL: char = '\u{7}';
    if !line.contains(ESCAPE) {
        return Cow::Borrowed(line);
    }
    let mut plain = String::with_capacity(line.len());
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        if character != ESCAPE {
            plain.push(character);
            continue;
        }
        match characters.next() {
            Some('[') => {
                for part in characters.by_ref() {
                    if ('\u{40}'..='\u{7e}').contains(&part) {
                        break;
                    }
                }
            }
            Some(']') => {
                while let Some(part) = characters.next() {
                    if part == BELL || (part == ESCAPE && characters.next_if_eq(&'\\').is_some()) {
                        break;
                    }
                }
            }
            // Intermediate bytes stand between the escape and its final byte: `ESC ( B`.
            Some('\u{20}'..='\u{2f}') => {
                while characters
                    .next()
                    .is_some_and(|part| ('\u{20}'..='\u{2f}').contains(&part))
                {}
            }
            _ => {}
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests;
