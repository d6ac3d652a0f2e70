//! The configuration of a server as JSON text: written without secret values, checked, and saved like the form.

use super::{ServerError, Servers};
use crate::snapshot::ServerSnapshot;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_config::config_text::{self as text, TextFault};
use usher_config::definition::{CheckedDraft, DraftDefinition, ExistingServers, check};
use usher_messages::Message;
use usher_types::id::ServerId;

/// What an edited configuration comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "CheckedConfigText")]
pub struct CheckedText {
    /// What is wrong with it; empty = it can be saved.
    pub problems: Vec<TextFault>,
    /// What of the text is not used.
    pub notes: Vec<Message>,
    /// Whether the server is started or reached in another way; saving then agrees to that, and starts it anew.
    pub restarts: bool,
}

impl Servers {
    /// Writes the configuration as a `mcpServers` entry, with references in place of secrets.
    pub fn config_text(&self, id: &ServerId) -> Result<String, ServerError> {
        let definition = self.configured(id)?.definition();
        text::write(&definition)
            .ok_or_else(|| ServerError::NoText(Message::new("configText.builtIn")))
    }

    /// Checks an edited text of the configuration. Saves nothing.
    pub fn check_config_text(&self, id: &ServerId, text: &str) -> Result<CheckedText, ServerError> {
        match self.read_text(id, text) {
            Ok((_, checked)) => Ok(checked),
            Err(ServerError::Text(faults)) => Ok(CheckedText {
                problems: faults,
                notes: Vec::new(),
                restarts: false,
            }),
            Err(error) => Err(error),
        }
    }

    /// Saves an edited text of the configuration; saving is the consent to it.
    pub async fn update_config_text(
        &self,
        id: &ServerId,
        text: &str,
    ) -> Result<ServerSnapshot, ServerError> {
        let (draft, _) = self.read_text(id, text)?;
        self.update(id, draft).await
    }

    fn read_text(
        &self,
        id: &ServerId,
        text: &str,
    ) -> Result<(DraftDefinition, CheckedText), ServerError> {
        let old = self.configured(id)?.definition();
        let edited = text::read(text, &old).map_err(ServerError::Text)?;
        let labels = self.labels_but(Some(id));
        let existing = ExistingServers {
            labels: &labels,
            replaces: Some(&old),
        };
        let CheckedDraft { definition, .. } = check(edited.draft.clone(), existing)
            .map_err(|problems| ServerError::Text(text::placed(text, problems)))?;
        let checked = CheckedText {
            problems: Vec::new(),
            notes: edited.notes,
            restarts: definition.transport != old.transport,
        };
        Ok((edited.draft, checked))
    }
}
