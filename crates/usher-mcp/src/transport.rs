//! The two ways messages travel. Both hand every byte to the wire first and give rmcp what is left.

pub(crate) mod http;
mod sse;
pub(crate) mod stdio;
