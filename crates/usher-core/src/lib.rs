//! The Usher host without a face: what it knows, what it keeps, and what it does with servers.
//!
//! No window, no wire format and no Tauri live here; `usher-api` turns these types into what crosses the contract.

mod bounded;
pub mod clock;
pub mod definition;
pub mod icons;
pub mod id;
pub mod media;
pub mod paste;
pub mod paths;
mod picture;
pub mod schema;
pub mod secrets;
pub mod settings;
pub mod store;
pub mod text;
pub mod uri_template;

pub use usher_mcp::Secret;
