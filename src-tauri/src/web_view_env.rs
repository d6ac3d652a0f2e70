//! What the web view of Linux reads from the environment, set before it starts.
//!
//! On a computer without a graphics card it must not draw through one. macOS and Windows choose for themselves.

use std::path::Path;

use gtk::gio::prelude::ProxyResolverExt as _;
use gtk::gio::{Cancellable, ProxyResolver};
use gtk::glib::GString;

use crate::browser::Changed;

/// Read by the web view of Linux (2.42 and later) when its first page is made.
const WITHOUT_GRAPHICS_CARD: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

/// The address at which the web view lets itself be inspected and driven.
const INSPECTOR: &str = "WEBKIT_INSPECTOR_SERVER";

/// Set by a WebDriver client: Tauri lets the web view be driven only then.
const DRIVEN: &str = "TAURI_WEBVIEW_AUTOMATION";

/// The address of a proxy that is not there: nothing can listen at port 0.
pub(crate) const NOWHERE: &str = "http://127.0.0.1:0";

/// Variables that keep the process of the network from looking names up beforehand (`dns-prefetch`). No proxy of a web
/// view keeps it from that (2.50), but it does not do so where the system has a proxy: here this one. The resolvers of
/// `GLib` that follow the settings of a desktop do not read the variables, so that of libproxy is chosen. Everything that
/// a document loads goes through the proxy of its own web view. A WebDriver client is reached at this computer, directly.
const WITHOUT_LOOKUPS: [(&str, Option<&str>); 5] = [
    ("GIO_USE_PROXY_RESOLVER", Some("libproxy")),
    ("http_proxy", Some(NOWHERE)),
    ("https_proxy", Some(NOWHERE)),
    ("no_proxy", Some("127.0.0.1")),
    ("NO_PROXY", None),
];

/// What the process of the network asks about to know whether the system has a proxy.
const ASKED: &str = "http://example.com/";

/// To be called before any thread is started, as it changes the environment. Returns what was changed of it for the web
/// view alone.
///
/// Makes the web view draw without OpenGL where no graphics card exists. Mesa would stand in for the card on the
/// processor: a frame then takes a tenth of a second, and on some systems the window stays white. Who has set the
/// variable knows better. And keeps it from being inspected, unless a WebDriver client has started the app.
pub(crate) fn prepare() -> Changed {
    if std::env::var_os(DRIVEN).is_none() {
        gtk::glib::unsetenv(INSPECTOR);
    }
    if !has_graphics_card(Path::new("/dev/dri")) {
        // It can fail only for want of memory; the window is then slow, and nothing else.
        let _ = gtk::glib::setenv(WITHOUT_GRAPHICS_CARD, "1", false);
    }
    let changed = WITHOUT_LOOKUPS.map(|(name, value)| {
        let before = std::env::var_os(name);
        match value {
            Some(value) => {
                // What fails here is found by the check.
                let _ = gtk::glib::setenv(name, value, true);
            }
            None => gtk::glib::unsetenv(name),
        }
        (name, before)
    });
    Changed(changed.into())
}

/// Reports whether the library still resolves names in advance.
pub(crate) fn check() {
    let proxies = ProxyResolver::default().lookup(ASKED, Cancellable::NONE);
    let is_used = |proxies: &[GString]| proxies.iter().any(|proxy| proxy.as_str() == NOWHERE);
    if !proxies.as_deref().is_ok_and(is_used) {
        tracing::warn!(
            ?proxies,
            "GLib does not use libproxy: documents of servers can have names looked up (dns-prefetch)"
        );
    }
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
