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
    let may_be = texts.iter().all(|(kind, old, new)| kind.may_be(old, new));
    may_be.then_some(found)
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

/// The spans of the pinned text, each with its kind and with what stands there in another text; `None` = what is around
/// them differs.
pub(super) fn texts<'a>(
    spans: &[(Span, TextKind)],
    was: &'a str,
    is: &'a str,
) -> Option<Vec<(TextKind, &'a str, &'a str)>> {
    let ((first, _), (last, last_kind)) = (spans.first()?, spans.last()?);
    let mut rest = is.strip_prefix(first.before(was)?)?;
    let mut found = Vec::new();
    for ((span, kind), (next, _)) in spans.iter().zip(spans.iter().skip(1)) {
        let (text, after) = rest.split_once(span.until(*next, was)?)?;
        found.push((*kind, span.of(was)?, text));
        rest = after;
    }
    let text = rest.strip_suffix(last.after(was)?)?;
    found.push((*last_kind, last.of(was)?, text));
    Some(found)
}
