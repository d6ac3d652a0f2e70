//! Starts the app in a window, with an environment.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value, json};

use super::build::{self, Binary};
use super::outliving::{Shared, outliving};
use super::process::{Driver, Env, PATIENCE};
use crate::executable::write_program;

/// How a [`Window`] is started.
#[derive(Debug, Default)]
pub struct Start {
    pub(super) env: Env,
}

impl Start {
    /// Sets one variable of the app's environment.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// Puts a folder at the front of PATH.
    #[must_use]
    pub fn found_first(mut self, folder: &Path) -> Self {
        let own = || std::env::var_os("PATH").unwrap_or_default();
        let set = self.env.iter().position(|(name, _)| name == "PATH");
        let behind = set.map_or_else(own, |at| self.env.swap_remove(at).1);
        let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&behind));
        let path = std::env::join_paths(folders).expect("a folder's name without a colon");
        self.env("PATH", path)
    }

    pub(super) async fn start(self, data_dir: &Path) -> Window {
        let exit = data_dir.join("exit-status");
        let starter = starter(data_dir, &Binary::App.path(), &exit);
        let mut env = usual_env(data_dir);
        env.push(("TAURI_WEBVIEW_AUTOMATION".into(), "true".into()));
        env.extend(self.env);
        let started = outliving(async move {
            let driver = Driver::start(&env).await;
            let client = session(driver.port(), &starter).await;
            (driver, client)
        });
        let (driver, client) = started.await;
        Window {
            client,
            driver,
            exit,
            logs: data_dir.join("usher").join("logs"),
            shared: None,
        }
    }
}

/// Variable that leaves out the optimising compiler of the web view's scripts: a window of a journey ends before the
/// compiled code has earned the processor time it took. Windows of release builds are measured, and keep it.
const WITHOUT_OPTIMIZING_COMPILER: &str = "JSC_useDFGJIT";

/// The variables by which an app uses a data directory, with its home beside it.
pub(super) fn usual_env(data_dir: &Path) -> Env {
    let home = data_dir.join("home");
    std::fs::create_dir_all(&home).expect("the home of a journey can be made");
    let mut env = vec![
        ("USHER_DATA_DIR".into(), data_dir.join("usher").into()),
        ("HOME".into(), home.into()),
    ];
    if !build::is_release() {
        env.push((WITHOUT_OPTIMIZING_COMPILER.into(), "false".into()));
    }
    env
}

/// The running app and the hand on it.
pub struct Window {
    pub(super) client: Client,
    pub(super) driver: Driver,
    /// File with the app's exit status.
    pub(super) exit: PathBuf,
    /// Folder with the app's logs.
    pub(super) logs: PathBuf,
    /// What makes it the one that journeys share; `None` = it is the journey's own.
    pub(super) shared: Option<Shared>,
}

/// A script that starts the app and keeps its exit status.
fn starter(dir: &Path, app: &Path, exit: &Path) -> PathBuf {
    let starter = dir.join("start-usher");
    let script = format!(
        "#!/bin/sh\n'{}' \"$@\"\necho $? >'{}'\n",
        app.display(),
        exit.display()
    );
    // An earlier window of the same journey has left its own.
    let _ = std::fs::remove_file(exit);
    write_program(&starter, script);
    starter
}

/// Sends each command at once: by itself the system would hold small packets back.
pub(super) fn connector() -> HttpConnector {
    let mut connector = HttpConnector::new();
    connector.set_nodelay(true);
    connector
}

async fn session(port: u16, binary: &Path) -> Client {
    let options = json!({
        "webkitgtk:browserOptions": { "binary": binary, "args": [] },
        "timeouts": { "script": PATIENCE.as_secs() * 1000 },
    });
    let capabilities: Map<String, Value> = serde_json::from_value(options).expect("a JSON object");
    ClientBuilder::new(connector())
        .capabilities(capabilities)
        .connect(&format!("http://127.0.0.1:{port}"))
        .await
        .expect("WebKitWebDriver opens the app; is there a display?")
}
