//! The window that the journeys of one process share: each gets it as it is at a start, on a data folder of its own.
//!
//! The app closes and opens hosts in it because a build for tests listens at a socket (`src-tauri/src/swap_data_folder.rs`).
//! Here is what the app cannot do by itself: the page, and the look that nothing of the last journey is left.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};
use serde_json::{Map, Value, json};
use tokio::io::BufReader;
use tokio::net::UnixStream;

use super::display;
use super::outliving::{Shared, outliving};
use super::process::{Env, PATIENCE, children_of};
use super::start::{Start, Window, usual_env};

/// Where the app shows its page.
const PAGE: &str = "tauri://localhost/";

/// How long what is seen has to stay so.
const STAYS: Duration = Duration::from_millis(500);

/// Variables that count only when the app starts. The app gets all others with the data folder.
const READ_AT_START: [&str; 1] = ["NO_AT_BRIDGE"];

/// The window that waits for the next journey.
static IDLE: Mutex<Option<Window>> = Mutex::new(None);

impl Window {
    /// Waits until an MCP App is silenced, or is not, and looks for some time whether it stays so. Only of a shared window.
    pub async fn silences(&mut self, app: &str, expected: bool) {
        let began = Instant::now();
        let mut since = None;
        while since.is_none_or(|since: Instant| since.elapsed() < STAYS) {
            let shared = self.shared.as_mut().expect("a shared window");
            let answer = shared.ask(&json!("silenced")).await;
            let silenced: Value = serde_json::from_str(&answer).expect("the app answers");
            if silenced[app] == json!(expected) {
                since.get_or_insert_with(Instant::now);
            } else {
                since = None;
            }
            let is_late = began.elapsed() > PATIENCE;
            assert!(!is_late, "{app} is silenced, not {expected}: {silenced}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// Takes the window that waits, or starts one, and has it open a data folder.
pub(super) async fn take(start: Start, data_dir: &Path) -> Window {
    let (at_start, at_opening): (Vec<_>, Vec<_>) = start
        .env
        .into_iter()
        .partition(|(name, _)| READ_AT_START.contains(&&*name.to_string_lossy()));
    let idle = idle().take();
    let fits = |shared: &Shared| shared.at_start == at_start;
    let mut window = match idle {
        Some(idle) if idle.shared.as_ref().is_some_and(fits) => idle,
        other => {
            stop(other).await;
            new(at_start).await
        }
    };
    let errors = window.logged_app_errors().len();
    if let Some(shared) = &mut window.shared {
        shared.app_errors = errors;
        let usual = usual_env(data_dir).into_iter();
        let env = usual.chain(at_opening).map(|(name, value)| {
            let [name, value] = [name, value].map(|word| word.to_string_lossy().into_owned());
            (name, json!(value))
        });
        let env: Map<String, Value> = env.collect();
        shared.request(&json!({ "open": { "env": env } })).await;
    }
    window.wait_for_page().await;
    window
}

/// Has the app close its host and load its page anew, and keeps the window for the next journey.
pub(super) async fn give_back(mut window: Window) {
    if let Some(shared) = &mut window.shared {
        shared.request(&json!("close")).await;
    }
    let app = window.process();
    window
        .eventually("no server of the closed host", || async {
            let mut processes = children_of(app).into_iter();
            let is_left = processes.any(|process| !may_stay(&process.command()));
            (!is_left).then_some(())
        })
        .await;
    let page = window.client.goto(PAGE).await;
    page.expect("the page can be loaded anew");
    *idle() = Some(window);
}

/// Ends the window that waits, for a journey that opens windows without [`Start`].
pub fn clear_display() {
    drop(idle().take());
    let began = Instant::now();
    while !display::titles().is_empty() {
        assert!(began.elapsed() < PATIENCE, "a window stays on the display");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Ends the window that waits: a journey has its own.
pub(super) async fn end() {
    let idle = idle().take();
    stop(idle).await;
}

async fn stop(window: Option<Window>) {
    if let Some(window) = window {
        window.driver.stop().await;
    }
}

async fn new(at_start: Env) -> Window {
    // The folder of the session goes with it; nobody drops what a process has at its end.
    let session =
        std::env::var_os("XDG_RUNTIME_DIR").map_or_else(std::env::temp_dir, PathBuf::from);
    let own = tempfile::tempdir_in(session).expect("a temporary folder can be made");
    let path = own.path().join("swap.sock");
    let env = at_start.clone();
    let start = Start { env }.env("USHER_SWAP_SOCKET", &path);
    let mut window = start.start(own.path()).await;
    let socket = outliving(async move {
        let connected = async {
            loop {
                match UnixStream::connect(&path).await {
                    Ok(socket) => return socket,
                    Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
                }
            }
        };
        let connected = tokio::time::timeout(PATIENCE, connected).await;
        connected.expect("the app listens for another data folder")
    });
    window.shared = Some(Shared {
        at_start,
        socket: BufReader::new(socket.await),
        app_errors: 0,
        _own: own,
    });
    window
}

/// Whether a process may outlive its host: those of the web view, and a worker on contents, which ends when it has had
/// nothing to do for a while.
fn may_stay(command: &[String]) -> bool {
    let program = command.first().map_or("", String::as_str);
    let name = program.rsplit('/').next().unwrap_or_default();
    name.starts_with("WebKit") || command.iter().any(|word| word == "--content-worker")
}

fn idle() -> MutexGuard<'static, Option<Window>> {
    IDLE.lock()
}
