//! Puts back an accepted definition that was altered in the database.

use usher_messages::Message;

use super::Reviews;
use super::declared::declared_item;
use super::enforce::unkept;
use super::recorded;
use usher_review::items::{Item, ItemName, Pin};
use usher_servers::request_error::RequestError;
use usher_servers::servers::ServerEntry;
use usher_types::id::ServerId;

impl Reviews {
    /// Puts back the accepted definition of an item whose pin was altered. Where it is not known any more, says so.
    pub async fn restore(
        &self,
        server: &ServerId,
        item: &ItemName,
    ) -> Result<Vec<Item>, RequestError> {
        let entry = self.require(server)?;
        let pin = self.store.pin(server, item).await.map_err(unkept)?;
        let about = |code| {
            let message = Message::new(code);
            let message = message.with("name", item.name.as_str());
            message.with("server", entry.label())
        };
        let Some(altered) = pin.as_deref().filter(|pin| !pin.is_intact()) else {
            return Err(RequestError::NotListed(about("restorePin.notAltered")));
        };
        let Some(accepted) = self.accepted(&entry, altered).await? else {
            return Err(RequestError::NotListed(about("restorePin.unknown")));
        };
        self.store
            .change_pins(server, &[accepted], &[])
            .await
            .map_err(unkept)?;
        recorded::restored(&entry, &self.approvals, item);
        self.recounted(&entry).await
    }

    /// Whether the definition that was accepted is known although its pin was altered.
    pub(super) async fn is_restorable(
        &self,
        entry: &ServerEntry,
        pin: &Pin,
    ) -> Result<bool, RequestError> {
        Ok(!pin.is_intact() && self.accepted(entry, pin).await?.is_some())
    }

    /// Finds the definition with the digest of a pin: in its second copy, in what a setup file brought, or in what is
    /// declared now. The digest has a tag, the text has none.
    async fn accepted(
        &self,
        entry: &ServerEntry,
        altered: &Pin,
    ) -> Result<Option<Pin>, RequestError> {
        let server = &entry.id;
        let copy = self
            .store
            .pin_copy(server, &altered.item)
            .await
            .map_err(unkept)?;
        let kept = self.store.stored_items(server).await.map_err(unkept)?;
        let stored = copy.into_iter().chain(kept.imported).find_map(|other| {
            let pin = Pin {
                definition: other.definition,
                ..altered.clone()
            };
            (other.item == altered.item && pin.is_intact()).then_some(pin)
        });
        let declared = || {
            let declared = declared_item(entry, &altered.item)?;
            let is_it = altered.is_exactly(&declared.value);
            is_it.then(|| Pin {
                varying: altered.varying.clone(),
                ..declared.pin(altered.reviewed_at)
            })
        };
        Ok(stored.or_else(declared))
    }
}
