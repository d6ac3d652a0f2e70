//! Quotes names of foreign origin in sentences.

use usher_types::text;

/// Quotes a name between backticks, short, and with nothing invisible in it.
pub(crate) fn quoted(name: &str) -> String {
    const MAX_CHARS: usize = 80;
    let visible = text::visible(name).replace('`', "'");
    match visible.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("`{}…`", &visible[..end]),
        None => format!("`{visible}`"),
    }
}
