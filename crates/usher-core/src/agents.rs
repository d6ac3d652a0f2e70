//! Agents on this computer: which are connected to Usher, and connecting them. Their files are read and written by
//! `usher-agents` alone; what was written is kept, so that it can be undone after a restart.
//!
//! Not here: the agents that have connected (`clients`).

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use ts_rs::TS;
use usher_types::code::{Code, Coded};

use parking_lot::Mutex;
use usher_agents::{Agent, AgentLimits, Edit, Entry, Places, Preview, Receipt, Refusal};
pub use usher_agents::{Change, DiffLine, LineKind, Undone};
use usher_config::other_apps::{Candidate, is_known, stands_for};
use usher_messages::Message;
use usher_store::{KeptReceipt, Store, StoreError};
use usher_system::blocking::spawn_blocking;
use usher_system::clock::Clock;
use usher_types::id::{AgentPreviewId, ServerId};
use usher_types::server::ServerState;

use crate::clients::new_key;
use crate::limits;
use usher_servers::events::{Events, HostEvent};
use usher_servers::servers::Servers;
use usher_servers::snapshot::ServerSnapshot;

/// Names an agent and one of its files, as `agent.list` has them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "AgentParams")]
pub struct AgentKey {
    pub id: String,
    pub file: PathBuf,
}

/// Whether an agent is connected to Usher, or can be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum AgentState {
    Connected,
    NotConnected,
    /// It starts Usher, but not as it should: from another place, or disabled.
    Differs,
    /// Its file is not touched.
    Refused {
        /// What is wrong and what to do.
        reason: Message,
        /// The text to add to the file by hand, or the keys of the servers to remove from it, one a line.
        by_hand: String,
    },
}

/// An agent on this computer, with one of its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentSnapshot {
    pub key: AgentKey,
    pub name: &'static str,
    pub state: AgentState,
    /// How many servers it has beside Usher.
    pub own_servers: usize,
    /// How many of them Usher does not have and can import.
    pub importable: usize,
    /// Those that Usher has too.
    pub imported: Vec<ImportedServer>,
    pub limits: AgentLimits,
    /// When Usher wrote into the file last, Unix ms; `None` = there is nothing to undo.
    pub written_at: Option<i64>,
    /// The servers that were removed then; none = the entry of Usher was written.
    pub removed: Vec<String>,
}

/// A server of an agent's own that Usher has too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedServer {
    /// Its name in the agent's file.
    pub name: String,
    pub server: ServerId,
    /// Its name in Usher.
    pub label: String,
    /// Whether it is enabled in Usher.
    pub enabled: bool,
}

/// What a change of an agent's file would write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownPreview {
    pub id: AgentPreviewId,
    /// The file that would be written: where a link leads, if one is in the place of the agent's file.
    pub file: PathBuf,
    pub change: Change,
    /// The lines that differ, with a few around them.
    pub lines: Vec<DiffLine>,
    /// Where the copy of the file would be; `None` = no copy is needed.
    pub backup: Option<PathBuf>,
}

/// An agent after its file was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub agent: AgentSnapshot,
    /// The copy of the file as it was.
    pub backup: Option<PathBuf>,
}

/// Why something about agents could not be done.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum AgentError {
    /// There is no such agent on this computer, or it has no such file.
    Unknown(PathBuf),
    /// A server is not, or no longer, both in an agent's file and in Usher.
    NotImported {
        file: PathBuf,
        name: String,
    },
    /// What was shown is not kept any longer.
    PreviewGone,
    /// Usher has written nothing into the file.
    NothingToUndo(PathBuf),
    /// The file is not touched.
    Refused(Refusal),
    Store(#[from] StoreError),
    /// A fault of Usher itself.
    Failed,
}

