//! A whole host behind the contract, on its own data directory.

mod steps;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use usher_api::operations::{TypedOperation, op};
use usher_messages::Language;
use usher_messages::Message;

use futures::StreamExt as _;
use parking_lot::Mutex;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use usher_api::{Api, ApiError, AppEvent, AppView, AppViews, DemoProgram, Deps, PathDialog};
use usher_config::other_apps::ConfigPaths;
use usher_mcp::Limits as ConnectionLimits;
use usher_process::{HostEnvironment, OwnProgram};
use usher_servers::network::Network;
use usher_system::clock::Clock;
use usher_system::paths::Paths;
use usher_system::secrets::{Memory, SecretStore};
use usher_types::id::AppId;
use usher_types::mcp_app::AppPlace;

/// What agents are made to start. These tests never do.
pub(crate) const AGENTS_START: &str = "/opt/Usher/usher";

/// Longest wait in these tests, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A host that is open.
pub(crate) struct TestHost {
    pub(crate) api: Api,
    dir: Arc<tempfile::TempDir>,
    secrets: Arc<dyn SecretStore>,
    /// Where other apps keep their configurations.
    places: Option<ConfigPaths>,
    heard: Arc<Mutex<Vec<Value>>>,
    /// Addresses the browser was told to open.
    pub(crate) opened: Arc<Mutex<Vec<String>>>,
    /// Whether no browser can be started.
    pub(crate) has_no_browser: Arc<AtomicBool>,
    /// What the dialog for a folder yields.
    pub(crate) chosen: Arc<Mutex<Option<PathBuf>>>,
    /// The dialogs that were shown.
    pub(crate) dialogs: Arc<Mutex<Vec<PathDialog>>>,
    /// Where apps are drawn.
    pub(crate) views: Arc<RecordedViews>,
}

/// Draws no app, and keeps what each is told.
#[derive(Default)]
pub(crate) struct RecordedViews {
    told: Mutex<Vec<(AppId, Value)>>,
    /// What was done with web views: prepared, opened, closed.
    done: Mutex<Vec<(&'static str, AppId)>>,
    /// While this is held, a web view that is being prepared is not there.
    pub(crate) preparing: Mutex<()>,
}

impl RecordedViews {
    /// What an app was told so far, in order.
    pub(crate) fn told(&self, app: &AppId) -> Vec<Value> {
        let told = self.told.lock();
        let of_app = told.iter().filter(|(id, _)| id == app);
        of_app.map(|(_, message)| message.clone()).collect()
    }

    /// What was done with web views so far, in order.
    pub(crate) fn done(&self) -> Vec<(&'static str, AppId)> {
        self.done.lock().clone()
    }

    fn note(&self, what: &'static str, app: &AppId) {
        let mut done = self.done.lock();
        done.push((what, app.clone()));
    }
}

impl AppViews for RecordedViews {
    fn draws_inline(&self) -> bool {
        true
    }

    fn prepare(&self, app: &AppId) -> Result<(), String> {
        self.note("prepared", app);
        drop(self.preparing.lock());
        Ok(())
    }

    fn open(&self, view: AppView) -> Result<(), String> {
        self.note("opened", &view.id);
        Ok(())
    }

    fn place(&self, _: &AppId, _: AppPlace) {}

    fn focus(&self, _: &AppId) {}

    fn post(&self, app: &AppId, message: &str) {
        let mut told = self.told.lock();
        told.push((
            app.clone(),
            serde_json::from_str(message).unwrap_or_default(),
        ));
    }

