//! Draws apps in the window of Usher, on Linux: the web view of an app is taken out of its own window and laid over the
//! page, where the page says. What of it cannot be seen is cut off.
//!
//! Everything here happens on the thread of windows.

use std::cell::RefCell;
use std::collections::HashMap;

use gtk::glib::Propagation;
use gtk::prelude::*;
use tauri::{AppHandle, Manager as _, WebviewWindow};
use usher_types::mcp_app::AppPlace;
use webkit2gtk::{WebView, WebViewExt as _};

use crate::label::MAIN;
use crate::zoom;

thread_local! {
    /// Web views over the page, by the label of their own window.
    static OVERLAYS: RefCell<HashMap<String, AttachedView>> = RefCell::default();
}

/// A web view over the page.
struct AttachedView {
    /// Shows as much of the view as can be seen.
    frame: gtk::Layout,
    view: gtk::Widget,
}

/// Puts the page of a window into a container that can lay something over it.
pub(super) fn install_overlay(window: &WebviewWindow) -> tauri::Result<()> {
    if window.label() != MAIN {
        return Ok(());
    }
    let room = window.clone();
    window.run_on_main_thread(move || {
        let Some((container, page)) = content_of(&room) else {
            tracing::warn!("the window has no page to lay apps over");
            return;
        };
        container.remove(&page);
        let overlay = gtk::Overlay::new();
        overlay.add(&page);
        container.pack_start(&overlay, true, true, 0);
        overlay.show();
        page.grab_focus();
    })
}

/// Draws an app where it is wanted.
pub(super) fn place(
    handle: &AppHandle,
    window: &WebviewWindow,
    place: AppPlace,
) -> tauri::Result<()> {
    match place {
        AppPlace::Inline { area, visible } => {
            let Some(main) = handle.get_webview_window(MAIN) else {
                return Ok(());
            };
            let Some(overlay) = overlay_of(&main) else {
                return Ok(());
            };
            let factor = zoom::factor(handle);
            OVERLAYS.with_borrow_mut(|attached| {
                if !attached.contains_key(window.label()) {
                    let Some(new) = attach(window, &overlay) else {
                        return;
                    };
                    attached.insert(window.label().to_owned(), new);
                }
                let Some(AttachedView { frame, view }) = attached.get(window.label()) else {
                    return;
                };
                let [x, y] = [visible.x, visible.y].map(|at| pixels(at * factor));
                let [width, height] = [visible.width, visible.height].map(|at| pixels(at * factor));
                if width == 0 || height == 0 {
                    frame.hide();
                    return;
                }
                let (left, top) = (
                    pixels_between(visible.x, area.x, factor),
                    pixels_between(visible.y, area.y, factor),
                );
                view.set_size_request(pixels(area.width * factor), pixels(area.height * factor));
                frame.move_(view, -left, -top);
                frame.set_size_request(width, height);
                frame.set_margin_start(x);
                frame.set_margin_top(y);
                view.show();
                frame.show();
            });
            window.hide()
        }
        AppPlace::Hidden => {
            let is_attached = OVERLAYS.with_borrow(|attached| {
                let attached = attached.get(window.label());
                attached.map(|attached| attached.frame.hide()).is_some()
            });
            if is_attached { Ok(()) } else { window.hide() }
        }
        AppPlace::OwnWindow => {
            if let Some(AttachedView { frame, view }) =
                OVERLAYS.with_borrow_mut(|attached| attached.remove(window.label()))
            {
                frame.remove(&view);
                remove(&frame);
                view.set_size_request(-1, -1);
                window.default_vbox()?.pack_start(&view, true, true, 0);
                view.show();
            }
            window.show()?;
            window.set_focus()
        }
    }
}

/// Hides every app: the page that said where they are is being replaced.
pub(super) fn hide_all() {
    OVERLAYS.with_borrow(|attached| {
        for AttachedView { frame, .. } in attached.values() {
            frame.hide();
        }
    });
}

