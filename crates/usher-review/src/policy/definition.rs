//! Digests the definition of a tool that was reviewed.

use serde_json::Value;
use usher_types::tool::Tool;

use crate::canonical::digest;

/// The digest of a tool's definition: everything that is said of what it does and takes, without its pictures
/// and `_meta`, which may differ each time the list is read.
pub fn definition_of(tool: &Tool) -> String {
    let mut definition = tool.raw.clone();
    if let Value::Object(members) = &mut definition {
        members.remove("_meta");
        members.remove("icons");
    }
    digest(&definition)
}