    fn close(&self, app: &AppId) {
        self.note("closed", app);
    }
}

/// A variable of the host that no server gets by itself, and its value.
pub(crate) const WITHHELD: (&str, &str) = ("USHER_TEST_WITHHELD", "hunter2-hunter2");

/// What these tests were started with, and [`WITHHELD`]; its login shell is asked once for all of them.
pub(crate) fn host_environment() -> HostEnvironment {
    static HOST: LazyLock<HostEnvironment> = LazyLock::new(|| {
        let withheld = (WITHHELD.0.into(), WITHHELD.1.into());
        HostEnvironment::new(std::env::vars_os().chain([withheld]))
    });
    HOST.clone()
}

/// The demo server as a program of its own.
pub(crate) fn demo_program() -> &'static str {
    env!("CARGO_BIN_EXE_demo_server")
}

/// How a worker on foreign content is started.
pub(crate) fn content_worker() -> OwnProgram {
    OwnProgram {
        program: PathBuf::from(env!("CARGO_BIN_EXE_content_worker")),
        args: Vec::new(),
    }
}

impl TestHost {
    pub(crate) async fn open() -> Self {
        Self::open_with(Arc::new(Memory::default())).await
    }

    /// With a place for secrets that outlives the host.
    pub(crate) async fn open_with(secrets: Arc<dyn SecretStore>) -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        Self::at(Arc::new(dir), secrets, None).await
    }

    async fn at(
        dir: Arc<tempfile::TempDir>,
        secrets: Arc<dyn SecretStore>,
        places: Option<ConfigPaths>,
    ) -> Self {
        let (clock, network) = (Clock::System, Network::System);
        let limits = ConnectionLimits::default();
        Self::by(dir, secrets, clock, network, places, limits).await
    }

    /// Opens a data folder that lies ready in a directory.
    pub(crate) async fn open_in(
        dir: tempfile::TempDir,
        secrets: Arc<dyn SecretStore>,
        clock: Clock,
    ) -> Self {
        let limits = ConnectionLimits::default();
        Self::by(Arc::new(dir), secrets, clock, Network::System, None, limits).await
    }

    /// With configurations of other apps in its scratch directory.
    pub(crate) async fn open_beside(places: impl FnOnce(&Path) -> ConfigPaths) -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let places = places(dir.path());
        Self::at(Arc::new(dir), Arc::new(Memory::default()), Some(places)).await
    }

    /// With a clock that the test moves.
    pub(crate) async fn open_by(clock: Clock) -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let secrets = Arc::new(Memory::default());
        let limits = ConnectionLimits::default();
        Self::by(Arc::new(dir), secrets, clock, Network::System, None, limits).await
    }

    /// On a network that the test changes.
    pub(crate) async fn open_on(network: Network) -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let secrets = Arc::new(Memory::default());
        let limits = ConnectionLimits::default();
        Self::by(Arc::new(dir), secrets, Clock::System, network, None, limits).await
    }

    /// With other limits for its connections.
    pub(crate) async fn open_within(limits: ConnectionLimits) -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let secrets = Arc::new(Memory::default());
        let (clock, network) = (Clock::System, Network::System);
        Self::by(Arc::new(dir), secrets, clock, network, None, limits).await
    }

    async fn by(
        dir: Arc<tempfile::TempDir>,
        secrets: Arc<dyn SecretStore>,
        clock: Clock,
        network: Network,
        places: Option<ConfigPaths>,
        connection_limits: ConnectionLimits,
    ) -> Self {
        let opened = Arc::<Mutex<Vec<String>>>::default();
        let opens = Arc::clone(&opened);
        let has_no_browser = Arc::<AtomicBool>::default();
        let fails = Arc::clone(&has_no_browser);
        let chosen = Arc::<Mutex<Option<PathBuf>>>::default();
        let chooses = Arc::clone(&chosen);
        let dialogs = Arc::<Mutex<Vec<PathDialog>>>::default();
        let asks = Arc::clone(&dialogs);
        let views = Arc::<RecordedViews>::default();
        let draws: Arc<dyn AppViews> = views.clone();
        let api = Api::open(Deps {
            paths: Paths::at(dir.path().join("data")),
            folder: None,
            clock,
            network,
            environment: host_environment(),
            secrets: Arc::clone(&secrets),
            demo: DemoProgram {
                program: PathBuf::from(demo_program()),
                args: Vec::new(),
                webtool: None,
            },
            helper: None,
            content_worker: content_worker(),
            connection_limits,
            version: "0.0.0-test".into(),
            agent_places: places.clone(),
            agents_start: PathBuf::from(AGENTS_START),
            other_apps: places.clone(),
            app_views: Some(draws),
            close_app: None,
            choose_path: Some(Arc::new(move |dialog| {
                let folder = chooses.lock().clone();
                let mut asked = asks.lock();
                asked.push(dialog.clone());
                let chosen = match dialog {
                    PathDialog::Folder | PathDialog::SaveInto { .. } => folder,
                    PathDialog::SaveAs { name, .. } => folder.map(|folder| folder.join(name)),
                };
                Box::pin(async { Ok(chosen) })
            })),
            language: Some(Arc::new(|| Language::German)),
            open_url: Some(Arc::new(move |url| {
                if fails.load(Ordering::SeqCst) {
                    // As the system does.
                    return Err(std::io::Error::other(format!("xdg-open {url:?} failed")));
                }
                opens.lock().push(url.to_owned());
                Ok(())
            })),
        })
        .await;
        let heard = Arc::<Mutex<Vec<Value>>>::default();
        let (mut events, keep) = (Box::pin(api.subscribe()), Arc::clone(&heard));
        tokio::spawn(async move {
            while let Some(event) = events.next().await {
                let event: &AppEvent = &event;
                let event = serde_json::to_value(event).expect("events are JSON");
                keep.lock().push(event);
            }
        });
        Self {
            api,
            dir,
            secrets,
            places,
            heard,
            opened,
            has_no_browser,
            chosen,
            dialogs,
            views,
        }
    }

    /// Opens the same folder once more, as another program would.
    pub(crate) async fn open_again(&self) -> Self {
        let places = self.places.clone();
        Self::at(Arc::clone(&self.dir), Arc::clone(&self.secrets), places).await
    }

    /// Closes it and opens it again on the same data.
    pub(crate) async fn reopen(self) -> Self {
        self.api.close().await;
        Self::at(self.dir, self.secrets, self.places).await
    }

    /// As [`Self::reopen`], with the database changed in between.
    pub(crate) async fn reopen_after(self, meanwhile: impl FnOnce(&Path)) -> Self {
        self.api.close().await;
        meanwhile(&self.data_dir().join("usher.db"));
        Self::at(self.dir, self.secrets, self.places).await
    }

    /// As [`TestHost::reopen`]; meanwhile somebody alters the bytes of the database.
    pub(crate) async fn reopen_altered(self, alter: impl FnOnce(&mut Vec<u8>)) -> Self {
        self.reopen_after(|file| {
            let mut bytes = std::fs::read(file).expect("the database can be read");
            alter(&mut bytes);
            std::fs::write(file, bytes).expect("the database can be written");
        })
        .await
    }

    async fn database(&self) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(self.data_dir().join("usher.db"));
        options.connect().await.expect("the database opens")
    }

    /// Reads a number from the database, while the host uses it.
    pub(crate) async fn number(&self, query: &'static str) -> i64 {
        let mut database = self.database().await;
        let number = sqlx::query_scalar(query).fetch_one(&mut database).await;
        database.close().await.expect("it closes");
        number.expect("it can be read")
    }

    /// Changes the database from outside, while the host uses it.
    pub(crate) async fn execute(&self, statement: &'static str) {
        let mut database = self.database().await;
        let altered = sqlx::query(statement).execute(&mut database).await;
        altered.expect("it can be altered");
        database.close().await.expect("it closes");
    }

    /// Keeps the host from writing to the database until [`Self::unlock_database`].
    pub(crate) async fn lock_database(&self) -> SqliteConnection {
        let mut database = self.database().await;
        let locked = sqlx::query("BEGIN IMMEDIATE").execute(&mut database).await;
        locked.expect("it can be locked");
        database
    }

    pub(crate) async fn unlock_database(database: SqliteConnection) {
        database.close().await.expect("it closes");
    }

    /// As [`TestHost::reopen`], with a copy of the database as it is now.
    pub(crate) async fn reopen_with_copy(self) -> (Self, PathBuf) {
        let copy = self.scratch().join("copy.db");
        let host = self
            .reopen_after(|file| {
                std::fs::copy(file, &copy).expect("copied");
            })
            .await;
        (host, copy)
    }

    /// As [`TestHost::reopen`], with another database in the place of its own.
    pub(crate) async fn reopen_as(self, database: &Path) -> Self {
        self.reopen_after(|file| {
            std::fs::copy(database, file).expect("put back");
            for companion in ["usher.db-wal", "usher.db-shm"] {
                let _ = std::fs::remove_file(file.with_file_name(companion));
            }
        })
        .await
    }

    pub(crate) fn data_dir(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    pub(crate) fn scratch(&self) -> &Path {
        self.dir.path()
    }

    /// Calls an operation. Parameters and answers are compared as the page sends and gets them: as JSON.
    pub(crate) async fn call<O: TypedOperation>(&self, _: O, params: Value) -> Value {
        self.call_named(O::NAME, params).await
    }

    /// As [`Self::call`], where one of several operations is called.
    pub(crate) async fn call_named(&self, name: &str, params: Value) -> Value {
        match self.api.call(name, params.clone()).await {
            Ok(answer) => answer,
            Err(error) => panic!("{name} {params} failed: {error:?}"),
        }
    }

    pub(crate) async fn fails<O: TypedOperation>(&self, _: O, params: Value) -> ApiError {
        self.fails_named(O::NAME, params).await
    }

    /// As [`Self::fails`], where one of several operations is called.
    pub(crate) async fn fails_named(&self, name: &str, params: Value) -> ApiError {
        match self.api.call(name, params.clone()).await {
            Ok(answer) => panic!("{name} {params} should fail, but it answered {answer}"),
            Err(error) => error,
        }
    }

    /// Adds a server and returns its identity.
    pub(crate) async fn add(&self, label: &str, config: Value) -> String {
        let draft = json!({ "draft": { "label": label, "config": config } });
        text(&self.call(op::ServerAdd, draft).await["id"])
    }

    /// Adds a server, waits until its lists are read, and accepts everything it declares.
    pub(crate) async fn add_listed(&self, label: &str, config: Value) -> String {
        let id = self.add(label, config).await;
        self.until_listed(&id).await;
        id
    }

    /// Adds the demo server and waits until it is ready.
    pub(crate) async fn add_demo(&self) -> String {
        let demo = program(demo_program(), &[]);
        self.add_listed("Demo", demo).await
    }

    /// Waits until the lists are read, and accepts everything declared.
    pub(crate) async fn until_listed(&self, id: &str) {
        self.until_read(id).await;
        self.review(id).await;
    }

    /// Waits until the lists are read.
    pub(crate) async fn until_read(&self, id: &str) {
        self.until("the lists are read", async || {
            let mut states = Vec::new();
            for list in [
                op::ToolList::NAME,
                op::PromptList::NAME,
                op::TemplateList::NAME,
            ] {
                let sections = self.call_named(list, json!({ "serverId": id })).await;
                states.push(text(&sections[0]["state"]["kind"]));
            }
            let [tools, prompts, templates] = states.as_slice() else {
                return None;
            };
            let is_there = |state: &str| !["offline", "loading"].contains(&state);
            (tools == "ready" && prompts == "ready" && is_there(templates)).then_some(())
        })
        .await;
    }

    /// Accepts everything a server declares; answers with the review. What changes meanwhile, or looks like what another
    /// server has declared meanwhile, is looked at again.
    pub(crate) async fn review(&self, id: &str) -> Value {
        let stale = ["request.review.other", "request.review.single"];
        loop {
            match self.review_as_listed(id).await {
                Ok(reviewed) => return reviewed,
                Err(error) if stale.contains(&error.message.code.as_ref()) => {}
                Err(error) => panic!("pin.accept for {id} failed: {error:?}"),
            }
        }
    }

    async fn review_as_listed(&self, id: &str) -> Result<Value, ApiError> {
        let listed = self.call(op::PinList, json!({ "serverId": id })).await;
        let waiting = listed
            .as_array()
            .into_iter()
            .flatten()
            .filter(|item| item["state"]["kind"] != "unchanged");
        let shown = |item: &Value| json!({ "kind": item["kind"], "name": item["name"], "digest": item["digest"] });
        let accept = async |items: Vec<Value>| {
            let params = json!({ "serverId": id, "items": items });
            self.api.call(op::PinAccept::NAME, params).await
        };
        let (together, single): (Vec<_>, Vec<_>) =
            waiting.partition(|item| item["single"] == json!([]));
        for item in single {
            accept(vec![shown(item)]).await?;
        }
        accept(together.into_iter().map(shown).collect()).await
    }

    /// Waits until the server is in this state, and returns its snapshot.
    pub(crate) async fn until_state(&self, id: &str, kind: &str) -> Value {
        self.until(&format!("the server is {kind}"), async || {
            let detail = self.call_on(op::ServerGet, id).await;
            (detail["snapshot"]["state"]["kind"] == kind).then(|| detail["snapshot"].clone())
        })
        .await
    }

    /// Waits until an event of this kind fits.
    pub(crate) async fn until_event(&self, kind: &str, fits: impl Fn(&Value) -> bool) -> Value {
        self.until(&format!("an event {kind} is heard"), async || {
            self.heard(kind).into_iter().find(|event| fits(event))
        })
        .await
    }

    /// All events of this kind so far, in order.
    pub(crate) fn heard(&self, kind: &str) -> Vec<Value> {
        let heard = self.heard.lock();
        heard
            .iter()
            .filter(|event| event["kind"] == kind)
            .cloned()
            .collect()
    }

    /// A server's wire log with everything that has arrived until now. The host takes messages in lots of a few
    /// milliseconds, and what an answer shows may be sent before its message is recorded.
    pub(crate) async fn wire_log(&self, server: &str) -> Value {
        tokio::time::sleep(Duration::from_millis(20)).await;
        self.call(op::WireList, json!({ "serverId": server })).await
    }

    /// Every message of a server's wire log, as the person reads it.
    pub(crate) async fn wire_texts(&self, server: &str) -> Vec<String> {
        let log = self.wire_log(server).await;
        let mut texts = Vec::new();
        for frame in log["frames"].as_array().into_iter().flatten() {
            let params = json!({ "serverId": server, "seq": frame["seq"] });
            texts.push(text(&self.call(op::WireGet, params).await["text"]));
        }
        texts
    }

    /// Asks again and again until there is something.
    pub(crate) async fn until<T>(&self, what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
        let asked = async {
            loop {
                if let Some(found) = ask().await {
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        if let Ok(found) = tokio::time::timeout(PATIENCE, asked).await {
            return found;
        }
        panic!(
            "waited too long until {what}; the servers are {:#}",
            self.call(op::ServerList, json!({})).await
        )
    }
}

/// The configuration of a server of the kit that follows a script.
pub(crate) fn scripted(mode: &str) -> Value {
    program(env!("CARGO_BIN_EXE_scripted_server"), &[mode])
}

/// The configuration of a local program.
pub(crate) fn program(command: &str, args: &[&str]) -> Value {
    json!({ "kind": "stdio", "command": command, "args": args, "env": [], "cwd": null })
}

pub(crate) fn text(value: &Value) -> String {
    match serde_json::from_value::<Message>(value.clone()) {
        Ok(message) => message.to_string(),
        Err(_) => value.as_str().unwrap_or_default().to_owned(),
    }
}
