//! What is known of each web view of an app: by which token its documents report, what it was given, its web process.

use std::collections::HashMap;
#[cfg(target_os = "linux")]
use std::collections::HashSet;

use parking_lot::{Mutex, MutexGuard};
use usher_net::ViewProxy;
#[cfg(target_os = "linux")]
use usher_process::LibraryProcess;
use usher_types::id::AppId;
use usher_types::mcp_app::{AppOrigin, AppPlace};

use super::{proxy, top_document};

/// What lets Usher's own documents of each app send messages.
#[derive(Default)]
pub(super) struct Tokens(Mutex<HashMap<AppId, Token>>);

pub(super) struct Token {
    pub(super) text: String,
    pub(super) bar: top_document::Bar,
    pub(super) place: AppPlace,
    pub(super) origin: AppOrigin,
    pub(super) stage: proxy::Stage,
    pub(super) documents_served: DocumentsServed,
    /// The only way from its web view into the network.
    pub(super) proxy: ViewProxy,
    /// The web processes from before the web view was opened.
    #[cfg(target_os = "linux")]
    pub(super) before: HashSet<LibraryProcess>,
    #[cfg(target_os = "linux")]
    pub(super) process: Option<LibraryProcess>,
    /// Whether it was ended for want of memory.
    #[cfg(target_os = "linux")]
    pub(super) is_out_of_memory: bool,
}

/// Which of Usher's own documents were handed out, each once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DocumentsServed {
    None,
    Top,
    Both,
}

impl Tokens {
    pub(super) fn lock(&self) -> MutexGuard<'_, HashMap<AppId, Token>> {
        self.0.lock()
    }

    /// Notes that one of Usher's own documents is handed out to an app; `false` = it is not its turn.
    pub(super) fn serve(
        &self,
        app: &AppId,
        before: DocumentsServed,
        after: DocumentsServed,
    ) -> bool {
        let mut tokens = self.lock();
        let token = tokens
            .get_mut(app)
            .filter(|token| token.documents_served == before);
        token.map(|token| token.documents_served = after).is_some()
    }

    /// The web processes of apps that run and may take memory.
    #[cfg(target_os = "linux")]
    pub(super) fn watched(&self) -> Vec<(AppId, LibraryProcess)> {
        let tokens = self.lock();
        let watched = tokens.iter().filter_map(|(app, token)| {
            let process = token.process.filter(|_| !token.is_out_of_memory)?;
            Some((app.clone(), process))
        });
        watched.collect()
    }

    /// All web processes of apps that are known.
    #[cfg(target_os = "linux")]
    pub(super) fn processes(&self) -> HashSet<LibraryProcess> {
        let tokens = self.lock();
        tokens.values().filter_map(|token| token.process).collect()
    }

    /// Whether any app runs. One that is prepared does not.
    #[cfg(target_os = "linux")]
    pub(super) fn has_open(&self) -> bool {
        let tokens = self.lock();
        let mut stages = tokens.values().map(|token| token.stage);
        stages.any(|stage| stage == proxy::Stage::Open)
    }

    /// Whether the web process of any is still to be found, so that one that is not known may be it.
    #[cfg(target_os = "linux")]
    pub(super) fn is_opening(&self) -> bool {
        let tokens = self.lock();
        let mut all = tokens.values();
        all.any(|token| token.documents_served == DocumentsServed::None)
    }

    #[cfg(target_os = "linux")]
    pub(super) fn is_out_of_memory(&self, app: &AppId) -> bool {
        let tokens = self.lock();
        tokens.get(app).is_some_and(|token| token.is_out_of_memory)
    }

    #[cfg(target_os = "linux")]
    pub(super) fn set_out_of_memory(&self, app: &AppId) {
        if let Some(token) = self.lock().get_mut(app) {
            token.is_out_of_memory = true;
        }
    }

    /// An app's page is about to be loaded: finds its web process among those that run now. Each web view has one, and
    /// they are started in the order in which web views are opened.
    #[cfg(target_os = "linux")]
    pub(super) fn find_process(
        &self,
        app: &AppId,
        running: &HashSet<LibraryProcess>,
    ) -> Option<LibraryProcess> {
        let mut tokens = self.lock();
        let known: HashSet<_> = tokens.values().filter_map(|token| token.process).collect();
        let mut unknown: Vec<_> = running.difference(&known).copied().collect();
        unknown.sort_unstable();
        let mut waiting: Vec<_> = tokens.iter_mut().collect();
        waiting.retain(|(id, token)| *id <= app && token.process.is_none());
        waiting.sort_unstable_by_key(|(id, _)| (*id).clone());
        for (id, token) in waiting {
            let Some(at) = unknown.iter().position(|one| !token.before.contains(one)) else {
                continue;
            };
            let process = unknown.remove(at);
            if id == app {
                token.process = Some(process);
                return Some(process);
            }
        }
        None
    }
}
