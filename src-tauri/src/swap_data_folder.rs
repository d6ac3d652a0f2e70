//! Closes the host and opens another on the data folder that a test names, in the window that runs: many tests share one.
//!
//! It also tells which apps are silenced: nothing else does, as long as nothing is played.
//!
//! Only programs that are tested have this: the feature `swap-data-folder` does not compile without debug assertions, and
//! without a socket's path in [`SOCKET`] nothing listens. What the page can do is not changed by it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tauri::{AppHandle, LogicalSize, Manager as _, WebviewWindow};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::UnixListener;
use tokio::sync::oneshot;
use usher_app::Environment;
use usher_process::HostEnvironment;
use webkit2gtk::WebViewExt as _;

use crate::browser::Changed;
use crate::ipc::Core;
use crate::window::{self, MAIN};
use crate::words::Words;
use crate::{app_views, host, label, served_clients, waiting_count, zoom};

/// Names the socket at which the app is asked for another data folder. Before the first request no host is open.
const SOCKET: &str = "USHER_SWAP_SOCKET";

/// One line at the socket. It is answered by a line once it is done, which is empty unless something was asked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Request {
    /// Closes the host.
    Close,
    /// Opens a host, as a start with these variables would.
    Open { env: Variables },
    /// Asks for the apps, and whether each is silenced.
    Silenced,
}

type Variables = BTreeMap<String, String>;

/// Returns where requests come from; `None` = this start is an ordinary one.
pub(crate) fn socket() -> Option<PathBuf> {
    std::env::var_os(SOCKET).map(PathBuf::from)
}

/// Does what one test program asks for, as long as it is there.
pub(crate) async fn serve(app: &AppHandle, socket: &Path) {
    if let Err(error) = answer(app, socket).await {
        tracing::error!(%error, "the data folder cannot be swapped");
    }
    app.exit(0);
}

async fn answer(app: &AppHandle, socket: &Path) -> io::Result<()> {
    let (stream, _) = UnixListener::bind(socket)?.accept().await?;
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    let mut before = BTreeMap::new();
    while stream.read_line(&mut line).await? > 0 {
        let mut answered = String::new();
        match serde_json::from_str(&line)? {
            Request::Close => close(app).await,
            Request::Open { env } => {
                exchange(env, &mut before)?;
                open(app).await?;
            }
            Request::Silenced => answered = serde_json::to_string(&silenced(app).await?)?,
        }
        answered.push('\n');
        stream.write_all(answered.as_bytes()).await?;
        line.clear();
    }
    Ok(())
}

/// Sets variables of the environment, and those of the last time to what they were before.
fn exchange(env: Variables, before: &mut BTreeMap<String, Option<OsString>>) -> io::Result<()> {
    for (name, value) in std::mem::take(before) {
        match value {
            Some(value) => gtk::glib::setenv(name, value, true).map_err(io::Error::other)?,
            None => gtk::glib::unsetenv(name),
        }
    }
    for (name, value) in env {
        before.insert(name.clone(), std::env::var_os(&name));
        gtk::glib::setenv(name, value, true).map_err(io::Error::other)?;
    }
    Ok(())
}

/// Closes the host and what shows its state, and makes the window as it is at a start.
async fn close(app: &AppHandle) {
    served_clients::end(app);
    if let Some(api) = app.state::<Core>().api.take() {
        api.close().await;
    }
    let views = app_views::drawing(app);
    for label in app.webview_windows().into_keys() {
        if let Some(id) = label::app_of(&label) {
            views.close(&id);
        }
    }
    zoom::set(app, 100);
    if let Some(main) = app.get_webview_window(MAIN)
        && let Err(error) = size_as_configured(app, &main)
    {
        tracing::error!(%error, "the window cannot be given its size");
    }
}

/// The ids of apps that have a web view, and whether it is silenced.
async fn silenced(app: &AppHandle) -> io::Result<BTreeMap<String, bool>> {
    let mut silenced = BTreeMap::new();
    for (label, window) in app.webview_windows() {
        let Some(id) = label::app_of(&label) else {
            continue;
        };
        let (tell, told) = oneshot::channel();
        let asked = window.with_webview(move |view| {
            // Whoever asked waits.
            let _ = tell.send(view.inner().is_muted());
        });
        asked.map_err(io::Error::other)?;
        let is_muted = told.await.map_err(io::Error::other)?;
        silenced.insert(id.as_str().to_owned(), is_muted);
    }
    Ok(silenced)
}

fn size_as_configured(app: &AppHandle, main: &WebviewWindow) -> tauri::Result<()> {
    let windows = &app.config().app.windows;
    let Some(config) = windows.iter().find(|window| window.label == MAIN) else {
        return Err(tauri::Error::WindowNotFound);
    };
    main.unmaximize()?;
    main.set_size(LogicalSize::new(config.width, config.height))
}

/// Opens the host. The page was loaded anew and waits for it.
async fn open(app: &AppHandle) -> io::Result<()> {
    let mut environment = Environment::read().map_err(io::Error::other)?;
    environment.variables = HostEnvironment::new(app.state::<Changed>().undone());
    if let Err(error) = environment.paths.create() {
        tracing::warn!(%error, "the data folder cannot be written");
    }
    window::focus_main(app);
    if let Some(main) = app.get_webview_window(MAIN) {
        // The watch of the last host may have left what waited there.
        let title = waiting_count::title(&app.state::<Words>(), 0);
        main.set_title(&title).map_err(io::Error::other)?;
    }
    host::open(app, &environment).await;
    Ok(())
}
