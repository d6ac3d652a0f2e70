//! Stops every server before the process ends.
//!
//! That holds for closing the window, the system's quit and a signal.

use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use tauri::{AppHandle, Manager, RunEvent};

use crate::ipc::Core;

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
        match signal().await {
            Ok(()) => app.exit(0),
            Err(error) => tracing::warn!(%error, "signals are not heard; they end Usher at once"),
        }
    });
}

#[cfg(unix)]
async fn signal() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hangup = signal(SignalKind::hangup())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        _ = hangup.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn signal() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}
