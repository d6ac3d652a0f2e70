//! Calls that no request waits for, of all clients.

use crate::calls::suspended::Suspended;
use crate::calls::tasks::Tasks;

/// Calls that no request waits for.
#[derive(Default)]
pub(crate) struct KeptCalls {
    pub(crate) suspended: Suspended,
    pub(crate) tasks: Tasks,
}
