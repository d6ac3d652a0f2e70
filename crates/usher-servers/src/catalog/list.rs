//! Holds one list of one server, of any of the four kinds.

use std::sync::{Arc, OnceLock};

use parking_lot::RwLock;
use usher_mcp::{
    BrokenEntry, CacheHint, CacheScope, CallError, Connection, IconSource, ListKind, Listing,
    Prompt, Resource, ResourceTemplate, Tool,
};

use serde_json::Value;
use usher_review::policy::definition::{definition_of, definition_of_raw};
pub use usher_types::catalog::ListState;
use usher_types::content::ThemedIcon;
use usher_types::id::{ServerId, SourceId};

/// The lists of one server, of each kind.
#[derive(Default)]
pub struct Lists {
    pub(crate) tools: List<Tool>,
    pub(crate) resources: List<Resource>,
    pub(crate) templates: List<ResourceTemplate>,
    pub(crate) prompts: List<Prompt>,
}

/// An entry and its icon.
#[derive(Debug)]
pub struct EntryWithIcon<T> {
    pub entry: T,
    /// Its icon, chosen by theme; its bytes are fetched when asked for.
    pub icon: Option<ThemedIcon>,
    /// The digest of its definition, once it was asked for.
    definition: OnceLock<Arc<str>>,
    /// The digest of the definition that was reviewed, where this one differs only in what may vary.
    reviewed: RwLock<Option<Arc<str>>>,
}

impl<T> EntryWithIcon<T> {
    pub fn new(entry: T, icon: Option<ThemedIcon>) -> Arc<Self> {
        Arc::new(Self {
            entry,
            icon,
            definition: OnceLock::new(),
            reviewed: RwLock::default(),
        })
    }
}

impl EntryWithIcon<Tool> {
    /// Returns [`definition_of`] the tool, as it was reviewed: what decisions about it are bound to.
    pub fn definition(&self) -> Arc<str> {
        let reviewed = self.reviewed.read();
        let own = || {
            self.definition
                .get_or_init(|| definition_of(&self.entry).into())
        };
        Arc::clone(reviewed.as_ref().unwrap_or_else(own))
    }

    /// Sets the definition that was reviewed, where this is a variant of it. Returns whether it was another one before.
    pub fn set_reviewed(&self, reviewed: Option<&Value>) -> bool {
        let digest = reviewed.map(|raw| definition_of_raw(raw).into());
        let mut held = self.reviewed.write();
        std::mem::replace(&mut *held, digest.clone()) != digest
    }
}

impl<T: PartialEq> PartialEq for EntryWithIcon<T> {
    fn eq(&self, other: &Self) -> bool {
        (&self.entry, &self.icon) == (&other.entry, &other.icon)
    }
}

/// What a reading found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// What the reading before found.
    Same,
    Changed,
}

pub struct List<T> {
    state: ListState,
    items: Arc<[Arc<EntryWithIcon<T>>]>,
    broken: Arc<[BrokenEntry]>,
    seen: bool,
    scope: Option<CacheScope>,
}

/// One list of one server, to be looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Section<T, S = ServerId> {
    /// Whose entries.
    pub source: S,
    /// How complete it is.
    pub state: ListState,
    /// The entries, in the server's order.
    pub items: Arc<[Arc<EntryWithIcon<T>>]>,
    /// What could not be used.
    pub broken: Arc<[BrokenEntry]>,
}

impl<T> Section<T> {
    /// Makes it the list of a source of tools.
    pub(crate) fn of_source(self) -> Section<T, SourceId> {
        Section {
            source: self.source.into(),
            state: self.state,
            items: self.items,
            broken: self.broken,
        }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self {
            state: ListState::default(),
            items: Arc::default(),
            broken: Arc::default(),
            seen: false,
            scope: None,
        }
    }
}

impl<T> List<T> {
    pub(super) fn go_offline(&mut self) {
        self.state = ListState::Offline;
    }

    pub(super) fn count(&self) -> Option<u32> {
        (self.seen && self.state != ListState::NotOffered)
            .then(|| u32::try_from(self.items.len()).unwrap_or(u32::MAX))
    }

