//! Reads the text of a configuration file of another app.

use std::fs;
use std::path::Path;

use crate::limits;
use usher_messages::Message;

/// Reads a file. Blocking.
pub(super) fn file_text(path: &Path) -> Result<String, Message> {
    let unreadable = |error: std::io::Error| {
        Message::new("paste.file.unreadable").with("reason", error.to_string())
    };
    let found = fs::metadata(path).map_err(unreadable)?;
    // A device or a pipe has no length and may never end.
    if !found.is_file() {
        return Err(Message::new("paste.file.notAFile"));
    }
    if found.len() > limits::IMPORT_BYTES {
        return Err(Message::new("paste.file.tooLong"));
    }
    fs::read_to_string(path).map_err(unreadable)
}
