//! What all connections of clients share: the host, and calls that no request waits for.

use std::sync::Arc;

use crate::context::Context;
use crate::suspended::Suspended;
use crate::tasks::Tasks;

/// Calls that no request waits for.
#[derive(Default)]
pub(crate) struct KeptCalls {
    pub(crate) suspended: Suspended,
    pub(crate) tasks: Tasks,
}

/// What all connections share. Clones share it, too.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) context: Arc<Context>,
    pub(crate) kept: Arc<KeptCalls>,
}