impl AgentError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        let of_file = |code, file: &PathBuf| {
            Message::new(code).with("file", file.to_string_lossy().into_owned())
        };
        match self {
            Self::Unknown(file) => of_file("agents.gone", file),
            Self::NotImported { file, name } => {
                of_file("agents.notImported", file).with("name", name.clone())
            }
            Self::PreviewGone => Message::new("agents.previewGone"),
            Self::NothingToUndo(file) => of_file("agents.nothingToUndo", file),
            Self::Refused(refusal) => refusal.reason.clone(),
            Self::Store(error) => error.message(),
            Self::Failed => Message::new("agents.failed"),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Unknown(_)
            | Self::NotImported { .. }
            | Self::PreviewGone
            | Self::NothingToUndo(_) => Code::NotFound.into(),
            Self::Refused(_) => Code::Invalid.into(),
            Self::Store(error) => error.code(),
            Self::Failed => Code::Internal.into(),
        }
    }
}

impl From<Refusal> for AgentError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// A preview that the person may agree to.
struct Kept {
    id: AgentPreviewId,
    preview: Preview,
    /// Names the copy of the file, Unix ms.
    now: i64,
    /// The servers of Usher that stand for those that are removed.
    servers: Vec<ServerId>,
}

/// The agents on this computer. Clones share it.
#[derive(Clone)]
pub struct Agents(Arc<Inner>);

struct Inner {
    /// `None` = this system names no home.
    places: Option<Places>,
    /// What agents start: the terminal program.
    program: PathBuf,
    store: Store,
    clock: Clock,
    events: Events,
    servers: Servers,
    /// The latest previews, the newest last.
    previews: Mutex<VecDeque<Kept>>,
    /// Held while a file is changed, so that each change is of what the one before left.
    changing: tokio::sync::Mutex<()>,
}

impl Agents {
    pub(crate) fn new(
        places: Option<Places>,
        program: PathBuf,
        store: Store,
        clock: Clock,
        events: Events,
        servers: Servers,
    ) -> Self {
        Self(Arc::new(Inner {
            places,
            program,
            store,
            clock,
            events,
            servers,
            previews: Mutex::default(),
            changing: tokio::sync::Mutex::default(),
        }))
    }

    /// Finds the agents whose file or folder exists. Nothing is started or written.
    pub async fn list(&self) -> Result<Vec<AgentSnapshot>, AgentError> {
        let agents = self.find().await?;
        self.snapshots(agents).await
    }

    /// The text to paste into an agent that is not found.
    pub fn common_text(&self) -> String {
        usher_agents::common_text(&self.0.program)
    }

    /// Shows what connecting an agent would write. It is kept, so that only what was shown can be agreed to.
    pub async fn preview(&self, key: &AgentKey) -> Result<ShownPreview, AgentError> {
        let agent = self.agent(key).await?;
        let client_key = new_key().map_err(|_| AgentError::Failed)?;
        let entry = self.entry(&agent).with_key(client_key);
        let preview = blocking(move || usher_agents::preview(&agent, &entry)).await??;
        self.show(preview, Vec::new()).await
    }

    /// Shows what removing these servers of an agent's own would write, as [`Agents::preview`] does. Usher has to have
    /// each of them.
    pub async fn preview_removal(
        &self,
        key: &AgentKey,
        names: Vec<String>,
    ) -> Result<ShownPreview, AgentError> {
        let agent = self.agent(key).await?;
        let (of, removed) = (agent.clone(), names.clone());
        let preview = blocking(move || usher_agents::preview_removal(&of, &removed)).await??;
        let imported = self.snapshot(agent).await?.imported;
        let server = |name: &String| {
            let mut imported = imported.iter();
            imported
                .find(|imported| imported.name == *name)
                .map(|imported| imported.server.clone())
                .ok_or_else(|| AgentError::NotImported {
                    file: key.file.clone(),
                    name: name.clone(),
                })
        };
        let servers = names.iter().map(server).collect::<Result<_, _>>()?;
        self.show(preview, servers).await
    }

    /// Keeps a preview.
    async fn show(
        &self,
        preview: Preview,
        servers: Vec<ServerId>,
    ) -> Result<ShownPreview, AgentError> {
        let now = self.0.clock.now_ms();
        let made = blocking(move || (preview.backup(now), preview));
        let (backup, preview) = made.await?;
        let id = AgentPreviewId::generate();
        let shown = ShownPreview {
            id: id.clone(),
            file: preview.written.clone(),
            change: preview.change,
            lines: preview.diff.clone(),
            backup,
        };
        let mut previews = self.0.previews.lock();
        while previews.len() >= limits::AGENT_PREVIEWS {
            previews.pop_front();
        }
        previews.push_back(Kept {
            id,
            preview,
            now,
            servers,
        });
        Ok(shown)
    }

