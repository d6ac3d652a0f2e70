//! Bookmarks, entries opened last, and values given last: kept for the person over restarts.

use std::collections::BTreeMap;

use usher_messages::Message;
use usher_store::{EntryTable, Store, StoreError};
use usher_system::clock::Clock;
use usher_types::code::{Code, Coded};
use usher_types::kept_entry::{EntryKey, KeptEntry, RecentValues};
use usher_types::protocol::ListKind;

use crate::limits;
use usher_servers::events::{Events, HostEvent};
use usher_servers::request_error::RequestError;
use usher_servers::tool_source::ToolSources;

/// Why an entry could not be kept or forgotten.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum KeepError {
    /// There is no such server or webtool, or its secrets cannot be read.
    Source(#[from] RequestError),
    /// There are too many bookmarks.
    TooMany,
    /// The entry holds a secret of its server, which is never stored.
    HoldsSecret,
    /// It could not be written.
    Store(#[from] StoreError),
}

impl KeepError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::Source(error) => error.message(),
            Self::TooMany => Message::new("kept.tooMany").with("count", limits::BOOKMARKS),
            Self::HoldsSecret => Message::new("kept.secret"),
            Self::Store(error) => error.message(),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Source(error) => error.code(),
            Self::TooMany | Self::HoldsSecret => Code::Invalid.into(),
            Self::Store(error) => error.code(),
        }
    }
}

/// Keeps entries of servers' lists. Nothing here permits anything.
pub struct KeptEntries {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) events: Events,
    pub(crate) sources: ToolSources,
}

impl KeptEntries {
    /// Bookmarks, the latest first. Those of a server that was removed are not among them.
    pub async fn bookmarks(&self) -> Result<Vec<KeptEntry>, StoreError> {
        self.list(EntryTable::Bookmarks).await
    }

    /// Entries opened last, the latest first.
    pub async fn recent(&self) -> Result<Vec<KeptEntry>, StoreError> {
        self.list(EntryTable::Recent).await
    }

    /// Adds a bookmark; one that is there already becomes the latest.
    pub async fn add_bookmark(&self, entry: EntryKey, title: &str) -> Result<(), KeepError> {
        if self.bookmarks().await?.len() >= limits::BOOKMARKS {
            return Err(KeepError::TooMany);
        }
        if self.holds_secret(&entry, title).await? {
            return Err(KeepError::HoldsSecret);
        }
        self.keep(EntryTable::Bookmarks, entry, title).await?;
        self.events.send(HostEvent::BookmarksChanged);
        Ok(())
    }

    /// Removes a bookmark; one that is gone already is no failure.
    pub async fn remove_bookmark(&self, entry: &EntryKey) -> Result<(), StoreError> {
        self.store
            .forget_entry(EntryTable::Bookmarks, entry)
            .await?;
        self.events.send(HostEvent::BookmarksChanged);
        Ok(())
    }

    /// Notes that an entry was opened. One that holds a secret is not kept.
    pub async fn add_recent(&self, entry: EntryKey, title: &str) -> Result<(), KeepError> {
        if self.holds_secret(&entry, title).await? {
            return Ok(());
        }
        self.keep(EntryTable::Recent, entry, title).await?;
        self.events.send(HostEvent::RecentChanged);
        Ok(())
    }

    /// Forgets which entries were opened, and which values were given.
    pub async fn clear_recent(&self) -> Result<(), StoreError> {
        self.store.clear_recent().await?;
        self.events.send(HostEvent::RecentChanged);
        Ok(())
    }

    /// Values given to a template or prompt, the latest first.
    pub async fn recent_values(&self, entry: &EntryKey) -> Result<Vec<RecentValues>, StoreError> {
        self.store.recent_values(entry).await
    }

    /// Notes values that were given to a template or prompt. Empty ones, long ones and those that hold a secret are not
    /// kept.
    pub async fn add_values(
        &self,
        entry: &EntryKey,
        mut values: BTreeMap<String, String>,
    ) -> Result<(), KeepError> {
        let redactor = self.sources.require(&entry.source)?.redactor().await?;
        values.retain(|argument, value| {
            !value.is_empty()
                && value.len() <= limits::RECENT_VALUE_BYTES
                && redactor.text(argument) == *argument
                && redactor.text(value) == *value
        });
        let now = self.clock.now_ms();
        self.store
            .keep_values(entry, &values, now, limits::RECENT_VALUES)
            .await?;
        self.events.send(HostEvent::RecentChanged);
        Ok(())
    }

    async fn list(&self, table: EntryTable) -> Result<Vec<KeptEntry>, StoreError> {
        let mut entries = self.store.kept_entries(table).await?;
        entries.retain(|kept| self.sources.find(&kept.entry.source).is_some());
        Ok(entries)
    }

    async fn keep(&self, table: EntryTable, entry: EntryKey, title: &str) -> Result<(), KeepError> {
        let kept = KeptEntry {
            entry,
            title: title.chars().take(limits::KEPT_TITLE_CHARS).collect(),
            at: self.clock.now_ms(),
        };
        Ok(self
            .store
            .keep_entry(table, &kept, limits::RECENT_ENTRIES)
            .await?)
    }

    /// Whether the URI or title of a resource holds a secret: a URI may be made from what the person typed. Names of
    /// tools, prompts and templates are as their server declares them.
    async fn holds_secret(&self, entry: &EntryKey, title: &str) -> Result<bool, RequestError> {
        let source = self.sources.require(&entry.source)?;
        if entry.list != ListKind::Resources {
            return Ok(false);
        }
        let redactor = source.redactor().await?;
        Ok(redactor.text(&entry.key) != entry.key || redactor.text(title) != title)
    }
}
