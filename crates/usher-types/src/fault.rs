//! Where a JSON value breaks its schema.

/// One place where a value breaks its schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where: `items[3].updated`; empty = the whole value.
    pub path: String,
    /// What is wrong, in plain words.
    pub message: String,
}
