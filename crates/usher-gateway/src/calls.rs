//! Calls of clients: each runs once, apart from the requests of its client that attach to it and leave it.

pub(crate) mod approval_form;
pub(crate) mod client_call;
pub(crate) mod client_side;
pub(crate) mod input_requests;
pub(crate) mod key;
pub(crate) mod progress;
pub(crate) mod resume;
pub(crate) mod running_calls;
pub(crate) mod start;
pub(crate) mod table;
pub(crate) mod task_requests;
pub(crate) mod tasks;
pub(crate) mod wait;
