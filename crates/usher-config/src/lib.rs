//! Server configuration: definition, checks, fingerprint, pasted text, configurations of other apps.

pub mod definition;
mod limits;
pub mod other_apps;
pub mod paste;
