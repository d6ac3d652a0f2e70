//! What servers use of the rest of the host.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use tokio::sync::{Semaphore, watch};
use tokio_util::task::TaskTracker;
use usher_config::other_apps::ConfigPaths;
use usher_content::icons::Icons;
use usher_process::HostEnvironment;
use usher_process::ProcessRegistry;
use usher_store::Store;
use usher_system::clock::Clock;
use usher_system::secrets::Secrets;
use usher_types::settings::Settings;

use crate::decision::Decided;
use crate::events::Events;
use crate::network::{LanguageNow, Network, OpenUrl};
use crate::tool_source::ToolSources;

use super::demo_program::DemoProgram;
use super::entry::ServerEntry;
use super::observer::ServerObserver;

pub struct Context {
    pub store: Store,
    pub clock: Clock,
    pub events: Events,
    pub secrets: Arc<Secrets>,
    pub settings: watch::Receiver<Settings>,
    pub icons: Icons,
    /// Where the servers are listed as sources of tools.
    pub sources: ToolSources,
    /// Takes what servers report, once all of the host is made.
    pub observer: OnceLock<Weak<dyn ServerObserver>>,
    pub network: Network,
    /// What local servers inherit from.
    pub environment: HostEnvironment,
    pub demo: DemoProgram,
    /// Where other apps keep their configurations.
    pub other_apps: Option<ConfigPaths>,
    pub open_url: Option<OpenUrl>,
    pub language: Option<LanguageNow>,
    /// Where wire logs are saved.
    pub exports_dir: PathBuf,
    pub connection_limits: usher_mcp::Limits,
    /// Usher's version, which servers are told.
    pub version: String,
    /// Slots for servers being started.
    pub starts: Semaphore,
    /// Ends the running programs if this process is killed.
    pub process_registry: ProcessRegistry,
    /// Work that has to be done before the host is closed.
    pub tasks: TaskTracker,
}

impl Context {
    /// Returns what takes the reports of servers; `None` = the host is gone.
    pub(super) fn observer(&self) -> Option<Arc<dyn ServerObserver>> {
        self.observer.get()?.upgrade()
    }

    /// Has a decision of the person about a server recorded.
    pub(super) fn decided(&self, entry: &ServerEntry, decided: Decided) {
        if let Some(observer) = self.observer() {
            observer.decided(entry, decided);
        }
    }

    /// Reads how long a request may take from the current settings.
    pub(super) fn request_timeout(&self) -> Duration {
        Duration::from_millis(self.settings.borrow().request_timeout_ms)
    }
}
