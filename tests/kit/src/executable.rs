//! Programs that tests write themselves.
#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a test that cannot go on must say where it stopped"
)]

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// Writes a file that may be executed.
pub fn write_program(path: &Path, content: impl AsRef<[u8]>) {
    std::fs::write(path, content).expect("a program can be written");
    std::fs::set_permissions(path, Permissions::from_mode(0o755)).expect("it is ours");
}
