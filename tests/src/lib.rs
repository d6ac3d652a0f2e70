//! The testkit: the real window, servers that follow a script, and what other tests share.

pub mod scripted;
pub mod window;
