//! Builds the content blocks of tools and prompts.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

pub(crate) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

pub(crate) fn text(text: impl Into<String>) -> Value {
    json!({ "type": "text", "text": text.into() })
}

pub(crate) fn image(mime_type: &str, bytes: &[u8]) -> Value {
    json!({ "type": "image", "mimeType": mime_type, "data": base64(bytes) })
}

pub(crate) fn audio(mime_type: &str, bytes: &[u8]) -> Value {
    json!({ "type": "audio", "mimeType": mime_type, "data": base64(bytes) })
}

/// A pointer to a resource: its entry in `resources/list`, as a block.
pub(crate) fn link(resource: &Value) -> Value {
    let mut block = json!({ "type": "resource_link" });
    if let (Some(block), Some(resource)) = (block.as_object_mut(), resource.as_object()) {
        block.extend(resource.clone());
    }
    block
}

/// A resource with what is in it.
pub(crate) fn embedded(contents: &Value) -> Value {
    json!({ "type": "resource", "resource": contents })
}

/// Annotates a block with audience and priority (0 to 1).
pub(crate) fn annotated(mut block: Value, audience: &[&str], priority: f64) -> Value {
    block["annotations"] = json!({ "audience": audience, "priority": priority });
    block
}
