//! Values that every layer shares: identifiers, settings, levels, text made safe to show. No I/O.

pub mod address;
pub mod base64;
pub mod fault;
pub mod field_problem;
pub mod id;
pub mod log_level;
pub mod media_type;
pub mod need;
pub mod rate_limit;
pub mod roots;
pub mod sampling;
pub mod settings;
pub mod signed_in;
pub mod text;
