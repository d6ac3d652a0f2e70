//! Labels of windows.

/// The window of the page; only it reaches operations.
pub const MAIN: &str = "main";
