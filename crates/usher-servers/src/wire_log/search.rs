//! Finding messages in a ring. One search looks at a bounded part of it and says where to go on, so that
//! a long log is searched in steps that hold up nobody.

use std::sync::Arc;

use usher_mcp::{Direction, FrameKind};

use super::ring::WireEntry;
use crate::limits;
use usher_types::id::CallId;
use usher_types::wire::WireHits;

/// After this much text other work gets its turn.
const BYTES_PER_TURN: usize = 256 * 1024;

/// Which messages are wanted. `None` = any.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WireFilter {
    /// In the text, the summary, the method or as the id.
    pub text: Option<SearchText>,
    pub direction: Option<Direction>,
    pub kind: Option<FrameKind>,
    /// The method; for an answer, the method it answers.
    pub method: Option<String>,
    /// The call it belongs to.
    pub call: Option<CallId>,
    pub going: FrameFlow,
}

/// How a message went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FrameFlow {
    #[default]
    Any,
    /// Only what went wrong.
    Badly,
}

/// A text that is looked for, whatever the case of its letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchText {
    lower: String,
}

impl SearchText {
    /// `None` if there is nothing to look for.
    pub fn new(text: &str) -> Option<Self> {
        let lower = text.trim().to_lowercase();
        (!lower.is_empty()).then_some(Self { lower })
    }

    fn is_in(&self, text: &str) -> bool {
        if self.lower.is_ascii() {
            holds_ascii(text.as_bytes(), self.lower.as_bytes())
        } else {
            text.to_lowercase().contains(&self.lower)
        }
    }
}

impl WireFilter {
    /// Whether a message is wanted.
    pub fn wants(&self, entry: &WireEntry) -> bool {
        let row = &entry.row;
        let same = |wanted: &Option<String>, is: &Option<String>| wanted.is_none() || wanted == is;
        self.direction.is_none_or(|wanted| wanted == row.direction)
            && self.kind.is_none_or(|wanted| wanted == row.kind)
            && same(&self.method, &row.method)
            && (self.call.is_none() || self.call == row.call_id)
            && (self.going == FrameFlow::Any || row.is_fault)
            && self.text.as_ref().is_none_or(|needle| {
                row.rpc_id.as_deref() == Some(needle.lower.as_str())
                    || row.method.as_deref().is_some_and(|name| needle.is_in(name))
                    || needle.is_in(&row.summary)
                    || needle.is_in(&entry.text)
            })
    }
}

/// Looks through `entries`, which begin at or after number `from`; the log ends before `end`.
pub(crate) async fn search(
    entries: &[Arc<WireEntry>],
    filter: &WireFilter,
    from: u64,
    end: u64,
) -> WireHits {
    let mut seqs = Vec::new();
    let mut next = from;
    let mut read_bytes = 0;
    let mut bytes_in_turn = 0;
    for entry in entries {
        if read_bytes > limits::SEARCHED_BYTES {
            break;
        }
        if filter.wants(entry) {
            seqs.push(entry.row.seq);
        }
        next = entry.row.seq + 1;
        if filter.text.is_some() {
            read_bytes += entry.text.len();
            bytes_in_turn += entry.text.len();
        }
        if bytes_in_turn > BYTES_PER_TURN {
            bytes_in_turn = 0;
            tokio::task::yield_now().await;
        }
    }
    // Nothing is kept from `from` on: what was there is gone.
    let next = if entries.is_empty() { end } else { next };
    WireHits {
        seqs,
        next,
        is_whole: next >= end,
    }
}

