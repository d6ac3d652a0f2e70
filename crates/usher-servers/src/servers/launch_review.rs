//! Reviews and accepts a changed launch of a server.

use serde_json::{Value, json};

use super::Servers;
use crate::decision::{Decided, record_differences};
use usher_config::definition::ServerDefinition;
use usher_messages::Message;
use usher_review::diff::differences;
use usher_review::difference::Differences;
use usher_types::approval::{ApprovalEnding, ApprovalKind};
use usher_types::id::ServerId;

use super::command::Command;
use super::edit::ServerError;
use crate::servers::entry::{Agreement, ServerEntry};
use crate::snapshot::{ServerSnapshot, ServerState};

/// How a server is started or reached, beside what was agreed to.
#[derive(Debug, Clone, PartialEq)]
pub struct LaunchReview {
    /// What was agreed to last, with references in the place of secrets; `None` = nothing was, or what is kept of it
    /// does not fit together.
    pub old: Option<Value>,
    /// What it is now.
    pub new: Value,
    pub fingerprint: String,
    pub differences: Differences,
}

impl Servers {
    /// Returns a server's launch and its differences from the accepted one.
    pub fn review_launch(&self, id: &ServerId) -> Result<LaunchReview, ServerError> {
        let Agreement {
            definition,
            agreed_to,
        } = self.configured(id)?.agreement();
        let new = definition.to_json();
        // Where the two are the same and yet it was not agreed to, the database and the file beside it contradict each other.
        let old = self.context().store.agreed_last(&id.into());
        let old = old.filter(|old| agreed_to || *old != new);
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

    /// Reads anew which servers the person agreed to. Starts those that may run now and stops those that may not.
    pub async fn reload_agreements(&self) {
        let _edit = self.0.edit.lock().await;
        for entry in self.entries() {
            let Ok(server) = self.context().store.server(&entry.id).await else {
                continue;
            };
            let agreed_to = self.context().store.has_agreed(&server);
            let Agreement {
                definition,
                agreed_to: before,
            } = entry.agreement();
            if agreed_to == before || *definition != server.definition {
                continue;
            }
            entry.set_agreement(Agreement {
                definition,
                agreed_to,
            });
            if entry.state() == ServerState::Disabled {
                entry.publish();
            } else {
                self.send(&entry, Command::Restart).await;
            }
        }
    }

    /// Accepts a server's launch as it was shown; it is started if it is on.
    pub async fn accept_launch(
        &self,
        id: &ServerId,
        fingerprint: &str,
    ) -> Result<ServerSnapshot, ServerError> {
        let _edit = self.0.edit.lock().await;
        let entry = self.configured(id)?;
        let definition = entry.definition();
        if definition.fingerprint() != fingerprint {
            return Err(ServerError::ChangedMeanwhile);
        }
        let review = self.review_launch(id)?;
        self.context()
            .store
            .replace_definition(id, &definition)
            .await?;
        let mut shown = json!({
            "fingerprint": review.fingerprint,
            "definition": review.new,
            "before": &review.old,
        });
        record_differences(&mut shown, &review.differences);
        // It has not run yet, so nobody has told the redactor what stands in the open.
        let old = review
            .old
            .and_then(|old| serde_json::from_value::<ServerDefinition>(old).ok());
        for known in old.iter().chain([&*definition]) {
            for credential in known.transport.open_credentials() {
                entry.redactor().learn(&credential);
            }
        }
        self.agreed(&entry, shown, Message::new("ended.launch"));
        entry.set_agreement(Agreement {
            definition,
            agreed_to: true,
        });
        if entry.state() == ServerState::Disabled {
            entry.publish();
        } else {
            self.send(&entry, Command::Restart).await;
        }
        Ok(entry.snapshot())
    }

    /// The person has taken note that a server's program is another one.
    pub async fn accept_program(&self, id: &ServerId) -> Result<ServerSnapshot, ServerError> {
        let entry = self.configured(id)?;
        self.context().store.note_program(id).await?;
        if let Some(change) = entry.snapshot().program_changed {
            let shown = json!({ "program": change.path, "before": change.before });
            self.agreed(&entry, shown, Message::new("ended.program"));
        }
        entry.set_program_changed(None);
        entry.publish();
        Ok(entry.snapshot())
    }
    /// Records that the person accepted a server's launch.
    fn agreed(&self, entry: &ServerEntry, shown: Value, reason: Message) {
        let decided = Decided {
            kind: ApprovalKind::Launch,
            tool: None,
            shown,
            ending: ApprovalEnding::Accepted,
            reason,
            since: None,
        };
        self.context().decided(entry, decided);
    }
}