/// Gives an app the keyboard. F6 gives it back.
pub(super) fn focus(window: &WebviewWindow) {
    let is_attached = OVERLAYS.with_borrow(|attached| {
        let attached = attached.get(window.label());
        attached
            .map(|attached| attached.view.grab_focus())
            .is_some()
    });
    // The focus shows a window that is hidden (GTK).
    let is_apart = !is_attached && window.is_visible().unwrap_or_default();
    if is_apart && let Err(error) = window.set_focus() {
        tracing::warn!(%error, "the window of an app could not be brought to the front");
    }
}

/// Ends the web process of an app, whatever it is doing, and takes its view away.
pub(super) fn end(handle: &AppHandle, window: &WebviewWindow) {
    let attached = OVERLAYS.with_borrow_mut(|attached| attached.remove(window.label()));
    if let Err(error) = window.with_webview(|view| view.inner().terminate_web_process()) {
        tracing::debug!(%error, "an app had no web process any more");
    }
    let Some(AttachedView { frame, view }) = attached else {
        return;
    };
    let had_focus = view.has_focus();
    // The view goes with its own window.
    frame.remove(&view);
    remove(&frame);
    if let Ok(container) = window.default_vbox() {
        container.pack_start(&view, true, true, 0);
    }
    if had_focus {
        focus_page(handle);
    }
}

fn attach(window: &WebviewWindow, overlay: &gtk::Overlay) -> Option<AttachedView> {
    let (container, view) = content_of(window)?;
    container.remove(&view);
    let frame = gtk::Layout::new(gtk::Adjustment::NONE, gtk::Adjustment::NONE);
    // To show the window shows all in it (tao), and no place but that of the app may do so.
    frame.set_no_show_all(true);
    frame.set_halign(gtk::Align::Start);
    frame.set_valign(gtk::Align::Start);
    frame.put(&view, 0, 0);
    overlay.add_overlay(&frame);
    let handle = window.app_handle().clone();
    view.connect_key_press_event(move |view, key| {
        if key.keyval() != gtk::gdk::keys::constants::F6 || !is_attached(view) {
            return Propagation::Proceed;
        }
        focus_page(&handle);
        Propagation::Stop
    });
    Some(AttachedView { frame, view })
}

fn is_attached(view: &impl IsA<gtk::Widget>) -> bool {
    view.parent()
        .is_some_and(|parent| parent.is::<gtk::Layout>())
}

fn focus_page(handle: &AppHandle) {
    let overlay = handle
        .get_webview_window(MAIN)
        .and_then(|main| overlay_of(&main));
    if let Some(page) = overlay.and_then(|overlay| overlay.child()) {
        page.grab_focus();
    }
}

fn remove(frame: &gtk::Layout) {
    if let Some(overlay) = frame.parent().and_downcast::<gtk::Overlay>() {
        overlay.remove(frame);
    }
}

/// The web view that still stands in its own window.
fn content_of(window: &WebviewWindow) -> Option<(gtk::Box, gtk::Widget)> {
    let container = window.default_vbox().ok()?;
    let mut children = container.children().into_iter();
    let view = children.find(gtk::prelude::ObjectExt::is::<WebView>)?;
    Some((container, view))
}

fn overlay_of(main: &WebviewWindow) -> Option<gtk::Overlay> {
    let children = main.default_vbox().ok()?.children();
    children
        .into_iter()
        .find_map(|child| child.downcast::<gtk::Overlay>().ok())
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "it is bounded, and a part of a pixel is none"
)]
fn pixels(length: f64) -> i32 {
    length.round().clamp(0.0, 16_384.0) as i32
}

/// How far the visible part begins behind the whole, in pixels of the window.
fn pixels_between(visible: f64, whole: f64, factor: f64) -> i32 {
    pixels((visible - whole) * factor)
}
