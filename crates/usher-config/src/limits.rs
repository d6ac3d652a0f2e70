//! Limits: how much is taken from others and how long they are waited for, each with its unit.

/// The most characters a label may have.
pub(crate) const LABEL_CHARS: usize = 80;

/// The most arguments, environment values or headers one server may have.
pub(crate) const DEFINITION_ENTRIES: usize = 256;

/// The longest single value of a definition, in bytes: longer ones do not fit a process's environment or a
/// request's headers.
pub(crate) const DEFINITION_VALUE_BYTES: usize = 64 * 1024;

/// Longer pasted text is no configuration, in bytes.
pub(crate) const PASTE_BYTES: usize = 1024 * 1024;

/// A longer file of another app is no configuration, in bytes.
pub(crate) const IMPORT_BYTES: u64 = 16 * 1024 * 1024;
