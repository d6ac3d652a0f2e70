//! Opens the host on the data folder of an environment.

use std::path::PathBuf;
use std::sync::Arc;

use usher_api::{Api, ChoosePath, CloseApp, DemoProgram, Deps, LanguageNow, OpenUrl};
use usher_config::other_apps::ConfigPaths;
use usher_core::network::Network;
use usher_core::{ConnectionLimits, OwnProgram};
use usher_system::clock::Clock;
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
    /// Ends the program.
    pub close_app: Option<CloseApp>,
}

/// Opens the host and starts its servers. What keeps the folder from being used is in `app.info`.
pub async fn open_host(environment: &Environment, desktop: Desktop) -> Api {
    Api::open(Deps {
        paths: environment.paths.clone(),
        clock: Clock::System,
        network: Network::System,
        environment: environment.variables.clone(),
        secrets: Arc::new(Keyring::default()),
        helper: Some(helper_program()),
        content_worker: OwnProgram {
            program: own_program(),
            args: vec!["--content-worker".to_owned()],
        },
        demo: DemoProgram {
            program: own_program(),
            args: vec!["--demo-server".to_owned()],
            webtool: usher_demo::webtool_address(),
        },
        other_apps: ConfigPaths::of_system(),
        open_url: desktop.open_url,
        language: desktop.language,
        choose_path: desktop.choose_path,
        close_app: desktop.close_app,
        connection_limits: ConnectionLimits::default(),
        version: VERSION.to_owned(),
    })
    .await
}

/// Names the program that supervises servers, and ends them if this one is killed.
///
/// It is a small one beside this one: each server takes one more process. Where it is missing this program does it.
pub fn helper_program() -> PathBuf {
    let own = own_program();
    let helper = own.with_file_name(format!("usher-guardian{}", std::env::consts::EXE_SUFFIX));
    if helper.is_file() { helper } else { own }
}

/// Falls back to the name on PATH if the path is unknown: then the name on PATH is the best guess.
fn own_program() -> PathBuf {
    std::env::current_exe().unwrap_or_else(|_| PathBuf::from("usher"))
}
