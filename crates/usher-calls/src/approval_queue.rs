//! Holds what waits for the person: open approvals of all servers, their answers, their records.
//!
//! An approval leaves the queue only when the person answers, when the server takes it back, or when the server stops.
//! Without the person, only further requests of a server that asks too much or is muted are declined, and folders the
//! person always shows are sent. Each approval is recorded, however it ended; an answer before it is sent.

mod answer;
mod answer_error;
mod call_approval;
mod claim;
mod closing;
mod kinds;
mod limits;
mod link_approval;
mod open;
mod pace;
mod queue;
mod record;
mod secret_fields;

pub use answer::Answer;
pub(crate) use answer::reply;
pub use answer_error::AnswerError;
pub(crate) use claim::to_its_end;
pub(crate) use kinds::call;
pub(crate) use kinds::form;
pub(crate) use kinds::model_run::ModelRunError;
pub(crate) use kinds::roots::exposed;
pub use kinds::sampling::SampledAnswer;
pub use open::{Decision, Lifetime, Origin, ReplyHandle, Requester};
pub use queue::ApprovalQueue;
pub(crate) use record::resolution::Resolution;
pub use secret_fields::SecretFields;
