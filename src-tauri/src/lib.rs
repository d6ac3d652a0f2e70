//! Opens Usher's window and carries messages between the page and the host.
//!
//! What Usher does is not here: the host is behind `usher-api`. It is a library so that the probe of the window's
//! restrictions (`examples/ipc_probe.rs`) uses the same configuration.

pub mod app_views;
mod background;
mod browser;
mod host;
mod ipc;
mod label;
mod logging;
mod notifications;
mod opened_host;
mod path_dialog;
mod served_clients;
mod settings;
mod shutdown;
#[cfg(all(feature = "swap-data-folder", target_os = "linux"))]
mod swap_data_folder;
mod tray;
mod waiting_count;
#[cfg(target_os = "linux")]
mod web_data;
#[cfg(target_os = "linux")]
mod web_view_env;
pub mod window;
mod window_placement;
mod words;
mod zoom;

#[cfg(all(feature = "swap-data-folder", not(debug_assertions)))]
compile_error!("the feature `swap-data-folder` is for builds that are tested");

use tauri::AppHandle;
use usher_app::Environment;
use usher_messages::{Catalogue, Language, Message};
use usher_system::paths::PathsError;

use background::StayInTray;
use ipc::Core;
use served_clients::ServedClients;
use shutdown::{CloseAsked, Ending};
use tray::Tray;
use window::Shown;
use words::Words;
use zoom::Zoom;

/// Why Usher cannot start at all.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum StartError {
    /// No place for its data.
    Paths(#[from] PathsError),
    /// The window system said no.
    Window(#[from] tauri::Error),
}

impl StartError {
    /// Returns what a person is told in the terminal. The settings are not read yet, so it is English.
    fn text(&self) -> String {
        match self {
            Self::Paths(error) => error.to_string(),
            Self::Window(error) => {
                let message = Message::new("desktop.noWindow").with("reason", error.to_string());
                Catalogue::of(Language::English).text(&message)
            }
        }
    }
}

/// The app's configuration, page and isolation script, as built into the program.
pub fn context() -> tauri::Context {
    tauri::generate_context!()
}

/// Makes this program ready for web views, before it starts a thread, as [`run`] does.
#[cfg(target_os = "linux")]
pub fn prepare() {
    web_view_env::prepare();
}

/// Runs the window until it is quit and every server has stopped.
pub fn run(arguments: impl Iterator<Item = String>) -> Result<(), StartError> {
    let shown = shown_by(arguments);
    let environment = Environment::read()?;
    #[cfg(target_os = "linux")]
    let changed = web_view_env::prepare();
    // Needed before there is a log. If it fails, the core meets the same fault and says so in the window.
    if environment.paths.create().is_ok() {
        logging::start(&environment.paths.log_dir());
    }
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "starting");

    let mut context = context();
    let identifier = environment.instance(&context.config().identifier);
    context.config_mut().identifier = identifier;

    let builder = app_views::serve(tauri::Builder::default());
    #[cfg(target_os = "linux")]
    let builder = builder.manage(changed);
    let app = builder
        .plugin(tauri_plugin_single_instance::init(|app, args, _cwd| {
            if shown_by(args.into_iter().skip(1)) == Shown::Window {
                window::focus_main(app);
            }
        }))
        .manage(Core::default())
        .manage(Ending::default())
        .manage(CloseAsked::default())
        .manage(StayInTray::default())
        .manage(Tray::default())
        .manage(Zoom::default())
        .manage(Words::default())
        .manage(ServedClients::default())
        .on_window_event(background::on_window_event)
        .invoke_handler(tauri::generate_handler![ipc::rpc, ipc::subscribe])
        .setup(move |app| {
            start(app.handle(), environment, shown)?;
            Ok(())
        })
        .build(context)?;
    app.run(|app, event| shutdown::on_event(app, &event));
    Ok(())
}

/// Reads the command line. It may come from a desktop file or a link, so nothing but the one known word counts.
fn shown_by(mut arguments: impl Iterator<Item = String>) -> Shown {
    match (arguments.next().as_deref(), arguments.next()) {
        (Some("--background"), None) => Shown::InTray,
        _ => Shown::Window,
    }
}

/// Opens the window first and the host in the background.
///
/// The page's first calls wait for the host, so that the person does not wait for the window.
fn start(app: &AppHandle, environment: Environment, shown: Shown) -> tauri::Result<()> {
    shutdown::listen_for_signals(app);
    window::open_main(app, environment.paths.data_dir(), shown)?;
    #[cfg(target_os = "linux")]
    web_view_env::check();
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        #[cfg(all(feature = "swap-data-folder", target_os = "linux"))]
        if let Some(socket) = swap_data_folder::socket() {
            return swap_data_folder::serve(&app, &socket).await;
        }
        host::open(&app, &environment).await;
    });
    Ok(())
}
