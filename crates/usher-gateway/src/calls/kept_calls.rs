//! Calls that have not ended, and the tasks of them, of all clients.

use crate::calls::table::CallTable;
use crate::calls::tasks::Tasks;

/// Calls that have not ended, and the tasks of them.
#[derive(Default)]
pub(crate) struct KeptCalls {
    pub(crate) calls: CallTable,
    pub(crate) tasks: Tasks,
}
