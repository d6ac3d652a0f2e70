//! What can be seen and done on the page. Things are found as a screen reader finds them, by role and
//! accessible name, with the same library the component tests use.

use std::future::Future;
use std::time::Duration;

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::elements::Element;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{PATIENCE, Window, repository};

/// How an accessible name is matched.
#[derive(Debug, Clone)]
pub enum Name {
    Is(String),
    /// A part of the name.
    Has(String),
}

impl<T: Into<String>> From<T> for Name {
    fn from(name: T) -> Self {
        Self::Is(name.into())
    }
}

/// Matches a name by a part of it.
pub fn has(part: impl Into<String>) -> Name {
    Name::Has(part.into())
}

impl Name {
    pub(super) fn as_json(&self) -> Value {
        match self {
            Self::Is(name) => json!({ "is": name }),
            Self::Has(part) => json!({ "has": part }),
        }
    }
}

const FIND: &str = "
    const [role, name, part] = arguments;
    const matches = name.has === undefined
      ? name.is
      : (text) => text.includes(name.has);
    return TestingLibraryDom.queryAllByRole(document.querySelector(part), role, { name: matches });";

/// Inserts a text where all of a field is selected; whether it was. An editor has a selection of its own.
const INSERT: &str = "const [field, text] = arguments;
    if (!field.contains(document.activeElement)) return false;
    const { value, selectionStart, selectionEnd } = field;
    if (typeof selectionStart === 'number' && selectionEnd - selectionStart !== value.length) return false;
    if (text === '') return document.execCommand('delete') || value === '';
    return document.execCommand('insertText', false, text);";

