//! What each operation does: parameters into core types, one call of the host, the result back.
//!
//! One file per resource, one function per row of the table. No logic lives here.

#![expect(
    clippy::unused_async,
    reason = "every row of the table is awaited alike"
)]

pub(crate) mod agent;
pub(crate) mod app;
pub(crate) mod approval;
pub(crate) mod approval_record;
pub(crate) mod bookmark;
pub(crate) mod client;
pub(crate) mod content;
pub(crate) mod history;
pub(crate) mod icon;
pub(crate) mod import;
pub(crate) mod mcp_app;
pub(crate) mod model;
pub(crate) mod pin;
pub(crate) mod policy;
pub(crate) mod prompt;
pub(crate) mod recent;
pub(crate) mod resource;
pub(crate) mod root;
pub(crate) mod sampling;
pub(crate) mod secret;
pub(crate) mod server;
pub(crate) mod server_config;
pub(crate) mod setting;
pub(crate) mod setup;
pub(crate) mod sign_in;
pub(crate) mod task;
pub(crate) mod tool;
pub(crate) mod webtool;
pub(crate) mod wire;
