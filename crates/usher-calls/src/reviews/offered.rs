//! What of a server may be offered to clients: what the person reviewed, and what is not known to have changed since.

use std::collections::HashMap;

use super::Reviews;
use super::declared::{declared, is_read};
use super::enforce::unkept;
use usher_config::definition::Transport;
use usher_review::items::{Declared, SECRET_MARK};
use usher_servers::request_error::RequestError;
use usher_servers::servers::ServerEntry;
use usher_types::sent_json::SentJson;

impl Reviews {
    /// Returns the reviewed items of a server, in its order as far as that is known.
    ///
    /// They are known before the server runs. An item whose definition held a secret is left out.
    pub async fn offered(&self, entry: &ServerEntry) -> Result<Vec<Declared>, RequestError> {
        let now = declared(entry);
        if entry.definition().transport == Transport::Demo {
            // What Usher itself brings needs no review.
            return Ok(now);
        }
        if !entry.agreement().agreed_to {
            return Ok(Vec::new());
        }
        let pins = self.store.pins(&entry.id).await.map_err(unkept)?;
        let place: HashMap<_, _> = now
            .iter()
            .enumerate()
            .map(|(at, declared)| (&declared.item, (at, declared)))
            .collect();
        let mut offered: Vec<(usize, Declared)> = pins
            .into_iter()
            .filter(|pin| !pin.definition.contains(SECRET_MARK))
            .filter_map(|pin| {
                let reviewed = pin.value()?;
                let (at, value) = match place.get(&pin.item) {
                    // What is declared has the order in which it was sent.
                    Some((at, declared)) if pin.is_of(&declared.value) => {
                        (*at, declared.value.clone())
                    }
                    Some(_) => return None,
                    None if is_read(entry, pin.item.kind) => return None,
                    None => (usize::MAX, SentJson::new(reviewed, &pin.definition)),
                };
                let item = pin.item;
                Some((at, Declared { item, value }))
            })
            .collect();
        offered.sort_by_key(|(at, _)| *at);
        Ok(offered.into_iter().map(|(_, item)| item).collect())
    }
}
