//! What differs between two documents, piece by piece, the weightiest first.

use serde_json::Value;

use super::canonical::canonical;
use crate::deceptive_text::disguises;
use crate::diff::{Place, walk};
use crate::hidden_characters::Hidden;

/// More differences than this are counted, not listed.
const MAX_LISTED: usize = 300;

/// What a difference is about; the weightiest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Where something goes to or what is started.
    Host,
    /// Who may, and with what credential.
    Auth,
    /// What is taken and given: parameters, results, settings.
    Schema,
    /// Words that a person or a model reads.
    Text,
    /// What a tool claims about its effect.
    Annotation,
    /// Anything else.
    Other,
}

/// One difference between two documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Where, as a JSON pointer (RFC 6901).
    pub path: String,
    /// What it is about.
    pub kind: Kind,
    /// What a person is told. Names stand between backticks; what cannot be seen in them is written out.
    pub words: String,
    /// What was there; `None` = nothing.
    pub old: Option<Value>,
    /// What is there now; `None` = nothing.
    pub new: Option<Value>,
    /// What a reader of the new value does not see.
    pub hidden: Vec<Hidden>,
}

/// All differences, ordered by kind and then as the documents are.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Differences {
    /// The first of them.
    pub listed: Vec<Difference>,
    /// How many more there are.
    pub left_out: usize,
}

/// What differs between two documents; nothing if and only if their canonical forms are the same.
pub fn differences(old: &Value, new: &Value) -> Differences {
    let mut listed = Vec::new();
    walk(old, new, &Place::document(), &mut listed);
    if listed.is_empty() && canonical(old) != canonical(new) {
        let words = "The definition changed".into();
        listed.push(Difference::new(
            String::new(),
            Kind::Other,
            words,
            Some(old),
            Some(new),
        ));
    }
    listed.sort_by_key(|difference| difference.kind);
    let left_out = listed.len().saturating_sub(MAX_LISTED);
    listed.truncate(MAX_LISTED);
    Differences { listed, left_out }
}

impl Difference {
    pub(super) fn new(
        path: String,
        kind: Kind,
        words: String,
        old: Option<&Value>,
        new: Option<&Value>,
    ) -> Self {
        Self {
            path,
            kind,
            words,
            old: old.cloned(),
            new: new.cloned(),
            hidden: new.map(disguises).unwrap_or_default().hidden,
        }
    }
}

#[cfg(test)]
mod tests;
