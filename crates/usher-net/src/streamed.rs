//! Receives responses chunk by chunk, under the rules of single requests.

use std::time::Duration;

use bytes::Bytes;
use http::{Method, header};

use super::failure::describe;
use super::single::open;
use super::{FetchError, FetchRules, Request};

/// A response whose body is still arriving; dropping it ends the request.
pub struct Streamed {
    response: reqwest::Response,
    left_bytes: usize,
    max_bytes: usize,
    idle_timeout: Duration,
}

impl Streamed {
    pub fn status(&self) -> u16 {
        self.response.status().as_u16()
    }

    /// Returns `Retry-After` in seconds, if it is a number.
    pub fn retry_after_s(&self) -> Option<u64> {
        let value = self.response.headers().get(header::RETRY_AFTER)?;
        value.to_str().ok()?.trim().parse().ok()
    }

    /// Returns the next chunk; `None` at the end of the body.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, FetchError> {
        let chunk = tokio::time::timeout(self.idle_timeout, self.response.chunk())
            .await
            .map_err(|_| FetchError::Timeout(self.idle_timeout))?
            .map_err(|error| FetchError::Unreachable(describe(&error)))?;
        let Some(chunk) = chunk else { return Ok(None) };
        self.left_bytes = self
            .left_bytes
            .checked_sub(chunk.len())
            .ok_or(FetchError::TooLarge {
                max_bytes: self.max_bytes,
            })?;
        Ok(Some(chunk))
    }
}

/// Sends a request whose response body is read chunk by chunk.
///
/// The time limit of the rules holds for the head, and anew for each chunk.
pub async fn stream(request: Request, rules: FetchRules) -> Result<Streamed, FetchError> {
    let response = tokio::time::timeout(rules.timeout, open(Method::POST, request, &rules))
        .await
        .unwrap_or(Err(FetchError::Timeout(rules.timeout)))?;
    Ok(Streamed {
        response,
        left_bytes: rules.max_bytes,
        max_bytes: rules.max_bytes,
        idle_timeout: rules.timeout,
    })
}
