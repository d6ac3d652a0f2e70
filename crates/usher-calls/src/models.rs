//! Providers of models: looking at them, changing them, trying them.

mod edit;

use std::sync::Arc;

pub use edit::{KeyChange, ModelsError, ProviderDraft};

use usher_servers::events::Events;
use usher_store::Store;
use usher_system::clock::Clock;
use usher_system::secrets::Secrets;

/// The providers of models the person has added.
pub struct Models {
    store: Store,
    clock: Clock,
    events: Events,
    secrets: Arc<Secrets>,
    /// Held while providers are changed.
    editing: tokio::sync::Mutex<()>,
}

impl Models {
    pub fn new(store: Store, clock: Clock, events: Events, secrets: Arc<Secrets>) -> Self {
        Self {
            store,
            clock,
            events,
            secrets,
            editing: tokio::sync::Mutex::default(),
        }
    }
}
