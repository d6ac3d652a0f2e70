//! Marks the processes of a tree.

/// The environment variable that every process of a tree inherits.
pub(crate) const MARKER: &str = "USHER_TREE";

/// Whether this program is a server of Usher, or was started by one.
pub fn is_below_server() -> bool {
    std::env::var_os(MARKER).is_some()
}
