//! What a gateway is told from outside.

use std::time::Duration;

use crate::limits;

/// What a gateway is told from outside.
#[derive(Debug, Clone)]
pub struct GatewayOptions {
    /// The version of Usher, for clients.
    pub version: String,
    /// How long a client of no known name waits for an answer without hearing of progress.
    pub patience: Duration,
    /// The head of an HTTP request has to come within this.
    pub http_header_within: Duration,
    /// The body of an HTTP request has to come within this.
    pub http_body_within: Duration,
    /// How long a call of a client that speaks tasks (2026-07-28) runs before it becomes one.
    pub task_after: Duration,
}

impl GatewayOptions {
    /// The options of a program that serves real clients.
    pub fn new(version: &str) -> Self {
        Self {
            version: version.to_owned(),
            patience: limits::LEAST_PATIENCE,
            http_header_within: limits::HTTP_HEADER_WITHIN,
            http_body_within: limits::HTTP_BODY_WITHIN,
            task_after: limits::TASK_AFTER,
        }
    }
}
