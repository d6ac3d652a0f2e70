//! `secret.*`

use crate::app::Nothing;
use usher_core::host::Host;
use usher_types::keyring::KeyringStatus;

operations! {
    |host: Host, params|

    /// The state of the keyring.
    "secret.status" => SecretStatus(Nothing) -> KeyringStatus {
        host.servers().keyring_status().await
    }

    /// Unlocks the keyring (the system may prompt) and starts waiting servers.
    "secret.retry" => SecretRetry(Nothing) -> KeyringStatus {
        host.retry_keyring().await
    }

    /// Keeps new secrets in memory while the keyring cannot be used.
    "secret.useMemoryStore" => SecretUseMemoryStore(Nothing) -> KeyringStatus {
        host.servers().use_memory_store().await
    }
}