/// Whether the text holds `lower` (lower-case ASCII), ignoring case.
fn holds_ascii(text: &[u8], lower: &[u8]) -> bool {
    let Some((&first, rest)) = lower.split_first() else {
        return true;
    };
    let upper = first.to_ascii_uppercase();
    let mut left = text;
    while let Some(at) = left
        .iter()
        .position(|byte| *byte == first || *byte == upper)
    {
        left = &left[at + 1..];
        let Some(candidate) = left.get(..rest.len()) else {
            return false;
        };
        if candidate.eq_ignore_ascii_case(rest) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use usher_types::wire::WireFrame;

    fn entry(seq: u64, text: &str) -> Arc<WireEntry> {
        let row = WireFrame {
            seq,
            at: 0,
            direction: Direction::Out,
            kind: FrameKind::Request,
            method: Some("tools/call".into()),
            rpc_id: Some("41".into()),
            size_bytes: 0,
            elapsed_ms: None,
            call_id: Some("c1".into()),
            summary: "echo".into(),
            is_fault: false,
        };
        Arc::new(WireEntry {
            row,
            text: text.into(),
        })
    }

    #[test]
    fn a_text_is_found_in_any_case() {
        let check = |text: &str, needle: &str, expected: bool| {
            let needle = SearchText::new(needle);
            assert_eq!(
                needle.is_none_or(|needle| needle.is_in(text)),
                expected,
                "{text}"
            );
        };
        check("Hello World", " world ", true);
        check("HELLO", "hello", true);
        check("hell", "hello", false);
        check("aab", "ab", true);
        check("", "a", false);
        check("anything", "  ", true);
        check("STRASSE Ä", "ä", true);
        check("Ärger", "äRG", true);
        check("a ä b", "ö", false);
    }

    #[test]
    fn every_condition_must_hold() {
        let shown = entry(1, r#"{"params":{"note":"In the text"}}"#);
        let check = |filter: WireFilter, expected: bool| {
            assert_eq!(filter.wants(&shown), expected, "{filter:?}");
        };
        let text = |text: &str| WireFilter {
            text: SearchText::new(text),
            ..WireFilter::default()
        };
        check(WireFilter::default(), true);
        check(text("in THE text"), true);
        check(text("echo"), true);
        check(text("tools/"), true);
        check(text("41"), true);
        check(text("elsewhere"), false);
        for (direction, expected) in [(Direction::Out, true), (Direction::In, false)] {
            let direction = Some(direction);
            check(
                WireFilter {
                    direction,
                    ..text("echo")
                },
                expected,
            );
        }
        for (kind, expected) in [(FrameKind::Request, true), (FrameKind::Error, false)] {
            let kind = Some(kind);
            check(
                WireFilter {
                    kind,
                    ..WireFilter::default()
                },
                expected,
            );
        }
        for (method, expected) in [("tools/call", true), ("tools", false)] {
            let method = Some(method.to_owned());
            check(
                WireFilter {
                    method,
                    ..WireFilter::default()
                },
                expected,
            );
        }
        for (call, expected) in [("c1", true), ("c2", false)] {
            let call = Some(call.into());
            check(
                WireFilter {
                    call,
                    ..WireFilter::default()
                },
                expected,
            );
        }
        check(
            WireFilter {
                going: FrameFlow::Badly,
                ..WireFilter::default()
            },
            false,
        );
    }

    #[tokio::test]
    async fn a_search_says_where_to_go_on() {
        let long = "x".repeat(5 * 1024 * 1024);
        let log: Vec<_> = (3..7).map(|seq| entry(seq, &long)).collect();
        let filter = WireFilter {
            text: SearchText::new("x"),
            ..WireFilter::default()
        };
        let expected = WireHits {
            seqs: vec![3, 4],
            next: 5,
            is_whole: false,
        };
        assert_eq!(
            search(&log, &filter, 1, 7).await,
            expected,
            "8 MiB are read, and no more messages begun"
        );
        let expected = WireHits {
            seqs: vec![5, 6],
            next: 7,
            is_whole: true,
        };
        assert_eq!(search(&log[2..], &filter, 5, 7).await, expected);
        let expected = WireHits {
            seqs: vec![],
            next: 9,
            is_whole: true,
        };
        assert_eq!(
            search(&[], &filter, 2, 9).await,
            expected,
            "an emptied log is searched whole"
        );
    }
}
