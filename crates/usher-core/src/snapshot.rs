//! Plain values that events and the contract carry: what something was at one moment.

mod approval;
mod server;

pub use approval::ApprovalCause;
pub use server::ServerSnapshot;
pub use usher_types::keyring::KeyringStatus;
pub use usher_types::server::{
    Counts, Failure, FailureKind, Negotiated, ProgramChange, ServerState,
};
pub use usher_types::wire::WireExtent;
