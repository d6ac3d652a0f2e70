//! Drives the built app in a real window: by role and name, click and key.
//!
//! [`Window::open`] gives the window that the journeys of one process share, [`Start`] one of the journey's own, whose app
//! has another environment or is ended and started again. One window is on the display at a time. The display, the D-Bus
//! session and the keyring come from whoever runs the tests.

mod build;
mod display;
mod drop_target;
mod frames;
mod keyboard;
mod look;
mod outliving;
mod page;
mod pointer;
mod process;
mod shared;
mod start;

use std::path::{Path, PathBuf};
use std::time::Duration;

use fantoccini::ClientBuilder;
use serde_json::{Value, json};

use crate::reviewing::accept_declared;
pub use build::{Binary, repository};
pub use display::{count as window_count, titles as window_titles};
pub use look::Theme;
pub use page::{Name, has};
pub use pointer::{Button, Side};
pub use process::{PATIENCE, Process, children_of, free_port, is_alive, parent_of};
pub use shared::clear_display;
use start::connector;
pub use start::{Start, Window};

impl Start {
    /// Starts the app on a data directory, its home beside it.
    pub async fn open(self, data_dir: &Path) -> Window {
        shared::end().await;
        let window = self.start(data_dir).await;
        window.wait_for_page().await;
        window
    }

    /// Takes the window that the journeys of this process share, or starts it.
    pub async fn share(self, data_dir: &Path) -> Window {
        if build::is_release() {
            return self.open(data_dir).await;
        }
        shared::take(self, data_dir).await
    }
}

impl Window {
    /// Takes the shared window on a data directory, or starts it.
    pub async fn open(data_dir: &Path) -> Self {
        Start::default().share(data_dir).await
    }

    /// Ends a journey that does not end the app itself: a shared window goes to the next journey.
    pub async fn done(self) {
        match self.shared {
            Some(_) => shared::give_back(self).await,
            None => self.quit().await,
        }
    }

    /// Opens an address in a plain browser window: the page alone, on its host in memory.
    pub async fn look_at(address: &str) -> Self {
        let driver = process::Driver::start(&process::drawn_as_in_the_app()).await;
        let client = ClientBuilder::new(connector())
            .connect(&format!("http://127.0.0.1:{}", driver.port()))
            .await
            .expect("WebKitWebDriver opens a browser; is there a display?");
        client.goto(address).await.expect("the address opens");
        Self {
            client,
            driver,
            exit: PathBuf::new(),
            logs: PathBuf::new(),
            shared: None,
        }
    }

    /// Opens another address in a window of [`look_at`](Self::look_at).
    pub async fn go_on_to(&self, address: &str) {
        self.client.goto(address).await.expect("the address opens");
    }

    /// Ends a window of [`look_at`](Self::look_at).
    pub async fn leave(self) {
        let _ = self.client.close().await;
        self.driver.stop().await;
    }

    /// The process of the app itself.
    pub fn process(&self) -> Process {
        self.driver.app()
    }

    /// Ends the app by SIGTERM, and waits until it is gone.
    pub async fn quit(self) {
        let app = self.process();
        app.terminate();
        self.ended(app).await;
    }

    /// Goes on in another app, as far as this one can tell.
    pub fn turn_away(&self) {
        display::focus_nothing();
    }

    /// Minimises the window and restores it, as a window manager does.
    pub async fn minimise_and_restore(&self) {
        let windows = display::minimise();
        self.eventually("no window in sight", || async {
            display::titles().is_empty().then_some(())
        })
        .await;
        display::restore(&windows);
        self.eventually("the window is back", || async {
            (!display::titles().is_empty()).then_some(())
        })
        .await;
    }

    /// Loads the page anew.
    pub async fn reload(&self) {
        self.client
            .refresh()
            .await
            .expect("the page is loaded anew");
        self.wait_for_page().await;
    }

    /// Closes the window where that only hides the app.
    pub async fn put_away(&self) {
        display::ask_windows_to_close();
        self.eventually("no window in sight", || async {
            display::titles().is_empty().then_some(())
        })
        .await;
    }

