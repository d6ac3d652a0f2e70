//! Looking at what servers declare, and saying that one has.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_types::code::Coded;

use super::Reviews;
use super::declared::{declared, declared_item, is_read};
use super::enforce::unkept;
use super::namesakes::Namesake;
use super::recorded::{self, ShownItem};
use super::variants;
use usher_config::definition::Transport;
use usher_messages::Message;
use usher_review::canonical::Digest;
use usher_review::deceptive_text::{DeceptiveText, deceptive_text};
use usher_review::diff::differences;
use usher_review::difference::Differences;
use usher_review::items::{Item, ItemName, Pin, StoredItems, counts, items};
use usher_servers::request_error::RequestError;
use usher_servers::servers::ServerEntry;
use usher_servers::tool_source::ToolSource;
use usher_store::StoreError;
use usher_types::id::ServerId;
use usher_types::review::{ItemKind, ItemState};
use usher_types::sent_json::SentJson;

/// One item, with what was pinned and what is declared.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemReview {
    pub item: Item,
    /// What the person, or a setup file, says was looked at; `None` = nothing, or not what was written.
    pub old: Option<Value>,
    pub old_digest: Option<Digest>,
    /// What is declared now.
    pub new: Option<Value>,
    pub differences: Differences,
    /// What alone differs, if the person may accept that it changes; else empty.
    pub differs: Vec<Message>,
    /// What the person has accepted as changing.
    pub varying: Vec<Message>,
    /// Whether what was accepted was altered and can be put back.
    pub restorable: bool,
    /// What a reader of what is declared now is deceived about.
    pub deceptive_text: DeceptiveText,
    /// A tool of another source that has its name, and another definition.
    pub namesake: Option<Namesake>,
}

/// An item the person has looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ViewedItem {
    #[serde(flatten)]
    pub item: ItemName,
    /// Digest of what was shown; `null` = that it is gone.
    pub digest: Option<String>,
}

/// Why a review was not taken back, or not stored.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    #[error(transparent)]
    Request(#[from] RequestError),
    /// It could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ReviewError {
    /// Returns what a person is told.
    pub fn message(&self) -> Message {
        match self {
            Self::Request(error) => error.message(),
            Self::Store(error) => error.message(),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Request(error) => error.code(),
            Self::Store(error) => error.code(),
        }
    }
}

/// What an item is held against.
fn held_against<'a>(kept: &'a StoredItems, Item { item, state, .. }: &Item) -> Option<&'a Pin> {
    let among = |pins: &'a [Pin], name: &str| {
        let is_it = |pin: &&Pin| pin.item.kind == item.kind && pin.item.name == name;
        pins.iter().find(is_it)
    };
    match state {
        ItemState::AsBrought | ItemState::UnlikeBrought => among(&kept.imported, &item.name),
        ItemState::Renamed { from } => among(&kept.pins, from),
        _ => among(&kept.pins, &item.name),
    }
}

impl Reviews {
    /// Lists all items of a server, each compared with its review.
    pub async fn items(&self, server: &ServerId) -> Result<Vec<Item>, RequestError> {
        self.review_of(&*self.require(server)?).await
    }

    /// One item, with what was pinned and what is declared now.
    pub async fn item(
        &self,
        server: &ServerId,
        item: &ItemName,
    ) -> Result<ItemReview, RequestError> {
        let entry = self.require(server)?;
        let (listed, kept) = self.review_with_kept(&entry).await?;
        let found = listed
            .into_iter()
            .find(|one| &one.item == item)
            .ok_or_else(|| {
                RequestError::NotListed(
                    Message::new("request.notDeclared")
                        .with("server", entry.label())
                        .with("name", item.name.as_str()),
                )
            })?;
        let pin = held_against(&kept, &found);
        let restorable = match pin {
            Some(pin) if found.state == ItemState::Tampered => {
                self.is_restorable(&entry, pin).await?
            }
            _ => false,
        };
        let old = pin.and_then(Pin::value);
        let new = declared_item(&entry, item).map(|declared| declared.value);
        let differences = match (&old, &new) {
            (Some(old), Some(new)) => differences(old, new),
            _ => Differences::default(),
        };
        let namesake = match &new {
            Some(now) if !found.namesakes.is_empty() => {
                self.namesake(&entry, &item.name, now).await
            }
            _ => None,
        };
        let differs = match (pin, &new) {
            (Some(pin), Some(now)) if found.state == ItemState::Changed => {
                variants::differs(pin, now)
            }
            _ => Vec::new(),
        };
        Ok(ItemReview {
            namesake,
            differs,
            varying: pin.map(variants::accepted).unwrap_or_default(),
            deceptive_text: new.as_deref().map(deceptive_text).unwrap_or_default(),
            item: found,
            old,
            old_digest: pin.map(|pin| pin.digest.clone()),
            new: new.map(SentJson::into_value),
            differences,
            restorable,
        })
    }

