//! All webtools of a host, as lists and pages show them. What runs is read from the database at each call; this is for
//! looking at.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use usher_types::webtool::{PinId, WebtoolChange};

use parking_lot::Mutex;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use url::Url;
use usher_mcp::{TaskSupport, Tool, ToolAnnotations};
use usher_messages::Message;
use uuid::Uuid;

use usher_calls::approval_queue::ApprovalQueue;
use usher_calls::policies::Policies;
use usher_content::schema::{self, Formats};
use usher_content::worker::{Queue, Worker, Workers};
use usher_review::canonical::Digest;
use usher_servers::catalog::{EntryWithIcon, ListState, Section};
use usher_servers::events::Events;
use usher_servers::servers::Servers;
use usher_servers::tool_source::{ToolSource, ToolSources};
use usher_store::Store;
use usher_system::blocking::spawn_blocking;
use usher_system::clock::Clock;
use usher_system::secrets::Secrets;
use usher_types::fault::Fault;
use usher_types::id::{SourceId, WebtoolId};
use usher_types::need::Need;
use usher_types::tool::ToolUi;

use super::WebtoolError;
use super::previews::Previews;
use usher_webtools::credentials::{self, CredentialField};
use usher_webtools::document::{Action, Document};
use usher_webtools::pin::{Checked, ConfiguredWebtool, Pin, Tampered};

/// All webtools of a host. Clones share them.
#[derive(Clone)]
pub struct Webtools(Arc<Inner>);

struct Inner {
    context: Context,
    /// In the person's order.
    all: Mutex<Vec<Arc<Webtool>>>,
    sessions: Arc<Sessions>,
    previews: Previews,
    /// Held while one is changed.
    edit: tokio::sync::Mutex<()>,
}

/// What webtools are kept and looked for with.
pub(crate) struct Context {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) events: Events,
    pub(crate) secrets: Arc<Secrets>,
    pub(crate) approvals: ApprovalQueue,
    pub(crate) policies: Policies,
    pub(crate) servers: Servers,
    pub(crate) sources: ToolSources,
    pub(crate) workers: Workers,
    pub(crate) closing: CancellationToken,
}

/// Names a webtool, as what is restricted.
pub(super) fn about(id: &WebtoolId) -> String {
    format!("webtool {id}")
}

/// What calls of each webtool carry as `sessionId` in this run.
#[derive(Default)]
pub(super) struct Sessions(Mutex<HashMap<WebtoolId, String>>);

/// One webtool, as it was read last.
pub(crate) struct Webtool {
    pub(crate) configured: ConfiguredWebtool,
    /// What its document says, or why that is not used.
    pub(crate) document: Result<Arc<Document>, Tampered>,
    /// The digest of the bytes it was read from.
    sha256: Option<Digest>,
    fetched_at: i64,
    pub(super) state: WebtoolState,
    tools: Arc<[Arc<EntryWithIcon<Tool>>]>,
    pub(super) store: Store,
    pub(super) secrets: Arc<Secrets>,
    pub(super) sessions: Arc<Sessions>,
    /// What its schemas are checked by.
    pub(super) worker: Worker,
}

/// How a webtool is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WebtoolState {
    /// It can be used.
    Ready,
    /// The person turned it off.
    Off,
    /// The server changed what it says without a new version number; nothing runs until the person has decided.
    Stopped(WebtoolChange),
    /// Its configuration lacks something.
    NeedsConfiguration(Vec<Fault>),
    /// What is stored of it is not what was agreed to.
    Refused(Tampered),
}

impl WebtoolState {
    /// What of it waits for the person, beside its questions.
    pub fn need(&self) -> Option<Need> {
        match self {
            Self::Refused(tampered) if tampered.is_reviewable() => Some(Need::FirstLook),
            Self::Stopped(_) => Some(Need::Changed),
            _ => None,
        }
    }
}

/// What the row of a webtool shows.
#[derive(Debug, Clone, PartialEq)]
pub struct WebtoolSnapshot {
    pub configured: ConfiguredWebtool,
    pub state: WebtoolState,
    /// The version that is used; empty if there is none.
    pub version: String,
    /// How many actions it has.
    pub actions: usize,
    /// When the document that is used was fetched, Unix ms.
    pub fetched_at: i64,
    /// When its address last held the document in use, Unix ms.
    pub verified_at: i64,
}

