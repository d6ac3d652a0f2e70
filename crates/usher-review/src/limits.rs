//! Limits: how much of a definition may vary, each with its unit.

/// Places of one definition that may vary.
pub const VARYING_PLACES: usize = 32;

/// Dates, numbers and paths of one text that may vary.
pub const VARYING_SPANS: usize = 4;

/// Longest date or path that may vary, in bytes, before and after; of all paths of one text together.
pub const VARYING_TEXT_BYTES: usize = 200;

/// Longest number that may vary, in bytes, before and after.
pub const VARYING_NUMBER_BYTES: usize = 32;

/// Longest list within a text whose order may vary, in bytes.
pub const VARYING_LIST_BYTES: usize = 4096;

/// Longest name in such a list, in bytes.
pub const VARYING_LIST_ENTRY_BYTES: usize = 64;
