//! What is used has to be what the person looked at: the check right before it is.

use super::Reviews;
use super::declared::{declared_item, reading_fault};
use crate::request_error::RequestError;
use crate::servers::ServerEntry;
use usher_config::definition::Transport;
use usher_review::diff::differences;
use usher_review::items::{Declared, ItemName, Pin};
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
    pub(crate) async fn allow(
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
                    RequestError::Timeout(format!(
                        "{name} of “{}” was not used: its server says that its list has changed, and it could not be read in time. Try again.",
                        entry.label()
                    ))
                })??;
        }
        if let Some(fault) = reading_fault(entry, kind) {
            return Err(RequestError::NeedsReview(format!(
                "{name} was not used, for nobody knows whether it still is what you reviewed. {fault}"
            )));
        }
        let item = ItemName {
            kind,
            name: name.to_owned(),
        };
        let label = entry.label();
        let declared = declared_item(entry, &item).ok_or_else(|| {
            RequestError::NotListed(format!("“{label}” does not offer {name} (any more)."))
        })?;
        if entry.definition().transport == Transport::Demo {
            // What Usher brings itself needs no review.
            return Ok(());
        }
        let pin = self.store.pin(&entry.id, &item).await.map_err(unkept)?;
        refusal(&label, pin.as_ref(), &declared)
            .map_or(Ok(()), |words| Err(RequestError::NeedsReview(words)))
    }
}

/// Pins that cannot be read allow nothing.
pub(super) fn unkept(error: impl std::fmt::Display) -> RequestError {
    RequestError::NeedsReview(format!("What you reviewed cannot be read: {error}"))
}

/// Why what is declared is not used; `None` if it is what was pinned.
fn refusal(label: &str, pin: Option<&Pin>, now: &Declared) -> Option<String> {
    let name = &now.item.name;
    let Some(pin) = pin else {
        return Some(format!(
            "{name} of “{label}” was not used: you have not reviewed it yet. Review it, then try again."
        ));
    };
    if !pin.is_intact() {
        return Some(format!(
            "{name} of “{label}” was not used: what you reviewed of it was altered in Usher's database. Review it anew."
        ));
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
        .map(|one| one.message.to_string())
        .collect();
    let more = match what.len().saturating_sub(named.len()) {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    Some(format!(
        "{name} of “{label}” changed since you reviewed it and is stopped: {}{more}. Review the change, then try again.",
        named.join("; ")
    ))
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
                value,
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
        let cases = [
            (Some(now.pin(1)), None),
            (
                None,
                Some(
                    "read of “Notes” was not used: you have not reviewed it yet. Review it, then try again.",
                ),
            ),
            (
                Some(altered),
                Some(
                    "read of “Notes” was not used: what you reviewed of it was altered in Usher's database. Review it anew.",
                ),
            ),
            (
                Some(digest_too),
                Some(
                    "read of “Notes” changed since you reviewed it and is stopped: Description changed. Review the change, then try again.",
                ),
            ),
            (
                Some(tool("Read.", 4).pin(1)),
                Some(
                    "read of “Notes” changed since you reviewed it and is stopped: Description changed; `x0` removed: `0`; `x1` removed: `1` (and 2 more). Review the change, then try again.",
                ),
            ),
        ];
        for (pin, expected) in cases {
            let said = refusal("Notes", pin.as_ref(), &now);
            assert_eq!(said.as_deref(), expected, "{pin:?}");
        }
    }
}
