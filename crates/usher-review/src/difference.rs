//! Describes one difference between two documents.

use serde_json::Value;
use usher_messages::Message;
use usher_types::review::DifferenceKind;

use crate::hidden_characters::Hidden;

/// One difference between two documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Where, as a JSON pointer (RFC 6901).
    pub path: String,
    /// What it is about.
    pub kind: DifferenceKind,
    /// What a person is told. Names are in backticks; hidden characters in them are written out.
    pub message: Message,
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
