//! Shows the tray icon on Linux desktops: a `StatusNotifierItem` on the session's bus
//! (<https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/>). Some desktops have none.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use ksni::menu::StandardItem;
use ksni::{Category, Icon, MenuItem, OfflineReason, Status, ToolTip, TrayMethods as _};
use tauri::AppHandle;

use super::shown::Shown;
use crate::window;

/// The sign, once it is up.
#[derive(Default)]
pub(crate) struct Tray {
    handle: OnceLock<ksni::Handle<Item>>,
    is_shown: Arc<AtomicBool>,
}

impl Tray {
    /// Puts the sign up, or changes the one that is up. A desktop whose tray comes later shows it then.
    pub(crate) async fn put_up(&self, app: &AppHandle, shown: Shown) -> Result<(), ksni::Error> {
        if self.handle.get().is_some() {
            self.say(app, shown).await;
            return Ok(());
        }
        self.is_shown.store(true, Ordering::Relaxed);
        let item = Item {
            app: app.clone(),
            shown,
            is_shown: Arc::clone(&self.is_shown),
        };
        // The name on the bus is one for each connection: two Ushers, as of two data folders, must not meet.
        let handle = item
            .disable_dbus_name(true)
            .assume_sni_available(true)
            .spawn()
            .await
            .inspect_err(|_| self.is_shown.store(false, Ordering::Relaxed))?;
        if self.handle.set(handle).is_err() {
            tracing::error!("the tray was put up twice");
        }
        Ok(())
    }

    pub(crate) fn is_shown(&self) -> bool {
        self.is_shown.load(Ordering::Relaxed)
    }

    /// Changes what it says, and whether it calls.
    pub(crate) async fn say(&self, _: &AppHandle, shown: Shown) {
        if let Some(handle) = self.handle.get() {
            handle.update(|item| item.shown = shown).await;
        }
    }
}

/// What the desktop asks for.
pub(crate) struct Item {
    app: AppHandle,
    shown: Shown,
    is_shown: Arc<AtomicBool>,
}

impl ksni::Tray for Item {
    fn id(&self) -> String {
        "usher".to_owned()
    }

    fn category(&self) -> Category {
        Category::ApplicationStatus
    }

    fn title(&self) -> String {
        self.shown.title.clone()
    }

    fn tool_tip(&self) -> ToolTip {
        ToolTip {
            title: self.shown.title.clone(),
            ..ToolTip::default()
        }
    }

    fn status(&self) -> Status {
        if self.shown.calls {
            Status::NeedsAttention
        } else {
            Status::Active
        }
    }

    fn icon_pixmap(&self) -> Vec<Icon> {
        picture(&self.app).into_iter().collect()
    }

    fn attention_icon_pixmap(&self) -> Vec<Icon> {
        picture(&self.app).map(with_dot).into_iter().collect()
    }

    fn activate(&mut self, _x: i32, _y: i32) {
        window::focus_main(&self.app);
    }

    fn menu(&self) -> Vec<MenuItem<Self>> {
        vec![
            StandardItem {
                label: self.shown.open.clone(),
                activate: Box::new(|item: &mut Self| window::focus_main(&item.app)),
                ..StandardItem::default()
            }
            .into(),
            MenuItem::Separator,
            StandardItem {
                label: self.shown.quit.clone(),
                activate: Box::new(|item: &mut Self| crate::shutdown::quit(&item.app)),
                ..StandardItem::default()
            }
            .into(),
        ]
    }

    fn watcher_online(&self) {
        self.is_shown.store(true, Ordering::Relaxed);
    }

    fn watcher_offline(&self, reason: OfflineReason) -> bool {
        tracing::info!(?reason, "the desktop shows no tray");
        self.is_shown.store(false, Ordering::Relaxed);
        true
    }
}

/// The app's own icon, in the order of bytes the bus wants: alpha first.
fn picture(app: &AppHandle) -> Option<Icon> {
    let icon = app.default_window_icon()?;
    let mut data = icon.rgba().to_vec();
    for pixel in data.chunks_exact_mut(4) {
        pixel.rotate_right(1);
    }
    Some(Icon {
        width: i32::try_from(icon.width()).ok()?,
        height: i32::try_from(icon.height()).ok()?,
        data,
    })
}

/// The icon with a dot in the colour of what waits.
fn with_dot(mut icon: Icon) -> Icon {
    const LAMP: [u8; 4] = [255, 0xf5, 0xa5, 0x24];
    let (width, height) = (icon.width, icon.height);
    let radius = width / 5;
    let centre = (width - radius - 1, height - radius - 1);
    for (index, pixel) in (0..).zip(icon.data.chunks_exact_mut(4)) {
        let (x, y) = (index % width - centre.0, index / width - centre.1);
        if x * x + y * y <= radius * radius {
            pixel.copy_from_slice(&LAMP);
        }
    }
    icon
}
