//! What is used has to be what the person looked at: the check right before it is.

use std::sync::Arc;

use usher_mcp::Tool;

use super::Reviews;
use super::declared::{declared_item, reading_fault};
use usher_config::definition::Transport;
use usher_messages::Message;
use usher_review::diff::differences;
use usher_review::items::{Declared, ItemName, Pin};
use usher_review::policy::definition::definition_of_raw;
use usher_servers::request_error::RequestError;
use usher_servers::servers::ServerEntry;
use usher_types::id::SourceId;
use usher_types::review::ItemKind;

/// So many differences are named where something is refused; the review shows all.
const NAMED: usize = 3;

impl Reviews {
    /// Checks that a tool is the one the person reviewed. The document of a webtool is held against its pin where its
    /// request is made.
    pub(crate) async fn allow_tool(
        &self,
        source: &SourceId,
        name: &str,
    ) -> Result<(), RequestError> {
        match self.servers.of_source(source) {
            Some(entry) => self.allow(&entry, ItemKind::Tool, name).await,
            None => Ok(()),
        }
    }

    /// Checks that an item is declared now exactly as reviewed. The pin is read from the database each time, and
    /// believed only if it fits its own digest. Where the server has said that its list has changed, the list is read
    /// first.
    pub async fn allow(
        &self,
        entry: &ServerEntry,
        kind: ItemKind,
        name: &str,
    ) -> Result<(), RequestError> {
        if let Some(list) = kind.list() {
            let read = entry.catalog.until_read(list, || entry.reach().map(drop));
            tokio::time::timeout(self.request_timeout(), read)
                .await
                .map_err(|_| {
                    RequestError::Timeout(
                        Message::new("request.listTimeout")
                            .with("name", name)
                            .with("server", entry.label()),
                    )
                })??;
        }
        if let Some(fault) = reading_fault(entry, kind) {
            return Err(RequestError::NeedsReview(
                Message::new("request.review.unreadable")
                    .with("name", name)
                    .with("reason", fault),
            ));
        }
        let item = ItemName {
            kind,
            name: name.to_owned(),
        };
        let label = entry.label();
        let declared = || {
            declared_item(entry, &item).ok_or_else(|| {
                RequestError::NotListed(
                    Message::new("request.notOfferedItem")
                        .with("server", label.as_str())
                        .with("name", name),
                )
            })
        };
        if entry.definition().transport == Transport::Demo {
            // What Usher brings itself needs no review.
            return declared().map(drop);
        }
        let listed = match kind {
            ItemKind::Tool => entry.catalog.find(|tool: &Tool| tool.name == name),
            _ => None,
        };
        let pin = self.store.pin(&entry.id, &item).await;
        let compared = match (listed, &pin) {
            (Some(listed), Ok(Some(pin))) => Some((listed, Arc::clone(pin))),
            _ => None,
        };
        if let Some((listed, pin)) = &compared
            && self.compared.are_same(&entry.id, listed, pin)
        {
            return Ok(());
        }
        let declared = declared()?;
        let pin = pin.map_err(unkept)?;
        if let Some(why) = refusal(&label, pin.as_deref(), &declared) {
            return Err(RequestError::NeedsReview(why));
        }
        if let Some((listed, pin)) = &compared {
            let variant = pin.variant(&listed.entry.raw);
            if variant.is_some_and(|pinned| *listed.definition() != *definition_of_raw(&pinned)) {
                // Decisions hold for a variant once it is noted.
                self.counted(entry).await?;
            }
            self.compared.keep(&entry.id, listed, pin);
        }
        Ok(())
    }
}

/// Pins that cannot be read allow nothing.
pub(super) fn unkept(error: impl std::fmt::Display) -> RequestError {
    RequestError::NeedsReview(Message::new("request.review.pins").with("reason", error.to_string()))
}

/// Why what is declared is not used; `None` if it is what was pinned.
fn refusal(label: &str, pin: Option<&Pin>, now: &Declared) -> Option<Message> {
    let of_item = |code| {
        Message::new(code)
            .with("name", now.item.name.as_str())
            .with("server", label)
    };
    let Some(pin) = pin else {
        return Some(of_item("request.review.none"));
    };
    if !pin.is_intact() {
        return Some(of_item("request.review.altered"));
    }
    if pin.is_of(&now.value) {
        return None;
    }
    let what = pin
        .value()
        .map(|was| differences(&was, &now.value).listed)
        .unwrap_or_default();
    let named: Vec<_> = what
        .iter()
        .take(NAMED)
        .map(|one| one.message.clone())
        .collect();
    let changed = match what.len().saturating_sub(named.len()) {
        0 => of_item("request.review.changed"),
        more => of_item("request.review.changedMore").with("more", more),
    };
    Some(changed.with("differences", named))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use usher_review::canonical::Digest;

    #[test]
    fn only_what_was_looked_at_is_used() {
        let tool = |text: &str, extra: usize| {
            let mut value = json!({ "name": "read", "description": text });
            for at in 0..extra {
                value[format!("x{at}")] = json!(at);
            }
            Declared {
                item: ItemName {
                    kind: ItemKind::Tool,
                    name: "read".into(),
                },
                value: value.into(),
            }
        };
        let now = tool("Reads.", 0);
        let altered = Pin {
            definition: tool("Writes.", 0).pin(1).definition,
            ..now.pin(1)
        };
        let digest_too = Pin {
            digest: Digest::of_bytes(altered.definition.as_bytes()),
            ..altered.clone()
        };
        let of_item = |code| {
            Message::new(code)
                .with("name", "read")
                .with("server", "Notes")
        };
        let description = Message::new("difference.changed")
            .with("subject", Message::new("difference.place.description"));
        let removed = |name: &str, value: u32| {
            Message::new("difference.removedValue")
                .with(
                    "subject",
                    Message::new("difference.place.named").with("name", format!("`{name}`")),
                )
                .with("value", format!("`{value}`"))
        };
        let cases = [
            (Some(now.pin(1)), None),
            (None, Some(of_item("request.review.none"))),
            (Some(altered), Some(of_item("request.review.altered"))),
            (
                Some(digest_too),
                Some(
                    of_item("request.review.changed")
                        .with("differences", vec![description.clone()]),
                ),
            ),
            (
                Some(tool("Read.", 4).pin(1)),
                Some(
                    of_item("request.review.changedMore")
                        .with(
                            "differences",
                            vec![description, removed("x0", 0), removed("x1", 1)],
                        )
                        .with("more", 2),
                ),
            ),
        ];
        for (pin, expected) in cases {
            let said = refusal("Notes", pin.as_ref(), &now);
            assert_eq!(said, expected, "{pin:?}");
        }
    }
}
