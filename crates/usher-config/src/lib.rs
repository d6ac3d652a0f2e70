//! Reads and checks server configuration, pasted text and configurations of other apps.

pub mod config_text;
pub mod definition;
pub mod file_format;
mod limits;
pub mod other_apps;
pub mod paste;
