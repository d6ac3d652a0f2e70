//! The built app in a real window, driven as a person would: by role and name, mouse and keyboard.
//!
//! One [`Window`] is one run of the app on a data folder of its own. It needs a display, and on Linux
//! the driver of WebKitGTK; `cargo xtask test` provides both. What a journey does with it is not here.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource as _, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use serde_json::{Value, json};

/// How long anything the person waits for may take before a journey gives up. Not a measurement.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(40);

/// Finds elements by role and accessible name, as assistive technology does.
const BY_ROLE: &str = "
const [role, name, exact] = arguments;
const matches = exact ? name : (text) => text.toLowerCase().includes(name.toLowerCase());
const found = window.TestingLibraryDom.queryAllByRole(document.body, role, name === null ? {} : { name: matches });
return found.find((element) => !element.disabled) ?? found[0] ?? null;
";

const BY_TEXT: &str = "
const [text] = arguments;
return (document.body.innerText ?? '').includes(text);
";

/// A running app.
pub struct Window {
    client: Client,
    driver: Child,
    screenshots: PathBuf,
}

impl Window {
    /// Opens the app on `data`, which may hold an earlier run's data.
    pub async fn open(data: &Path) -> Self {
        Self::open_with(data, &[]).await
    }

    /// Opens the app with further environment values.
    pub async fn open_with(data: &Path, env: &[(&str, &str)]) -> Self {
        let port = free_port();
        let mut driver = start_driver(port, data, env);
        forward_output(&mut driver);
        let client = connect(port).await;
        let window = Self {
            client,
            driver,
            screenshots: workspace().join("artifacts/screenshots"),
        };
        window.resize(1280, 800).await;
        window
            .until("the page to load", async || {
                let ready = "return document.querySelector('#root')?.childElementCount > 0;";
                window.script(ready, vec![]).await == json!(true)
            })
            .await;
        let library = read(
            &workspace()
                .join("ui/node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js"),
        );
        window
            .script(
                &format!(
                    "{library}; window.TestingLibraryDom ??= this.TestingLibraryDom; return null;"
                ),
                vec![],
            )
            .await;
        window
    }

    /// Runs a function body in the page.
    pub async fn script(&self, body: &str, arguments: Vec<Value>) -> Value {
        self.client
            .execute(body, arguments)
            .await
            .unwrap_or_else(|error| panic!("script failed: {error}"))
    }

    /// The element with this role whose name contains `name`, once it is there.
    pub async fn find(&self, role: &str, name: &str) -> Element {
        self.find_matching(role, json!(name), Match::Part).await
    }

    /// The element with exactly this name, once it is there.
    pub async fn find_exact(&self, role: &str, name: &str) -> Element {
        self.find_matching(role, json!(name), Match::Whole).await
    }

