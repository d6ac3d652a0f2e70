//! Holds what waits for the person: open approvals of all servers, their answers, their records.
//!
//! An approval leaves the queue only when the person answers, when the server takes it back, or when the server stops.
//! Without the person, only further requests of a server that asks too much or is muted are declined, and folders the
//! person always shows are sent. Each approval is recorded, however it ended; an answer before it is sent.

mod answer;
mod call;
mod closing;
mod limits;
mod link;
mod model_run;
mod open;
mod pace;
mod queue;
mod record;
mod sampled_answer;
mod secret_fields;

pub use answer::{Answer, AnswerError, Grant, Remember};
pub(crate) use answer::{exposed, reply};
pub(crate) use call::Decision;
pub use limits::{ApprovalLimits, RefusedApproval};
pub(crate) use model_run::ModelRunError;
pub(crate) use open::{Lifetime, ReplyHandle, Requester};
pub(crate) use queue::ApprovalQueue;
pub(crate) use record::decision::{Decided, in_words};
pub(crate) use record::entry::Resolution;
pub use sampled_answer::SampledAnswer;
pub use secret_fields::secret_fields;
