//! Defines what each kind of approval shows, checks, replies and records.

pub(crate) mod call;
pub(crate) mod form;
pub(super) mod link;
pub(super) mod model_run;
pub(super) mod roots;
pub(super) mod sampling;
pub(super) mod url;
