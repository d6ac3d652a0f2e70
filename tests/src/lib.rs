//! What the tests through the whole host share: the real window, a desktop, a keyring, a browser, the texts.
#![cfg_attr(
    target_os = "linux",
    expect(
        clippy::disallowed_methods,
        clippy::expect_used,
        reason = "a test that cannot go on must say where it stopped, and it starts programs as people do"
    )
)]

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
