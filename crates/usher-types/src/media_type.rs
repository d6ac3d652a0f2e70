//! Media types.

/// Strips the parameters of a media type (RFC 9110, section 8.3.1).
pub fn essence(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or_default().trim()
}

/// Whether a content type is JSON or `+json` (RFC 6839, section 3.1).
pub fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type).to_ascii_lowercase();
    essence == "application/json"
        || (essence.starts_with("application/") && essence.ends_with("+json"))
}
