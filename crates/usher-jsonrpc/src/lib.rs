//! JSON-RPC 2.0 as MCP uses it, in both directions: messages are read and written here, and nowhere else.
//!
//! A message of a server is repaired, and what was repaired is noted; one of a client or an app is refused with a fault.
//!
//! Not here: what a method does, and the transports.

mod code;
mod fault;
mod id_scanner;
mod lines;
pub mod numbers;
mod outline;
mod received;
mod requests;
mod written;

pub use code::*;
pub use fault::Fault;
pub use id_scanner::IdScanner;
pub use lines::{Line, Lines};
pub use outline::Outline;
pub use received::{Outcome, Received};
pub use requests::Requests;
pub use written::{notification, raw, request, response};
