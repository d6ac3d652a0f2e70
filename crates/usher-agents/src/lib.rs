//! Connects agents on this computer to Usher: finds them, shows what would be written into their configuration files,
//! writes it, and undoes it. Nothing is started. Entries are added or removed; every other byte of a file stays.
//!
//! `usher_config::other_apps` says where agents keep their servers; `facts` says what an entry of each looks like.

mod agent;
mod apply;
mod diff;
mod edit;
mod entry;
mod facts;
mod file;
mod hidden_secrets;
mod json;
mod limits;
mod messages;
mod place;
mod preview;
mod refusal;
mod splice;
mod status;
#[cfg(test)]
mod tests;
mod toml;
mod undo;
mod yaml;

pub use agent::{Agent, find};
pub use apply::{Receipt, apply};
pub use diff::{DiffLine, LineKind};
pub use edit::Edit;
pub use entry::Entry;
pub use facts::AgentLimits;
pub use preview::{Change, Preview, preview, preview_removal};
pub use refusal::{Refusal, common_text};
pub use status::{Status, own_servers, status};
pub use undo::{Undone, remove, undo};
/// Where agents keep their configuration files.
pub use usher_config::other_apps::ConfigPaths as Places;
