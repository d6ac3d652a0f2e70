//! Makes an empty data folder, waits for the display, and opens a window.

use parking_lot::{Mutex, MutexGuard};
use tempfile::TempDir;
use usher_tests::window::Window;

use crate::servers;

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

/// As [`new`], with its window.
pub(crate) async fn open() -> (Fixture, Window) {
    let fixture = new();
    let window = Window::open(fixture.data.path()).await;
    (fixture, window)
}

/// As [`open`], with the demo server.
pub(crate) async fn with_demo() -> (Fixture, Window) {
    let (fixture, window) = open().await;
    servers::start_demo(&window).await;
    (fixture, window)
}

/// Leaves a data folder in which the demo server was started.
pub(crate) async fn leave_demo() -> Fixture {
    let (fixture, window) = with_demo().await;
    window.done().await;
    fixture
}
