//! One object of the accessibility tree: what a screen reader says of it.

use std::collections::BTreeMap;

use zbus::zvariant::OwnedObjectPath;

/// Where an object is: its bus name and its path.
pub(super) type Reference = (String, OwnedObjectPath);

/// What an object is: the number of its `AtspiRole`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Role(pub(super) u32);

impl Role {
    pub const ARTICLE: Self = Self(109);
    pub const BUTTON: Self = Self(43);
    pub const CHECK_BOX: Self = Self(7);
    pub const COMBO_BOX: Self = Self(11);
    pub const DIALOG: Self = Self(16);
    pub const FILE_CHOOSER: Self = Self(19);
    pub const ENTRY: Self = Self(79);
    pub const FILLER: Self = Self(20);
    pub const HEADING: Self = Self(83);
    pub const IMAGE: Self = Self(27);
    pub const LINK: Self = Self(88);
    /// An option of a list box, or an entry of a list.
    pub const LIST_ITEM: Self = Self(32);
    pub const RADIO: Self = Self(44);
    /// A landmark: a region, the navigation, the main part.
    pub const REGION: Self = Self(110);
    pub const SPIN: Self = Self(52);
    pub const TOGGLE: Self = Self(62);
    pub const TREE: Self = Self(65);
    pub const TREE_ITEM: Self = Self(91);
}

/// One state: the number of its `AtspiStateType`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Checked = 4,
    Enabled = 8,
    Expanded = 10,
    Focusable = 11,
    Focused = 12,
    Selected = 23,
    Required = 33,
}

/// One object of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accessible {
    pub role: Role,
    pub name: String,
    /// What is said after the name.
    pub description: String,
    /// What `org.a11y.atspi.Text` gives; empty where an object has no text of its own.
    pub text: String,
    pub(super) attributes: BTreeMap<String, String>,
    /// One bit for each state.
    pub(super) states: u64,
    pub(super) at: Reference,
}

impl Accessible {
    /// An object of which nothing else is read yet.
    pub(super) fn of_role(role: Role, at: Reference) -> Self {
        Self {
            role,
            name: String::new(),
            description: String::new(),
            text: String::new(),
            attributes: BTreeMap::new(),
            states: 0,
            at,
        }
    }

    pub(super) fn is(&self, role: Role, name: &str) -> bool {
        self.role == role && self.name.contains(name)
    }

    /// Whether the object is in a state.
    pub fn has(&self, state: State) -> bool {
        self.states >> (state as u32) & 1 == 1
    }

    /// Whether changes of the object are said.
    pub(super) fn is_live(&self) -> bool {
        !self.attribute("live").is_empty()
    }

    /// An attribute of the object, such as `posinset`; empty where it has none of this name.
    pub fn attribute(&self, name: &str) -> &str {
        self.attributes.get(name).map_or("", String::as_str)
    }

    /// Where the object stands in its set, and how large the set is.
    pub fn place(&self) -> (&str, &str) {
        (self.attribute("posinset"), self.attribute("setsize"))
    }
}

/// The tree as text, for a message.
pub(super) fn lines(objects: &[Accessible]) -> String {
    let shown = objects
        .iter()
        .filter(|object| !object.name.is_empty() || !object.text.is_empty());
    let lines: Vec<String> = shown
        .map(|object| {
            format!(
                "{:?} {:?} {:?} {:?} {:x} {:?}",
                object.role,
                object.name,
                object.text,
                object.description,
                object.states,
                object.attributes
            )
        })
        .collect();
    lines.join("\n")
}
