//! Roots: folders the person shows to servers (2025-11-25, client/roots), some to all servers, some to
//! one. They guide a server; they fence nothing. No server learns of any without the person's consent.

use usher_messages::Message;
use usher_types::code::{Code, Coded};
use usher_types::roots::{RootFolder, RootList, RootScope, RootsConsent, ShownRoot};
mod folder;
mod share;

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::RwLock;

pub use folder::FolderProblem;
use folder::{check_folder, folder_state};
pub(crate) use share::SharedRoots;

use crate::approval_queue::ApprovalQueue;
use crate::limits;
use tokio_util::task::TaskTracker;
use usher_servers::events::{Events, HostEvent};
use usher_servers::servers::Servers;
use usher_store::{Store, StoreError, StoredRoots};
use usher_system::blocking::spawn_blocking;
use usher_system::clock::Clock;
use usher_system::dialogs::{DialogError, Dialogs, PathDialog};
use usher_types::id::{RootId, ServerId};

/// Why folders could not be changed.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum RootsError {
    /// There is no such server.
    UnknownServer,
    /// The folder cannot be one.
    Folder(#[from] FolderProblem),
    /// There are too many.
    TooMany,
    /// The dialog for choosing one is open already.
    Choosing,
    /// There is no dialog to choose one with.
    NoDialog(std::io::Error),
    /// This program has no window for a dialog.
    NoWindow,
    /// The path that was chosen is no text.
    NoText,
    /// It could not be written.
    Store(#[from] StoreError),
}

impl From<DialogError> for RootsError {
    fn from(error: DialogError) -> Self {
        match error {
            DialogError::Open => Self::Choosing,
            DialogError::NoWindow => Self::NoWindow,
            DialogError::Failed(reason) => Self::NoDialog(reason),
        }
    }
}

impl RootsError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::UnknownServer => Message::new("request.unknownServer"),
            Self::Folder(problem) => {
                Message::new("folder.refused").with("reason", problem.message())
            }
            Self::TooMany => Message::new("folder.tooMany").with("count", limits::FOLDERS),
            Self::Choosing => Message::new("folder.choosing"),
            Self::NoDialog(error) => {
                Message::new("folder.noDialog").with("reason", error.to_string())
            }
            Self::NoWindow => Message::new("folder.noWindow"),
            Self::NoText => Message::new("folder.noText"),
            Self::Store(error) => error.message(),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::UnknownServer => Code::NotFound.into(),
            Self::Folder(problem) => Coded::invalid([("path", &problem.message())]),
            Self::TooMany | Self::Choosing | Self::NoText => Code::Invalid.into(),
            Self::NoDialog(_) | Self::NoWindow => Code::Internal.into(),
            Self::Store(error) => error.code(),
        }
    }
}

/// The folders servers are shown. Clones share them. The database is written first, then what is known here.
#[derive(Clone)]
pub struct Roots(Arc<Inner>);

struct Inner {
    known: RwLock<RootsCache>,
    context: Context,
}

#[derive(Default)]
pub struct RootsCache {
    folders: Vec<RootFolder>,
    always: HashSet<ServerId>,
    /// How often any of it has changed here, so that no change is lost to a reload.
    changes: u64,
}

impl RootsCache {
    /// Reads what is stored, without what the person has taken back since.
    pub async fn load(store: &Store) -> Result<Self, StoreError> {
        let StoredRoots {
            mut folders,
            mut always,
        } = store.roots().await?;
        folders.retain(|folder| !store.is_restricted(&about_folder(&folder.id)));
        always.retain(|server| !store.is_restricted(&about_consent(server)));
        Ok(Self {
            folders,
            always: always.into_iter().collect(),
            changes: 0,
        })
    }

    /// Takes what was read, unless something has changed since: it may have been read before that was written.
    fn replace_unless_changed(&mut self, before: u64, stored: Self) -> bool {
        let is_current = self.changes == before;
        if is_current {
            *self = Self {
                changes: before,
                ..stored
            };
        }
        is_current
    }

    /// Something is stored now that was changed here before.
    fn written(&mut self) {
        self.changes += 1;
    }

