//! A call that may be sent, and what others may ask of it until then.

use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use usher_types::id::ServerId;

use super::authorize::Approved;
use super::tool_call::ToolCall;
use crate::caller_requests::CallerRequests;
use crate::running_calls::RunningCall;

/// A call that the rules or the person let through. Sent once, or dropped.
pub struct AuthorizedCall {
    pub(super) call: ToolCall,
    pub(super) running: RunningCall,
    pub(super) began: Instant,
    /// When it was let through.
    pub(super) decided: Instant,
    /// How long it had waited in Usher before it was checked.
    pub(super) queued: Duration,
    pub(super) approved: Approved,
}

impl AuthorizedCall {
    /// The server whose tool it is, or the identity of a webtool.
    pub fn server(&self) -> ServerId {
        self.call.source.as_str().into()
    }

    /// Counts time that it waited in Usher before it was checked.
    pub fn add_queued(&mut self, queued: Duration) {
        self.queued += queued;
    }

    /// Names of the arguments that the person has changed, added or removed.
    pub fn changed_arguments(&self, asked_for: &Map<String, Value>) -> Vec<String> {
        let sent = &*self.call.arguments;
        let mut names: Vec<_> = asked_for.keys().chain(sent.keys()).collect();
        names.sort_unstable();
        names.dedup();
        let is_changed = |name: &&String| asked_for.get(*name) != sent.get(*name);
        names.into_iter().filter(is_changed).cloned().collect()
    }

    /// Whether it was cancelled since: it is not sent any more.
    pub fn is_cancelled(&self) -> bool {
        self.running.unsent_token().is_cancelled()
    }

    /// Returns once it is cancelled.
    pub async fn cancelled(&self) {
        self.running.unsent_token().cancelled().await;
    }

    /// Has the caller answer what the server requests meanwhile.
    pub fn answered_by_caller(&self, requests: CallerRequests) {
        self.running.answered_by_caller(requests);
    }
}
