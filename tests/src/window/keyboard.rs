//! Key presses alone: Tab until a control has the focus, arrows until an entry is chosen. Nothing here clicks or moves
//! the focus by script; scripts only read what has the focus.

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use serde_json::json;

use super::Window;
use super::page::Name;

/// The longest way through a screen. A screen with more stops than this is a fault of its own.
const STOPS: usize = 150;

/// Reads what the keys go to, and whether that has this role and name. The keys go to the focused element; in a list
/// box or combobox, where `entry` is set, to the entry that it names as active.
const HERE: &str = "const [role, name, entry] = arguments;
    const focused = document.activeElement ?? document.body;
    const active = entry ? focused.getAttribute('aria-activedescendant') : null;
    const at = (active && document.getElementById(active)) || focused;
    const matches = name.has === undefined ? name.is : (text) => text.includes(name.has);
    const found = TestingLibraryDom.queryAllByRole(at.parentElement ?? at, role, { name: matches });
    const label = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.innerText ?? '';
    const what = at.getAttribute('role') ?? at.tagName.toLowerCase();
    return { here: found.includes(at), at: `${what} ${JSON.stringify(label.trim().slice(0, 80))}` };";

/// Whether the focused control does something when it is pressed.
const ENABLED: &str = "const at = document.activeElement;
    return at.ariaDisabled !== 'true' && !at.disabled && at.dataset.loading !== 'true';";

impl Window {
    /// Presses one key, with the keys that are held before it: `Tab`, `Shift+F6`, `Control+k`, `Control++`.
    pub async fn key(&self, chord: &str) {
        let mut held = Vec::new();
        let mut rest = chord;
        while let Some((modifier, key)) = rest.split_once('+').filter(|(_, key)| !key.is_empty()) {
            held.push(match modifier {
                "Control" => '\u{e009}',
                "Shift" => '\u{e008}',
                "Alt" => '\u{e00a}',
                other => panic!("no such modifier: {other}"),
            });
            rest = key;
        }
        let key = code(rest);
        let down = held.iter().map(|held| KeyAction::Down { value: *held });
        let up = held.iter().rev().map(|held| KeyAction::Up { value: *held });
        let press = [KeyAction::Down { value: key }, KeyAction::Up { value: key }];
        self.perform(down.chain(press).chain(up)).await;
    }

    /// Types a text into what has the focus.
    pub async fn type_text(&self, text: &str) {
        let press = |value| [KeyAction::Down { value }, KeyAction::Up { value }];
        self.perform(text.chars().flat_map(press)).await;
    }

    async fn perform(&self, actions: impl Iterator<Item = KeyAction>) {
        let keyboard = KeyActions::new("keyboard".to_owned());
        let keys = actions.fold(keyboard, KeyActions::then);
        let pressed = self.client.perform_actions(keys).await;
        pressed.expect("keys can be pressed");
    }

    /// Presses Tab until the control of this role and name has the focus.
    pub async fn tab_to(&self, role: &str, name: impl Into<Name>) {
        self.walk("Tab", role, &name.into(), false).await;
    }

    /// Presses Shift+Tab until the control of this role and name has the focus.
    pub async fn tab_back_to(&self, role: &str, name: impl Into<Name>) {
        self.walk("Shift+Tab", role, &name.into(), false).await;
    }

    /// Presses the down arrow until the entry of this role and name is the active one: an option of a list box or of a
    /// combobox, a line of a menu, a radio button.
    pub async fn down_to(&self, role: &str, name: impl Into<Name>) {
        self.walk("Down", role, &name.into(), true).await;
    }

    /// Presses the right arrow until the tab or radio button of this name has the focus.
    pub async fn right_to(&self, role: &str, name: impl Into<Name>) {
        self.walk("Right", role, &name.into(), true).await;
    }

    /// Goes to a button by Tab and presses Enter once it is enabled.
    pub async fn enter_on(&self, name: impl Into<Name>) {
        self.tab_to("button", name).await;
        self.press_enabled("Enter").await;
    }

    /// Goes to a check box or switch by Tab and presses the space bar.
    pub async fn space_on(&self, role: &str, name: impl Into<Name>) {
        self.tab_to(role, name).await;
        self.press_enabled("Space").await;
    }

    /// Goes to a field by Tab and types over what stands in it.
    pub async fn type_over(&self, role: &str, name: impl Into<Name>, text: &str) {
        self.tab_to(role, name).await;
        self.key("Control+a").await;
        self.type_text(text).await;
    }

    /// Waits until the focused control does something, and presses a key on it. A control that has just been shown or
    /// moved takes no answer yet.
    pub async fn press_enabled(&self, key: &str) {
        self.eventually("an enabled control under the focus", || async {
            (self.script(ENABLED, vec![]).await == true).then_some(())
        })
        .await;
        self.key(key).await;
    }

    /// Waits until the focus is on something of this role and name, without a key.
    pub async fn has_focus(&self, role: &str, name: impl Into<Name>) {
        let name = name.into();
        self.eventually(
            &format!("the focus on the {role} named {name:?}"),
            || async { self.is_here(role, &name, false).await.ok() },
        )
        .await;
    }

    /// Presses a key until something has the focus, at most as often as a screen has stops.
    async fn walk(&self, key: &str, role: &str, name: &Name, entry: bool) {
        self.eventually(&format!("a {role} named {name:?}"), || async {
            (!self.all(role, name).await.is_empty()).then_some(())
        })
        .await;
        let mut passed = Vec::new();
        while passed.len() < STOPS {
            match self.is_here(role, name, entry).await {
                Ok(()) => return,
                Err(at) => passed.push(at),
            }
            self.key(key).await;
        }
        let passed = passed.join("\n");
        self.picture("failed-keyboard").await;
        panic!("{key} does not reach the {role} named {name:?}; it passed:\n{passed}");
    }

    /// Whether the keys go to this; if not, what they go to.
    async fn is_here(&self, role: &str, name: &Name, entry: bool) -> Result<(), String> {
        let arguments = vec![json!(role), name.as_json(), json!(entry)];
        let found = self.script_that_finds(HERE, arguments).await;
        let found = found.expect("the page runs a script");
        match found["here"].as_bool() {
            Some(true) => Ok(()),
            _ => Err(found["at"].as_str().unwrap_or_default().to_owned()),
        }
    }
}

/// What stands for a key in WebDriver: <https://www.w3.org/TR/webdriver2/#keyboard-actions>.
fn code(key: &str) -> char {
    match key {
        "Backspace" => '\u{e003}',
        "Tab" => '\u{e004}',
        "Enter" => '\u{e007}',
        "Escape" => '\u{e00c}',
        "Space" => ' ',
        "End" => '\u{e010}',
        "Home" => '\u{e011}',
        "Left" => '\u{e012}',
        "Up" => '\u{e013}',
        "Right" => '\u{e014}',
        "Down" => '\u{e015}',
        "F6" => '\u{e036}',
        "F10" => '\u{e03a}',
        letter => {
            let mut characters = letter.chars();
            match (characters.next(), characters.next()) {
                (Some(one), None) => one,
                _ => panic!("no such key: {letter}"),
            }
        }
    }
}