    /// Pins these items as they were shown, all or none.
    pub async fn accept(
        &self,
        server: &ServerId,
        viewed: &[ViewedItem],
    ) -> Result<Vec<Item>, RequestError> {
        let entry = self.require(server)?;
        let held = self.as_shown(&entry, viewed).await?;
        if viewed.len() > 1
            && let Some(single) = held.iter().find(|one| !one.item.single.is_empty())
        {
            return Err(RequestError::NeedsReview(
                Message::new("request.review.single")
                    .with("name", single.item.item.name.as_str())
                    .with("server", entry.label()),
            ));
        }
        let now = self.clock.now_ms();
        let (mut kept, mut forgotten) = (Vec::new(), Vec::new());
        for ShownItem { item, .. } in &held {
            let declared = declared_item(&entry, &item.item);
            match declared.map(|declared| declared.pin(now)) {
                // It has changed within this very moment.
                Some(pin) if Some(&pin.digest) != item.digest.as_ref() => {
                    return Err(other_by_now(&entry, &item.item));
                }
                Some(pin) => kept.push(pin),
                // Where nobody could read what is declared, nothing is gone.
                None if item.state == ItemState::Unchanged => {}
                None => forgotten.push(item.item.clone()),
            }
            if let ItemState::Renamed { from } = &item.state {
                forgotten.push(ItemName {
                    kind: item.item.kind,
                    name: from.clone(),
                });
            }
        }
        self.store
            .change_pins(server, &kept, &forgotten)
            .await
            .map_err(unkept)?;
        recorded::accepted(&entry, &self.approvals, &held);
        let tools = kept.iter().filter(|pin| pin.item.kind == ItemKind::Tool);
        let tools: Vec<_> = tools.filter_map(|pin| entry.tool(&pin.item.name)).collect();
        self.policies
            .tools_were_reviewed(&server.into(), tools.iter().map(|tool| &tool.entry))
            .await;
        self.recounted(&entry).await
    }

    /// The person has looked at these, and does not take them: what was accepted before stays what is accepted.
    pub async fn keep(&self, server: &ServerId, viewed: &[ViewedItem]) -> Result<(), RequestError> {
        let entry = self.require(server)?;
        let held = self.as_shown(&entry, viewed).await?;
        let declined: Vec<_> = held
            .iter()
            .filter_map(|one| Some((one.item.item.clone(), one.item.digest.clone()?)))
            .collect();
        self.store
            .decline_pins(server, &declined)
            .await
            .map_err(unkept)?;
        recorded::kept(&entry, &self.approvals, &held);
        self.recounted(&entry).await.map(drop)
    }

    /// Takes back that the person has reviewed these: they are new again, and not used.
    pub async fn forget(
        &self,
        server: &ServerId,
        viewed: &[ViewedItem],
    ) -> Result<Vec<Item>, ReviewError> {
        let entry = self.require(server)?;
        let held = self.as_shown(&entry, viewed).await?;
        let forgotten: Vec<ItemName> = held.iter().map(|one| one.item.item.clone()).collect();
        let written = self.store.revoke_pins(server, &forgotten).await;
        recorded::forgotten(&entry, &self.approvals, &held);
        let items = self.recounted(&entry).await?;
        written?;
        Ok(items)
    }

