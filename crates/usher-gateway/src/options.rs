//! What a gateway is told from outside.

use std::time::Duration;

use crate::limits;
use crate::session::client_timeout::ClientTimeout;

/// What a gateway is told from outside.
#[derive(Debug, Clone)]
pub struct GatewayOptions {
    /// The version of Usher, for clients.
    pub version: String,
    /// How long clients wait for an answer without hearing of progress.
    pub client_timeout: ClientTimeout,
    /// The head of an HTTP request has to come within this.
    pub http_header_within: Duration,
    /// The body of an HTTP request has to come within this.
    pub http_body_within: Duration,
    /// How long a call of a client that speaks tasks (2026-07-28) runs before it becomes one.
    pub task_after: Duration,
    /// How often a client hears what its request waits for.
    pub keepalive_every: Duration,
    /// How long a call is kept for a client that has to call again.
    pub kept_for: Duration,
    /// How long a question waits where no window could show it; `None` = a window is there.
    pub no_approver_for: Option<Duration>,
}

impl GatewayOptions {
    /// The options of a program that serves real clients.
    pub fn new(version: &str) -> Self {
        Self {
            version: version.to_owned(),
            client_timeout: ClientTimeout::default(),
            http_header_within: limits::HTTP_HEADER_WITHIN,
            http_body_within: limits::HTTP_BODY_WITHIN,
            task_after: limits::TASK_AFTER,
            keepalive_every: limits::KEEPALIVE_EVERY,
            kept_for: limits::KEPT_FOR,
            no_approver_for: None,
        }
    }

    /// The options of a program that serves real clients and has no window.
    pub fn without_window(version: &str) -> Self {
        Self {
            no_approver_for: Some(limits::NO_APPROVER_FOR),
            ..Self::new(version)
        }
    }
}
