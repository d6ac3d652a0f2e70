//! The ways messages travel. All hand every byte to the wire first and hand on what is to be answered.

pub(crate) mod endpoint;
mod events;
pub(crate) mod http;
pub(crate) mod sse;
pub(crate) mod stdio;
