//! Limits: how much is taken from others and how long they are waited for, each with its unit.

/// A longer file of consents is not read, in bytes; nor is a longer one written.
pub(crate) const CONSENTS_BYTES: u64 = 64 * 1024 * 1024;

/// All outcomes together may take this much of the disk; the whole file is looked over at each start.
pub(crate) const HISTORY_BYTES: i64 = 64 * 1024 * 1024;

/// Same records, without the person, kept each by itself; more are counted.
pub(crate) const SAME_RECORDS: i64 = 10;

/// How long the same counts as one flood, in milliseconds.
pub(crate) const SAME_WITHIN_MS: i64 = 60_000;