    fn set_consent(&mut self, server: &ServerId, consent: RootsConsent) {
        self.changes += 1;
        match consent {
            RootsConsent::Always => self.always.insert(server.clone()),
            RootsConsent::Ask => self.always.remove(server),
        };
    }

    fn add(&mut self, folder: RootFolder) {
        self.changes += 1;
        self.folders.push(folder);
    }

    fn remove(&mut self, id: &RootId) -> Option<RootFolder> {
        let index = self.folders.iter().position(|folder| &folder.id == id)?;
        self.changes += 1;
        Some(self.folders.remove(index))
    }
}

/// Names a folder, as what is restricted.
fn about_folder(id: &RootId) -> String {
    format!("folder {id}")
}

/// Names whether a server sees folders without a question, as what is restricted.
fn about_consent(server: &ServerId) -> String {
    format!("folders of {server}")
}

/// What folders are shown with.
pub struct Context {
    pub store: Store,
    pub clock: Clock,
    pub events: Events,
    pub servers: Servers,
    pub approvals: ApprovalQueue,
    /// Has the person choose a folder; `None` = this program cannot.
    pub dialogs: Dialogs,
    /// Work that has to be done before the host is closed.
    pub tasks: TaskTracker,
}

impl Roots {
    pub fn new(known: RootsCache, context: Context) -> Self {
        Self(Arc::new(Inner {
            known: RwLock::new(known),
            context,
        }))
    }

    /// The folders of this list alone.
    fn of_scope(&self, scope: &RootScope) -> Vec<RootFolder> {
        self.filtered(|folder| &folder.scope == scope)
    }

    /// What a server would be told: the folders of all servers, then its own.
    fn seen_by(&self, server: &ServerId) -> Vec<RootFolder> {
        let mut folders = self.of_scope(&RootScope::AllServers);
        folders.extend(self.of_scope(&RootScope::Server(server.clone())));
        let mut seen = HashSet::new();
        folders.retain(|folder| seen.insert(folder.uri.clone()));
        folders
    }

    pub(crate) fn consent(&self, server: &ServerId) -> RootsConsent {
        if self.0.known.read().always.contains(server) {
            RootsConsent::Always
        } else {
            RootsConsent::Ask
        }
    }

    fn filtered(&self, wanted: impl Fn(&RootFolder) -> bool) -> Vec<RootFolder> {
        let known = self.0.known.read();
        known
            .folders
            .iter()
            .filter(|folder| wanted(folder))
            .cloned()
            .collect()
    }

    /// Reads everything again; what the person decides meanwhile stays.
    pub async fn reload(&self) -> Result<(), StoreError> {
        loop {
            let before = self.0.known.read().changes;
            let stored = RootsCache::load(&self.context().store).await?;
            if self.0.known.write().replace_unless_changed(before, stored) {
                return Ok(());
            }
        }
    }

    /// A list of folders, each looked at anew.
    pub async fn list(&self, scope: &RootScope) -> RootList {
        let folders = self.of_scope(scope);
        let folders = spawn_blocking(move || {
            let look = |folder: RootFolder| {
                let state = folder_state(&folder);
                ShownRoot { folder, state }
            };
            folders.into_iter().map(look).collect()
        })
        .await
        .unwrap_or_default();
        let consent = match scope {
            RootScope::AllServers => RootsConsent::Ask,
            RootScope::Server(server) => self.consent(server),
        };
        RootList { folders, consent }
    }

    /// Has the person choose a folder with the system's own dialog; `None` = they chose none. Nothing is added.
    pub async fn choose_folder(&self) -> Result<Option<String>, RootsError> {
        let chosen = self.context().dialogs.ask(PathDialog::Folder).await?;
        chosen
            .map(|path| {
                path.into_os_string()
                    .into_string()
                    .map_err(|_| RootsError::NoText)
            })
            .transpose()
    }

