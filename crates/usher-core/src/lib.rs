//! The Usher host without a face: its clients, agents, apps and webtools, and [`host::Host`], which joins all services.
//!
//! No window, no wire format and no Tauri live here; `usher-api` turns these types into what crosses the contract.

pub mod agents;
pub mod clients;
pub mod content_files;
mod dragged_files;
pub mod host;
pub mod kept_entries;
mod limits;
pub mod mcp_apps;
pub mod processes;
pub mod prompts;
pub mod resources;
pub mod setup;
pub mod thumbnails;
pub mod tools;
pub mod webtools;
