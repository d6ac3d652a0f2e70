//! Which secrets are still named: a row that another program wrote may name a secret of somebody else.

use super::{Store, StoreError};
use usher_types::id::SecretRef;

impl Store {
    /// Returns those of these references that no server, webtool or provider names, removed servers included, and that
    /// Usher has made for one of them.
    pub async fn unnamed_secrets(
        &self,
        references: Vec<SecretRef>,
    ) -> Result<Vec<SecretRef>, StoreError> {
        let mut unnamed = Vec::new();
        for reference in references {
            // Usher's own keys have other names, and what is empty is a part of every text.
            if !reference.is_generated() {
                tracing::warn!(%reference, "what is no secret of a server is not forgotten");
                continue;
            }
            let is_named: bool = sqlx::query_scalar(
                "SELECT EXISTS (SELECT 1 FROM servers
                     WHERE instr(definition, ?1) > 0 OR instr(coalesce(sign_in, ''), ?1) > 0)
                 OR EXISTS (SELECT 1 FROM webtools WHERE instr(definition, ?1) > 0)
                 OR EXISTS (SELECT 1 FROM model_providers WHERE key_ref = ?1)",
            )
            .bind(reference.as_str())
            .fetch_one(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
            if !is_named {
                unnamed.push(reference);
            }
        }
        Ok(unnamed)
    }
}
