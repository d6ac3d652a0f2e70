//! Opens the host and connects it to the desktop: tray, notifications, zoom, clients.

use std::sync::Arc;

use tauri::{AppHandle, Manager};
use usher_app::{Desktop, Environment, open_taken_host};

use crate::ipc::Core;
use crate::{
    app_views, background, browser, notifications, path_dialog, served_clients, shutdown, tray,
    waiting_count, words, zoom,
};

/// Opens the host and connects it to the desktop.
pub(crate) async fn open(app: &AppHandle, environment: &Environment) {
    let opening = app.clone();
    let desktop = Desktop {
        open_url: Some(Arc::new(move |url| browser::open(&opening, url))),
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
