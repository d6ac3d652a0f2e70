//! The contract between Usher's core and its window.
//!
//! Here live: the one table of operations ([`operations`]), their parameters, the closed [`AppEvent`] union,
//! [`ApiError`], dispatch, and the TypeScript text of all of it ([`bindings`]).
//! Not here: what the operations do (that is `usher-core`), and how they travel (that is the shell).
//! Values that cross unchanged derive serde and TypeScript where they are defined; what the page is shown otherwise is a
//! type here, with its conversion beside it.

pub mod agent;
mod api;
pub mod app;
pub mod approval;
pub mod approval_record;
pub mod bindings;
pub mod bookmark;
pub mod call;
pub mod catalog;
pub mod client;
pub mod content;
mod convert;
mod declarations;
mod dispatch;
mod error;
mod event;
pub mod history;
pub mod icon;
pub mod import;
pub mod mcp_app;
pub mod model;
pub mod operations;
pub mod pin;
pub mod policy;
pub mod prompt;
pub mod resource;
pub mod root;
pub mod sampling;
pub mod server;
pub mod server_config;
pub mod setup;
pub mod sign_in;
mod stream;
pub mod task;
#[cfg(test)]
mod tests;
pub mod tool;
pub mod webtool;
pub mod wire;

pub use api::{Api, AppReport};
pub use error::{ApiError, Code};
pub use event::AppEvent;
pub use usher_core::host::{CloseApp, Deps};
pub use usher_core::mcp_apps::{AppDocument, AppView, AppViews};
pub use usher_servers::network::{LanguageNow, OpenUrl};
pub use usher_servers::servers::DemoProgram;
pub use usher_system::dialogs::{ChoosePath, PathDialog};
