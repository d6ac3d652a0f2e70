//! Finds places of a definition that differ at every start, and holds a definition against them: the order of a set, or a
//! date, a number or a path within a text that stays the same. Everything else that differs is a change.
//!
//! Not here: that the person accepts such places (`usher-core`), and where that is stored (`usher-store`).

mod common_parts;
mod date;
mod place;
mod text;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use usher_messages::Message;

use crate::canonical::canonical;
use crate::diff::{quoted, subject_at};
use crate::limits;
use place::Place;
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

    /// Joins places that were found with those that were accepted before. A text has one place: the one found now.
    pub fn joined(found: Vec<Self>, accepted: &[Self]) -> Vec<Self> {
        let mut all = found;
        for earlier in accepted {
            if all.iter().all(|one| one.at() != earlier.at()) {
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
        for one in accepted {
            let was = pinned.pointer(one.at())?;
            let is = restored.pointer_mut(one.at())?;
            if canonical(was) == canonical(is) {
                continue;
            }
            if !one.permits(Place::at(pinned, one.at()), was, is) {
                return None;
            }
            *is = was.clone();
        }
        Some(restored)
    }

    /// Says what may vary there.
    pub fn accepted_message(&self, pinned: &Value) -> Message {
        let message = Message::new(match self.of() {
            TextKind::Order => "varying.accepted.order",
            TextKind::Date => "varying.accepted.date",
            TextKind::Number => "varying.accepted.number",
            TextKind::Path => "varying.accepted.path",
        });
        let message = message.with("subject", subject_at(pinned, self.at()));
        match (self.of(), self.texts(pinned, pinned)) {
            (TextKind::Order, _) | (_, None) => message,
            (_, Some((was, _))) => message.with("value", quoted(was)),
        }
    }

    /// Says what differs there: what was pinned, and what is declared now. `None` = nothing does.
    pub fn difference_message(&self, pinned: &Value, now: &Value) -> Option<Message> {
        let (was, is) = (pinned.pointer(self.at())?, now.pointer(self.at())?);
        if canonical(was) == canonical(is) {
            return None;
        }
        let message = Message::new(match self.of() {
            TextKind::Order => "varying.differs.order",
            TextKind::Date => "varying.differs.date",
            TextKind::Number => "varying.differs.number",
            TextKind::Path => "varying.differs.path",
        });
        let message = message.with("subject", subject_at(pinned, self.at()));
        Some(match (self.of(), self.texts(pinned, now)) {
            (TextKind::Order, _) | (_, None) => message,
            (_, Some((was, is))) => message.with("old", quoted(was)).with("new", quoted(is)),
        })
    }

    /// What varies.
    fn of(&self) -> TextKind {
        match self {
            Self::Order { .. } => TextKind::Order,
            Self::Text { of, .. } => *of,
        }
    }

    /// The span as it was pinned, and as it is declared now.
    fn texts<'a>(&self, pinned: &'a Value, now: &'a Value) -> Option<(&'a str, &'a str)> {
        let Self::Text { at, start, end, .. } = self else {
            return None;
        };
        let (was, is) = (pinned.pointer(at)?.as_str()?, now.pointer(at)?.as_str()?);
        let span = Span::new(*start, *end);
        Some((span.of(was)?, span.within(was, is)?))
    }

    fn at(&self) -> &str {
        let (Self::Order { at } | Self::Text { at, .. }) = self;
        at
    }

    /// Whether one value may stand in place of the pinned one.
    fn permits(&self, place: Place, was: &Value, is: &Value) -> bool {
        match (self, was, is) {
            (Self::Order { .. }, Value::Array(was), Value::Array(is)) => {
                place.is_unordered() && are_same_in_another_order(was, is)
            }
            (Self::Text { start, end, of, .. }, Value::String(was), Value::String(is)) => {
                let span = Span::new(*start, *end);
                let (old, new) = (span.of(was), span.within(was, is));
                place.is_text() && old.zip(new).is_some_and(|(old, new)| of.may_be(old, new))
            }
            _ => false,
        }
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
            let (span, of) = Span::between(was, is)?;
            let (start, end) = span.bytes();
            found.push(Varying::Text { at, start, end, of });
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