    /// Writes what a preview showed, if the file is still what it was.
    pub async fn apply(&self, id: &AgentPreviewId) -> Result<Written, AgentError> {
        let inner = &self.0;
        let _changing = inner.changing.lock().await;
        let Kept {
            preview,
            now,
            servers,
            ..
        } = self.take(id).ok_or(AgentError::PreviewGone)?;
        let is_there = |server: &ServerId| inner.servers.snapshot(server).is_ok();
        if !servers.iter().all(is_there) {
            return Err(AgentError::PreviewGone);
        }
        let (agent, change) = (preview.agent.clone(), preview.change);
        let applied = blocking(move || usher_agents::apply(&preview, now)).await?;
        let mut backup = None;
        if let Some(receipt) = applied? {
            if let Err(error) = self.keep(&agent, change, &receipt, now).await {
                // What could not be undone later is not left.
                if let Err(refusal) = blocking(move || usher_agents::undo(&receipt)).await? {
                    tracing::error!(?refusal, "what was written into an agent's file stays");
                }
                return Err(error);
            }
            backup = receipt.backup;
        }
        inner.events.send(HostEvent::AgentsChanged);
        Ok(Written {
            agent: self.snapshot(agent).await?,
            backup,
        })
    }

    /// Takes back what was written last: the bytes before it where nothing else changed, else its entries alone.
    pub async fn undo(&self, key: &AgentKey) -> Result<(AgentSnapshot, Undone), AgentError> {
        let inner = &self.0;
        let _changing = inner.changing.lock().await;
        let agent = self.agent(key).await?;
        let mut kept = inner.store.agent_receipts().await?.into_iter();
        let last = kept.find(|kept| is_of(kept, &agent));
        let last = last.ok_or_else(|| AgentError::NothingToUndo(key.file.clone()))?;
        let receipt = last.receipt.clone();
        let undone = blocking(move || usher_agents::undo(&receipt)).await??;
        inner.store.delete_agent_receipt(&last).await?;
        if undone != Undone::Restored && is_entry(&last) {
            self.forget_entries(&agent).await?;
        }
        Ok((self.after(agent, key).await?, undone))
    }

    /// Removes the entry of Usher from an agent's file, and nothing else.
    pub async fn remove(&self, key: &AgentKey) -> Result<(AgentSnapshot, Undone), AgentError> {
        let _changing = self.0.changing.lock().await;
        let agent = self.agent(key).await?;
        let (of, entry) = (agent.clone(), self.entry(&agent));
        let undone = blocking(move || usher_agents::remove(&of, &entry)).await??;
        self.forget_entries(&agent).await?;
        Ok((self.after(agent, key).await?, undone))
    }

    /// The agent after a change. Undoing may have removed the file and the folder it was found by.
    async fn after(&self, agent: Agent, key: &AgentKey) -> Result<AgentSnapshot, AgentError> {
        self.0.events.send(HostEvent::AgentsChanged);
        let agent = self.agent(key).await.unwrap_or(agent);
        self.snapshot(agent).await
    }

    async fn find(&self) -> Result<Vec<Agent>, AgentError> {
        match self.0.places.clone() {
            Some(places) => blocking(move || usher_agents::find(&places)).await,
            None => Ok(Vec::new()),
        }
    }

    /// The agent as it is found now: no file is touched that a caller names and no agent has.
    async fn agent(&self, key: &AgentKey) -> Result<Agent, AgentError> {
        let mut agents = self.find().await?.into_iter();
        let is_it = |agent: &Agent| agent.app.id == key.id && agent.file == key.file;
        agents
            .find(is_it)
            .ok_or_else(|| AgentError::Unknown(key.file.clone()))
    }

    fn entry(&self, agent: &Agent) -> Entry {
        Entry::new(&self.0.program, agent)
    }

    async fn snapshot(&self, agent: Agent) -> Result<AgentSnapshot, AgentError> {
        let mut snapshots = self.snapshots(vec![agent]).await?;
        snapshots.pop().ok_or(AgentError::Failed)
    }

