//! Takes from the web view of an app, on Linux, what leads past its place in the window: messages to this program, the
//! ways around the proxy, menus, tooltips and dialogs that would lie over Usher, and sound nobody asked for.

use std::cell::Cell;
use std::rc::Rc;

use gtk::glib::Propagation;
use gtk::prelude::*;
use webkit2gtk::{
    ColorChooserRequestExt as _, FileChooserRequestExt as _, SettingsExt as _,
    UserContentManagerExt as _, WebView, WebViewExt,
};

use super::option_menu;

/// The name under which the runtime lets every frame of a web view send messages to the thread of windows.
const MESSAGES: &str = "ipc";

/// Confines a web view, before it loads anything.
pub(super) fn confine(view: &WebView) {
    // It turns whatever a page sends into text, on the thread of windows: a small value may stand for endless text.
    if let Some(manager) = view.user_content_manager() {
        manager.unregister_script_message_handler(MESSAGES);
    }
    close_side_doors(view);
    keep_in_place(view);
    silence(view);
}

/// Switches off what does not go through a proxy: WebRTC. That names are looked up beforehand is prevented for all web
/// views at once (`web_view_env`).
fn close_side_doors(view: &WebView) {
    if let Some(settings) = WebViewExt::settings(view) {
        settings.set_enable_media_stream(false);
        settings.set_enable_webrtc(false);
    }
}

/// Nothing of the page opens over the window of Usher but the options of a list, which are bounded. The dialogs of the
/// system would not say who asks.
fn keep_in_place(view: &WebView) {
    view.connect_has_tooltip_notify(|view| {
        if view.has_tooltip() {
            view.set_has_tooltip(false);
        }
    });
    view.connect_context_menu(|_, _, _, _| true);
    view.connect_run_file_chooser(|_, request| {
        request.cancel();
        true
    });
    view.connect_run_color_chooser(|_, request| {
        request.cancel();
        true
    });
    view.connect_show_option_menu(|view, menu, _, area| {
        option_menu::show(view, menu, area);
        true
    });
}

/// A page is heard once the person has clicked or typed in it, and only while it is seen. The runtime lets media play
/// without that.
fn silence(view: &WebView) {
    let is_used = Rc::<Cell<bool>>::default();
    view.set_is_muted(true);
    let used = Rc::clone(&is_used);
    let hear = move |view: &WebView| {
        used.set(true);
        view.set_is_muted(false);
    };
    let heard = hear.clone();
    view.connect_button_press_event(move |view, _| {
        heard(view);
        Propagation::Proceed
    });
    view.connect_key_press_event(move |view, _| {
        hear(view);
        Propagation::Proceed
    });
    view.connect_unmap(|view| view.set_is_muted(true));
    view.connect_map(move |view| view.set_is_muted(!is_used.get()));
}
