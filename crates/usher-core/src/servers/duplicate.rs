//! Copies of servers, secrets included.

use super::Servers;
use usher_config::definition::{
    DraftDefinition, DraftNamedValue, DraftTransport, DraftValue, Label, NamedValue, SavedValue,
    Transport, free_label,
};
use usher_types::id::ServerId;

use super::edit::{Activation, Consent, ServerError};
use crate::snapshot::ServerSnapshot;

impl Servers {
    /// Adds a disabled copy of a server with copies of its secrets.
    pub async fn duplicate(&self, id: &ServerId) -> Result<ServerSnapshot, ServerError> {
        let _drafts = self.0.drafts.lock().await;
        let original = self.configured(id)?;
        let definition = original.definition();
        let draft = DraftDefinition {
            label: copy_label(&definition.label, &self.labels()),
            transport: match &definition.transport {
                Transport::Stdio {
                    command,
                    args,
                    env,
                    cwd,
                    inputs,
                } => DraftTransport::Stdio {
                    command: command.clone(),
                    args: args.clone(),
                    env: self.copies(env).await?,
                    cwd: cwd.clone(),
                    inputs: self.copies(inputs).await?,
                },
                Transport::Http {
                    url,
                    headers,
                    inputs,
                } => DraftTransport::Http {
                    url: url.to_string(),
                    headers: self.copies(headers).await?,
                    inputs: self.copies(inputs).await?,
                },
                Transport::Demo => DraftTransport::Demo,
            },
            era: definition.era,
        };
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

    async fn copies(&self, values: &[NamedValue]) -> Result<Vec<DraftNamedValue>, ServerError> {
        let mut copies = Vec::new();
        for named in values {
            let value = match &named.value {
                SavedValue::Plain(text) => DraftValue::Plain(text.clone()),
                SavedValue::Secret(secret) => {
                    DraftValue::Secret(self.context().secrets.get(secret).await?)
                }
            };
            copies.push(DraftNamedValue {
                name: named.name.clone(),
                value,
            });
        }
        Ok(copies)
    }
}

/// "X copy", "X copy 2", …: the first that is free.
fn copy_label(label: &Label, taken: &[Label]) -> String {
    // Leaves room for the ending.
    let start: String = label.as_str().chars().take(Label::MAX_CHARS - 12).collect();
    free_label(&format!("{} copy", start.trim_end()), taken).to_string()
}
