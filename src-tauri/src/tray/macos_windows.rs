//! Shows the tray icon on macOS and Windows.

use std::sync::atomic::{AtomicBool, Ordering};

use tauri::menu::{Menu, MenuBuilder};
use tauri::tray::{MouseButton, MouseButtonState, TrayIconBuilder, TrayIconEvent};
use tauri::{AppHandle, Wry};

use super::shown::Shown;
use crate::window;

const ID: &str = "usher";
const OPEN: &str = "open";
const QUIT: &str = "quit";

/// The sign, once it is up.
#[derive(Default)]
pub(crate) struct Tray {
    is_shown: AtomicBool,
}

impl Tray {
    /// Puts the sign up.
    pub(crate) async fn put_up(&self, app: &AppHandle, shown: Shown) -> tauri::Result<()> {
        let menu = menu(app, &shown)?;
        let mut tray = TrayIconBuilder::with_id(ID)
            .tooltip(&shown.title)
            .menu(&menu)
            .show_menu_on_left_click(false)
            .on_menu_event(|app, event| match event.id().as_ref() {
                OPEN => window::focus_main(app),
                QUIT => crate::shutdown::quit(app),
                _ => {}
            })
            .on_tray_icon_event(|tray, event| {
                if let TrayIconEvent::Click {
                    button: MouseButton::Left,
                    button_state: MouseButtonState::Up,
                    ..
                } = event
                {
                    window::focus_main(tray.app_handle());
                }
            });
        if let Some(icon) = app.default_window_icon() {
            tray = tray.icon(icon.clone());
        }
        tray.build(app)?;
        self.is_shown.store(true, Ordering::Relaxed);
        Ok(())
    }

    pub(crate) fn is_shown(&self) -> bool {
        self.is_shown.load(Ordering::Relaxed)
    }

    /// Changes what it says. These trays have no sign of their own for calling.
    pub(crate) async fn say(&self, app: &AppHandle, shown: Shown) {
        let Some(tray) = app.tray_by_id(ID) else {
            return;
        };
        let changed = menu(app, &shown)
            .and_then(|menu| tray.set_menu(Some(menu)))
            .and_then(|()| tray.set_tooltip(Some(&shown.title)));
        if let Err(error) = changed {
            tracing::debug!(%error, "the tray could not be changed");
        }
    }
}

fn menu(app: &AppHandle, shown: &Shown) -> tauri::Result<Menu<Wry>> {
    MenuBuilder::new(app)
        .text(OPEN, &shown.open)
        .separator()
        .text(QUIT, &shown.quit)
        .build()
}
