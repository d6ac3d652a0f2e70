//! Which real programs tests use.

/// Tells whether tests also use further programs of a kind: `cargo xtask test --all` sets `USHER_TEST_ALL`.
pub fn is_all() -> bool {
    std::env::var_os("USHER_TEST_ALL").is_some()
}