    async fn find_matching(&self, role: &str, name: Value, how: Match) -> Element {
        let began = Instant::now();
        loop {
            let found = self.query(role, &name, how).await;
            if let Some(element) = found {
                return element;
            }
            if began.elapsed() > PATIENCE {
                self.screenshot("given-up").await;
                let text = self.text().await;
                panic!("no {role} named {name} appeared. The window says:\n{text}");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn query(&self, role: &str, name: &Value, how: Match) -> Option<Element> {
        let arguments = vec![json!(role), name.clone(), json!(how == Match::Whole)];
        let value = self.client.execute(BY_ROLE, arguments).await.ok()?;
        let reference = value.as_object()?.values().next()?.as_str()?.to_owned();
        Some(Element::from_element_id(
            self.client.clone(),
            fantoccini::elements::ElementRef::from(reference),
        ))
    }

    /// Whether such an element is there now.
    pub async fn has(&self, role: &str, name: &str) -> bool {
        self.query(role, &json!(name), Match::Part).await.is_some()
    }

    /// Clicks the element with this role and name, once it is there. Tries again while it moves.
    pub async fn click(&self, role: &str, name: &str) {
        self.click_matching(role, name, Match::Part).await;
    }

    /// Clicks the element with exactly this name.
    pub async fn click_exact(&self, role: &str, name: &str) {
        self.click_matching(role, name, Match::Whole).await;
    }

    async fn click_matching(&self, role: &str, name: &str, how: Match) {
        let began = Instant::now();
        loop {
            match self
                .find_matching(role, json!(name), how)
                .await
                .click()
                .await
            {
                Ok(()) => return,
                Err(error) if began.elapsed() > PATIENCE => {
                    self.screenshot("given-up").await;
                    panic!("could not click the {role} “{name}”: {error}");
                }
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Replaces what a field holds.
    pub async fn fill(&self, role: &str, name: &str, text: &str) {
        self.click(role, name).await;
        self.chord(CONTROL, 'a').await;
        self.find(role, name)
            .await
            .send_keys(text)
            .await
            .unwrap_or_else(|error| panic!("could not type into “{name}”: {error}"));
    }

    /// Waits until the window shows this text.
    pub async fn see(&self, text: &str) {
        self.until(&format!("the text “{text}”"), async || {
            self.shows(text).await
        })
        .await;
    }

    /// Waits until the window does not show this text any more.
    pub async fn lose(&self, text: &str) {
        self.until(&format!("“{text}” to go away"), async || {
            !self.shows(text).await
        })
        .await;
    }

    /// Whether the window shows this text now.
    pub async fn shows(&self, text: &str) -> bool {
        self.script(BY_TEXT, vec![json!(text)]).await == json!(true)
    }

    /// All text of the window.
    pub async fn text(&self) -> String {
        self.script("return document.body.innerText;", vec![])
            .await
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// Waits until `condition` holds; gives up with a picture of the window.
    pub async fn until(&self, what: &str, mut condition: impl AsyncFnMut() -> bool) {
        let began = Instant::now();
        while !condition().await {
            if began.elapsed() > PATIENCE {
                self.screenshot("given-up").await;
                let text = self.text().await;
                panic!("waited in vain for {what}. The window says:\n{text}");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Presses one key with a modifier held.
    pub async fn chord(&self, modifier: char, key: char) {
        let actions = KeyActions::new("keys".to_owned())
            .then(KeyAction::Down { value: modifier })
            .then(KeyAction::Down { value: key })
            .then(KeyAction::Up { value: key })
            .then(KeyAction::Up { value: modifier });
        self.client
            .perform_actions(actions)
            .await
            .unwrap_or_else(|error| panic!("could not press a key: {error}"));
    }

    /// Presses one key.
    pub async fn press(&self, key: char) {
        let actions = KeyActions::new("keys".to_owned())
            .then(KeyAction::Down { value: key })
            .then(KeyAction::Up { value: key });
        self.client
            .perform_actions(actions)
            .await
            .unwrap_or_else(|error| panic!("could not press a key: {error}"));
    }

    /// Makes the window this large.
    pub async fn resize(&self, width: u32, height: u32) {
        // The driver refuses while the window is still being mapped.
        let began = Instant::now();
        while self.client.set_window_size(width, height).await.is_err()
            && began.elapsed() < PATIENCE
        {
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Draws the page in the other theme, without changing the setting.
    pub async fn theme(&self, theme: &str) {
        let set = "document.documentElement.setAttribute('data-mantine-color-scheme', arguments[0]); return null;";
        self.script(set, vec![json!(theme)]).await;
    }

    /// Keeps a picture of the window as `artifacts/screenshots/<name>.png`.
    pub async fn screenshot(&self, name: &str) {
        std::fs::create_dir_all(&self.screenshots).expect("the artifacts folder can be made");
        if let Ok(png) = self.client.screenshot().await {
            std::fs::write(self.screenshots.join(format!("{name}.png")), png)
                .expect("the picture can be written");
        }
    }

    /// Keeps pictures in light and dark, at the usual and at the smallest size.
    pub async fn pictures(&self, name: &str) {
        for (width, height, size) in [(1280, 800, ""), (900, 600, "-small")] {
            self.resize(width, height).await;
            for theme in ["light", "dark"] {
                self.theme(theme).await;
                tokio::time::sleep(Duration::from_millis(200)).await;
                self.screenshot(&format!("{name}-{theme}{size}")).await;
            }
        }
        self.resize(1280, 800).await;
        self.theme("light").await;
    }

    /// Runs axe on the page and returns what it finds wrong, one line each.
    pub async fn axe(&self) -> Vec<String> {
        let library = read(&workspace().join("ui/node_modules/axe-core/axe.min.js"));
        self.script(
            &format!("{library}; window.axe ??= this.axe; return null;"),
            vec![],
        )
        .await;
        let run = "
            const done = arguments[arguments.length - 1];
            window.axe.run(document, { resultTypes: ['violations'] }).then(
              (result) => done(result.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 200)} — ${node.failureSummary}`))),
              (error) => done([`axe failed: ${error}`]),
            );";
        let found = self
            .client
            .execute_async(run, vec![])
            .await
            .unwrap_or_else(|error| panic!("axe did not run: {error}"));
        found
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect()
    }

    /// Closes the app as the session's end does, and waits until its processes are gone.
    pub async fn close(self) {
        let _ = self.client.clone().close().await;
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The Control key, for [`Window::chord`].
pub const CONTROL: char = '\u{e009}';
/// The Escape key.
pub const ESCAPE: char = '\u{e00c}';
/// The Enter key.
pub const ENTER: char = '\u{e007}';

#[derive(Clone, Copy, PartialEq, Eq)]
enum Match {
    Part,
    Whole,
}

/// The root of the workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()
        .expect("the workspace is there")
}

/// The built app, beside the folder of this test program.
pub fn app_binary() -> PathBuf {
    let here = std::env::current_exe().expect("a test knows its own path");
    let folder = here
        .parent()
        .and_then(Path::parent)
        .expect("tests are built into <target>/debug/deps");
    folder.join(format!("usher{}", std::env::consts::EXE_SUFFIX))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("it has an address").port()
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test starts the driver of the window"
)]
fn start_driver(port: u16, data: &Path, env: &[(&str, &str)]) -> Child {
    Command::new("WebKitWebDriver")
        .arg(format!("--port={port}"))
        .env("TAURI_WEBVIEW_AUTOMATION", "true")
        .env("USHER_DATA_DIR", data)
        .envs(env.iter().copied())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("WebKitWebDriver starts: install the package webkit2gtk-driver")
}

/// Shows what the app prints under the test that ran it.
fn forward_output(driver: &mut Child) {
    fn forward(stream: impl std::io::Read + Send + 'static) {
        std::thread::spawn(move || {
            for line in BufReader::new(stream.take(1 << 20))
                .lines()
                .map_while(Result::ok)
            {
                println!("[app] {line}");
            }
        });
    }
    if let Some(stream) = driver.stdout.take() {
        forward(stream);
    }
    if let Some(stream) = driver.stderr.take() {
        forward(stream);
    }
}

async fn connect(port: u16) -> Client {
    let options = json!({ "webkitgtk:browserOptions": { "binary": app_binary(), "args": [] } });
    let capabilities: Capabilities = options.as_object().cloned().unwrap_or_default();
    let began = Instant::now();
    loop {
        let mut builder =
            ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
        match builder
            .capabilities(capabilities.clone())
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
        {
            Ok(client) => return client,
            Err(error) if began.elapsed() > PATIENCE => {
                panic!("no session with the window: {error}")
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}
