//! What each kind of approval shows, checks, replies and leaves in the record.

pub(crate) mod call;
pub(crate) mod form;
pub(super) mod link;
pub(super) mod model_run;
pub(super) mod roots;
pub(super) mod sampling;
pub(super) mod url;