    async fn snapshots(&self, agents: Vec<Agent>) -> Result<Vec<AgentSnapshot>, AgentError> {
        let receipts = self.0.store.agent_receipts().await?;
        let known = self.0.servers.list();
        let entries: Vec<Entry> = agents.iter().map(|agent| self.entry(agent)).collect();
        blocking(move || {
            let both = agents.into_iter().zip(&entries);
            both.map(|(agent, entry)| read(agent, entry, &known, &receipts))
                .collect()
        })
        .await
    }

    /// Keeps what was written last into a file.
    async fn keep(
        &self,
        agent: &Agent,
        change: Change,
        receipt: &Receipt,
        at: i64,
    ) -> Result<(), AgentError> {
        if matches!(change, Change::Create | Change::Add) {
            self.forget_entries(agent).await?;
        }
        Ok(self.0.store.keep_agent_receipt(receipt, at).await?)
    }

    /// Forgets the entries that were written into a file: none is there, so that there is nothing of them to undo. The
    /// servers that were removed can still be added again.
    async fn forget_entries(&self, agent: &Agent) -> Result<(), AgentError> {
        for kept in self.0.store.agent_receipts().await? {
            if is_of(&kept, agent) && is_entry(&kept) {
                self.0.store.delete_agent_receipt(&kept).await?;
            }
        }
        Ok(())
    }

    fn take(&self, id: &AgentPreviewId) -> Option<Kept> {
        let mut previews = self.0.previews.lock();
        let place = previews.iter().position(|kept| kept.id == *id)?;
        previews.remove(place)
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, AgentError> {
    spawn_blocking(work).await.ok_or(AgentError::Failed)
}

fn is_of(kept: &KeptReceipt, agent: &Agent) -> bool {
    kept.receipt.agent == agent.app.id && kept.receipt.file == agent.file
}

fn is_entry(kept: &KeptReceipt) -> bool {
    matches!(kept.receipt.edit, Edit::Connect(_))
}

/// The server of Usher that stands for one of an agent's own, an enabled one first.
fn imported(candidate: &Candidate, known: &[ServerSnapshot]) -> Option<ImportedServer> {
    let server = candidate.server.as_ref().ok()?;
    let is_enabled = |known: &&ServerSnapshot| known.state != ServerState::Disabled;
    let mut equal = known
        .iter()
        .filter(|known| stands_for(&known.definition, server));
    let first = equal.clone().find(is_enabled).or_else(|| equal.next())?;
    Some(ImportedServer {
        name: candidate.key.clone(),
        server: first.id.clone(),
        label: first.definition.label.to_string(),
        enabled: is_enabled(&first),
    })
}

/// Reads the file of an agent. Blocking.
fn read(
    agent: Agent,
    entry: &Entry,
    known: &[ServerSnapshot],
    receipts: &[KeptReceipt],
) -> AgentSnapshot {
    let state = match usher_agents::preview(&agent, entry) {
        Ok(preview) => match preview.change {
            Change::None => AgentState::Connected,
            Change::Update => AgentState::Differs,
            Change::Create | Change::Add | Change::Remove => AgentState::NotConnected,
        },
        Err(Refusal { reason, by_hand }) => AgentState::Refused { reason, by_hand },
    };
    // Why a file cannot be read is said by the state.
    let servers = usher_agents::own_servers(&agent).unwrap_or_default();
    let definitions = known.iter().map(|known| &known.definition);
    let importable = servers.iter().filter(|candidate| {
        let server = candidate.server.as_ref();
        server.is_ok_and(|server| !is_known(server, definitions.clone()))
    });
    let last = receipts.iter().find(|kept| is_of(kept, &agent));
    AgentSnapshot {
        name: agent.app.name,
        state,
        own_servers: servers.len(),
        importable: importable.count(),
        imported: servers
            .iter()
            .filter_map(|candidate| imported(candidate, known))
            .collect(),
        limits: agent.limits(),
        written_at: last.map(|kept| kept.written_at),
        removed: match last.map(|kept| &kept.receipt.edit) {
            Some(Edit::Remove(names)) => names.clone(),
            _ => Vec::new(),
        },
        key: AgentKey {
            id: agent.app.id.to_owned(),
            file: agent.file,
        },
    }
}
