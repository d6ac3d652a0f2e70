//! Reads and uses the app through AT-SPI, as a screen reader does.
//!
//! The tree is read anew for each search: a page draws its parts again, and what is gone answers with an error.

mod object;

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use tokio::time::Instant;
use zbus::zvariant::{DynamicDeserialize, DynamicType, OwnedObjectPath, OwnedValue};
use zbus::{Connection, Proxy, connection, proxy};

use crate::window::{PATIENCE, Window};

pub use object::{Accessible, Role, State};
use object::{Reference, lines};

const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";
const TEXT: &str = "org.a11y.atspi.Text";
const EDITABLE_TEXT: &str = "org.a11y.atspi.EditableText";
const PROPERTIES: &str = "org.freedesktop.DBus.Properties";

/// The deepest a page goes.
const DEPTH: usize = 60;

/// Which objects are read as a whole. Each value of an object is a call over the bus, and a page has hundreds of objects:
/// of the others only the role is read.
#[derive(Debug, Clone, Copy)]
enum Whole {
    All,
    OfRole(Role),
    /// Whose changes are said.
    Live,
    /// Of all, only the texts.
    Texts,
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
        self.read_all(Whole::All).await
    }

    async fn read_all(&self, whole: Whole) -> Vec<Accessible> {
        let root = OwnedObjectPath::try_from("/org/a11y/atspi/accessible/root").expect("a path");
        let mut level = vec![("org.a11y.atspi.Registry".to_owned(), root)];
        let mut objects = Vec::new();
        for _ in 0..DEPTH {
            let read = level.into_iter().map(|at| self.read(at, whole));
            let read = futures::future::join_all(read).await;
            let (of_level, children): (Vec<_>, Vec<_>) = read.into_iter().flatten().unzip();
            objects.extend(of_level);
            level = children.concat();
        }
        objects
    }

    /// Waits for the one object of this role whose name contains this.
    pub async fn find(&self, role: Role, name: &str) -> Accessible {
        self.eventually(
            Whole::OfRole(role),
            &format!("one {role:?} named {name:?}"),
            |objects| one(objects, role, name).cloned(),
        )
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
        self.eventually(
            Whole::OfRole(role),
            &format!("the focus on {role:?} {name:?}"),
            |objects| one(objects, role, name)?.has(State::Focused).then_some(()),
        )
        .await;
    }

    /// Waits until some object has this in its text.
    pub async fn see(&self, text: &str) {
        self.eventually(Whole::Texts, &format!("the text {text:?}"), |objects| {
            let mut texts = objects.iter().map(|object| &object.text);
            texts.any(|found| found.contains(text)).then_some(())
        })
        .await;
    }

    /// Waits until a live region says something with this in it.
    pub async fn hear(&self, text: &str) {
        self.eventually(Whole::Live, &format!("{text:?} to be said"), |objects| {
            let mut live = objects.iter().filter(|object| object.is_live());
            live.any(|object| object.text.contains(text)).then_some(())
        })
        .await;
    }

    /// Waits until the one object of this role and name is in a state.
    pub async fn is(&self, role: Role, name: &str, state: State) -> Accessible {
        self.eventually(
            Whole::OfRole(role),
            &format!("{state:?} of the {role:?} named {name:?}"),
            |objects| {
                let found = one(objects, role, name)?;
                found.has(state).then(|| found.clone())
            },
        )
        .await
    }

    /// Waits until the one object of this role and name has this in its description.
    pub async fn is_described(&self, role: Role, name: &str, part: &str) -> Accessible {
        self.eventually(
            Whole::OfRole(role),
            &format!("{part:?} in the description of the {role:?} named {name:?}"),
            |objects| {
                let found = one(objects, role, name)?;
                found.description.contains(part).then(|| found.clone())
            },
        )
        .await
    }

    /// Waits until the one object of this role and name is no longer in a state.
    pub async fn is_not(&self, role: Role, name: &str, state: State) -> Accessible {
        self.eventually(
            Whole::OfRole(role),
            &format!("no {state:?} of the {role:?} named {name:?}"),
            |objects| {
                let found = one(objects, role, name)?;
                (!found.has(state)).then(|| found.clone())
            },
        )
        .await
    }

    /// Waits until nothing of this role and name is left.
    pub async fn gone(&self, role: Role, name: &str) {
        self.eventually(
            Whole::OfRole(role),
            &format!("no {role:?} named {name:?}"),
            |objects| {
                objects
                    .iter()
                    .all(|object| !object.is(role, name))
                    .then_some(())
            },
        )
        .await;
    }

    /// Moves the focus to a field and types over what stands in it.
    pub async fn fill(&self, window: &Window, role: Role, name: &str, text: &str) {
        self.focus(role, name).await;
        window.key("Control+a").await;
        window.type_text(text).await;
    }

    /// Replaces the text of the one field that holds this text, also of a field in a dialog of the system.
    pub async fn set_text(&self, before: &str, text: &str) {
        let field = self
            .eventually(
                Whole::Texts,
                &format!("a field that holds {before:?}"),
                |objects| {
                    let mut found = objects.iter().filter(|object| object.text == before);
                    found.next().cloned()
                },
            )
            .await;
        let set: Option<bool> = self
            .call(&field.at, EDITABLE_TEXT, "SetTextContents", &text)
            .await;
        assert_eq!(set, Some(true), "{field:?} must take a text");
    }

    async fn eventually<T>(
        &self,
        whole: Whole,
        what: &str,
        look: impl Fn(&[Accessible]) -> Option<T>,
    ) -> T {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = look(&self.read_all(whole).await) {
                return found;
            }
            assert!(
                Instant::now() < deadline,
                "waited {PATIENCE:?} for {what}; the tree has:\n{}",
                lines(&self.objects().await)
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Does what the one object of this role and name offers: presses a button, follows a link.
    pub async fn activate(&self, role: Role, name: &str) {
        let object = self.is(role, name, State::Enabled).await;
        self.act(&object).await;
    }

    /// Follows a link of the navigation. A link of the page may have the same name, but stands deeper in the tree.
    pub async fn navigate(&self, name: &str) {
        let link = self
            .eventually(
                Whole::OfRole(Role::LINK),
                &format!("a link named {name:?}"),
                |objects| {
                    let mut links = objects.iter().filter(|object| object.role == Role::LINK);
                    links.find(|link| link.name.starts_with(name)).cloned()
                },
            )
            .await;
        self.act(&link).await;
    }

    async fn act(&self, object: &Accessible) {
        let done: Option<bool> = self
            .call(&object.at, "org.a11y.atspi.Action", "DoAction", &(0_i32))
            .await;
        assert_eq!(done, Some(true), "{object:?} must take its action");
    }

    async fn read(&self, at: Reference, whole: Whole) -> Option<(Accessible, Vec<Reference>)> {
        let role = Role(self.call(&at, ACCESSIBLE, "GetRole", &()).await?);
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
        let mut object = Accessible::of_role(role, at);
        match whole {
            Whole::OfRole(wanted) if role != wanted => {}
            Whole::All | Whole::OfRole(_) => self.complete(&mut object).await,
            Whole::Texts => object.text = self.text(&object.at).await,
            Whole::Live => {
                object.attributes = self.attributes(&object.at).await;
                if object.is_live() {
                    object.text = self.text(&object.at).await;
                }
            }
        }
        Some((object, children))
    }

    /// Reads all values of an object.
    async fn complete(&self, object: &mut Accessible) {
        let at = &object.at;
        let (words, attributes, states, text) = futures::join!(
            self.call::<_, BTreeMap<String, OwnedValue>>(at, PROPERTIES, "GetAll", &(ACCESSIBLE,)),
            self.attributes(at),
            self.call::<_, Vec<u32>>(at, ACCESSIBLE, "GetState", &()),
            self.text(at),
        );
        let mut words = words.unwrap_or_default();
        let mut word = |name: &str| {
            let value = words.remove(name).and_then(|value| value.try_into().ok());
            value.unwrap_or_default()
        };
        object.name = word("Name");
        object.description = word("Description");
        object.text = text;
        object.attributes = attributes;
        object.states = bits(&states.unwrap_or_default());
    }

    async fn attributes(&self, at: &Reference) -> BTreeMap<String, String> {
        let attributes = self.call(at, ACCESSIBLE, "GetAttributes", &()).await;
        attributes.unwrap_or_default()
    }

    /// Reads the text of an object; empty where it has none.
    async fn text(&self, at: &Reference) -> String {
        let text = self.call(at, TEXT, "GetText", &(0_i32, -1_i32)).await;
        text.unwrap_or_default()
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

/// The one object of this role whose name is this; if there is none, the one whose name contains it.
fn one<'a>(objects: &'a [Accessible], role: Role, name: &str) -> Option<&'a Accessible> {
    let named = || objects.iter().filter(|object| object.is(role, name));
    let mut exact = named().filter(|object| object.name == name);
    match (exact.next(), exact.next()) {
        (Some(only), None) => return Some(only),
        (Some(_), Some(_)) => return None,
        (None, _) => {}
    }
    let mut all = named();
    all.next().filter(|_| all.next().is_none())
}

/// The states of an object, which come in two halves, as one number.
fn bits(halves: &[u32]) -> u64 {
    let low = halves.first().copied().map_or(0, u64::from);
    let high = halves.get(1).copied().map_or(0, u64::from);
    high << 32 | low
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
