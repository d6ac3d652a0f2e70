//! Reads what an earlier run wrote.

use usher_messages::Message;
use usher_store::{HttpAccess, Store, StoreError};
use usher_types::client::KnownClient;
use usher_types::id::{ClientId, ServerId};
use usher_types::settings::Settings;

use usher_calls::policies;
use usher_calls::roots;

/// Reads what an earlier run wrote, as far as it is readable.
pub(super) struct StoredState {
    pub(super) settings: Settings,
    pub(super) roots: roots::RootsCache,
    pub(super) policies: policies::PolicyCache,
    pub(super) muted: Vec<ServerId>,
    pub(super) clients: Vec<KnownClient>,
    pub(super) former_clients: Vec<(ClientId, String)>,
    pub(super) http_access: HttpAccess,
}

impl StoredState {
    pub(super) async fn read(store: &Store, notices: &mut Vec<Message>) -> Self {
        let mut unread = |code, error: &StoreError| {
            notices.push(Message::new(code).with("reason", error.message()));
        };
        Self {
            settings: store.settings().await.unwrap_or_else(|error| {
                unread("notice.settings", &error);
                Settings::default()
            }),
            roots: roots::RootsCache::load(store)
                .await
                .unwrap_or_else(|error| {
                    unread("notice.roots", &error);
                    roots::RootsCache::default()
                }),
            // Without the rules of an earlier run, less is allowed; but what was forbidden is not known either.
            policies: policies::PolicyCache::load(store)
                .await
                .unwrap_or_else(|error| {
                    unread("notice.policies", &error);
                    policies::PolicyCache::default()
                }),
            muted: store.muted_servers().await.unwrap_or_else(|error| {
                unread("notice.muted", &error);
                Vec::new()
            }),
            clients: store.clients().await.unwrap_or_else(|error| {
                unread("notice.clients", &error);
                Vec::new()
            }),
            former_clients: store.former_clients().await.unwrap_or_else(|error| {
                tracing::warn!(%error, "the names of removed clients cannot be read");
                Vec::new()
            }),
            http_access: store.http_access().await.unwrap_or_else(|error| {
                unread("notice.settings", &error);
                HttpAccess::default()
            }),
        }
    }
}
