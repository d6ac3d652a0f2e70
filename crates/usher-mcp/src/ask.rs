//! What a server wants from the person. A question is answered once, by the person, or by nobody.

use serde_json::Value;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::event::CallTag;

/// One question of a server.
#[derive(Debug)]
pub struct IncomingAsk {
    /// What is asked.
    pub question: AskQuestion,
    /// The call that caused it, if that is certain.
    pub cause: Option<CallTag>,
    /// Where the answer goes. Dropping it answers *cancel*.
    pub responder: AskResponder,
    /// Cancelled when no answer is wanted any more: the server took it back, or the connection closed.
    pub withdrawn: CancellationToken,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum AskQuestion {
    /// Fill in a form (2025-11-25, client/elicitation, form mode).
    ElicitForm {
        /// What the server says. Server text.
        message: String,
        /// The requested schema exactly as it came, however odd.
        schema: Value,
    },
}

/// The one-time way to answer.
#[derive(Debug)]
pub struct AskResponder(pub(crate) oneshot::Sender<AskAnswer>);

impl AskResponder {
    /// Answers. If the question was withdrawn meanwhile, nothing happens.
    pub fn answer(self, answer: AskAnswer) {
        // A receiver that has gone means the question was withdrawn: there is nobody to tell.
        let _ = self.0.send(answer);
    }
}

/// The person's answer (2025-11-25, client/elicitation, response actions).
#[derive(Debug, Clone, PartialEq)]
pub enum AskAnswer {
    /// Yes, with these values: an object.
    Accept(Value),
    /// An explicit no.
    Decline,
    /// Put away without an answer.
    Cancel,
}
