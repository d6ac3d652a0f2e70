//! Finds the spans in which two texts differ, each of a kind that may vary, and reads them in another text.
//!
//! Around and between them the text stays the same: two spans with nothing but spaces between them may grow into one
//! another, so they are no two spans.

use super::common_parts::ends_a_word;
use super::text::{Span, TextKind};
use crate::limits;

/// Finds the spans in which two texts differ; `None` = one of them is of no kind, or there are too many.
pub(super) fn between(was: &str, is: &str) -> Option<Vec<(Span, TextKind)>> {
    if let Some(one) = Span::between(was, is) {
        return Some(vec![one]);
    }
    let mut found = Vec::new();
    let mut words = was.split_inclusive(ends_a_word);
    let mut others = is.split_inclusive(ends_a_word);
    let mut start = 0;
    loop {
        let (word, other) = match (words.next(), others.next()) {
            (None, None) => break,
            (word, other) => (word?, other?),
        };
        if word != other {
            // What one word alone makes of the pinned text.
            let (before, after) = (was.get(..start)?, was.get(start + word.len()..)?);
            let (span, kind) = Span::between(was, &format!("{before}{other}{after}"))?;
            if !found.contains(&(span, kind)) {
                found.push((span, kind));
            }
            if found.len() > limits::VARYING_SPANS {
                return None;
            }
        }
        start += word.len();
    }
    let texts = are_apart(was, &found).then(|| texts(&found, was, is))??;
    may_all_be(&texts).then_some(found)
}

/// Whether texts may stand in place of those that were pinned: each is of its kind, and all paths together are short.
pub(super) fn may_all_be(texts: &[Text<'_>]) -> bool {
    let paths = texts.iter().filter(|(kind, ..)| *kind == TextKind::Path);
    let of_paths: usize = paths.map(|(_, _, new)| new.len()).sum();
    of_paths <= limits::VARYING_TEXT_BYTES
        && texts.iter().all(|(kind, old, new)| kind.may_be(old, new))
}

/// Whether spans may all vary in one text: in their order, with other text between them, and a list alone.
pub(super) fn are_apart(was: &str, spans: &[(Span, TextKind)]) -> bool {
    let is_of_list = |(_, kind): &(Span, TextKind)| *kind == TextKind::Order;
    let is_other_text = |pair: &[(Span, TextKind)]| match pair {
        [(one, _), (next, _)] => one
            .until(*next, was)
            .is_some_and(|between| between.contains(|one: char| !one.is_whitespace())),
        _ => false,
    };
    let count = spans.len();
    count == 1
        || ((2..=limits::VARYING_SPANS).contains(&count)
            && !spans.iter().any(is_of_list)
            && spans.windows(2).all(is_other_text))
}

/// A span of the pinned text with its kind, and what stands there in another text.
type Text<'a> = (TextKind, &'a str, &'a str);

/// The texts of the spans in another text; `None` = what is around them differs.
pub(super) fn texts<'a>(
    spans: &[(Span, TextKind)],
    was: &'a str,
    is: &'a str,
) -> Option<Vec<Text<'a>>> {
    let ((first, _), (last, _)) = (spans.first()?, spans.last()?);
    let rest = is.strip_prefix(first.before(was)?)?;
    let rest = rest.strip_suffix(last.after(was)?)?;
    // A date may hold what is between it and the next span.
    split(spans, was, rest, TextKind::may_be).or_else(|| split(spans, was, rest, |_, _, _| true))
}

/// Splits a text at what is between the spans, so that each part is accepted.
fn split<'a>(
    spans: &[(Span, TextKind)],
    was: &'a str,
    text: &'a str,
    accepts: fn(TextKind, &str, &str) -> bool,
) -> Option<Vec<Text<'a>>> {
    let ((span, kind), others) = spans.split_first()?;
    let old = span.of(was)?;
    let Some((next, _)) = others.first() else {
        return accepts(*kind, old, text).then(|| vec![(*kind, old, text)]);
    };
    let between = span.until(*next, was)?;
    text.match_indices(between).find_map(|(at, _)| {
        let (part, rest) = (&text[..at], &text[at + between.len()..]);
        if !accepts(*kind, old, part) {
            return None;
        }
        let mut found = vec![(*kind, old, part)];
        found.extend(split(others, was, rest, accepts)?);
        Some(found)
    })
}