/// Everything about one webtool.
#[derive(Debug, Clone, PartialEq)]
pub struct WebtoolDetail {
    /// What its row shows.
    pub snapshot: WebtoolSnapshot,
    /// What the document says.
    pub document: Option<Document>,
    /// JSON Schema of the configuration without its credentials.
    pub form_schema: Option<Value>,
    /// The credentials it asks for.
    pub slots: Vec<CredentialField>,
    /// Every document that is kept, newest first.
    pub pins: Vec<Pin>,
    /// What calls of the running session carry as `sessionId`.
    pub session: String,
}

impl Webtool {
    /// Checking schemas may take a moment: not for threads that must not wait.
    fn read(
        configured: ConfiguredWebtool,
        pin: Option<&Pin>,
        store: Store,
        secrets: Arc<Secrets>,
        sessions: Arc<Sessions>,
        worker: Worker,
    ) -> Self {
        let document = pin
            .ok_or(Tampered::Consent)
            .and_then(|pin| pin.verified(&configured))
            .map(Arc::new);
        let state = match &document {
            Err(tampered) => WebtoolState::Refused(tampered.clone()),
            Ok(_) if !configured.enabled => WebtoolState::Off,
            Ok(document) => match (
                configured.stopped_by(),
                lacking(&worker, document, &configured),
            ) {
                (Some(change), _) => WebtoolState::Stopped(change),
                (None, faults) if faults.is_empty() => WebtoolState::Ready,
                (None, faults) => WebtoolState::NeedsConfiguration(faults),
            },
        };
        let tools = document
            .as_ref()
            .map(|document| document.actions.iter().map(tool).collect());
        Self {
            tools: tools.unwrap_or_default(),
            fetched_at: pin.map(|pin| pin.fetched_at).unwrap_or_default(),
            sha256: pin.map(|pin| pin.sha256.clone()),
            document,
            state,
            configured,
            store,
            secrets,
            sessions,
            worker,
        }
    }

    /// What was read of a document with these bytes already: its schemas need not be checked again.
    pub(super) fn read_before(&self, sha256: &Digest) -> Option<Arc<Document>> {
        let document = self.document.as_ref().ok()?;
        (self.sha256.as_ref() == Some(sha256)).then(|| Arc::clone(document))
    }

    pub(crate) fn label(&self) -> String {
        self.configured.definition.label.as_str().to_owned()
    }

    fn snapshot(&self) -> WebtoolSnapshot {
        let document = self.document.as_ref().ok();
        WebtoolSnapshot {
            configured: self.configured.clone(),
            state: self.state.clone(),
            version: document
                .map(|document| document.version.clone())
                .unwrap_or_default(),
            actions: self.tools.len(),
            fetched_at: self.fetched_at,
            verified_at: self
                .configured
                .checked
                .as_ref()
                .and_then(|checked| checked.verified_at)
                .unwrap_or(self.fetched_at),
        }
    }

    /// Its actions, as the tools of a server are listed.
    pub(super) fn section(&self) -> Section<Tool, SourceId> {
        Section {
            source: SourceId::from(&self.configured.id),
            state: match &self.state {
                WebtoolState::Refused(tampered) => ListState::Failed {
                    message: tampered.message(),
                },
                WebtoolState::Off => ListState::Offline,
                WebtoolState::Ready
                | WebtoolState::Stopped(_)
                | WebtoolState::NeedsConfiguration(_) => ListState::Ready {
                    fetched_at: self.fetched_at,
                    fresh_until: None,
                },
            },
            items: Arc::clone(&self.tools),
            broken: Arc::default(),
        }
    }

    pub(super) fn tools(&self) -> impl Iterator<Item = &Tool> {
        self.tools.iter().map(|shown| &shown.entry)
    }

    pub(super) fn action(&self, name: &str) -> Option<Arc<EntryWithIcon<Tool>>> {
        let found = self.tools.iter().find(|shown| shown.entry.name == name)?;
        Some(Arc::clone(found))
    }
}

