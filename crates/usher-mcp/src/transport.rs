//! Transports messages; every byte passes the wire first.

pub(crate) mod endpoint;
mod events;
pub(crate) mod http;
mod page_words;
pub(crate) mod sse;
pub(crate) mod stdio;
