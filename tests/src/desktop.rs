//! A desktop's side of the session bus, for tests: the service that shows notifications and the one that shows tray
//! signs. What the app sends is kept, and a person's clicks go back the way a desktop sends them.
#![expect(
    clippy::used_underscore_binding,
    reason = "what makes a D-Bus method of a function names all it takes"
)]

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use zbus::zvariant::OwnedValue;
use zbus::{Connection, connection, interface};

const NOTIFICATIONS: &str = "/org/freedesktop/Notifications";
const WATCHER: &str = "/StatusNotifierWatcher";
const ITEM: &str = "/StatusNotifierItem";

/// A notification as the app sent it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// What the desktop calls it.
    pub id: u32,
    pub summary: String,
    pub body: String,
}

/// What was sent to the desktop.
#[derive(Debug, Default)]
struct Seen {
    notifications: Vec<Notification>,
    last_id: u32,
    signs: Vec<String>,
}

type Shared = Arc<Mutex<Seen>>;

/// The desktop, for as long as it is held.
pub struct Desktop {
    bus: Connection,
    seen: Shared,
}

impl Desktop {
    /// Takes the names a desktop has on the bus.
    pub async fn open() -> Self {
        let seen = Shared::default();
        let bus = connection::Builder::session()
            .and_then(|bus| bus.serve_at(NOTIFICATIONS, Notifications(Arc::clone(&seen))))
            .and_then(|bus| bus.serve_at(WATCHER, Watcher(Arc::clone(&seen))))
            .and_then(|bus| bus.name("org.freedesktop.Notifications"))
            .and_then(|bus| bus.name("org.kde.StatusNotifierWatcher"))
            .expect("a desktop can be described")
            .build()
            .await
            .expect("a desktop can go on the bus");
        Self { bus, seen }
    }

    /// The notifications that are up.
    #[must_use]
    pub fn notifications(&self) -> Vec<Notification> {
        self.seen.lock().notifications.clone()
    }

    pub async fn click(&self, id: u32) {
        let click = (id, "default");
        let told = self.bus.emit_signal(
            None::<&str>,
            NOTIFICATIONS,
            "org.freedesktop.Notifications",
            "ActionInvoked",
            &click,
        );
        told.await.expect("a click can be told");
    }

    /// What the sign in the tray says; `None` = there is none.
    pub async fn sign(&self) -> Option<String> {
        let item = self.item().await?;
        item.get_property("Title").await.ok()
    }

    /// Clicks the sign in the tray.
    pub async fn click_sign(&self) {
        let item = self.item().await.expect("there is a sign");
        let clicked: zbus::Result<()> = item.call("Activate", &(0, 0)).await;
        clicked.expect("the sign takes a click");
    }

    async fn item(&self) -> Option<zbus::Proxy<'static>> {
        let owner = self.seen.lock().signs.last().cloned()?;
        let item = zbus::proxy::Builder::new(&self.bus)
            .destination(owner)
            .and_then(|item| item.path(ITEM))
            .and_then(|item| item.interface("org.kde.StatusNotifierItem"))
            .expect("a sign can be described")
            .cache_properties(zbus::proxy::CacheProperties::No)
            .build();
        item.await.ok()
    }
}

struct Notifications(Shared);

#[interface(name = "org.freedesktop.Notifications")]
impl Notifications {
    #[expect(clippy::too_many_arguments, reason = "the specification's own")]
    fn notify(
        &self,
        _app_name: String,
        _replaces_id: u32,
        _app_icon: String,
        summary: String,
        body: String,
        _actions: Vec<String>,
        _hints: HashMap<String, OwnedValue>,
        _expire_timeout: i32,
    ) -> u32 {
        let mut seen = self.0.lock();
        seen.last_id += 1;
        let id = seen.last_id;
        seen.notifications.push(Notification { id, summary, body });
        id
    }

    fn close_notification(&self, id: u32) {
        self.0.lock().notifications.retain(|each| each.id != id);
    }
}

struct Watcher(Shared);

#[expect(
    clippy::needless_pass_by_value,
    clippy::unused_self,
    reason = "what a method and a property on the bus look like"
)]
#[interface(name = "org.kde.StatusNotifierWatcher")]
impl Watcher {
    fn register_status_notifier_item(
        &self,
        _service: &str,
        #[zbus(header)] header: zbus::message::Header<'_>,
    ) {
        // The one who calls is the one who shows: the app takes no name of its own.
        let sender = header.sender().map(ToString::to_string);
        self.0.lock().signs.extend(sender);
    }

    #[zbus(property)]
    fn is_status_notifier_host_registered(&self) -> bool {
        true
    }
}
