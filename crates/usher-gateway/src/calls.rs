//! Calls of clients: run apart from the requests that wait for them, decided about by the person, joined, deferred,
//! resumed, or followed as tasks.

pub(crate) mod approval_form;
pub(crate) mod forwarded_request;
pub(crate) mod joined_call;
pub(crate) mod kept_calls;
pub(crate) mod open_calls;
pub(crate) mod pending;
pub(crate) mod progress;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod running_calls;
pub(crate) mod server_events;
pub(crate) mod signals;
pub(crate) mod suspended;
pub(crate) mod task_requests;
pub(crate) mod tasks;
pub(crate) mod tool_call;
pub(crate) mod tool_run;
pub(crate) mod waiting;
