//! Limits: how much is taken from others and how long they are waited for, each with its unit.

use std::time::Duration;

/// Most authorization servers of one server that are tried.
pub(crate) const ISSUERS: usize = 4;

/// Longest description or answer of an authorization server, in bytes.
pub(crate) const SIGN_IN_REPLY_BYTES: usize = 256 * 1024;

/// Longest one request to it may take.
pub(crate) const SIGN_IN_REPLY_WAIT: Duration = Duration::from_secs(15);

/// Longest a person may take in the browser to sign in.
pub(crate) const BROWSER_WAIT: Duration = Duration::from_mins(10);

/// Longest head of a request a browser comes back with, in bytes.
pub(crate) const CALLBACK_HEAD_BYTES: usize = 16 * 1024;

/// Longest a browser may take to send it.
pub(crate) const CALLBACK_HEAD_WAIT: Duration = Duration::from_secs(10);

/// Longest a browser that has its page is waited for to close its connection.
pub(crate) const CALLBACK_CLOSED_WITHIN: Duration = Duration::from_secs(1);

/// Browsers that may be served at once; they like to open spare connections.
pub(crate) const CALLBACK_CONNECTIONS: usize = 32;
