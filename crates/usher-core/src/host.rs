//! The host: makes the services, joins them, opens and closes them.
//!
//! What they do is written where each of them is defined.

mod deps;
mod integrity;
mod services;
mod settings;
mod stored_state;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{Semaphore, broadcast};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use usher_process::{FolderUse, ProcessRegistry};

use crate::agents::Agents;
use crate::clients::{Clients, HttpAccess, Offers, ToolSearch};
use crate::content_files::ContentFiles;
use crate::kept_entries::KeptEntries;
use crate::limits;
use crate::mcp_apps::{self, McpApps};
use crate::processes::Processes;
use crate::prompts::Prompts;
use crate::resources::Resources;
use crate::setup::Setup;
use crate::thumbnails::Thumbnails;
use crate::tools::Tools;
use crate::webtools::{self, Webtools};
use usher_calls::approval_queue::ApprovalQueue;
use usher_calls::approvals::Approvals;
use usher_calls::calls::{self, Calls};
use usher_calls::models::Models;
use usher_calls::observer::Observer;
use usher_calls::policies::Policies;
use usher_calls::reviews::Reviews;
use usher_calls::roots::{self, Roots};
use usher_calls::running_calls::RunningCalls;
use usher_calls::sampling::{self, Sampling};
use usher_calls::server_requests::ServerRequests;
use usher_content::contents::Contents;
use usher_content::icons::{IconImage, Icons};
use usher_content::worker::Workers;
use usher_servers::events::{Events, HostEvent};
use usher_servers::servers::{self, ServerObserver, Servers};
use usher_servers::tool_source::ToolSources;
use usher_store::{OpenError, Store};
use usher_system::blocking::spawn_blocking;
use usher_system::dialogs::Dialogs;
use usher_system::folder_lock::FolderLock;
use usher_system::secrets::Secrets;
use usher_types::id::IconKey;
use usher_types::keyring::{KeyringState, KeyringStatus};
use usher_types::settings::Settings;

pub use deps::{CloseApp, Deps};
use integrity::Integrity;
use settings::SavedSettings;
pub use settings::SettingsError;
use stored_state::StoredState;
use usher_messages::Message;

/// How often it is looked whether the last program has gone.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A running host. Clones share it.
#[derive(Clone)]
pub struct Host(Arc<Inner>);

struct Inner {
    events: Events,
    icons: Icons,
    settings: SavedSettings,
    agents: Agents,
    queue: ApprovalQueue,
    approvals: Approvals,
    calls: Calls,
    clients: Clients,
    http_access: HttpAccess,
    offers: Offers,
    tool_search: ToolSearch,
    content_files: ContentFiles,
    kept_entries: KeptEntries,
    mcp_apps: McpApps,
    models: Arc<Models>,
    policies: Policies,
    processes: Processes,
    prompts: Prompts,
    resources: Resources,
    reviews: Reviews,
    roots: Roots,
    sampling: Sampling,
    servers: Servers,
    setup: Setup,
    thumbnails: Thumbnails,
    tools: Tools,
    webtools: Webtools,
    /// Servers report to it as long as the host is there.
    _observer: Arc<dyn ServerObserver>,
    store: Store,
    /// Ends the running programs if this process is killed.
    process_registry: ProcessRegistry,
    /// Work that has to be done before the host is closed.
    tasks: TaskTracker,
    /// Cancelled when the host begins to close.
    closing: CancellationToken,
    notices: Vec<Message>,
    integrity: Integrity,
    close_app: Option<CloseApp>,
    /// `None` once the host is closed.
    folder: Mutex<Option<FolderLock>>,
}