/// What the configuration lacks before anything can be called.
fn lacking(worker: &Worker, document: &Document, webtool: &ConfiguredWebtool) -> Vec<Fault> {
    let Some(schema) = &document.config_schema else {
        return Vec::new();
    };
    let (form, slots) = credentials::split_credentials(schema);
    let config = Value::Object(webtool.definition.config.clone());
    let checked = schema::faults_blocking(worker, &form, &config.into(), Formats::Asserted);
    let mut faults = checked.unwrap_or_else(|not_checked| {
        vec![Fault {
            path: String::new(),
            message: not_checked.0,
        }]
    });
    for slot in slots {
        if slot.required && !webtool.definition.secrets.contains_key(&slot.pointer) {
            faults.push(Fault {
                path: slot.name,
                message: Message::new("schema.missing"),
            });
        }
    }
    faults
}

/// The credentials a kept document asks for, agreed to or not.
async fn wanted(pins: &[Pin], which: PinId) -> Vec<CredentialField> {
    let Some(pin) = pins.iter().find(|pin| pin.id == which).cloned() else {
        return Vec::new();
    };
    let read = spawn_blocking(move || pin.read()).await.flatten();
    let Some((document, schema)) = read.as_ref().and_then(|document| {
        let schema = document.config_schema.as_ref()?;
        Some((document, schema))
    }) else {
        return Vec::new();
    };
    let (_, mut slots) = credentials::split_credentials(schema);
    document.name_carriers(&mut slots);
    slots
}

/// An action as a tool.
fn tool(action: &Action) -> Arc<EntryWithIcon<Tool>> {
    let method = action
        .operation
        .as_ref()
        .map(|operation| operation.method.as_str());
    let mut input_schema = action.request_schema.clone();
    if !input_schema.is_object() {
        input_schema = Value::Object(Map::new());
    }
    if let Some(members) = input_schema.as_object_mut() {
        members
            .entry("type")
            .or_insert_with(|| Value::from("object"));
    }
    EntryWithIcon::new(
        Tool {
            name: action.name.clone(),
            title: None,
            description: action.description.clone(),
            input_schema,
            output_schema: action.response_schema.clone(),
            annotations: ToolAnnotations {
                // What the method itself promises (RFC 9110, section 9.2); a webtool promises nothing.
                read_only: method.map(|method| matches!(method, "GET" | "HEAD" | "OPTIONS")),
                destructive: method.map(|method| method == "DELETE"),
                idempotent: method
                    .map(|method| matches!(method, "GET" | "HEAD" | "OPTIONS" | "PUT" | "DELETE")),
                open_world: None,
            },
            task_support: TaskSupport::Forbidden,
            ui: ToolUi::default(),
            icons: Vec::new(),
            repaired: Vec::new(),
            raw: action.raw.clone().into(),
        },
        None,
    )
}

impl Sessions {
    /// Returns what calls of this webtool carry as `sessionId`.
    pub(super) fn get(&self, id: &WebtoolId) -> String {
        let mut sessions = self.0.lock();
        let session = sessions.entry(id.clone());
        session
            .or_insert_with(|| Uuid::now_v7().to_string())
            .clone()
    }

    pub(super) fn forget(&self, id: &WebtoolId) {
        self.0.lock().remove(id);
    }
}

impl Webtools {
    pub(crate) fn new(context: Context) -> Self {
        Self(Arc::new(Inner {
            context,
            all: Mutex::default(),
            sessions: Arc::default(),
            previews: Previews::default(),
            edit: tokio::sync::Mutex::default(),
        }))
    }

    pub(super) fn context(&self) -> &Context {
        &self.0.context
    }

    pub(super) fn previews(&self) -> &Previews {
        &self.0.previews
    }

    pub(super) fn sessions(&self) -> &Sessions {
        &self.0.sessions
    }

    /// Waits until no other change is under way.
    pub(super) async fn edit(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.0.edit.lock().await
    }

    pub(super) fn get(&self, id: &WebtoolId) -> Option<Arc<Webtool>> {
        self.0
            .all
            .lock()
            .iter()
            .find(|webtool| &webtool.configured.id == id)
            .cloned()
    }

    /// Loads all webtools again, once no change is under way.
    pub(crate) async fn reload(&self) {
        let _edit = self.edit().await;
        self.load().await;
    }

