//! Compares two pinned documents of a webtool.

use serde_json::{Value, json};
use usher_types::webtool::WebtoolChange;

use usher_review::compare::Document;
use usher_review::compare::{DocumentState, compare_documents};
use usher_review::deceptive_text::DeceptiveText;
use usher_review::deceptive_text::deceptive_text;
use usher_review::diff::differences;
use usher_review::difference::Differences;

use super::pin::Pin;
use crate::parse::value_of;

impl Pin {
    /// Compares another document with this one. Reads both: not for threads that must not block.
    pub fn compare(&self, other: &Self) -> Comparison {
        let (old, new) = (Declared::of(self, other), Declared::of(other, self));
        match compare_documents(old.as_document(self), Some(new.as_document(other))).state {
            DocumentState::Identical => Comparison::Identical,
            DocumentState::Reformatted => Comparison::Reformatted,
            // Versions that are not semantic cannot be ordered.
            DocumentState::Changed | DocumentState::Gone => Comparison::Other(WebtoolChange::Newer),
            DocumentState::SilentlyChanged => Comparison::Other(WebtoolChange::Silent),
            DocumentState::Downgraded => Comparison::Other(WebtoolChange::Downgraded),
        }
    }
}

/// A document as it is compared with another one of its webtool. Where it comes from is part of it: another place is
/// the first thing to be told.
struct Declared {
    bytes: Vec<u8>,
    value: Value,
}

impl Declared {
    fn of(pin: &Pin, other: &Pin) -> Self {
        let mut value = value_of(&pin.bytes).unwrap_or_default();
        let mut bytes = pin.bytes.clone();
        if pin.final_url != other.final_url
            && let Some(members) = value.as_object_mut()
        {
            members.insert("url".to_owned(), json!(pin.final_url));
            bytes = value.to_string().into_bytes();
        }
        Self { bytes, value }
    }

    fn as_document<'a>(&'a self, pin: &'a Pin) -> Document<'a> {
        Document {
            bytes: &self.bytes,
            value: &self.value,
            version: Some(pin.version.as_str()).filter(|version| !version.is_empty()),
        }
    }
}

/// Two kept documents of a webtool, and what differs between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// The one that is used.
    pub old: Pin,
    pub new: Pin,
    /// What differs, the weightiest first.
    pub differences: Differences,
    /// What a reader of the other one is deceived about.
    pub deceptive_text: DeceptiveText,
}

impl Compared {
    pub fn of(old: Pin, new: Pin) -> Self {
        let (told, now) = (Declared::of(&old, &new), Declared::of(&new, &old));
        Self {
            differences: differences(&told.value, &now.value),
            deceptive_text: deceptive_text(&now.value),
            old,
            new,
        }
    }
}

/// How one document compares with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The same bytes from the same place.
    Identical,
    /// The same, written otherwise.
    Reformatted,
    Other(WebtoolChange),
}

#[cfg(test)]
mod tests;
