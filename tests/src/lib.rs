//! What the tests through the whole host share: the real window, a desktop, a browser.

pub mod browser;
#[cfg(target_os = "linux")]
pub mod desktop;
#[cfg(target_os = "linux")]
pub mod window;

pub use usher_testkit::*;