    /// Loads all webtools from the database.
    pub(crate) async fn load(&self) {
        let Context {
            store,
            secrets,
            sources,
            ..
        } = self.context();
        let configured = match store.list_webtools().await {
            Ok(configured) => configured,
            Err(error) => {
                tracing::error!(%error, "the webtools could not be read");
                return;
            }
        };
        let mut read = Vec::new();
        for mut configured in configured {
            // The person has turned it off, whether that is stored or not.
            configured.enabled &= !store.is_restricted(&about(&configured.id));
            let pin = store
                .webtool_pin(&configured.id, configured.current)
                .await
                .ok();
            let (store, secrets) = (store.clone(), Arc::clone(secrets));
            let sessions = Arc::clone(&self.0.sessions);
            let worker = self.worker(&configured.id);
            let webtool = spawn_blocking(move || {
                Webtool::read(configured, pin.as_ref(), store, secrets, sessions, worker)
            });
            read.extend(webtool.await.map(Arc::new));
        }
        let listed = read
            .iter()
            .map(|webtool| Arc::clone(webtool) as Arc<dyn ToolSource>);
        sources.set_webtools(listed);
        *self.0.all.lock() = read;
    }

    /// What checks the schemas of one webtool.
    pub(super) fn worker(&self, id: &WebtoolId) -> Worker {
        self.context().workers.of(Queue::Webtools, id.as_str())
    }

    /// What checks documents that belong to no webtool yet.
    pub(super) fn preview_worker(&self, address: &str) -> Worker {
        self.context().workers.of(Queue::Webtools, address)
    }

    /// Lists all webtools, in the person's order.
    pub fn list(&self) -> Vec<WebtoolSnapshot> {
        let all = self.0.all.lock();
        all.iter().map(|webtool| webtool.snapshot()).collect()
    }

    /// Finds how the webtool with these tools is configured; `None` = they are a server's.
    pub fn of_source(&self, id: &SourceId) -> Option<ConfiguredWebtool> {
        let all = self.0.all.lock();
        let found = all.iter().find(|webtool| id == &webtool.configured.id)?;
        Some(found.configured.clone())
    }

    /// Returns everything about one webtool.
    pub async fn detail(&self, id: &WebtoolId) -> Result<WebtoolDetail, WebtoolError> {
        let webtool = self.get(id).ok_or(WebtoolError::Unknown)?;
        let document = webtool.document.as_ref().ok();
        let config = document.and_then(|document| document.config_schema.as_ref());
        let (form_schema, slots) = config.map(credentials::split_credentials).unzip();
        let pins = self.context().store.list_pins(id).await?;
        let slots = match slots.zip(document) {
            Some((mut slots, document)) => {
                document.name_carriers(&mut slots);
                slots
            }
            // What nobody has agreed to says all the same which credentials it wants.
            None if document.is_none() => wanted(&pins, webtool.configured.current).await,
            None => Vec::new(),
        };
        Ok(WebtoolDetail {
            snapshot: webtool.snapshot(),
            document: document.map(|document| Document::clone(document)),
            form_schema,
            slots,
            pins,
            session: self.sessions().get(id),
        })
    }

    /// Begins a new session: what the webtool remembers by the old one is left behind.
    pub fn renew_session(&self, id: &WebtoolId) -> Result<String, WebtoolError> {
        self.get(id).ok_or(WebtoolError::Unknown)?;
        self.sessions().forget(id);
        Ok(self.sessions().get(id))
    }

    /// A handle that does not keep them.
    pub(super) fn downgrade(&self) -> WeakWebtools {
        WeakWebtools(Arc::downgrade(&self.0))
    }
}

/// A handle that does not keep the webtools.
pub(super) struct WeakWebtools(Weak<Inner>);

impl WeakWebtools {
    pub(super) fn upgrade(&self) -> Option<Webtools> {
        self.0.upgrade().map(Webtools)
    }
}

impl WebtoolSnapshot {
    pub fn base(&self) -> &Url {
        &self.configured.definition.base
    }

    /// What the last look for a new version found.
    pub fn checked(&self) -> Option<&Checked> {
        self.configured.checked.as_ref()
    }
}
