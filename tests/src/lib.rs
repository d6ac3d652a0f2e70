//! The testkit: the real window, and what other tests share.

pub mod window;
