//! Plain values that events and the contract carry: what something was at one moment.

mod approval;
mod sampling;
mod server;

pub use approval::{Approval, ApprovalCause, ApprovalRequest, CallRequest, Visit};
pub use sampling::{ModelOutput, ModelRun, SampledMessage, SamplingRequest, SamplingState};
pub use server::ServerSnapshot;
pub use usher_types::keyring::KeyringStatus;
pub use usher_types::server::{
    Counts, Failure, FailureKind, Negotiated, ProgramChange, ServerState,
};
pub use usher_types::wire::WireExtent;