    /// Asks the window to close, as its close button does.
    pub fn ask_to_close(&self) {
        display::ask_windows_to_close();
    }

    /// Clicks what ends the app, and waits until it is gone.
    pub async fn end_by_click(self, name: &str) {
        let app = self.process();
        self.click("button", name).await;
        self.ended(app).await;
    }

    /// Closes the window, and waits until the app is gone.
    pub async fn close(self) {
        let app = self.process();
        display::ask_windows_to_close();
        self.ended(app).await;
    }

    /// Errors of the pages of MCP Apps in this journey, the oldest first: the debug build writes them to its log.
    pub fn app_errors(&self) -> Vec<String> {
        let before = self
            .shared
            .as_ref()
            .map_or(0, outliving::Shared::app_errors);
        self.logged_app_errors().split_off(before)
    }

    fn logged_app_errors(&self) -> Vec<String> {
        let files = std::fs::read_dir(&self.logs)
            .into_iter()
            .flatten()
            .flatten();
        let texts = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
        let errors = |text: String| {
            let lines = text.lines();
            let of_app = lines.filter_map(|line| line.split_once("console of an app: "));
            of_app
                .map(|(_, error)| error.to_owned())
                .collect::<Vec<_>>()
        };
        texts.flat_map(errors).collect()
    }

    /// Waits until the window's title bar says this.
    pub async fn is_titled(&self, title: &str) {
        self.eventually(&format!("a window titled {title:?}"), || async {
            display::titles()
                .iter()
                .any(|found| found == title)
                .then_some(())
        })
        .await;
    }

    /// Kills the app, and waits until it is gone.
    pub async fn crash(self) {
        let app = self.process();
        app.kill();
        app.wait_until_gone().await;
        // Whoever starts the app next takes this file away and writes a new one.
        self.exit_status().await;
        let _ = self.client.close().await;
        self.driver.stop().await;
    }

    async fn ended(self, app: Process) {
        app.wait_until_gone().await;
        let status = self.exit_status().await;
        assert_eq!(status, "0\n", "the app must end well");
        // The session ends with its app; what the driver says about that does not matter.
        let _ = self.client.close().await;
        self.driver.stop().await;
    }

    /// What the app ended with, once it has.
    async fn exit_status(&self) -> String {
        let written = async {
            loop {
                match std::fs::read_to_string(&self.exit) {
                    Ok(status) if status.ends_with('\n') => return status,
                    _ => tokio::time::sleep(Duration::from_millis(10)).await,
                }
            }
        };
        tokio::time::timeout(PATIENCE, written)
            .await
            .expect("the exit status of the app is written")
    }

    /// Calls an operation as the page's client code does.
    pub async fn rpc(&self, name: &str, params: Value) -> Result<Value, Value> {
        let script = "const [name, params, done] = arguments;
            const parsed = (value) => value instanceof ArrayBuffer ? JSON.parse(new TextDecoder().decode(value)) : value;
            window.__TAURI_INTERNALS__.invoke('rpc', { name, params })
              .then((value) => done({ ok: parsed(value) }), (error) => done({ error }));";
        let answer = self
            .client
            .execute_async(script, vec![json!(name), params])
            .await
            .expect("the page runs a script");
        match answer {
            Value::Object(mut answer) if answer.contains_key("ok") => {
                Ok(answer.remove("ok").unwrap_or_default())
            }
            Value::Object(mut answer) => Err(answer.remove("error").unwrap_or_default()),
            other => Err(other),
        }
    }

    /// As [`rpc`](Self::rpc), for an operation that has to succeed.
    pub async fn call(&self, name: &str, params: Value) -> Value {
        let answered = self.rpc(name, params).await;
        answered.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Accepts everything a server declares, once it is known.
    pub async fn accept_declared(&self, server: &Value) {
        let call = async |name: &str, params: Value| self.call(name, params).await;
        accept_declared(call, server).await;
    }
}

/// Where screenshots go: `artifacts/screenshots` in the repository.
pub fn screenshots() -> PathBuf {
    let dir = repository().join("artifacts/screenshots");
    std::fs::create_dir_all(&dir).expect("the folder for screenshots can be made");
    dir
}
