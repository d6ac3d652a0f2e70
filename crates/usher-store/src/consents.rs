//! Checks consents in the database against the file of consents.

use serde_json::Value;
use usher_config::definition::ConfiguredServer;
use usher_types::id::SourceId;
use usher_webtools::pin::ConfiguredWebtool;

use super::authenticate::TaggedTx;
use super::{FileFailure, Store, StoreError};

impl Store {
    /// Whether the consent in database and file is for this definition.
    pub fn has_agreed(&self, server: &ConfiguredServer) -> bool {
        server.is_consented()
            && (self.is_verified(&server.id) || self.awaits_key())
            && self.agreed_last(&SourceId::from(&server.id)) == Some(server.definition.to_json())
    }

    /// Returns a source's last consent, by the consent file.
    pub fn agreed_last(&self, id: &SourceId) -> Option<Value> {
        self.consents.agreed_last(id)
    }

    /// Adds to a webtool what the file of consents says.
    pub(super) fn with_consent_on_file(&self, webtool: ConfiguredWebtool) -> ConfiguredWebtool {
        let is_verified = self.is_verified(&webtool.id);
        let consent_on_file = match self.agreed_last(&SourceId::from(&webtool.id)) {
            Some(Value::String(consent)) if is_verified => Some(consent),
            _ => None,
        };
        ConfiguredWebtool {
            consent_on_file,
            ..webtool
        }
    }

    /// Ends a transaction that changes what is agreed to; `None` = it is deleted for good. The file comes first: without
    /// it nothing is changed, and where only the file was, a server waits for a look it would not have needed.
    pub(super) async fn commit_with_consents(
        &self,
        transaction: TaggedTx,
        agreed: impl IntoIterator<Item = (SourceId, Option<Value>)>,
    ) -> Result<(), StoreError> {
        let consents = &self.consents;
        let change = agreed.into_iter().collect();
        let before = consents.put(change).await.map_err(|error| {
            let path = consents.path().display();
            tracing::warn!(%path, %error, "the file of consents could not be written");
            FileFailure::of_file(&error).at(consents.path())
        })?;
        let Err(error) = self.commit_change(transaction).await else {
            return Ok(());
        };
        if let Err(error) = consents.put(before).await {
            let path = consents.path().display();
            tracing::warn!(%path, %error, "the file of consents could not be put back to what it was");
        }
        Err(error)
    }
}
