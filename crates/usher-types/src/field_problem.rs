//! What is wrong with one field of a form.

use usher_messages::Message;

/// One unusable field of a draft or setting, with its message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldProblem {
    /// `label`, `command`, `args[2]`, `env.API_KEY`, `url`, `headers.Authorization`, `cwd`.
    pub field: String,
    /// What is wrong and what to do.
    pub message: Message,
}

impl FieldProblem {
    /// A problem of one field.
    pub fn new(field: impl Into<String>, message: Message) -> Self {
        Self {
            field: field.into(),
            message,
        }
    }
}
