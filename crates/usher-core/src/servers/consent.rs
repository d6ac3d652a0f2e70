//! Looking at how a server is started or reached, where that is not what the person agreed to, and agreeing to it.

use serde_json::{Value, json};

use crate::asks::{Asker, Decided, in_words};
use crate::host::Host;
use crate::id::ServerId;
use crate::pins::{Differences, differences};
use crate::store::{AskEnding, AskKind};

use super::edit::ServerError;
use super::room::{Agreement, Room};
use super::snapshot::{ServerSnapshot, ServerState};
use super::supervisor::Command;

/// How a server is started or reached, beside what was agreed to.
#[derive(Debug, Clone, PartialEq)]
pub struct LaunchReview {
    /// What was agreed to, with references in the place of secrets; `None` = what is kept of it does not fit the
    /// fingerprint that was agreed to.
    pub old: Option<Value>,
    /// What it is now.
    pub new: Value,
    /// Fingerprint of that.
    pub fingerprint: String,
    /// What differs.
    pub differences: Differences,
}

impl Host {
    /// How a server is started or reached, and exactly what of it the person has not agreed to.
    pub async fn review_launch(&self, id: &ServerId) -> Result<LaunchReview, ServerError> {
        let definition = self.known(id)?.definition();
        let (consented, consent) = self.around().store.consented(id).await?;
        let old = consented
            .filter(|consented| consented.fingerprint() == consent)
            .and_then(|consented| serde_json::to_value(consented).ok());
        // A definition always serialises: it holds only text, lists and tagged variants.
        let new = serde_json::to_value(&*definition).unwrap_or_default();
        let differences = old
            .as_ref()
            .map(|old| differences(old, &new))
            .unwrap_or_default();
        Ok(LaunchReview {
            old,
            new,
            fingerprint: definition.fingerprint(),
            differences,
        })
    }

    /// The person agrees to how a server is started or reached, as it was shown; it is started if it is on.
    pub async fn accept_launch(
        &self,
        id: &ServerId,
        fingerprint: &str,
    ) -> Result<ServerSnapshot, ServerError> {
        let _edit = self.servers().edit.lock().await;
        let room = self.known(id)?;
        let definition = room.definition();
        if definition.fingerprint() != fingerprint {
            return Err(ServerError::ChangedMeanwhile);
        }
        let review = self.review_launch(id).await?;
        self.around()
            .store
            .replace_definition(id, &definition)
            .await?;
        let shown = json!({
            "fingerprint": review.fingerprint,
            "definition": review.new,
            "before": review.old,
            "differences": in_words(&review.differences),
        });
        self.agreed(&room, shown, "It is started or reached as it is now.");
        room.set_agreement(Agreement {
            definition,
            agreed_to: true,
        });
        if room.state() == ServerState::Disabled {
            room.tell();
        } else {
            self.servers().order(&room, Command::Restart).await;
        }
        Ok(room.snapshot())
    }

    /// The person has taken note that a server's program is another one.
    pub async fn accept_program(&self, id: &ServerId) -> Result<ServerSnapshot, ServerError> {
        let room = self.known(id)?;
        self.around().store.note_program(id).await?;
        if let Some(change) = room.snapshot().program_changed {
            let shown = json!({ "program": change.path, "before": change.before });
            self.agreed(&room, shown, "Its program is another one, and you know.");
        }
        room.set_program_changed(None);
        room.tell();
        Ok(room.snapshot())
    }
    /// Records that the person agrees to how a server is started or reached.
    fn agreed(&self, room: &Room, shown: Value, reason: &str) {
        let decided = Decided {
            kind: AskKind::Launch,
            shown,
            ending: AskEnding::Accepted,
            reason: reason.to_owned(),
            since: None,
        };
        self.around().asks.decided(&Asker::of(room), decided);
    }
}
