//! Remembers the main window's place in a file of the data directory.
//!
//! Tauri's own plugin for this also writes to the system's configuration folder, while
//! `USHER_DATA_DIR` promises to move everything.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tauri::{Monitor, PhysicalPosition, PhysicalSize, WebviewWindow};
use usher_system::paths::replace_private_file;

/// Largest file that is read, in bytes.
const MAX_BYTES: u64 = 4096;

/// A window's place and size in physical pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Placement {
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    maximized: bool,
}

impl Placement {
    /// The last one, if there is a file and it makes sense.
    pub(crate) fn read(file: &Path) -> Option<Self> {
        // Nothing that could keep a reader waiting.
        let found = std::fs::symlink_metadata(file).ok()?;
        if !found.is_file() || found.len() > MAX_BYTES {
            return None;
        }
        let text = std::fs::read(file).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// The window's present one. A maximised window keeps the size it will go back to.
    pub(crate) fn of(window: &WebviewWindow, file: &Path) -> Self {
        if window.is_maximized().unwrap_or_default() {
            let before = Self::read(file).unwrap_or_default();
            return Self {
                maximized: true,
                ..before
            };
        }
        let position = window.outer_position().unwrap_or_default();
        let size = window.inner_size().unwrap_or_default();
        Self {
            x: position.x,
            y: position.y,
            width: size.width,
            height: size.height,
            maximized: false,
        }
    }

    /// Keeps it. A data directory that cannot be written is reported elsewhere and must not stop the
    /// window from closing.
    pub(crate) fn write(&self, file: &Path) {
        let written = serde_json::to_vec(self)
            .map_err(std::io::Error::from)
            .and_then(|text| replace_private_file(file, &text, None));
        if let Err(error) = written {
            tracing::warn!(%error, "the window's place could not be kept");
        }
    }

    /// Puts the window there, unless no screen shows that place any more.
    pub(crate) fn apply(&self, window: &WebviewWindow) -> tauri::Result<()> {
        if self.width > 0 && self.height > 0 {
            window.set_size(PhysicalSize::new(self.width, self.height))?;
            let screens = window.available_monitors()?;
            if screens.iter().any(|screen| self.is_on(screen)) {
                window.set_position(PhysicalPosition::new(self.x, self.y))?;
            }
        }
        if self.maximized {
            window.maximize()?;
        }
        Ok(())
    }

    fn is_on(&self, screen: &Monitor) -> bool {
        let (origin, extent) = (screen.position(), screen.size());
        overlaps(self.x, self.width, origin.x, extent.width)
            && overlaps(self.y, self.height, origin.y, extent.height)
    }
}

fn overlaps(start: i32, length: u32, other_start: i32, other_length: u32) -> bool {
    let end = i64::from(start) + i64::from(length);
    let other_end = i64::from(other_start) + i64::from(other_length);
    i64::from(start) < other_end && i64::from(other_start) < end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_survives_its_file_and_a_broken_file_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("window.json");
        assert_eq!(Placement::read(&file), None, "no file yet");

        let placement = Placement {
            x: -8,
            y: 12,
            width: 1400,
            height: 900,
            maximized: true,
        };
        placement.write(&file);
        assert_eq!(Placement::read(&file), Some(placement));

        std::fs::write(&file, "{\"x\": 1").unwrap();
        assert_eq!(
            Placement::read(&file),
            None,
            "a torn file starts the window as new"
        );

        std::fs::remove_file(&file).unwrap();
        std::fs::create_dir(&file).unwrap();
        assert_eq!(Placement::read(&file), None, "what is no file is not read");
    }

    #[cfg(unix)]
    #[test]
    fn the_place_is_written_through_no_link() {
        let dir = tempfile::tempdir().unwrap();
        let (file, other) = (dir.path().join("window.json"), dir.path().join("other"));
        std::fs::write(&other, "theirs").unwrap();
        std::os::unix::fs::symlink(&other, &file).unwrap();
        let placement = Placement::default();
        placement.write(&file);
        assert_eq!(std::fs::read_to_string(&other).unwrap(), "theirs");
        assert_eq!(Placement::read(&file), Some(placement));
    }

    #[test]
    fn a_span_off_the_screen_does_not_overlap_it() {
        let check = |start: i32, length: u32, expected: bool| {
            assert_eq!(
                overlaps(start, length, 0, 1920),
                expected,
                "{start} +{length}"
            );
        };
        check(0, 1280, true);
        check(-1279, 1280, true);
        check(-1280, 1280, false);
        check(1919, 1280, true);
        check(1920, 1280, false);
        check(i32::MAX, u32::MAX, false);
    }
}
