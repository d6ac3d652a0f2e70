//! Copies of servers, secrets included.

use super::Servers;
use usher_config::definition::{DraftValue, Label, SavedValue, free_label};
use usher_types::id::ServerId;

use super::edit::{Activation, Consent, ServerError};
use crate::snapshot::ServerSnapshot;

impl Servers {
    /// Adds a disabled copy of a server with copies of its secrets.
    pub async fn duplicate(&self, id: &ServerId) -> Result<ServerSnapshot, ServerError> {
        let _drafts = self.0.drafts.lock().await;
        let original = self.configured(id)?;
        let definition = original.definition();
        let mut draft = definition.draft();
        draft.label = copy_label(&definition.label, &self.labels());
        let saved = definition.transport.named();
        for (saved, copy) in saved.zip(draft.transport.named_mut()) {
            if let SavedValue::Secret(secret) = &saved.value {
                copy.value = DraftValue::Secret(self.context().secrets.get(secret).await?);
            }
        }
        let entries = self
            .add_checked(vec![draft], Activation::Off, Consent::Given)
            .await?;
        let copy = entries.first().ok_or(ServerError::Unknown)?;
        if let Some(group) = original.group() {
            let copies = std::slice::from_ref(&copy.id);
            self.set_group(copies, Some(group)).await?;
        }
        Ok(copy.snapshot())
    }
}

/// "X copy", "X copy 2", …: the first that is free.
fn copy_label(label: &Label, taken: &[Label]) -> String {
    // Leaves room for the ending.
    let start: String = label.as_str().chars().take(Label::MAX_CHARS - 12).collect();
    free_label(&format!("{} copy", start.trim_end()), taken).to_string()
}