const ELEMENT_KEY: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Window {
    /// Finds the one thing of this role and name, waiting for it.
    pub async fn find(&self, role: &str, name: impl Into<Name>) -> Element {
        let name = name.into();
        let what = format!("one {role} named {name:?}");
        self.eventually(&what, || async {
            match self.all(role, &name).await.as_slice() {
                [one] => Some(one.clone()),
                _ => None,
            }
        })
        .await
    }

    /// Waits until the page has something that a selector names.
    pub async fn find_some(&self, selector: &str) {
        let script = "return document.querySelector(arguments[0]) !== null";
        self.eventually(&format!("something that is {selector}"), || async {
            let found = self.script(script, vec![json!(selector)]).await;
            (found == json!(true)).then_some(())
        })
        .await;
    }

    /// Finds what a selector names within the one thing of this role and name, waiting for it.
    pub async fn within(&self, role: &str, name: impl Into<Name>, selector: &str) -> Element {
        let part = self.find(role, name).await;
        self.eventually(selector, || async {
            let found = part.find(fantoccini::Locator::Css(selector)).await;
            found.ok()
        })
        .await
    }

    /// Waits until nothing of this role and name is left.
    pub async fn gone(&self, role: &str, name: impl Into<Name>) {
        let name = name.into();
        let what = format!("no {role} named {name:?}");
        self.eventually(&what, || async {
            self.all(role, &name).await.is_empty().then_some(())
        })
        .await;
    }

    /// Everything of this role and name that is there now.
    pub async fn all(&self, role: &str, name: &Name) -> Vec<Element> {
        self.all_in("body", role, name).await
    }

    /// Everything of this role and name in a part of the page, which a selector names.
    async fn all_in(&self, part: &str, role: &str, name: &Name) -> Vec<Element> {
        let arguments = vec![json!(role), name.as_json(), json!(part)];
        let found = self.script_that_finds(FIND, arguments).await;
        let ids = found.as_ref().and_then(Value::as_array);
        ids.into_iter()
            .flatten()
            .filter_map(|element| element.get(ELEMENT_KEY)?.as_str())
            .map(|id| Element::from_element_id(self.client.clone(), id.to_owned().into()))
            .collect()
    }

    /// Clicks the one thing of this role and name. Between finding and clicking the page may draw anew,
    /// something may still lie above, or what is clicked may move away between press and release: a click
    /// counts when it has reached what it was meant for.
    pub async fn click(&self, role: &str, name: impl Into<Name>) {
        let name = name.into();
        let what = format!("a click on the {role} named {name:?}");
        self.eventually(&what, || async {
            match self.all(role, &name).await.as_slice() {
                [one] => self.click_reaches(one).await.then_some(()),
                _ => None,
            }
        })
        .await;
    }

    /// Clicks the one button of this name.
    pub async fn push(&self, name: impl Into<Name>) {
        self.click("button", name).await;
    }

    async fn click_reaches(&self, target: &Element) -> bool {
        let id = json!({ ELEMENT_KEY: target.element_id().to_string() });
        // A button that answers notices at the press that it has just moved, and ignores it as a person's. What comes
        // of an answer moves the button, too: so it is looked at behind the handlers of the click, before any timer.
        // A page that draws anew may put the same button in the place of the one that was found.
        let listen = "const [target] = arguments;
            const labelOf = (element) => element.ariaLabel ?? element.textContent;
            const [armed, label] = [target.ariaDisabled, labelOf(target)];
            const isSame = (element) => element === target ||
              (!target.isConnected && element.tagName === target.tagName && labelOf(element) === label);
            let hit = target;
            const isIgnored = () => armed !== null && hit.isConnected && hit.ariaDisabled === 'true';
            const listening = new AbortController();
            window.usherClick?.stop();
            const click = { reached: false, isIgnored, stop: () => listening.abort() };
            window.usherClick = click;
            const judge = () => {
              const ignored = isIgnored();
              click.isIgnored = () => ignored;
            };
            const reached = (event) => {
              const found = event.composedPath().find(isSame);
              if (found === undefined) return;
              [hit, click.reached] = [found, true];
              listening.abort();
              const stopped = setTimeout(judge);
              const handled = () => { clearTimeout(stopped); judge(); };
              window.addEventListener('click', handled, { once: true });
            };
            window.addEventListener('click', reached, { capture: true, signal: listening.signal });";
        if self.client.execute(listen, vec![id]).await.is_err() {
            return false;
        }
        // A click that the driver calls failed may have reached it all the same.
        let is_clicked = target.click().await.is_ok();
        let counts = "const click = window.usherClick;
            return click === undefined ? null : click.reached && !click.isIgnored();";
        // A page that is gone was left by the click.
        match self.client.execute(counts, vec![]).await {
            Ok(Value::Bool(counts)) => counts,
            Ok(_) | Err(_) => is_clicked,
        }
    }

    /// Goes to the beginning of a screen by the rail.
    pub async fn go_to(&self, screen: &str) {
        self.go_back_to(screen).await;
        // The link of the screen that is shown leads to its beginning. Approvals and Settings open there anyway.
        self.eventually(&format!("the beginning of the screen {screen}"), || async {
            let kept = "return /^#\\/(?!approvals|settings).*\\?/u.test(location.hash)";
            if self.client.execute(kept, vec![]).await.ok()? == json!(false) {
                return Some(());
            }
            self.click_in_rail(screen).await;
            None
        })
        .await;
    }

    async fn click_in_rail(&self, screen: &str) -> Option<()> {
        match self.all_in("nav", "link", &has(screen)).await.as_slice() {
            [one] => self.click_reaches(one).await.then_some(()),
            _ => None,
        }
    }

    /// Goes by the rail to where a screen was left.
    pub async fn go_back_to(&self, screen: &str) {
        self.eventually(&format!("a link of the rail to {screen}"), || {
            self.click_in_rail(screen)
        })
        .await;
        self.eventually(&format!("the screen {screen}"), || async {
            let current =
                "return document.querySelector('nav a[aria-current=page]')?.textContent ?? ''";
            let current = self.client.execute(current, vec![]).await.ok()?;
            current.as_str()?.contains(screen).then_some(())
        })
        .await;
    }

    /// Replaces what stands in the one field of this role and name, by one insertion, as a paste is.
    pub async fn fill(&self, role: &str, name: impl Into<Name>, text: &str) {
        let name = name.into();
        let what = format!("all of the {role} named {name:?} to be selected");
        // A page that has just been opened may set its fields once more, which undoes the selection.
        self.eventually(&what, || async {
            let field = self.find(role, name.clone()).await;
            field.click().await.ok()?;
            self.press("Control", "a").await;
            let id = json!({ ELEMENT_KEY: field.element_id().to_string() });
            let inserted = self.client.execute(INSERT, vec![id, json!(text)]).await;
            (inserted.ok()? == json!(true)).then_some(())
        })
        .await;
    }

    /// Replaces what stands in the one text field of this name.
    pub async fn write(&self, name: impl Into<Name>, text: &str) {
        self.fill("textbox", name, text).await;
    }

    /// Sends keys to whatever has the focus.
    pub async fn type_keys(&self, text: &str) {
        let focused = self
            .client
            .active_element()
            .await
            .expect("something has the focus");
        focused.send_keys(text).await.expect("it takes keys");
    }

    /// Presses a key while holding `Control`, `Shift` or `Alt`.
    pub async fn press(&self, modifier: &str, key: &str) {
        let held = match modifier {
            "Control" => '\u{e009}',
            "Shift" => '\u{e008}',
            "Alt" => '\u{e00a}',
            other => panic!("no such modifier: {other}"),
        };
        let key = key.chars().next().expect("a key");
        let chord = KeyActions::new("keyboard".to_owned())
            .then(KeyAction::Down { value: held })
            .then(KeyAction::Down { value: key })
            .then(KeyAction::Up { value: key })
            .then(KeyAction::Up { value: held });
        self.client
            .perform_actions(chord)
            .await
            .expect("keys can be pressed");
    }

    /// Chooses the radio button of this label.
    pub async fn choose(&self, name: impl Into<Name>) {
        self.set("radio", name).await;
    }

    /// Ticks the check box of this label.
    pub async fn tick(&self, name: impl Into<Name>) {
        self.set("checkbox", name).await;
    }

    /// Turns the switch of this label on.
    pub async fn turn_on(&self, name: impl Into<Name>) {
        self.set("switch", name).await;
    }

    async fn set(&self, role: &str, name: impl Into<Name>) {
        let name = name.into();
        let what = format!("the {role} named {name:?} to be chosen");
        let toggle = "const [role, name] = arguments;
            const matches = name.has === undefined ? name.is : (text) => text.includes(name.has);
            const [one, ...others] = TestingLibraryDom.queryAllByRole(document.body, role, { name: matches });
            if (one === undefined || others.length > 0) return false;
            if (!one.checked) one.click();
            return one.checked;";
        self.eventually(&what, || async {
            let arguments = vec![json!(role), name.as_json()];
            let chosen = self.script_that_finds(toggle, arguments).await;
            (chosen == Some(json!(true))).then_some(())
        })
        .await;
    }

    /// Waits until the page shows this text somewhere.
    pub async fn see(&self, text: &str) {
        self.eventually(&format!("the text {text:?}"), || async {
            self.text().await.contains(text).then_some(())
        })
        .await;
    }

    /// All the text the page shows.
    pub async fn text(&self) -> String {
        let text = self
            .client
            .execute("return document.body.innerText", vec![])
            .await;
        text.ok()
            .and_then(|text| text.as_str().map(str::to_owned))
            .unwrap_or_default()
    }

    /// Runs a script in the page and gives what it returns.
    pub async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.client
            .execute(script, arguments)
            .await
            .expect("the page runs a script")
    }

    /// Waits for something, looking again and again. A journey that never sees it leaves a picture.
    pub async fn eventually<T, F>(&self, what: &str, look: impl Fn() -> F) -> T
    where
        F: Future<Output = Option<T>>,
    {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = look().await {
                return found;
            }
            if Instant::now() > deadline {
                self.give_up(what).await;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn give_up(&self, what: &str) -> ! {
        let journey = std::thread::current()
            .name()
            .unwrap_or("journey")
            .replace("::", "-");
        let text = self.text().await;
        self.picture(&format!("failed-{journey}")).await;
        panic!("waited {PATIENCE:?} for {what}; the page shows:\n{text}");
    }

    pub(super) async fn wait_for_page(&self) {
        let loaded =
            "return document.readyState === 'complete' && document.body.innerText.trim() !== ''";
        self.eventually("the page", || async {
            let loaded = self.client.execute(loaded, vec![]).await;
            (loaded.ok() == Some(json!(true))).then_some(())
        })
        .await;
    }

    /// Runs a script that uses the library for roles and names, which is brought into a page without it. `None` = the
    /// page cannot run it now.
    pub(super) async fn script_that_finds(
        &self,
        script: &str,
        arguments: Vec<Value>,
    ) -> Option<Value> {
        let script = format!("if (!window.TestingLibraryDom) return 'no library';\n{script}");
        let found = self.client.execute(&script, arguments.clone()).await.ok()?;
        if found != json!("no library") {
            return Some(found);
        }
        self.learn(TESTING_LIBRARY, "window.TestingLibraryDom")
            .await;
        self.client.execute(&script, arguments).await.ok()
    }

    /// Brings a library into the page, once per load.
    pub(super) async fn learn(&self, file: &str, proof: &str) {
        let known = self
            .client
            .execute(&format!("return {proof} !== undefined"), vec![])
            .await;
        if known.ok() == Some(json!(true)) {
            return;
        }
        let path = repository().join("ui/node_modules").join(file);
        let source = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; run `npm ci` in ui/", path.display()));
        // A page that is just being replaced refuses; whoever waits will try again.
        let _ = self
            .client
            .execute(
                &format!("(function () {{ {source}\n }}).call(window)"),
                vec![],
            )
            .await;
    }
}

const TESTING_LIBRARY: &str = "@testing-library/dom/dist/@testing-library/dom.umd.min.js";
