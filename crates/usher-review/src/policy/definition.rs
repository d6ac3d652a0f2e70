//! Digests the definition of a tool that was reviewed.

use serde_json::Value;
use usher_types::tool::Tool;

use crate::canonical::Digest;

/// The digest of a tool's definition: everything that is said of what it does and takes, without its pictures
/// and `_meta`, which may differ each time the list is read. Where integers beyond 2^53 stand in it, the digest of the
/// rounded definition follows, by which [`is_definition`] knows what Usher 0.1.0 stored.
pub fn definition_of(tool: &Tool) -> String {
    definition_of_raw(&tool.raw)
}

/// [`definition_of`] a tool that was written so.
pub fn definition_of_raw(raw: &Value) -> String {
    let mut definition = raw.clone();
    if let Value::Object(members) = &mut definition {
        members.remove("_meta");
        members.remove("icons");
    }
    let exact = Digest::of_value(&definition);
    match Digest::of_rounded(&definition) {
        Some(rounded) => format!("{exact}~{rounded}"),
        None => exact.to_string(),
    }
}

/// Whether a stored digest is the one of this definition ([`definition_of`]).
pub fn is_definition(stored: &str, now: &str) -> bool {
    stored == now
        || now
            .split_once('~')
            .is_some_and(|(_, rounded)| stored == rounded)
}
