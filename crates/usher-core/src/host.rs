//! The host: everything it is made of, opened once and closed once.
//!
//! What it can do is written beside what it does it with: servers in `servers`, calls in `calls`,
//! and so on, each adding its operations to [`Host`].

mod observer;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::sync::{Semaphore, broadcast, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use usher_mcp::launch::HostEnvironment;
use usher_mcp::{Custody, GuardianProgram};

use crate::approvals::Approvals;
use crate::calls::{resume_rounds, resume_tasks};
use crate::events::{Events, HostEvent};
use crate::limits;
use crate::network::{Network, OpenUrl};
use crate::policies::Policies;
use crate::processes::LastLook;
use crate::request_error::RequestError;
use crate::roots::Roots;
use crate::running_calls::RunningCalls;
use crate::servers::{Context, DemoProgram, ServerEntry, Servers};
use crate::tool_source::ToolSource;
use crate::webtools::{Webtools, watch_webtools};
use crate::wire_log::RingLimits;
use usher_config::other_apps::Places;
use usher_content::icons::{IconImage, Icons};
use usher_store::{OpenError, Store, StoreError};
use usher_system::blocking::spawn_blocking;
use usher_system::clock::Clock;
use usher_system::folder_lock::FolderLock;
use usher_system::paths::Paths;
use usher_system::secrets::{SecretStore, Secrets};
use usher_types::field_problem::FieldProblem;
use usher_types::id::{IconKey, ServerId};
use usher_types::settings::Settings;

use observer::Observer;

/// How often it is looked whether the last program has gone.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// What the host needs from outside.
pub struct Deps {
    /// Where everything is written.
    pub paths: Paths,
    /// The time of day.
    pub clock: Clock,
    /// The way out of this machine.
    pub network: Network,
    /// What the host was started with; servers inherit a few harmless variables.
    pub environment: HostEnvironment,
    pub secrets: Arc<dyn SecretStore>,
    /// How the demo server is started.
    pub demo: DemoProgram,
    /// What ends the servers if this process is killed; `None` = only the next start does.
    pub guardian: Option<GuardianProgram>,
    /// Where other apps keep their configurations; `None` = this system names no home.
    pub other_apps: Option<Places>,
    /// Opens an address in the system's browser; `None` = this program cannot.
    pub open_url: Option<OpenUrl>,
    /// Has the person choose a folder; `None` = this program cannot.
    pub choose_folder: Option<ChooseFolder>,
    /// What a server may send and how long it is waited for; tests lower it.
    pub connection_limits: usher_mcp::Limits,
    pub version: String,
}

/// Shows the system's dialog for a folder and waits for the person; `None` = they chose none. Fails if there is
/// no dialog to show.
pub type ChooseFolder =
    Arc<dyn Fn() -> BoxFuture<'static, std::io::Result<Option<PathBuf>>> + Send + Sync>;

/// A running host. Clones share it.
#[derive(Clone)]
pub struct Host(Arc<Inner>);

struct Inner {
    around: Arc<Surroundings>,
    servers: Servers,
    notices: Vec<String>,
    /// `None` once the host is closed.
    folder: Mutex<Option<FolderLock>>,
}

/// What all parts of the host share.
pub(crate) struct Surroundings {
    pub(crate) paths: Paths,
    pub(crate) clock: Clock,
    pub(crate) secrets: Arc<Secrets>,
    pub(crate) open_url: Option<OpenUrl>,
    pub(crate) choose_folder: Option<ChooseFolder>,
    /// Held while the person chooses a folder.
    pub(crate) choosing: tokio::sync::Mutex<()>,
    /// Held while what a server may have of models is compared with what it wants.
    pub(crate) counting: tokio::sync::Mutex<()>,
    /// Held while providers of models are changed.
    pub(crate) editing_models: tokio::sync::Mutex<()>,
    pub(crate) store: Store,
    pub(crate) settings: watch::Sender<Settings>,
    pub(crate) events: Events,
    pub(crate) icons: Icons,
    pub(crate) calls: RunningCalls,
    /// Held while it is written which calls wait for answers.
    pub(crate) writing_rounds: tokio::sync::Mutex<()>,
    pub(crate) approvals: Approvals,
    pub(crate) roots: Roots,
    pub(crate) policies: Policies,
    pub(crate) webtools: Webtools,
    /// Answers for the running programs if this process is killed.
    pub(crate) custody: Custody,
    pub(crate) last_look: LastLook,
    /// Work that has to be done before the host is closed.
    pub(crate) tasks: TaskTracker,
    /// Cancelled when the host begins to close.
    pub(crate) closing: CancellationToken,
}

impl Surroundings {
    /// How long a request may take, by the settings of this moment.
    pub(crate) fn request_timeout(&self) -> Duration {
        Duration::from_millis(self.settings.borrow().request_timeout_ms)
    }
}

/// Why settings were not taken.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// Some are out of range.
    #[error("These settings cannot be used.")]
    Invalid(Vec<FieldProblem>),
    /// They could not be written.
    #[error("The settings could not be saved. {0}")]
    Store(#[from] StoreError),
}

impl Host {
    /// Opens the data directory and starts every server that is on, in the background.
    pub async fn open(deps: Deps) -> Result<Self, OpenError> {
        let folder = FolderLock::take(&deps.paths)?;
        let opened = Store::open(&deps.paths, &deps.clock).await?;
        let mut notices: Vec<_> = opened.notice.into_iter().collect();
        let store = opened.store;
        let settings = store.settings().await.unwrap_or_else(|error| {
            notices.push(format!(
                "The settings could not be read: {error} The usual ones are used."
            ));
            Settings::default()
        });
        let record = deps.paths.running();
        sweep(record.clone()).await;
        let roots = Roots::load(&store).await.unwrap_or_else(|error| {
            notices.push(format!(
                "The folders shown to servers could not be read: {error} None is shown."
            ));
            Roots::default()
        });
        // Without the rules of an earlier run, less is allowed; but what was forbidden is not known either.
        let policies = Policies::load(&store).await.unwrap_or_else(|error| {
            notices.push(format!(
                "The policies for tools could not be read: {error} None holds."
            ));
            Policies::default()
        });
        let events = Events::new();
        let calls = RunningCalls::default();
        let muted = store.muted_servers().await.unwrap_or_else(|error| {
            notices.push(format!(
                "Which servers are muted could not be read: {error} All may ask."
            ));
            Vec::new()
        });
        let settings = watch::Sender::new(settings);
        let closing = CancellationToken::new();
        let around = Arc::new(Surroundings {
            paths: deps.paths,
            approvals: Approvals::new(
                events.clone(),
                deps.clock.clone(),
                calls.clone(),
                store.clone(),
                settings.subscribe(),
                muted,
                closing.clone(),
            ),
            clock: deps.clock,
            secrets: Arc::new(Secrets::new(deps.secrets)),
            open_url: deps.open_url,
            choose_folder: deps.choose_folder,
            choosing: tokio::sync::Mutex::default(),
            webtools: Webtools::default(),
            counting: tokio::sync::Mutex::default(),
            editing_models: tokio::sync::Mutex::default(),
            store,
            roots,
            policies,
            settings,
            events,
            icons: Icons::default(),
            calls,
            writing_rounds: tokio::sync::Mutex::default(),
            custody: Custody::new(record, deps.guardian),
            last_look: LastLook::default(),
            tasks: TaskTracker::new(),
            closing,
        });
        let (servers, trouble) = Servers::open(Context {
            store: around.store.clone(),
            clock: around.clock.clone(),
            events: around.events.clone(),
            secrets: Arc::clone(&around.secrets),
            settings: around.settings.subscribe(),
            icons: around.icons.clone(),
            approvals: around.approvals.clone(),
            calls: around.calls.clone(),
            observer: Arc::new(Observer(Arc::clone(&around))),
            network: deps.network,
            environment: deps.environment,
            demo: deps.demo,
            other_apps: deps.other_apps,
            open_url: around.open_url.clone(),
            exports_dir: around.paths.exports_dir(),
            connection_limits: deps.connection_limits,
            version: deps.version,
            starts: Semaphore::new(limits::STARTING_AT_ONCE),
            custody: around.custody.clone(),
            tasks: around.tasks.clone(),
        })
        .await;
        notices.extend(trouble);
        let host = Self(Arc::new(Inner {
            around,
            servers,
            notices,
            folder: Mutex::new(Some(folder)),
        }));
        host.load_webtools().await;
        watch_webtools(&host);
        resume_tasks(&host);
        resume_rounds(&host);
        Ok(host)
    }

