//! The Usher host without a face.

pub use usher_mcp::Secret;