impl Host {
    /// Opens the data directory and starts all enabled servers in the background.
    pub async fn open(deps: Deps) -> Result<Self, OpenError> {
        let folder = match deps.folder {
            Some(taken_over) => taken_over,
            None => FolderLock::take(&deps.paths)?,
        };
        let opened = Store::open(&deps.paths, &deps.clock).await?;
        let mut notices: Vec<_> = opened.notice.into_iter().collect();
        let (store, clock) = (opened.store, deps.clock);
        let record = deps.paths.running();
        let usage = if folder.is_exclusive() {
            FolderUse::Alone
        } else {
            FolderUse::MaybeShared
        };
        sweep(record.clone(), usage).await;
        let integrity = Integrity::new(store.clone(), Arc::clone(&deps.secrets), &deps.paths);
        let checking = tokio::spawn({
            let integrity = integrity.clone();
            async move { integrity.check().await }
        });
        let late = join_within(limits::KEY_WITHIN, checking).await;
        notices.extend(integrity.notices());
        let kept = StoredState::read(&store, &mut notices).await;

        let events = Events::default();
        let workers = Workers::new(deps.content_worker);
        let icons = Icons::new(workers.clone());
        let contents = Contents::new(icons.clone());
        let dialogs = Dialogs::new(deps.choose_path);
        let secrets = Arc::new(Secrets::new(deps.secrets));
        let sources = ToolSources::default();
        let running = RunningCalls::default();
        let process_registry = ProcessRegistry::new(record, deps.helper);
        let (tasks, closing) = (TaskTracker::new(), CancellationToken::new());
        let exports_dir = deps.paths.exports_dir();
        let thumbnails_dir = deps.paths.thumbnails_dir();
        let opened_dir = deps.paths.opened_dir();
        let open_file = deps.open_url.clone();
        let settings = SavedSettings::new(kept.settings, store.clone(), events.clone());

        let policies = Policies::new(
            kept.policies,
            store.clone(),
            clock.clone(),
            events.clone(),
            sources.clone(),
        );
        let queue = ApprovalQueue::new(
            events.clone(),
            clock.clone(),
            running.clone(),
            store.clone(),
            settings.watch(),
            &kept.muted,
            closing.clone(),
        );
        let servers = Servers::new(servers::Context {
            store: store.clone(),
            clock: clock.clone(),
            events: events.clone(),
            secrets: Arc::clone(&secrets),
            settings: settings.watch(),
            icons: icons.clone(),
            sources: sources.clone(),
            observer: OnceLock::new(),
            network: deps.network,
            environment: deps.environment,
            demo: deps.demo,
            other_apps: deps.other_apps,
            open_url: deps.open_url.clone(),
            language: deps.language,
            exports_dir: exports_dir.clone(),
            connection_limits: deps.connection_limits,
            version: deps.version.clone(),
            starts: Semaphore::new(usher_servers::limits::STARTING_AT_ONCE),
            process_registry: process_registry.clone(),
            tasks: tasks.clone(),
        });
        let roots = Roots::new(
            kept.roots,
            roots::Context {
                store: store.clone(),
                clock: clock.clone(),
                events: events.clone(),
                servers: servers.clone(),
                approvals: queue.clone(),
                dialogs: dialogs.clone(),
                tasks: tasks.clone(),
            },
        );
        let approvals = Approvals {
            queue: queue.clone(),
            policies: policies.clone(),
            roots: roots.clone(),
            sources: sources.clone(),
            workers: workers.clone(),
            store: store.clone(),
            events: events.clone(),
            clock: clock.clone(),
            open_url: deps.open_url,
            exports_dir: exports_dir.clone(),
        };
        let models = Arc::new(Models::new(
            store.clone(),
            clock.clone(),
            events.clone(),
            Arc::clone(&secrets),
        ));
        let sampling = Sampling::new(sampling::Context {
            store: store.clone(),
            clock: clock.clone(),
            events: events.clone(),
            approvals: queue.clone(),
            models: Arc::clone(&models),
            sources: sources.clone(),
        });
        let requests = ServerRequests {
            approvals: queue.clone(),
            roots: roots.clone(),
            sampling: sampling.clone(),
            contents: contents.clone(),
        };
        let reviews = Reviews {
            store: store.clone(),
            clock: clock.clone(),
            settings: settings.watch(),
            servers: servers.clone(),
            sources: sources.clone(),
            approvals: queue.clone(),
            policies: policies.clone(),
            compared: Arc::default(),
        };
        let clients = Clients::new(
            kept.clients,
            kept.former_clients,
            store.clone(),
            clock.clone(),
            events.clone(),
            queue.clone(),
            policies.clone(),
        );
        let http_access = HttpAccess::new(kept.http_access, store.clone(), events.clone());
        let offers = Offers::new(
            reviews.clone(),
            servers.clone(),
            sources.clone(),
            store.clone(),
        );
        offers.watch_changes(&events, closing.clone());
        let tool_search = ToolSearch::new(offers.clone());
        let agents = Agents::new(
            deps.agent_places,
            deps.agents_start,
            store.clone(),
            clock.clone(),
            events.clone(),
            servers.clone(),
        );
        let webtools = Webtools::new(webtools::Context {
            store: store.clone(),
            clock: clock.clone(),
            events: events.clone(),
            secrets,
            approvals: queue.clone(),
            policies: policies.clone(),
            servers: servers.clone(),
            sources: sources.clone(),
            workers: workers.clone(),
            closing: closing.clone(),
        });
        let calls = Calls::new(calls::Context {
            store: store.clone(),
            clock: clock.clone(),
            events: events.clone(),
            contents: contents.clone(),
            workers: workers.clone(),
            settings: settings.watch(),
            sources: sources.clone(),
            policies: policies.clone(),
            reviews: reviews.clone(),
            approvals: queue.clone(),
            running,
            servers: servers.clone(),
            requests: requests.clone(),
            tasks: tasks.clone(),
            closing: closing.clone(),
        });
        let mcp_apps = McpApps::new(mcp_apps::Context {
            servers: servers.clone(),
            sources: sources.clone(),
            reviews: reviews.clone(),
            calls: calls.clone(),
            approvals: queue.clone(),
            events: events.clone(),
            requests: requests.clone(),
            views: deps.app_views,
            tasks: tasks.clone(),
            version: deps.version,
        });
        mcp_apps.watch(closing.clone());
        let observer: Arc<dyn ServerObserver> = Arc::new(Observer {
            approvals: queue.clone(),
            requests,
            reviews: reviews.clone(),
            calls: calls.clone(),
        });

        notices.extend(servers.start(Arc::downgrade(&observer)).await);
        webtools.load().await;
        webtools.watch();
        calls.resume_tasks();
        calls.resume_rounds();
        let thumbnails = Thumbnails::new(servers.clone(), contents.clone(), thumbnails_dir);
        thumbnails.watch(&events, &tasks, closing.clone());
        let host = Self(Arc::new(Inner {
            prompts: Prompts {
                servers: servers.clone(),
                contents: contents.clone(),
                calls: calls.clone(),
            },
            resources: Resources {
                servers: servers.clone(),
                reviews: reviews.clone(),
                clock: clock.clone(),
                events: events.clone(),
                contents: contents.clone(),
                calls: calls.clone(),
            },
            thumbnails,
            content_files: ContentFiles::new(contents, dialogs, open_file, opened_dir),
            kept_entries: KeptEntries {
                store: store.clone(),
                clock: clock.clone(),
                events: events.clone(),
                sources: sources.clone(),
            },
            processes: Processes::new(servers.clone(), process_registry.clone()),
            setup: Setup {
                store: store.clone(),
                clock,
                policies: policies.clone(),
                servers: servers.clone(),
                webtools: webtools.clone(),
                exports_dir,
            },
            tools: Tools {
                sources,
                servers: servers.clone(),
                workers,
            },
            events,
            icons,
            settings,
            agents,
            queue,
            approvals,
            calls,
            clients,
            http_access,
            offers,
            tool_search,
            mcp_apps,
            models,
            policies,
            reviews,
            roots,
            sampling,
            servers,
            webtools,
            _observer: observer,
            store,
            process_registry,
            tasks,
            closing,
            notices,
            integrity,
            close_app: deps.close_app,
            folder: Mutex::new(Some(folder)),
        }));
        if let Some(late) = late {
            let weak = Arc::downgrade(&host.0);
            tokio::spawn(async move {
                // A check that panicked has believed nothing.
                let _ = late.await;
                if let Some(inner) = weak.upgrade() {
                    Self(inner).reload_verified().await;
                }
            });
        }
        Ok(host)
    }