    /// Everything that happens from now on, in order.
    pub fn subscribe(&self) -> broadcast::Receiver<HostEvent> {
        self.around().events.subscribe()
    }

    /// What the person should know about this start.
    pub fn notices(&self) -> &[String] {
        &self.0.notices
    }

    pub fn settings(&self) -> Settings {
        self.around().settings.borrow().clone()
    }

    /// Replaces all settings; they hold at once.
    pub async fn set_settings(&self, settings: Settings) -> Result<Settings, SettingsError> {
        settings.check().map_err(SettingsError::Invalid)?;
        let around = self.around();
        around.store.set_settings(&settings).await?;
        around.store.trim_calls(settings.history_rows).await?;
        around
            .store
            .add_ask_records(&[], settings.history_rows)
            .await?;
        self.servers().set_wire_limits(RingLimits::from(&settings));
        around.settings.send_replace(settings.clone());
        around
            .events
            .send(HostEvent::SettingsChanged(settings.clone()));
        Ok(settings)
    }

    /// An icon's bytes, fetched, checked and drawn by us.
    pub async fn icon(&self, key: &IconKey) -> IconImage {
        self.around().icons.get(key).await
    }

    /// Stops all servers, in parallel and within 8 seconds, and closes the database.
    pub async fn close(&self) {
        let around = self.around();
        // Before their servers stop: tasks and questions are not lost by that.
        around.closing.cancel();
        let stopped = async {
            self.servers().end_all().await;
            around.tasks.close();
            around.tasks.wait().await;
            // A start that was given up ends its program on its own.
            while around.custody.running() > 0 {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        if tokio::time::timeout(limits::CLOSE_WITHIN, stopped)
            .await
            .is_err()
        {
            tracing::warn!("some servers did not stop in time");
        }
        let custody = around.custody.clone();
        spawn_blocking(move || custody.finish()).await;
        // A keyring that does not answer must not keep the app from ending.
        if tokio::time::timeout(limits::PURGE_WITHIN, self.servers().purge_removed())
            .await
            .is_err()
        {
            tracing::warn!("removed servers could not be deleted in time");
        }
        around.approvals.written().await;
        around.store.close().await;
        let mut folder = self.0.folder.lock().unwrap_or_else(PoisonError::into_inner);
        drop(folder.take());
    }

    /// Finds the server, or the webtool, that has this name.
    pub(crate) fn tool_source(&self, id: &ServerId) -> Option<Arc<dyn ToolSource>> {
        if let Some(webtool) = self.around().webtools.owned_by(id) {
            return Some(webtool);
        }
        let entry = self.servers().entry(id)?;
        Some(entry)
    }

    /// Lists servers, then webtools.
    pub(crate) fn tool_sources(&self) -> impl Iterator<Item = Arc<dyn ToolSource>> {
        let servers = self.servers().entries().into_iter();
        let webtools = self.around().webtools.all().into_iter();
        servers
            .map(|entry| entry as Arc<dyn ToolSource>)
            .chain(webtools.map(|webtool| webtool as Arc<dyn ToolSource>))
    }

    pub(crate) fn around(&self) -> &Arc<Surroundings> {
        &self.0.around
    }

    pub fn servers(&self) -> &Servers {
        &self.0.servers
    }

    pub(crate) fn require(&self, id: &ServerId) -> Result<Arc<ServerEntry>, RequestError> {
        self.servers().require(id)
    }

    /// A handle that does not keep the host open.
    pub(crate) fn downgrade(&self) -> WeakHost {
        WeakHost(Arc::downgrade(&self.0))
    }
}

/// Ends what an earlier run that was killed has left behind, before anything is started.
async fn sweep(record: PathBuf) {
    if let Some(ended @ 1..) = spawn_blocking(move || Custody::sweep(&record)).await {
        tracing::warn!(ended, "processes of the last run were still there");
    }
}

/// A handle that does not keep the host open.
pub(crate) struct WeakHost(Weak<Inner>);

impl WeakHost {
    pub(crate) fn upgrade(&self) -> Option<Host> {
        self.0.upgrade().map(Host)
    }
}
