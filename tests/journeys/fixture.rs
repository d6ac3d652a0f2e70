//! Makes an empty data folder, and waits for the display.

use parking_lot::{Mutex, MutexGuard};
use tempfile::TempDir;

static DISPLAY: Mutex<()> = Mutex::new(());

/// A journey's own data folder, and its turn.
pub(crate) struct Fixture {
    /// Where the app keeps its data in this journey.
    pub(crate) data: TempDir,
    _turn: MutexGuard<'static, ()>,
}

/// Waits for the turn and makes an empty data folder.
pub(crate) fn new() -> Fixture {
    let turn = DISPLAY.lock();
    Fixture {
        data: tempfile::tempdir().expect("a temporary folder can be made"),
        _turn: turn,
    }
}
