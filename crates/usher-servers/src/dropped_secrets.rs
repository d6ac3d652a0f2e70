//! Secrets that a server, webtool or provider has dropped, or that went with it.

use usher_store::Store;
use usher_system::secrets::Secrets;
use usher_types::id::SecretRef;

/// Forgets those of these secrets that nothing names any more, after what named them was changed or deleted.
pub async fn forget_unnamed(store: &Store, secrets: &Secrets, references: Vec<SecretRef>) {
    match store.unnamed_secrets(references).await {
        Ok(unnamed) => secrets.forget(&unnamed).await,
        // A secret too many is better than one that is missing somewhere else.
        Err(error) => tracing::warn!(%error, "secrets that were dropped are kept"),
    }
}