    /// Unlocks the keyring (the system may prompt) and starts what waited for it.
    pub async fn retry_keyring(&self) -> KeyringStatus {
        let host = &self.0;
        let state = host.servers.unlock_keyring().await;
        if state == KeyringState::Available {
            if !host.integrity.has_key() {
                host.integrity.check().await;
                self.reload_verified().await;
            }
            host.servers.start_waiting().await;
        }
        host.servers.publish_keyring_state(state)
    }

    /// Applies what the check of stored rows came to after services had read them.
    async fn reload_verified(&self) {
        let host = &self.0;
        if let Err(error) = host.policies.reload().await {
            tracing::warn!(%error, "policies could not be read again");
        }
        if let Err(error) = host.roots.reload().await {
            tracing::warn!(%error, "folders could not be read again");
        }
        if let Err(error) = host.http_access.reload().await {
            tracing::warn!(%error, "access over HTTP could not be read again");
        }
        host.servers.reload_agreements().await;
        host.webtools.reload().await;
        host.calls.resume_tasks();
        host.calls.resume_rounds();
        host.events.send(HostEvent::ModelsChanged);
    }

    /// Everything that happens from now on, in order; last that the host is closed.
    pub fn subscribe(&self) -> broadcast::Receiver<HostEvent> {
        self.0.events.subscribe()
    }

