//! Lets clients reach the servers through this window, as long as it runs.

use parking_lot::Mutex;
use tauri::{AppHandle, Manager as _};
use usher_api::Api;
use usher_app::Environment;

/// What takes connections of clients; `None` = none can be taken.
#[derive(Default)]
pub(crate) struct ServedClients(Mutex<Option<usher_app::ServedClients>>);

/// Serves clients until the servers are stopped.
pub(crate) fn serve(app: &AppHandle, environment: &Environment, api: &Api) {
    match usher_app::serve_clients(environment, api, None) {
        Ok(listener) => *app.state::<ServedClients>().0.lock() = Some(listener),
        Err(error) => tracing::warn!(%error, "clients cannot be served"),
    }
}

/// Ends the connections of all clients.
pub(crate) fn end(app: &AppHandle) {
    drop(app.state::<ServedClients>().0.lock().take());
}
