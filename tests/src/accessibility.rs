//! Reads and uses the app through AT-SPI, as a screen reader does.
//!
//! The tree is read anew for each search: a page draws its parts again, and what is gone answers with an error.
#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a test that cannot go on must say where it stopped"
)]

use std::time::Duration;

use serde::Serialize;
use tokio::time::Instant;
use zbus::zvariant::{DynamicDeserialize, DynamicType, OwnedObjectPath, OwnedValue};
use zbus::{Connection, Proxy, connection, proxy};

use crate::window::PATIENCE;

/// Where an object is: its bus name and its path.
type Reference = (String, OwnedObjectPath);

const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";

/// `ATSPI_STATE_FOCUSED`.
const FOCUSED: u32 = 12;

/// The deepest a page goes.
const DEPTH: usize = 60;

/// What an object is: the number of its `AtspiRole`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Role(u32);

impl Role {
    pub const BUTTON: Self = Self(43);
    pub const FILLER: Self = Self(20);
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
    pub is_focused: bool,
    at: Reference,
}

impl Accessible {
    fn is(&self, role: Role, name: &str) -> bool {
        self.role == role && self.name.contains(name)
    }
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
        let mut level = vec![("org.a11y.atspi.Registry".to_owned(), root)];
        let mut objects = Vec::new();
        for _ in 0..DEPTH {
            let read = level.into_iter().map(|at| self.read(at));
            let read = futures::future::join_all(read).await;
            let (of_level, children): (Vec<_>, Vec<_>) = read.into_iter().flatten().unzip();
            objects.extend(of_level);
            level = children.concat();
        }
        objects
    }

    /// Waits for the one object of this role whose name contains this.
    pub async fn find(&self, role: Role, name: &str) -> Accessible {
        self.eventually(&format!("one {role:?} named {name:?}"), |objects| {
            let mut found = objects.iter().filter(|object| object.is(role, name));
            found.next().filter(|_| found.next().is_none()).cloned()
        })
        .await
    }

    /// Moves the focus to the one object of this role and name.
    pub async fn focus(&self, role: Role, name: &str) {
        let object = self.find(role, name).await;
        let grabbed: Option<bool> = self
            .call(&object.at, "org.a11y.atspi.Component", "GrabFocus", &())
            .await;
        assert_eq!(
            grabbed,
            Some(true),
            "the {role:?} named {name:?} must take the focus"
        );
        self.eventually(&format!("the focus on {role:?} {name:?}"), |objects| {
            let mut named = objects.iter().filter(|object| object.is(role, name));
            named.any(|object| object.is_focused).then_some(())
        })
        .await;
    }

    /// Waits until some object has this in its text.
    pub async fn see(&self, text: &str) {
        self.eventually(&format!("the text {text:?}"), |objects| {
            let mut texts = objects.iter().map(|object| &object.text);
            texts.any(|found| found.contains(text)).then_some(())
        })
        .await;
    }

    async fn eventually<T>(&self, what: &str, look: impl Fn(&[Accessible]) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let objects = self.objects().await;
            if let Some(found) = look(&objects) {
                return found;
            }
            assert!(
                Instant::now() < deadline,
                "waited {PATIENCE:?} for {what}; the tree has:\n{}",
                lines(&objects)
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Does what the one object of this role and name offers: presses a button, follows a link.
    pub async fn activate(&self, role: Role, name: &str) {
        let object = self.find(role, name).await;
        let done: Option<bool> = self
            .call(&object.at, "org.a11y.atspi.Action", "DoAction", &(0_i32))
            .await;
        assert_eq!(
            done,
            Some(true),
            "the {role:?} named {name:?} must take its action"
        );
    }

    async fn read(&self, at: Reference) -> Option<(Accessible, Vec<Reference>)> {
        let role = Role(self.call(&at, ACCESSIBLE, "GetRole", &()).await?);
        let name = self.property(&at, "Name").await;
        let name = name.and_then(|name| name.try_into().ok());
        let mut children: Vec<Reference> = self
            .call(&at, ACCESSIBLE, "GetChildren", &())
            .await
            .unwrap_or_default();
        // The bridge of GTK leaves the page out of the list: the page belongs to another process.
        if children.is_empty() && role == Role::FILLER {
            let page: Option<Reference> = self
                .call(&at, ACCESSIBLE, "GetChildAtIndex", &(0_i32))
                .await;
            children.extend(page);
        }
        let states: Option<Vec<u32>> = self.call(&at, ACCESSIBLE, "GetState", &()).await;
        let states = states.unwrap_or_default().first().copied();
        let text = self.call(&at, "org.a11y.atspi.Text", "GetText", &(0_i32, -1_i32));
        let object = Accessible {
            role,
            name: name.unwrap_or_default(),
            text: text.await.unwrap_or_default(),
            is_focused: states.is_some_and(|states| states >> FOCUSED & 1 == 1),
            at,
        };
        Some((object, children))
    }

    async fn property(&self, at: &Reference, name: &str) -> Option<OwnedValue> {
        let interface = "org.freedesktop.DBus.Properties";
        self.call(at, interface, "Get", &(ACCESSIBLE, name)).await
    }

    /// Calls a method; `None` where the object is gone, or has no such interface.
    async fn call<B, R>(&self, at: &Reference, interface: &str, method: &str, body: &B) -> Option<R>
    where
        B: Serialize + DynamicType + Sync,
        R: for<'a> DynamicDeserialize<'a>,
    {
        let called = self.bus.call_method(
            Some(at.0.as_str()),
            at.1.as_str(),
            Some(interface),
            method,
            body,
        );
        called.await.ok()?.body().deserialize().ok()
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