    /// Compares declared items with their pins and counts those to review.
    pub async fn take_note(&self, entry: &ServerEntry) {
        if let Err(error) = self.pin_exactly(entry).await {
            tracing::warn!(%error, "pins of rounded numbers could not be made exact");
        }
        if let Err(error) = self.counted(entry).await {
            tracing::warn!(%error, "what a server declares could not be held against its pins");
        }
    }

    /// Replaces pins whose integers beyond 2^53 were rounded, where what is declared is what was pinned.
    async fn pin_exactly(&self, entry: &ServerEntry) -> Result<(), RequestError> {
        let pins = self.store.pins(&entry.id).await.map_err(unkept)?;
        let exact: Vec<Pin> = declared(entry)
            .iter()
            .filter_map(|now| {
                let pin = pins.iter().find(|pin| pin.item == now.item)?;
                let exact = Pin {
                    varying: pin.varying.clone(),
                    ..now.pin(pin.reviewed_at)
                };
                (pin.is_exactly(&now.value) && pin.digest != exact.digest).then_some(exact)
            })
            .collect();
        if exact.is_empty() {
            return Ok(());
        }
        self.store
            .change_pins(&entry.id, &exact, &[])
            .await
            .map_err(unkept)
    }

    /// The person has decided about items of a server: counts the others anew, and says so.
    pub(super) async fn recounted(&self, entry: &ServerEntry) -> Result<Vec<Item>, RequestError> {
        let items = self.counted(entry).await?;
        entry.publish();
        Ok(items)
    }

    /// The review, with what waits for the person counted anew, and which definitions were reviewed noted. One count of a
    /// server ends before the next one reads: what was read first is never noted last.
    pub(super) async fn counted(&self, entry: &ServerEntry) -> Result<Vec<Item>, RequestError> {
        let _turn = entry.review_turn.lock().await;
        let (items, kept) = self.review_with_kept(entry).await?;
        variants::note_variants(entry, &kept.pins);
        entry.set_review(counts(&items), self.clock.now_ms());
        Ok(items)
    }

    async fn review_of(&self, entry: &ServerEntry) -> Result<Vec<Item>, RequestError> {
        let (items, _) = self.review_with_kept(entry).await?;
        Ok(items)
    }

    /// The review, and what everything was held against.
    async fn review_with_kept(
        &self,
        entry: &ServerEntry,
    ) -> Result<(Vec<Item>, StoredItems), RequestError> {
        let declared = declared(entry);
        if entry.definition().transport == Transport::Demo {
            // What Usher itself brings needs no review.
            let items = declared.iter().map(Item::of_usher).collect();
            return Ok((items, StoredItems::default()));
        }
        let kept = self.store.stored_items(&entry.id).await.map_err(unkept)?;
        let mut items = items(&kept, &declared, |kind| is_read(entry, kind));
        self.mark_names_of_others(entry, &mut items);
        Ok((items, kept))
    }

    /// Returns these items with their pins, if all are as shown.
    pub(super) async fn as_shown(
        &self,
        entry: &ServerEntry,
        viewed: &[ViewedItem],
    ) -> Result<Vec<ShownItem>, RequestError> {
        let (listed, kept) = self.review_with_kept(entry).await?;
        let mut found = Vec::new();
        for one in viewed {
            let item = listed.iter().find(|item| item.item == one.item);
            let is_as_shown =
                |item: &&Item| item.digest.as_ref().map(Digest::as_str) == one.digest.as_deref();
            let item = item
                .filter(is_as_shown)
                .ok_or_else(|| other_by_now(entry, &one.item))?;
            found.push(ShownItem {
                item: item.clone(),
                pin: held_against(&kept, item).cloned(),
            });
        }
        Ok(found)
    }
}

pub(super) fn other_by_now(entry: &ServerEntry, item: &ItemName) -> RequestError {
    RequestError::NeedsReview(
        Message::new("request.review.other")
            .with("name", item.name.as_str())
            .with("server", entry.label()),
    )
}
