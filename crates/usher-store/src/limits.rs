//! Limits: how much is taken from others and how long they are waited for, each with its unit.

use std::time::Duration;

/// Longest a write waits for its turn.
pub(crate) const TURN_WITHIN: Duration = Duration::from_secs(15);

/// How often an open connection is looked for where no other may be opened.
pub(crate) const CONNECTION_CHECKED_EVERY: Duration = Duration::from_millis(5);

/// How often restrictions are written again that could not be written.
pub(crate) const RESTRICTIONS_WRITTEN_EVERY: Duration = Duration::from_secs(5);

/// A longer file of consents is not read, in bytes; nor is a longer one written.
pub(crate) const CONSENTS_BYTES: u64 = 64 * 1024 * 1024;

/// All outcomes together may take this much of the disk; the whole file is looked over at each start.
pub(crate) const HISTORY_BYTES: i64 = 64 * 1024 * 1024;

/// Same records, without the person, kept each by itself; more are counted.
pub(crate) const SAME_RECORDS: i64 = 10;

/// How long the same counts as one flood, in milliseconds.
pub(crate) const SAME_WITHIN_MS: i64 = 60_000;
