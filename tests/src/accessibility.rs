//! Reads and uses the app through AT-SPI, as a screen reader does.
//!
//! The tree is read anew for each search: a page draws its parts again, and what is gone answers with an error.
#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a test that cannot go on must say where it stopped"
)]

use std::time::Duration;

use tokio::time::Instant;
use zbus::zvariant::OwnedObjectPath;
use zbus::{Connection, Proxy, connection, proxy};

use crate::window::PATIENCE;

/// Where an object is: its bus name and its path.
type Reference = (String, OwnedObjectPath);

/// `ATSPI_STATE_FOCUSED`.
const FOCUSED: u32 = 12;

/// The deepest a page goes.
const DEPTH: usize = 60;

/// What an object is: the number of its `AtspiRole`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Role(u32);

impl Role {
    pub const BUTTON: Self = Self(43);
    pub const ENTRY: Self = Self(79);
    pub const HEADING: Self = Self(83);
    pub const LINK: Self = Self(88);
    /// An option of a list box.
    pub const LIST_ITEM: Self = Self(32);
    pub const TAB: Self = Self(37);
}

/// One object of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accessible {
    pub role: Role,
    pub name: String,
    /// What `org.a11y.atspi.Text` gives; empty where an object has no text of its own.
    pub text: String,
    at: Reference,
}

/// The accessibility bus of the session.
pub struct AccessibilityTree {
    bus: Connection,
}

impl AccessibilityTree {
    /// Connects to the accessibility bus, which the session bus starts on request.
    pub async fn open() -> Self {
        let session = Connection::session().await.expect("a session bus");
        let launcher = proxy(&session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus").await;
        let address: String = launcher
            .call("GetAddress", &())
            .await
            .expect("an accessibility bus (Debian package at-spi2-core)");
        let status = proxy(&session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status").await;
        for state in ["IsEnabled", "ScreenReaderEnabled"] {
            let set = status.set_property(state, true).await;
            set.expect("a screen reader can be reported as running");
        }
        let bus = connection::Builder::address(address.as_str())
            .expect("the address of a bus")
            .method_timeout(Duration::from_secs(10))
            .build()
            .await
            .expect("the accessibility bus takes a connection");
        Self { bus }
    }

    /// Lists every object of the running apps, parents before children.
    pub async fn objects(&self) -> Vec<Accessible> {
        let root = OwnedObjectPath::try_from("/org/a11y/atspi/accessible/root").expect("a path");
        let mut left = vec![(0, ("org.a11y.atspi.Registry".to_owned(), root))];
        let mut objects = Vec::new();
        while let Some((depth, at)) = left.pop() {
            let Some((object, children)) = self.read(at).await else {
                continue;
            };
            objects.push(object);
            if depth < DEPTH {
                left.extend(children.into_iter().rev().map(|child| (depth + 1, child)));
            }
        }
        objects
    }

    /// Waits for the one object of this role whose name contains this.
    pub async fn find(&self, role: Role, name: &str) -> Accessible {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let objects = self.objects().await;
            let mut found = objects
                .iter()
                .filter(|object| object.role == role && object.name.contains(name));
            if let (Some(one), None) = (found.next(), found.next()) {
                return one.clone();
            }
            assert!(
                Instant::now() < deadline,
                "waited {PATIENCE:?} for one {role:?} named {name:?}; the tree has:\n{}",
                lines(&objects)
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Moves the focus to the one object of this role and name.
    pub async fn focus(&self, role: Role, name: &str) {
        let object = self.find(role, name).await;
        let component = self.of(&object.at, "org.a11y.atspi.Component").await;
        let grabbed: zbus::Result<bool> = component.call("GrabFocus", &()).await;
        assert_eq!(
            grabbed.ok(),
            Some(true),
            "the {role:?} named {name:?} must take the focus"
        );
        self.focused(role, name).await;
    }

    /// Waits until some object has this in its text.
    pub async fn see(&self, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let objects = self.objects().await;
            if objects.iter().any(|object| object.text.contains(text)) {
                return;
            }
            assert!(
                Instant::now() < deadline,
                "waited {PATIENCE:?} for the text {text:?}; the tree has:\n{}",
                lines(&objects)
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Waits until an object of this role and name has the focus.
    pub async fn focused(&self, role: Role, name: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let object = self.find(role, name).await;
            if self.states(&object).await.contains(&FOCUSED) {
                return;
            }
            assert!(
                Instant::now() < deadline,
                "waited {PATIENCE:?} for the focus on the {role:?} named {name:?}"
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Does what the one object of this role and name offers: presses a button, follows a link.
    pub async fn activate(&self, role: Role, name: &str) {
        let object = self.find(role, name).await;
        let action = self.of(&object.at, "org.a11y.atspi.Action").await;
        let done: zbus::Result<bool> = action.call("DoAction", &(0_i32)).await;
        assert_eq!(
            done.ok(),
            Some(true),
            "the {role:?} named {name:?} must take its action"
        );
    }

    async fn read(&self, at: Reference) -> Option<(Accessible, Vec<Reference>)> {
        let object = self.of(&at, "org.a11y.atspi.Accessible").await;
        let role = Role(object.call("GetRole", &()).await.ok()?);
        let name: String = object.get_property("Name").await.unwrap_or_default();
        let mut children: Vec<Reference> =
            object.call("GetChildren", &()).await.unwrap_or_default();
        // The bridge of GTK leaves the page out of the list: the page belongs to another process.
        let count: i32 = object.get_property("ChildCount").await.unwrap_or_default();
        if children.is_empty() && count > 0 {
            let first: zbus::Result<(Reference,)> = object.call("GetChildAtIndex", &(0_i32)).await;
            children.extend(first.ok().map(|(child,)| child));
        }
        let text = self.of(&at, "org.a11y.atspi.Text").await;
        let text: zbus::Result<String> = text.call("GetText", &(0_i32, -1_i32)).await;
        let text = text.unwrap_or_default();
        let object = Accessible {
            role,
            name,
            text,
            at,
        };
        Some((object, children))
    }

    async fn states(&self, object: &Accessible) -> Vec<u32> {
        let accessible = self.of(&object.at, "org.a11y.atspi.Accessible").await;
        let bits: Vec<u32> = accessible.call("GetState", &()).await.unwrap_or_default();
        (0..64)
            .filter(|state| {
                let word = bits.get((state / 32) as usize).copied().unwrap_or_default();
                word >> (state % 32) & 1 == 1
            })
            .collect()
    }

    async fn of(&self, at: &Reference, interface: &'static str) -> Proxy<'static> {
        proxy(&self.bus, &at.0, at.1.as_str(), interface).await
    }
}

/// The tree as text, for a message.
fn lines(objects: &[Accessible]) -> String {
    let shown = objects
        .iter()
        .filter(|object| !object.name.is_empty() || !object.text.is_empty());
    let lines: Vec<String> = shown
        .map(|object| format!("{:?} {:?} {:?}", object.role, object.name, object.text))
        .collect();
    lines.join("\n")
}

async fn proxy(
    bus: &Connection,
    destination: &str,
    path: &str,
    interface: &'static str,
) -> Proxy<'static> {
    proxy::Builder::new(bus)
        .destination(destination.to_owned())
        .and_then(|proxy| proxy.path(path.to_owned()))
        .and_then(|proxy| proxy.interface(interface))
        .expect("an object of the bus can be described")
        .cache_properties(proxy::CacheProperties::No)
        .build()
        .await
        .expect("an object of the bus can be reached")
}
