//! Lets clients reach the servers through this window, as long as it runs.

use std::sync::{Mutex, PoisonError};

use tauri::{AppHandle, Manager as _};
use usher_api::Api;
use usher_app::Environment;

/// What takes connections of clients; `None` = none can be taken.
#[derive(Default)]
pub(crate) struct ServedClients(Mutex<Option<Listener>>);

#[cfg(unix)]
type Listener = usher_app::ServedClients;
#[cfg(not(unix))]
type Listener = ();

/// Asks a program that owns the data folder without a window to hand it over.
pub(crate) async fn take_over(environment: &Environment) {
    #[cfg(unix)]
    usher_app::take_over(environment).await;
    #[cfg(not(unix))]
    let _ = environment;
}

/// Serves clients until the servers are stopped.
pub(crate) fn serve(app: &AppHandle, environment: &Environment, api: &Api) {
    #[cfg(unix)]
    match usher_app::serve_clients(environment, api, None) {
        Ok(listener) => *app.state::<ServedClients>().lock() = Some(listener),
        Err(error) => tracing::warn!(%error, "clients cannot be served"),
    }
    #[cfg(not(unix))]
    let _ = (app, environment, api);
}

/// Ends the connections of all clients.
pub(crate) fn end(app: &AppHandle) {
    drop(app.state::<ServedClients>().lock().take());
}

impl ServedClients {
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Listener>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