    /// Adds a folder. `path` is what the person typed or picked; an empty name becomes the folder's own.
    pub async fn add(
        &self,
        scope: RootScope,
        path: String,
        name: String,
    ) -> Result<RootFolder, RootsError> {
        self.known_scope(&scope)?;
        if self.of_scope(&scope).len() >= limits::FOLDERS {
            return Err(RootsError::TooMany);
        }
        let folder = spawn_blocking(move || check_folder(scope, &path, &name))
            .await
            .unwrap_or(Err(FolderProblem::Unreadable))?;
        let known = self.of_scope(&folder.scope);
        if known.iter().any(|other| other.path == folder.path) {
            return Err(FolderProblem::AlreadyThere.into());
        }
        let context = self.context();
        context
            .store
            .add_root(&folder, context.clock.now_ms())
            .await?;
        self.0.known.write().add(folder.clone());
        self.changed(&folder.scope);
        Ok(folder)
    }

    /// Takes a folder off its list; open questions no longer show it.
    pub async fn remove(&self, id: &RootId) -> Result<(), RootsError> {
        self.context().approvals.forget_root(id);
        let Some(folder) = self.0.known.write().remove(id) else {
            return Ok(());
        };
        self.changed(&folder.scope);
        let about = about_folder(id);
        let remove = move |store: Store| {
            let folder = folder.clone();
            async move { store.remove_root(&folder.scope, &folder.id).await }
        };
        self.context().store.restrict(about, remove).await?;
        self.0.known.write().written();
        Ok(())
    }

    /// Decides whether a server may see its folders without a question.
    pub async fn set_consent(
        &self,
        server: &ServerId,
        consent: RootsConsent,
    ) -> Result<(), RootsError> {
        let scope = RootScope::Server(server.clone());
        self.known_scope(&scope)?;
        let context = self.context();
        let (store, now_ms) = (&context.store, context.clock.now_ms());
        if consent == RootsConsent::Always {
            store.set_roots_consent(server, consent, now_ms).await?;
            store.lift_restriction(&about_consent(server));
            self.0.known.write().set_consent(server, consent);
            self.changed(&scope);
            return Ok(());
        }
        self.0.known.write().set_consent(server, consent);
        self.changed(&scope);
        let asked = server.clone();
        let ask = move |store: Store| {
            let server = asked.clone();
            async move { store.set_roots_consent(&server, consent, now_ms).await }
        };
        store.restrict(about_consent(server), ask).await?;
        self.0.known.write().written();
        Ok(())
    }

    fn known_scope(&self, scope: &RootScope) -> Result<(), RootsError> {
        match scope {
            RootScope::AllServers => Ok(()),
            RootScope::Server(server) => self
                .context()
                .servers
                .entry(server)
                .map(|_| ())
                .ok_or(RootsError::UnknownServer),
        }
    }

    /// Notifies the window and the running servers concerned.
    fn changed(&self, scope: &RootScope) {
        self.context().events.send(HostEvent::RootsChanged);
        for entry in self.context().servers.entries() {
            let concerned = match scope {
                RootScope::AllServers => true,
                RootScope::Server(server) => server == &entry.id,
            };
            let Ok(connection) = entry.connection() else {
                continue;
            };
            if concerned {
                // A server that does not read holds nobody up.
                self.context()
                    .tasks
                    .spawn(async move { connection.notify_roots_changed().await });
            }
        }
    }

    fn context(&self) -> &Context {
        &self.0.context
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_decided_while_stored_folders_are_read_again_holds() {
        let server = ServerId::from("s");
        let mut known = RootsCache::default();
        known.set_consent(&server, RootsConsent::Always);
        let before = known.changes;
        // As it is read before the consent is taken back.
        let stored = RootsCache {
            always: HashSet::from([server.clone()]),
            ..RootsCache::default()
        };
        known.set_consent(&server, RootsConsent::Ask);
        assert!(
            !known.replace_unless_changed(before, stored),
            "it is read once more"
        );
        assert!(known.always.is_empty(), "the consent is gone");
        let before = known.changes;
        let stored = RootsCache {
            always: HashSet::from([server.clone()]),
            ..RootsCache::default()
        };
        assert!(known.replace_unless_changed(before, stored));
        assert!(known.always.contains(&server), "what is stored holds");
    }
}
