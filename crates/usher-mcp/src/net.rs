//! The only way out over HTTP: the one client, the rule which addresses it may reach, and plain fetches.

use std::time::Duration;

use bytes::Bytes;
use url::Url;

/// What a fetch may do.
#[derive(Debug, Clone)]
pub struct FetchRules {
    /// Longest body accepted, after decompression.
    pub max_bytes: usize,
    /// Longest the whole fetch may take.
    pub timeout: Duration,
    /// Which addresses may be reached.
    pub reach: Reach,
}

/// Which addresses may be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// Public addresses over `https` only.
    Public,
    /// The host of this configured URL, wherever it is (also plain `http` and private addresses, if it
    /// is such itself); everything else as [`Reach::Public`].
    SameHostAs(Url),
}

/// What was fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// The body.
    pub bytes: Bytes,
    /// `Content-Type` as it came.
    pub content_type: Option<String>,
}

/// Why nothing was fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The URL or the address behind it may not be reached.
    #[error("not fetched: {0}")]
    Refused(String),
    /// DNS, TCP, TLS or the transfer failed.
    #[error("the fetch failed: {0}")]
    Unreachable(String),
    /// Any status but success; redirects are not followed.
    #[error("the address answered with HTTP status {0}")]
    Status(u16),
    /// The body is too long.
    #[error("the answer is longer than {max_bytes} bytes")]
    TooLarge {
        /// The limit.
        max_bytes: usize,
    },
    /// It took too long.
    #[error("no answer within {} s", .0.as_secs())]
    Timeout(Duration),
}

/// Fetches a URL: no redirects, no cookies, no credentials, and only addresses the rules allow, checked
/// after name resolution.
pub async fn fetch(url: &Url, rules: FetchRules) -> Result<Fetched, FetchError> {
    let _ = rules;
    Err(FetchError::Refused(format!(
        "fetching {url} is not available yet"
    )))
}
