//! The window that the journeys of one process share: each gets it as it is at a start, on a data folder of its own.
//!
//! The app closes and opens hosts in it because a build for tests listens at a socket (`src-tauri/src/swap_data_folder.rs`).
//! Here is what the app cannot do by itself: the page, and the look that nothing of the last journey is left.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};
use serde_json::{Map, Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::UnixStream;
use tokio::runtime::Runtime;

use super::{Env, PATIENCE, Start, Window, children_of, display, usual_env};

/// Where the app shows its page.
const PAGE: &str = "tauri://localhost/";

/// How long what is seen has to stay so.
const STAYS: Duration = Duration::from_millis(500);

/// Variables that count only when the app starts. The app gets all others with the data folder.
const READ_AT_START: [&str; 1] = ["NO_AT_BRIDGE"];

/// The window that waits for the next journey.
static IDLE: Mutex<Option<Window>> = Mutex::new(None);

/// Drives what a journey hands on to the next one: each has a runtime of its own, which ends with it.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime")
});

/// What makes a window the shared one.
pub(super) struct Shared {
    /// What its app was started with besides the usual.
    at_start: Env,
    /// To the app.
    socket: BufReader<UnixStream>,
    /// So many errors of MCP Apps were in the log before this journey.
    app_errors: usize,
    /// What the app has beside the data folders of journeys: its log, and what the web view keeps.
    _own: TempDir,
}

impl Shared {
    pub(super) fn app_errors(&self) -> usize {
        self.app_errors
    }

    /// Has the app do something, and waits until it is done.
    async fn request(&mut self, request: &Value) {
        let answer = self.ask(request).await;
        assert_eq!(answer, "\n", "the app failed at {request}");
    }

    /// Returns the line by which the app answers.
    async fn ask(&mut self, request: &Value) -> String {
        let mut answer = String::new();
        let answered = async {
            let line = format!("{request}\n");
            self.socket.write_all(line.as_bytes()).await?;
            self.socket.read_line(&mut answer).await
        };
        let answered = tokio::time::timeout(PATIENCE, answered).await;
        let answered = answered.unwrap_or_else(|_| panic!("the app does not do {request}"));
        answered.expect("the app listens");
        answer
    }
}

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

/// Runs what makes something that outlives the runtime of a journey.
pub(super) async fn outliving<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> T {
    match RUNTIME.spawn(work).await {
        Ok(made) => made,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
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
