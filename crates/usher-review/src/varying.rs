//! Finds places of a definition that differ at every start, and holds a definition against them: the order of a set, or
//! dates, numbers and paths within a text that stays the same. Everything else that differs is a change.
//!
//! Not here: that the person accepts such places (`usher-calls`), and where that is stored (`usher-store`).

mod common_parts;
mod date;
mod place;
mod spans;
mod text;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use usher_messages::Message;

use crate::canonical::canonical;
use crate::diff::subject_at;
use crate::limits;
use crate::quoted::quoted;
use place::Place;
use spans::{are_apart, may_all_be, texts};
use text::Span;
pub use text::TextKind;

/// A place of a pinned definition that may be another one each time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum Varying {
    /// The order of a list of scalars, each of which stays.
    Order {
        /// A JSON pointer (RFC 6901).
        at: String,
    },
    /// The bytes from `start` to `end` of the pinned text.
    Text {
        /// A JSON pointer (RFC 6901).
        at: String,
        start: usize,
        end: usize,
        of: TextKind,
    },
}

impl Varying {
    /// Finds what alone differs between a pinned definition and another one; `None` = nothing does, or anything else too.
    pub fn between(pinned: &Value, now: &Value) -> Option<Vec<Self>> {
        let mut found = Vec::new();
        let at = String::new();
        compare(pinned, now, Place::of_root(pinned), at, &mut found)?;
        (!found.is_empty()).then_some(found)
    }

    /// Joins places that were found with those that were accepted before. Those of one text that cannot all vary in it are
    /// the ones found now.
    pub fn joined(found: Vec<Self>, accepted: &[Self], pinned: &Value) -> Vec<Self> {
        let mut all = found;
        for earlier in accepted {
            let mut beside: Vec<_> = all.iter().filter(|one| one.at() == earlier.at()).collect();
            let is_alone = beside.is_empty();
            beside.push(earlier);
            let text = pinned.pointer(earlier.at()).and_then(Value::as_str);
            if is_alone || text.is_some_and(|text| in_order(&beside, text).is_some()) {
                all.push(earlier.clone());
            }
        }
        all
    }

    /// Returns a definition with the accepted places as they were pinned; `None` = one of them is nothing that may stand
    /// there. What else differs still does.
    pub fn put_back(accepted: &[Self], pinned: &Value, now: &Value) -> Option<Value> {
        if accepted.len() > limits::VARYING_PLACES {
            return None;
        }
        let mut restored = now.clone();
        for (at, places) in by_pointer(accepted) {
            let was = pinned.pointer(at)?;
            let is = restored.pointer_mut(at)?;
            if canonical(was) == canonical(is) {
                continue;
            }
            if !permit(&places, Place::at(pinned, at), was, is) {
                return None;
            }
            *is = was.clone();
        }
        Some(restored)
    }

    /// Says what may vary there.
    pub fn accepted_message(&self, pinned: &Value) -> Message {
        let said = |code| Message::new(code).with("subject", subject_at(pinned, self.at()));
        let Self::Text { at, start, end, of } = self else {
            return said("varying.accepted.order");
        };
        let message = said(match of {
            TextKind::Order => return said("varying.accepted.order"),
            TextKind::Date => "varying.accepted.date",
            TextKind::Number => "varying.accepted.number",
            TextKind::Path => "varying.accepted.path",
        });
        let text = pinned.pointer(at).and_then(Value::as_str);
        match text.and_then(|text| Span::new(*start, *end).of(text)) {
            Some(value) => message.with("value", quoted(value)),
            None => message,
        }
    }

    /// Says what differs in each of the places: what was pinned, and what is declared now.
    pub fn differences(places: &[Self], pinned: &Value, now: &Value) -> Vec<Message> {
        let mut said = Vec::new();
        for (at, places) in by_pointer(places) {
            let of_place = |code| Message::new(code).with("subject", subject_at(pinned, at));
            match (pinned.pointer(at), now.pointer(at)) {
                (Some(Value::String(was)), Some(Value::String(is))) => {
                    let texts = in_order(&places, was).and_then(|spans| texts(&spans, was, is));
                    for (kind, old, new) in texts.into_iter().flatten() {
                        let code = match kind {
                            _ if old == new => continue,
                            TextKind::Order => {
                                said.push(of_place("varying.differs.order"));
                                continue;
                            }
                            TextKind::Date => "varying.differs.date",
                            TextKind::Number => "varying.differs.number",
                            TextKind::Path => "varying.differs.path",
                        };
                        let message = of_place(code);
                        said.push(message.with("old", quoted(old)).with("new", quoted(new)));
                    }
                }
                (Some(was), Some(is)) if canonical(was) != canonical(is) => {
                    said.push(of_place("varying.differs.order"));
                }
                _ => {}
            }
        }
        said
    }

