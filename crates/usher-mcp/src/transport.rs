//! The ways messages travel. All hand every byte to the wire first and hand on what is to be answered.

mod events;
pub(crate) mod http;
pub(crate) mod site;
pub(crate) mod sse;
pub(crate) mod stdio;
