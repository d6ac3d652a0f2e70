//! Stops every server before the process ends.
//!
//! That holds for closing the window, the system's quit and a signal.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tauri::{AppHandle, Manager, RunEvent};
use usher_api::CloseApp;
use usher_app::EndSignals;

use crate::ipc::Core;
use crate::served_clients;
use crate::window;

/// How long stopping all servers may take. Each is asked, then told, then killed within 6 s, side by side.
const PATIENCE: Duration = Duration::from_secs(10);

/// How far the end has come.
#[derive(Default)]
pub(crate) struct Ending(AtomicU8);

impl Ending {
    const STOPPING: u8 = 1;
    const STOPPED: u8 = 2;

    /// True for the first who asks.
    fn begin(&self) -> bool {
        self.0
            .compare_exchange(0, Self::STOPPING, Ordering::SeqCst, Ordering::SeqCst)
            .is_ok()
    }

    fn is_over(&self) -> bool {
        self.0.load(Ordering::SeqCst) == Self::STOPPED
    }

    fn finish(&self) {
        self.0.store(Self::STOPPED, Ordering::SeqCst);
    }
}

/// How soon closing once more ends Usher without the page: it may not be able to answer.
const CLOSES_AT_ONCE: Duration = Duration::from_secs(5);

/// When the page was last asked whether Usher may close.
#[derive(Default)]
pub(crate) struct CloseAsked(Mutex<Option<Instant>>);

/// Whether Usher closes now. If questions of servers are open, the page is asked first, and the window is shown.
pub(crate) fn may_close(app: &AppHandle) -> bool {
    let core = app.state::<Core>();
    let asked = app.state::<CloseAsked>();
    let mut asked = asked.0.lock();
    if asked.is_some_and(|asked| asked.elapsed() < CLOSES_AT_ONCE)
        || core.api.get().is_none_or(|api| api.request_close())
    {
        return true;
    }
    *asked = Some(Instant::now());
    window::focus_main(app);
    false
}

/// Closes Usher as the close button does where nothing stays in the tray.
pub(crate) fn quit(app: &AppHandle) {
    if may_close(app) {
        app.exit(0);
    }
}

/// How the core closes Usher, once the person has said so.
pub(crate) fn closer(app: &AppHandle) -> CloseApp {
    let app = app.clone();
    Arc::new(move || app.exit(0))
}

/// Holds the exit back until the servers have stopped.
pub(crate) fn on_event(app: &AppHandle, event: &RunEvent) {
    match event {
        RunEvent::ExitRequested { api, .. } if !app.state::<Ending>().is_over() => {
            api.prevent_exit();
            if app.state::<Ending>().begin() {
                let app = app.clone();
                tauri::async_runtime::spawn(async move {
                    stop_servers(&app).await;
                    app.exit(0);
                });
            }
        }
        // The quit of the macOS menu comes here without asking first.
        RunEvent::Exit if app.state::<Ending>().begin() => {
            tauri::async_runtime::block_on(stop_servers(app));
        }
        _ => {}
    }
}

async fn stop_servers(app: &AppHandle) {
    served_clients::end(app);
    let core = app.state::<Core>();
    if let Some(api) = core.api.get()
        && tokio::time::timeout(PATIENCE, api.close()).await.is_err()
    {
        tracing::warn!("some servers did not stop in time");
    }
    app.state::<Ending>().finish();
}

/// Lets the signals that end a program end this one properly.
pub(crate) fn listen_for_signals(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        match EndSignals::listen() {
            Ok(mut signals) => {
                signals.received().await;
                app.exit(0);
            }
            Err(error) => tracing::warn!(%error, "signals are not heard; they end Usher at once"),
        }
    });
}
