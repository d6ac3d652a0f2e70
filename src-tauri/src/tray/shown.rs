//! Defines the texts and the state of the tray icon.

use crate::waiting_count::title;
use crate::words::Words;

/// What the tray icon shows.
pub(crate) struct Shown {
    pub(super) title: String,
    /// The labels of its menu.
    pub(super) open: String,
    pub(super) quit: String,
    /// Whether something waits: only the tray of Linux has a state of its own for that.
    #[cfg(target_os = "linux")]
    pub(super) calls: bool,
}

impl Shown {
    pub(super) fn new(words: &Words, waiting: usize) -> Self {
        Self {
            title: title(words, waiting),
            open: words.text("desktop.tray.open"),
            quit: words.text("desktop.tray.quit"),
            #[cfg(target_os = "linux")]
            calls: waiting > 0,
        }
    }
}
