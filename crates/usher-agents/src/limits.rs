//! Limits of this package.

/// A longer configuration file is not edited, in bytes. That of Claude Code holds its history and may be long.
pub(crate) const FILE_BYTES: u64 = 16 * 1024 * 1024;

/// How many copies of a file can have the time of one second.
pub(crate) const BACKUPS: u32 = 100;

/// How many lines around a change are shown.
pub(crate) const CONTEXT_LINES: usize = 3;