    /// What the person should know about this start.
    pub fn notices(&self) -> &[Message] {
        &self.0.notices
    }

    pub fn settings(&self) -> Settings {
        self.0.settings.get()
    }

    /// Replaces all settings; they hold at once.
    pub async fn set_settings(&self, settings: Settings) -> Result<Settings, SettingsError> {
        self.0.settings.set(settings, &self.0.servers).await
    }

    /// An icon's bytes, fetched, checked and drawn by us.
    pub async fn icon(&self, key: &IconKey) -> IconImage {
        self.0.icons.get(key).await
    }

    /// Stops all servers within 8 seconds and closes the database. Listeners are notified when that is done.
    pub async fn close(&self) {
        let host = &self.0;
        // Before their servers stop: tasks and approvals are not lost by that.
        host.closing.cancel();
        // A disk that does not answer must not keep the app from ending.
        if tokio::time::timeout(limits::RECORD_AT_END_WITHIN, host.queue.close_all())
            .await
            .is_err()
        {
            tracing::warn!("open questions could not be recorded in time");
        }
        let stopped = async {
            host.servers.end_all().await;
            host.tasks.close();
            host.tasks.wait().await;
            // A start that was given up ends its program on its own.
            while host.process_registry.running() > 0 {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        if tokio::time::timeout(limits::CLOSE_WITHIN, stopped)
            .await
            .is_err()
        {
            tracing::warn!("some servers did not stop in time");
        }
        let process_registry = host.process_registry.clone();
        spawn_blocking(move || process_registry.finish()).await;
        // A keyring that does not answer must not keep the app from ending.
        if tokio::time::timeout(limits::PURGE_WITHIN, host.servers.purge_removed())
            .await
            .is_err()
        {
            tracing::warn!("removed servers could not be deleted in time");
        }
        host.queue.written().await;
        host.policies.write_counts().await;
        let unwritten = host.store.write_restrictions();
        if !matches!(
            tokio::time::timeout(limits::RECORD_AT_END_WITHIN, unwritten).await,
            Ok(true)
        ) {
            tracing::warn!("some restrictions are not stored");
        }
        host.store.close().await;
        let mut folder = host.folder.lock();
        drop(folder.take());
        host.events.send(HostEvent::Closed);
    }

    /// Whether the person may close Usher without being asked. If not, an event says what would be lost.
    pub fn request_close(&self) -> bool {
        let questions = self.0.queue.lost_by_closing();
        if questions > 0 {
            self.0.events.send(HostEvent::CloseRequested { questions });
        }
        questions == 0
    }

    /// Closes Usher because the person wants it, whatever is open. `false` = this program cannot.
    pub fn close_app(&self) -> bool {
        self.0.close_app.as_ref().map(|close| close()).is_some()
    }
}

/// Waits for a task; returns it if it takes longer.
async fn join_within(longest: Duration, mut task: JoinHandle<()>) -> Option<JoinHandle<()>> {
    let joined = tokio::time::timeout(longest, &mut task).await;
    joined.is_err().then_some(task)
}

/// Ends processes that an earlier, killed run left behind.
async fn sweep(record: PathBuf, usage: FolderUse) {
    let swept = spawn_blocking(move || ProcessRegistry::sweep(&record, usage));
    if let Some(ended @ 1..) = swept.await {
        tracing::warn!(ended, "processes of the last run were still there");
    }
}
