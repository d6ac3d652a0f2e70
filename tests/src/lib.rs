//! What the tests through the whole host share: the real window, a desktop, a keyring, a browser, the texts.

#[cfg(target_os = "linux")]
pub mod accessibility;
pub mod browser;
#[cfg(target_os = "linux")]
pub mod desktop;
#[cfg(target_os = "linux")]
pub mod keyring;
pub mod reviewing;
#[cfg(target_os = "linux")]
pub mod serving;
pub mod text;
#[cfg(target_os = "linux")]
pub mod window;

pub use usher_testkit::*;
