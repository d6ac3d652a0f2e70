//! Opens the host and connects it to the desktop: tray, notifications, zoom, clients.

use std::sync::Arc;
use std::time::Duration;

use tauri::{AppHandle, Manager};
use usher_app::{Desktop, Environment, open_taken_host};

use crate::ipc::Core;
use crate::{
    app_views, background, notifications, path_dialog, served_clients, shutdown, tray,
    waiting_count, words, zoom,
};

/// Time after which a command that opens a browser counts as successful: it may run as long as the browser does.
const BROWSER_STARTS_WITHIN: Duration = Duration::from_secs(2);

/// Opens the host and connects it to the desktop.
pub(crate) async fn open(app: &AppHandle, environment: &Environment) {
    let desktop = Desktop {
        open_url: Some(Arc::new(|url| {
            open::that_detached_with_timeout(url, BROWSER_STARTS_WITHIN)
        })),
        language: Some(words::language(app)),
        choose_path: Some(path_dialog::chooser(app)),
        app_views: Some(app_views::drawing(app)),
        close_app: Some(shutdown::closer(app)),
    };
    let folder = usher_app::take_over(environment).await;
    let api = open_taken_host(environment, folder, desktop).await;
    served_clients::serve(app, environment, &api);
    words::watch(app, &api);
    let counted = waiting_count::watch(app, &api);
    background::watch(app, &api);
    zoom::watch(app, &api);
    notifications::watch(app, &api);
    tray::watch(app, counted);
    if app.state::<Core>().api.set(api).is_err() {
        tracing::error!("the core was opened twice");
    }
}
