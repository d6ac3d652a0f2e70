//! Holds the tasks of a connection that are followed.

use std::collections::HashMap;

use parking_lot::Mutex;
use serde_json::Value;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::call_tag::CallTag;

/// One task, from its creation until it is no longer followed.
#[derive(Debug, Clone)]
pub(super) struct TrackedTask {
    pub(super) tag: Option<CallTag>,
    /// Of the request that created it; it is valid as long as the task exists.
    pub(super) progress_token: Option<Value>,
    pub(super) states: watch::Sender<Value>,
    pub(super) ended: CancellationToken,
}

/// All tasks of a connection, by id.
#[derive(Default)]
pub(super) struct Tasks(pub(super) Mutex<HashMap<String, TrackedTask>>);
