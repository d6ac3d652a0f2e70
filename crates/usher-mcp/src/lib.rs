//! One MCP connection.

mod secret;

pub use secret::Secret;
