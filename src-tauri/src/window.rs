//! Opens the one window and refuses navigation, new windows and permissions.
//!
//! Its size and flags are in `tauri.conf.json`; where it was last time, in `window_placement.rs`.

use std::path::{Path, PathBuf};

use tauri::utils::config::WindowConfig;
use tauri::webview::{NewWindowResponse, PageLoadEvent, PermissionResponse};
use tauri::{AppHandle, Manager, Url, WebviewWindow, WebviewWindowBuilder};

use crate::app_views;
#[cfg(all(target_os = "linux", not(dev)))]
use crate::web_view_env::NOWHERE;
use crate::window_placement::Placement;
use crate::zoom;

pub use crate::label::MAIN;

/// Opens a window on the page. Only one labelled [`MAIN`] can reach an operation; the label is a
/// parameter so that the probe can show that.
pub fn open(
    app: &AppHandle,
    label: &str,
    web_data_dir: &Path,
    shown: Shown,
) -> tauri::Result<WebviewWindow> {
    let config = WindowConfig {
        label: label.to_owned(),
        visible: shown == Shown::Window,
        ..configured(app)?
    };
    let builder = WebviewWindowBuilder::from_config(app, &config)?;
    // The page needs no network: what its content policy does not know of has nowhere to go either.
    #[cfg(all(target_os = "linux", not(dev)))]
    let builder = builder.proxy_url(Url::parse(NOWHERE).map_err(tauri::Error::InvalidUrl)?);
    #[cfg(target_os = "linux")]
    crate::web_data::remember(app, web_data_dir);
    let window = builder
        .data_directory(web_data_dir.to_path_buf())
        .on_navigation(is_own_page)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, _| false)
        .on_permission_request(|_, _| PermissionResponse::Deny)
        // The navigation hook cannot tell a frame from the page on Linux, so the page itself is
        // looked at once more when it loads.
        .on_page_load(|window, load| {
            if load.event() == PageLoadEvent::Started && window.label() == MAIN {
                app_views::page_loads(window.app_handle());
            }
            if !is_own_page(load.url()) {
                tracing::error!("the window left Usher's page and was closed");
                close_foreign(&window);
            }
        })
        .build()?;
    zoom::apply(&window);
    app_views::install_overlay(&window)?;
    Ok(window)
}

/// Whether the window is to be seen when Usher starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    Window,
    /// A client needed Usher: the person opens the window from the tray, or by starting Usher.
    InTray,
}

/// Opens the main window where it was last time.
pub fn open_main(app: &AppHandle, data_dir: &Path, shown: Shown) -> tauri::Result<()> {
    let window = open(app, MAIN, &web_data_dir(data_dir), shown)?;
    let file = data_dir.join("window.json");
    if let Some(placement) = Placement::read(&file) {
        placement.apply(&window)?;
    }
    let remembered = window.clone();
    window.on_window_event(move |event| {
        if matches!(event, tauri::WindowEvent::CloseRequested { .. }) {
            Placement::of(&remembered, &file).write(&file);
        }
    });
    Ok(())
}

/// Where the web view keeps what it must. If the data directory cannot be written the window
/// still has to open and say so; then it is a folder that is as good as gone afterwards.
fn web_data_dir(data_dir: &Path) -> PathBuf {
    let usual = data_dir.join("webview");
    match std::fs::create_dir_all(&usual) {
        Ok(()) => usual,
        Err(_) => tempfile::Builder::new()
            .prefix("usher-webview-")
            .tempdir()
            .map_or(usual, tempfile::TempDir::keep),
    }
}

/// Brings the main window to the person: someone started Usher again.
pub fn focus_main(app: &AppHandle) {
    let Some(window) = app.get_webview_window(MAIN) else {
        return;
    };
    for outcome in [window.unminimize(), window.show(), window.set_focus()] {
        if let Err(error) = outcome {
            tracing::warn!(%error, "the window could not be brought to the front");
        }
    }
}

fn configured(app: &AppHandle) -> tauri::Result<WindowConfig> {
    let windows = &app.config().app.windows;
    windows
        .iter()
        .find(|window| window.label == MAIN)
        .cloned()
        .ok_or(tauri::Error::WindowNotFound)
}

fn close_foreign(window: &WebviewWindow) {
    if let Err(error) = window.destroy() {
        tracing::error!(%error, "a window with a foreign page could not be closed");
    }
}

/// Whether an address is the page Usher brings along: nothing else is opened in the window, nor in a frame of the page.
/// Tauri lets its own isolation frame through before it asks.
fn is_own_page(url: &Url) -> bool {
    let local = match url.scheme() {
        "tauri" => url.host_str() == Some("localhost"),
        // How the same page is addressed on Windows.
        "http" => url.host_str() == Some("tauri.localhost"),
        _ => false,
    };
    let dev_server = cfg!(dev)
        && url.scheme() == "http"
        && url.host_str() == Some("localhost")
        && url.port() == Some(5173);
    (local && url.port().is_none()) || dev_server
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_page_may_be_opened() {
        let check = |address: &str, expected: bool| {
            let url: Url = address.parse().unwrap();
            assert_eq!(is_own_page(&url), expected, "for {address}");
        };
        check("tauri://localhost", true);
        check("tauri://localhost/index.html#/tools", true);
        check("http://tauri.localhost/", true);
        check("tauri://evil/", false);
        check("tauri://localhost:1/", false);
        check("http://tauri.localhost:8080/", false);
        check("http://tauri.localhost.evil.example/", false);
        check("http://localhost/", false);
        check("http://localhost:8080/", false);
        check("https://example.com/", false);
        check("about:blank", false);
        check("about:srcdoc", false);
        check("data:text/html,hello", false);
        check("blob:tauri://localhost/7b1c", false);
        check("file:///etc/passwd", false);
        check("javascript:alert(1)", false);
        check("ipc://localhost/rpc", false);
    }
}