    fn at(&self) -> &str {
        let (Self::Order { at } | Self::Text { at, .. }) = self;
        at
    }
}

/// The places by their pointers, both in their order.
fn by_pointer(places: &[Varying]) -> Vec<(&str, Vec<&Varying>)> {
    let mut by_pointer: Vec<(&str, Vec<&Varying>)> = Vec::new();
    for place in places {
        match by_pointer.iter_mut().find(|(at, _)| *at == place.at()) {
            Some((_, beside)) => beside.push(place),
            None => by_pointer.push((place.at(), vec![place])),
        }
    }
    by_pointer
}

/// The spans of one text from its beginning to its end; `None` = they cannot all vary in it.
fn in_order(places: &[&Varying], text: &str) -> Option<Vec<(Span, TextKind)>> {
    let spans = places.iter().map(|place| match place {
        Varying::Order { .. } => None,
        Varying::Text { start, end, of, .. } => Some((Span::new(*start, *end), *of)),
    });
    let mut spans: Vec<_> = spans.collect::<Option<_>>()?;
    spans.sort_by_key(|(span, _)| span.bytes());
    are_apart(text, &spans).then_some(spans)
}

/// Whether one value may stand in place of the pinned one.
fn permit(places: &[&Varying], place: Place, was: &Value, is: &Value) -> bool {
    match (places, was, is) {
        ([Varying::Order { .. }], Value::Array(was), Value::Array(is)) => {
            place.is_unordered() && are_same_in_another_order(was, is)
        }
        (_, Value::String(was), Value::String(is)) => {
            let texts = in_order(places, was).and_then(|spans| texts(&spans, was, is));
            place.is_text() && texts.is_some_and(|texts| may_all_be(&texts))
        }
        _ => false,
    }
}

/// Adds what varies at a place; `None` = something else differs.
fn compare(
    was: &Value,
    is: &Value,
    place: Place,
    at: String,
    found: &mut Vec<Varying>,
) -> Option<()> {
    if canonical(was) == canonical(is) {
        return Some(());
    }
    match (was, is) {
        (Value::Object(was), Value::Object(is)) => {
            if was.len() != is.len() {
                return None;
            }
            for (name, was) in was {
                let escaped = name.replace('~', "~0").replace('/', "~1");
                let below = format!("{at}/{escaped}");
                compare(was, is.get(name)?, place.member(name), below, found)?;
            }
            return Some(());
        }
        (Value::Array(was), Value::Array(is)) => {
            if place.is_unordered() && are_same_in_another_order(was, is) {
                found.push(Varying::Order { at });
            } else {
                if was.len() != is.len() {
                    return None;
                }
                for (position, (was, is)) in was.iter().zip(is).enumerate() {
                    let position = position.to_string();
                    let below = format!("{at}/{position}");
                    compare(was, is, place.member(&position), below, found)?;
                }
            }
        }
        (Value::String(was), Value::String(is)) if place.is_text() => {
            for (span, of) in spans::between(was, is)? {
                let (start, end) = span.bytes();
                let at = at.clone();
                found.push(Varying::Text { at, start, end, of });
            }
        }
        _ => return None,
    }
    (found.len() <= limits::VARYING_PLACES).then_some(())
}

/// Whether two lists hold the same scalars, each as often.
fn are_same_in_another_order(was: &[Value], is: &[Value]) -> bool {
    let sorted = |entries: &[Value]| {
        let mut texts = Vec::new();
        for entry in entries {
            if entry.is_array() || entry.is_object() {
                return None;
            }
            texts.push(canonical(entry));
        }
        texts.sort();
        Some(texts)
    };
    was.len() == is.len() && sorted(was).is_some_and(|was| Some(was) == sorted(is))
}

#[cfg(test)]
mod tests;
