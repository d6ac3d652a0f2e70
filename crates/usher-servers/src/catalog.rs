//! What servers offer: four lists per server, read when it connects and when it says they changed,
//! kept (also while it is away) until Usher ends.

mod entry;
mod freshness;
mod list;
mod reader;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Notify;
use usher_mcp::ListKind;

pub use entry::ListedEntry;
pub use list::{EntryWithIcon, ListState, Listed, Lists, Reading, Section};
pub(crate) use reader::{ListReader, ReadSchedule};

use crate::events::{Events, HostEvent};
use crate::snapshot::Counts;
use freshness::Freshness;
use usher_types::id::ServerId;

/// The lists of one server.
pub struct Catalog {
    server: ServerId,
    events: Events,
    lists: Mutex<Lists>,
    /// Lists the server said have changed, each at most once.
    stale: Mutex<Vec<ListKind>>,
    became_stale: Notify,
    freshness: Freshness,
    /// Whether what was read earlier, also before Usher was started, must not be shown any more.
    forgotten: AtomicBool,
}

pub const ALL_LISTS: [ListKind; 4] = [
    ListKind::Tools,
    ListKind::Resources,
    ListKind::Templates,
    ListKind::Prompts,
];

impl Catalog {
    pub(crate) fn new(server: ServerId, events: Events) -> Self {
        Self {
            server,
            events,
            lists: Mutex::default(),
            stale: Mutex::default(),
            became_stale: Notify::new(),
            freshness: Freshness::default(),
            forgotten: AtomicBool::new(false),
        }
    }

    /// Marks a list as out of date; it is read again soon, if the server runs.
    pub(crate) fn mark_stale(&self, list: ListKind) {
        self.freshness.mark_due(list);
        {
            let mut stale = self.stale.lock();
            if !stale.contains(&list) {
                stale.push(list);
            }
        }
        self.became_stale.notify_one();
    }

    /// The server is away: lists keep what was last seen.
    pub(crate) fn went_offline(&self) {
        self.change_all(|lists| {
            lists.tools.go_offline();
            lists.resources.go_offline();
            lists.templates.go_offline();
            lists.prompts.go_offline();
        });
        for list in ALL_LISTS {
            self.freshness.mark_due(list);
        }
        self.freshness.notify_waiters();
    }

    /// Waits until a read covers all announced changes, or the server is gone.
    pub async fn until_read<E>(
        &self,
        list: ListKind,
        is_there: impl Fn() -> Result<(), E>,
    ) -> Result<(), E> {
        self.freshness.until_read(list, is_there).await
    }

    /// Forgets everything, because the definition is another one now.
    pub(crate) fn forget(&self) {
        self.forgotten.store(true, Ordering::Relaxed);
        self.change_all(|lists| *lists = Lists::default());
    }

    /// Forgets entries cached for the signed-in account (2026-07-28, server/utilities/caching). The next account may be
    /// another one.
    pub(crate) fn forget_private(&self) {
        // For whom it was listed before is not kept.
        self.forgotten.store(true, Ordering::Relaxed);
        self.change_all(|lists| {
            lists.tools.forget_if_private();
            lists.resources.forget_if_private();
            lists.templates.forget_if_private();
            lists.prompts.forget_if_private();
        });
    }

    /// Whether something was to be forgotten since Usher was started.
    pub fn was_forgotten(&self) -> bool {
        self.forgotten.load(Ordering::Relaxed)
    }

    /// Reads a list again if its `ttlMs` has passed. Called when it is viewed: one that is not viewed is never
    /// requested because of its age.
    pub(crate) fn refresh_if_expired(&self, list: ListKind, now_ms: i64) {
        let is_expired = {
            let lists = self.lists();
            match list {
                ListKind::Tools => lists.tools.is_expired(now_ms),
                ListKind::Resources => lists.resources.is_expired(now_ms),
                ListKind::Templates => lists.templates.is_expired(now_ms),
                ListKind::Prompts => lists.prompts.is_expired(now_ms),
            }
        };
        if is_expired {
            self.mark_stale(list);
        }
    }

    /// How much is offered, as far as it was read.
    pub(crate) fn counts(&self) -> Counts {
        let lists = self.lists();
        Counts {
            tools: lists.tools.count(),
            resources: lists.resources.count(),
            templates: lists.templates.count(),
            prompts: lists.prompts.count(),
        }
    }

    /// Returns whether one of its lists was read.
    pub(crate) fn is_read(&self) -> bool {
        self.counts() != Counts::default()
    }

    /// One of its lists, as it is now.
    pub fn section<T: Listed>(&self) -> Section<T> {
        T::of(&mut self.lists()).section(self.server.clone())
    }

    /// One entry, if it is listed.
    pub fn find<T: Listed>(&self, is_it: impl Fn(&T) -> bool) -> Option<Arc<EntryWithIcon<T>>> {
        let section = self.section::<T>();
        let found = section.items.iter().find(|shown| is_it(&shown.entry))?;
        Some(Arc::clone(found))
    }

    fn change_all(&self, change: impl FnOnce(&mut Lists)) {
        change(&mut self.lists());
        for list in ALL_LISTS {
            self.tell(list);
        }
    }

    /// Says that a list, or what is known of its entries, has changed.
    pub fn tell(&self, list: ListKind) {
        self.events.send(HostEvent::CatalogChanged {
            server: self.server.clone(),
            list,
        });
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock()
    }
}
