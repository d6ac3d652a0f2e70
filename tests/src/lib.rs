//! The testkit: the real window, servers that follow a script, and what other tests share.

pub mod bench;
pub mod browser;
pub mod crowd;
#[cfg(target_os = "linux")]
pub mod desktop;
#[cfg(unix)]
pub mod executable;
pub mod scripted;
pub mod webtool;
#[cfg(target_os = "linux")]
pub mod window;
