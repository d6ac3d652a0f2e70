//! Media types.

/// Strips the parameters of a media type (RFC 9110, section 8.3.1).
pub fn essence(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or_default().trim()
}
