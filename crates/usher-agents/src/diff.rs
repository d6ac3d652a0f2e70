//! The lines that a change touches, with a few around them.

use serde::{Deserialize, Serialize};
use similar::{Algorithm, Change, ChangeTag, capture_diff_slices, group_diff_ops};
use ts_rs::TS;

use crate::limits;

/// One line of a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "AgentFileLine")]
pub struct DiffLine {
    pub kind: LineKind,
    /// Its number in the new text, or in the old one if it was removed; from 1.
    pub number: usize,
    /// Without its newline.
    pub text: String,
}

/// Whether a line stays, comes or goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "AgentLineKind")]
pub enum LineKind {
    Same,
    Added,
    Removed,
}

/// Compares two texts, line by line.
pub(crate) fn diff(old: &str, new: &str) -> Vec<DiffLine> {
    let (old, new): (Vec<&str>, Vec<&str>) = (
        old.split_inclusive('\n').collect(),
        new.split_inclusive('\n').collect(),
    );
    let pieces = capture_diff_slices(Algorithm::Myers, &old, &new);
    let groups = group_diff_ops(pieces, limits::CONTEXT_LINES);
    let changes = groups
        .iter()
        .flatten()
        .flat_map(|piece| piece.iter_changes(&old, &new));
    changes.map(line).collect()
}

fn line(change: Change<&str>) -> DiffLine {
    let kind = match change.tag() {
        ChangeTag::Equal => LineKind::Same,
        ChangeTag::Insert => LineKind::Added,
        ChangeTag::Delete => LineKind::Removed,
    };
    let index = change.new_index().or(change.old_index());
    DiffLine {
        kind,
        number: index.unwrap_or_default() + 1,
        text: change.value().trim_end_matches(['\r', '\n']).to_owned(),
    }
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
        assert_eq!(
            shown("A\na\nb\nc\nd\ne\nf\ng\nB\n", "a\nb\nc\nd\ne\nf\ng\n"),
            [
                "-1 A", " 1 a", " 2 b", " 3 c", " 5 e", " 6 f", " 7 g", "-9 B"
            ],
            "two places, without what is between"
        );
    }
}
