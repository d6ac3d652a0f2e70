//! Values that every layer shares: identifiers, settings, levels, text made safe to show. No I/O.

pub mod address;
pub mod base64;
pub mod call;
pub mod caller;
pub mod catalog;
pub mod content;
pub mod fault;
pub mod field_problem;
pub mod id;
pub mod keyring;
pub mod log_level;
pub mod media_type;
pub mod millis;
pub mod need;
pub mod process;
pub mod protocol;
pub mod rate_limit;
pub mod roots;
pub mod sampling;
pub mod secret;
pub mod server;
pub mod settings;
pub mod signed_in;
pub mod text;
pub mod tool;
pub mod wire;
