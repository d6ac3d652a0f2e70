//! Names the arguments of the calls that a rule is about.

use serde_json::{Map, Value};

use crate::canonical::Digest;

/// The arguments of a call, as a rule names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedArguments {
    /// Decides which calls are meant ([`arguments_digest`]). It is kept, for a number may be another once it was stored
    /// and read.
    pub digest: Digest,
    /// The arguments for the person to read: an object.
    pub shown: Value,
}

/// Digests the arguments of a call as canonical JSON (RFC 8785). Calls with equal digests are the same call where an
/// answer or a rule is bound to arguments.
pub fn arguments_digest(arguments: &Map<String, Value>) -> Digest {
    Digest::of_value(&Value::Object(arguments.clone()))
}
