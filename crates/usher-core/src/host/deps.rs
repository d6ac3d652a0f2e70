//! What a host is made of: everything it needs from outside.

use std::path::PathBuf;
use std::sync::Arc;

use usher_agents::Places;
use usher_config::other_apps::ConfigPaths;
use usher_process::{HostEnvironment, OwnProgram};
use usher_system::clock::Clock;
use usher_system::folder_lock::FolderLock;
use usher_system::paths::Paths;
use usher_system::secrets::SecretStore;

use crate::mcp_apps::AppViews;
use usher_servers::network::{LanguageNow, Network, OpenUrl};
use usher_servers::servers::DemoProgram;
use usher_system::dialogs::ChoosePath;

/// Ends the program in the usual way: servers are stopped first.
pub type CloseApp = Arc<dyn Fn() + Send + Sync>;

/// What the host needs from outside.
pub struct Deps {
    /// Where everything is written.
    pub paths: Paths,
    /// The lock of that folder, if it was taken over from another program; `None` = it is to be taken.
    pub folder: Option<FolderLock>,
    /// The time of day.
    pub clock: Clock,
    /// The way out of this machine.
    pub network: Network,
    /// What the host was started with; servers inherit a few harmless variables.
    pub environment: HostEnvironment,
    pub secrets: Arc<dyn SecretStore>,
    /// How the demo server is started.
    pub demo: DemoProgram,
    /// The program that supervises servers and ends them if this process is killed ([`usher_process::run_as_helper`]);
    /// `None` = only the next start ends them.
    pub helper: Option<PathBuf>,
    /// What works on pictures and schemas of servers.
    pub content_worker: OwnProgram,
    /// Where other apps keep their configurations; `None` = this system names no home.
    pub other_apps: Option<ConfigPaths>,
    /// Where agents keep theirs; `None` = this system names no home.
    pub agent_places: Option<Places>,
    /// What agents start to reach Usher: the terminal program, as an absolute path.
    pub agents_start: PathBuf,
    /// Opens an address in the system's browser; `None` = this program cannot.
    pub open_url: Option<OpenUrl>,
    /// The language of the pages that a browser shows after a sign-in; `None` = English.
    pub language: Option<LanguageNow>,
    /// Has the person choose a folder or file; `None` = this program cannot.
    pub choose_path: Option<ChoosePath>,
    /// Draws apps; `None` = this program cannot.
    pub app_views: Option<Arc<dyn AppViews>>,
    /// Ends the program; `None` = this program ends by itself.
    pub close_app: Option<CloseApp>,
    /// What a server may send and how long it is waited for; tests lower it.
    pub connection_limits: usher_mcp::Limits,
    pub version: String,
}
