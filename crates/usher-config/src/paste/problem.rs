//! Defines the problem of a pasted text that cannot be read.

use usher_messages::Message;

/// Why text cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong and what to do, naming server and field.
    pub message: Message,
    /// Line and column of the fault, from 1.
    pub at: Option<(u32, u32)>,
    /// The field at fault, as in [`usher_types::field_problem::FieldProblem`].
    pub field: Option<String>,
}

impl Problem {
    pub(crate) fn new(message: Message) -> Self {
        Self {
            message,
            at: None,
            field: None,
        }
    }

    /// A problem without parameters.
    pub(super) fn plain(code: &'static str) -> Self {
        Self::new(Message::new(code))
    }

    pub(crate) fn of_field(self, field: &str) -> Self {
        Self {
            field: Some(field.to_owned()),
            ..self
        }
    }
}
