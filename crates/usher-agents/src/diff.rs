//! The lines that a change touches, with a few around them.

use crate::limits;

/// One line of a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffLine {
    pub kind: LineKind,
    /// Its number in the new text, or in the old one if it was removed; from 1.
    pub number: usize,
    /// Without its newline.
    pub text: String,
}

/// Whether a line stays, comes or goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    Same,
    Added,
    Removed,
}

/// Compares two texts whose difference is in one place.
pub(crate) fn diff(old: &str, new: &str) -> Vec<DiffLine> {
    let (old, new): (Vec<&str>, Vec<&str>) = (
        old.split_inclusive('\n').collect(),
        new.split_inclusive('\n').collect(),
    );
    let pairs = old.iter().zip(&new);
    let before = pairs.take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - before;
    let pairs = old.iter().rev().zip(new.iter().rev()).take(rest);
    let after = pairs.take_while(|(old, new)| old == new).count();
    let line = |kind, (index, text): (usize, &&str)| DiffLine {
        kind,
        number: index + 1,
        text: text.trim_end_matches(['\r', '\n']).to_owned(),
    };
    let lines = |kind, texts: &[&str], from: usize, to: usize| -> Vec<DiffLine> {
        let texts = texts.iter().enumerate().take(to).skip(from);
        texts.map(|found| line(kind, found)).collect()
    };
    let first = before.saturating_sub(limits::CONTEXT_LINES);
    let end = new.len() - after;
    let mut all = lines(LineKind::Same, &new, first, before);
    all.extend(lines(LineKind::Removed, &old, before, old.len() - after));
    all.extend(lines(LineKind::Added, &new, before, end));
    let last = (end + limits::CONTEXT_LINES).min(new.len());
    all.extend(lines(LineKind::Same, &new, end, last));
    all
}

#[cfg(test)]
mod tests {
    use super::{LineKind, diff};

    fn shown(old: &str, new: &str) -> Vec<String> {
        let sign = |kind| match kind {
            LineKind::Same => ' ',
            LineKind::Added => '+',
            LineKind::Removed => '-',
        };
        let lines = diff(old, new).into_iter();
        lines
            .map(|line| format!("{}{} {}", sign(line.kind), line.number, line.text))
            .collect()
    }

    #[test]
    fn only_lines_around_the_change_are_shown() {
        assert_eq!(
            shown("a\nb\nc\nd\ne\nf\ng\nh\n", "a\nb\nc\nd\nD\nX\nf\ng\nh\n"),
            [
                " 2 b", " 3 c", " 4 d", "-5 e", "+5 D", "+6 X", " 7 f", " 8 g", " 9 h"
            ]
        );
        assert_eq!(shown("", "a\r\n"), ["+1 a"]);
        assert_eq!(shown("a\na\n", "a\na\na\n"), [" 1 a", " 2 a", "+3 a"]);
        assert_eq!(shown("a", "a\nb\n"), ["-1 a", "+1 a", "+2 b"]);
    }
}