    pub(super) fn set_state(&mut self, state: ListState) {
        if state == ListState::NotOffered {
            *self = Self::default();
        }
        self.state = state;
    }

    pub(super) fn read(
        &mut self,
        items: Vec<Arc<EntryWithIcon<T>>>,
        broken: Vec<BrokenEntry>,
        cache: Option<CacheHint>,
        fetched_at: i64,
    ) -> Reading
    where
        T: PartialEq,
    {
        let is_same = self.seen && *self.items == *items;
        *self = Self {
            state: ListState::Ready {
                fetched_at,
                fresh_until: cache.map(|hint| hint.fresh_until(fetched_at)),
            },
            scope: cache.map(|hint| hint.scope),
            // Entries that stay keep what is known of their definitions.
            items: if is_same {
                std::mem::take(&mut self.items)
            } else {
                items.into()
            },
            broken: broken.into(),
            seen: true,
        };
        if is_same {
            Reading::Same
        } else {
            Reading::Changed
        }
    }

    /// Whether it is out of date by the server's own word.
    pub(super) fn is_expired(&self, now_ms: i64) -> bool {
        matches!(self.state, ListState::Ready { fresh_until: Some(until), .. } if until <= now_ms)
    }

    /// Forgets what was for one who is signed in no more.
    pub(super) fn forget_if_private(&mut self) {
        if self.scope == Some(CacheScope::Private) {
            *self = Self::default();
        }
    }

    pub(super) fn section(&self, source: ServerId) -> Section<T> {
        Section {
            source,
            state: self.state.clone(),
            items: Arc::clone(&self.items),
            broken: Arc::clone(&self.broken),
        }
    }
}

/// A kind of entry that servers list.
pub trait Listed: Clone + PartialEq + Send + Sync + 'static {
    const KIND: ListKind;

    fn icons(&self) -> &[IconSource];

    fn of(lists: &mut Lists) -> &mut List<Self>;

    fn read(
        connection: &Connection,
    ) -> impl Future<Output = Result<Listing<Self>, CallError>> + Send;
}

macro_rules! listed {
    ($entry:ty, $kind:ident, $list:ident, $read:ident) => {
        impl Listed for $entry {
            const KIND: ListKind = ListKind::$kind;

            fn icons(&self) -> &[IconSource] {
                &self.icons
            }

            fn of(lists: &mut Lists) -> &mut List<Self> {
                &mut lists.$list
            }

            async fn read(connection: &Connection) -> Result<Listing<Self>, CallError> {
                connection.$read().await
            }
        }
    };
}

listed!(Tool, Tools, tools, list_tools);
listed!(Resource, Resources, resources, list_resources);
listed!(ResourceTemplate, Templates, templates, list_templates);
listed!(Prompt, Prompts, prompts, list_prompts);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_for_one_person_is_forgotten_with_them() {
        let hint = |scope| {
            Some(CacheHint {
                ttl: std::time::Duration::from_secs(5),
                scope,
            })
        };
        for (cache, forgotten) in [
            (hint(CacheScope::Private), true),
            (hint(CacheScope::Public), false),
            (None, false),
        ] {
            let mut list = List::<Prompt>::default();
            // What was said of an earlier reading says nothing of this one.
            for earlier in [CacheScope::Private, CacheScope::Public] {
                list.read(Vec::new(), Vec::new(), hint(earlier), 0);
            }
            list.read(Vec::new(), Vec::new(), cache, 1);
            list.forget_if_private();
            assert_eq!(list.seen, !forgotten, "{cache:?}");
        }
    }

    #[test]
    fn entries_that_stay_keep_what_is_known_of_their_definitions() {
        let mut list = List::<u8>::default();
        let mut read = |entry| {
            list.read(vec![EntryWithIcon::new(entry, None)], Vec::new(), None, 0);
            Arc::clone(&list.items[0])
        };
        let (first, again, other) = (read(1), read(1), read(2));
        assert!(Arc::ptr_eq(&first, &again), "the same list");
        assert_eq!((first.entry, other.entry), (1, 2), "a list that changed");
    }
}
