//! Tells which era of the protocol the servers of a mode speak.

/// Whether servers of this mode know no `initialize`.
pub fn is_modern_only(mode: &str) -> bool {
    mode.starts_with("modern")
}
