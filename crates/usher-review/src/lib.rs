//! Compares and decides: canonical JSON, digests, differences, hidden characters, policies.

pub mod canonical;
pub mod compare;
pub mod deceptive_text;
pub mod diff;
pub mod difference;
pub mod hidden_characters;
pub mod items;
pub mod limits;
pub mod policy;
mod quoted;
pub mod varying;
