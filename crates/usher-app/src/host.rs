//! Opens the host on the data folder of an environment.

use std::path::PathBuf;
use std::sync::Arc;

use usher_api::{Api, AppViews, ChoosePath, CloseApp, DemoProgram, Deps, LanguageNow, OpenUrl};
use usher_mcp::Limits as ConnectionLimits;
use usher_process::OwnProgram;
use usher_servers::network::Network;
use usher_system::clock::Clock;
use usher_system::folder_lock::FolderLock;
use usher_system::secrets::Keyring;

use crate::Environment;

/// Usher's version, as servers and the page get it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a program can use of the desktop. An operation that needs what is absent fails and says so.
#[derive(Default)]
pub struct Desktop {
    /// Opens addresses in a browser.
    pub open_url: Option<OpenUrl>,
    /// The language of pages that a browser shows.
    pub language: Option<LanguageNow>,
    /// Shows dialogs for folders and files.
    pub choose_path: Option<ChoosePath>,
    /// Draws apps.
    pub app_views: Option<Arc<dyn AppViews>>,
    /// Ends the program.
    pub close_app: Option<CloseApp>,
}

/// Opens the host and starts its servers. What keeps the folder from being used is in `app.info`.
pub async fn open_host(environment: &Environment, desktop: Desktop) -> Api {
    open_host_with(environment, None, desktop, terminal_program()).await
}

/// As [`open_host`], on a folder that another program may have handed over ([`crate::take_over`]).
pub async fn open_taken_host(
    environment: &Environment,
    folder: Option<FolderLock>,
    desktop: Desktop,
) -> Api {
    open_host_with(environment, folder, desktop, terminal_program()).await
}

/// As [`open_taken_host`], by a program that does not lie beside the terminal program.
pub async fn open_host_with(
    environment: &Environment,
    folder: Option<FolderLock>,
    desktop: Desktop,
    terminal_program: PathBuf,
) -> Api {
    Api::open(Deps {
        paths: environment.paths.clone(),
        folder,
        clock: Clock::System,
        network: Network::System,
        environment: environment.variables.clone(),
        secrets: Arc::new(Keyring::default()),
        helper: Some(terminal_program.clone()),
        content_worker: OwnProgram {
            program: terminal_program.clone(),
            args: vec!["--content-worker".to_owned()],
        },
        demo: DemoProgram {
            program: terminal_program.clone(),
            args: vec!["--demo-server".to_owned()],
            webtool: usher_demo::webtool_address(),
        },
        other_apps: Environment::agent_places(),
        agent_places: Environment::agent_places(),
        agents_start: terminal_program,
        open_url: desktop.open_url,
        language: desktop.language,
        choose_path: desktop.choose_path,
        app_views: desktop.app_views,
        close_app: desktop.close_app,
        connection_limits: ConnectionLimits::default(),
        version: VERSION.to_owned(),
    })
    .await
}

/// Names the terminal program. The processes that help the window are this one: it links no web view, so each is small.
pub fn terminal_program() -> PathBuf {
    program_beside("usher")
}

/// Names a program of Usher: it lies where this one does. If that is unknown, the name on PATH is the best guess.
pub fn program_beside(name: &str) -> PathBuf {
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    match std::env::current_exe() {
        Ok(own) => own.with_file_name(name),
        Err(_) => PathBuf::from(name),
    }
}
