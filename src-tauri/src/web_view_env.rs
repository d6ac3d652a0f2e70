//! What the web view of Linux reads from the environment, set before it starts.
//!
//! On a computer without a graphics card it must not draw through one. macOS and Windows choose for themselves.

use std::path::Path;

/// Read by the web view of Linux (2.42 and later) when its first page is made.
const WITHOUT_GRAPHICS_CARD: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

/// The address at which the web view lets itself be inspected and driven.
const INSPECTOR: &str = "WEBKIT_INSPECTOR_SERVER";

/// Set by a WebDriver client: Tauri lets the web view be driven only then.
const DRIVEN: &str = "TAURI_WEBVIEW_AUTOMATION";

/// To be called before any thread is started, as it changes the environment.
///
/// Makes the web view draw without OpenGL where no graphics card exists. Mesa would stand in for the card on the
/// processor: a frame then takes a tenth of a second, and on some systems the window stays white. Who has set the
/// variable knows better. And keeps it from being inspected, unless a WebDriver client has started the app.
pub(crate) fn prepare() {
    if std::env::var_os(DRIVEN).is_none() {
        gtk::glib::unsetenv(INSPECTOR);
    }
    if has_graphics_card(Path::new("/dev/dri")) {
        return;
    }
    // It can fail only for want of memory; the window is then slow, and nothing else.
    let _ = gtk::glib::setenv(WITHOUT_GRAPHICS_CARD, "1", false);
}

/// Whether this user may draw with a graphics card.
fn has_graphics_card(devices: &Path) -> bool {
    let Ok(devices) = std::fs::read_dir(devices) else {
        return false;
    };
    devices.flatten().any(|device| {
        let is_for_drawing = device.file_name().to_string_lossy().starts_with("renderD");
        let opened = || {
            std::fs::File::options()
                .read(true)
                .write(true)
                .open(device.path())
        };
        is_for_drawing && opened().is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graphics_card_is_one_that_can_be_drawn_with() {
        let check = |devices: &[&str], expected: bool| {
            let folder = tempfile::tempdir().unwrap();
            for name in devices {
                std::fs::write(folder.path().join(name), "").unwrap();
            }
            assert_eq!(
                has_graphics_card(folder.path()),
                expected,
                "of the devices {devices:?}"
            );
        };
        check(&[], false);
        check(&["card0"], false);
        check(&["card0", "renderD128"], true);
        check(&["renderD129"], true);
    }

    #[test]
    fn without_devices_there_is_no_graphics_card() {
        assert!(!has_graphics_card(Path::new("/no/such/folder")));
    }
}
