//! Reads and checks server configuration, pasted text and configurations of other apps.

pub mod config_text;
pub mod definition;
mod limits;
pub mod other_apps;
pub mod paste;
