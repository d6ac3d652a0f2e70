//! Messages about the file of an agent.

use std::io;
use std::path::Path;

use usher_messages::Message;

/// A message that names a file.
pub(crate) fn of_file(code: &'static str, file: &Path) -> Message {
    Message::new(code).with("file", file.to_string_lossy().into_owned())
}

/// Why a file cannot be read.
pub(crate) fn unreadable(error: &io::Error, file: &Path) -> Message {
    of_file("agents.unreadable", file).with("reason", error.to_string())
}

/// Why a file cannot be written.
pub(crate) fn unwritable(error: &io::Error, file: &Path) -> Message {
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            of_file("agents.readOnly", file)
        }
        _ => of_file("agents.unwritable", file).with("reason", error.to_string()),
    }
}
