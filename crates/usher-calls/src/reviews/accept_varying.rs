//! Accepting that a definition changes: only what alone differs now, found here and not taken from anybody.

use usher_messages::Message;

use super::enforce::unkept;
use super::recorded;
use super::review::other_by_now;
use super::{Reviews, ViewedItem};
use usher_review::items::{Item, ItemName, Pin};
use usher_servers::request_error::RequestError;
use usher_servers::servers::ServerEntry;
use usher_types::id::ServerId;
use usher_types::review::ItemState;

use super::declared::declared_item;

impl Reviews {
    /// Accepts what alone differs between an item, as it was shown, and its pin as changing from now on. The pin stays, and
    /// with it what the person has decided about it. Where anything else differs, nothing is accepted.
    pub async fn accept_varying(
        &self,
        server: &ServerId,
        viewed: &ViewedItem,
    ) -> Result<Vec<Item>, RequestError> {
        let entry = self.require(server)?;
        let held = self.as_shown(&entry, std::slice::from_ref(viewed)).await?;
        let Some(held) = held.first() else {
            return Err(other_by_now(&entry, &viewed.item));
        };
        let not_varying = || not_varying(&entry, &viewed.item);
        let pin = match held.item.state {
            ItemState::Changed => held.pin.as_ref().ok_or_else(not_varying)?,
            _ => return Err(not_varying()),
        };
        let declared = declared_item(&entry, &viewed.item)
            // It may have changed within this very moment.
            .filter(|declared| Some(declared.digest()) == held.item.digest)
            .ok_or_else(|| other_by_now(&entry, &viewed.item))?;
        let accepted = Pin {
            varying: pin.varies(&declared.value).ok_or_else(not_varying)?,
            reviewed_at: self.clock.now_ms(),
            ..pin.clone()
        };
        self.store
            .change_pins(server, &[accepted], &[])
            .await
            .map_err(unkept)?;
        recorded::varying(&entry, &self.approvals, held);
        self.recounted(&entry).await
    }
}

fn not_varying(entry: &ServerEntry, item: &ItemName) -> RequestError {
    RequestError::NeedsReview(
        Message::new("request.review.notVarying")
            .with("name", item.name.as_str())
            .with("server", entry.label()),
    )
}
