//! Plain values that events and the contract carry: what something was at one moment.

mod server;
mod wire;

pub use server::{
    Counts, Failure, FailureKind, KeyringStatus, Negotiated, ProgramChange, ServerSnapshot,
    ServerState,
};
pub use wire::WireExtent;
