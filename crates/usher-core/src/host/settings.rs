//! The settings: in memory as the database has them.

use tokio::sync::{Mutex, watch};
use usher_types::code::Coded;

use usher_messages::Message;
use usher_servers::events::{Events, HostEvent};
use usher_servers::servers::Servers;
use usher_servers::wire_log::RingLimits;
use usher_store::{Store, StoreError};
use usher_types::field_problem::FieldProblem;
use usher_types::settings::Settings;

/// Why settings were not taken.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum SettingsError {
    /// Some are out of range.
    Invalid(Vec<FieldProblem>),
    /// They could not be written.
    Store(#[from] StoreError),
}

impl SettingsError {
    /// Returns what a person is told.
    pub fn message(&self) -> Message {
        match self {
            Self::Invalid(_) => Message::new("data.settingsInvalid"),
            Self::Store(error) => {
                Message::new("data.settingsUnsaved").with("reason", error.message())
            }
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Invalid(problems) => Coded::problems(problems),
            Self::Store(error) => error.code(),
        }
    }
}

pub(super) struct SavedSettings {
    current: watch::Sender<Settings>,
    /// Held while settings are written, so that the database has the same ones last as memory.
    writing: Mutex<()>,
    store: Store,
    events: Events,
}

impl SavedSettings {
    pub(super) fn new(settings: Settings, store: Store, events: Events) -> Self {
        Self {
            current: watch::Sender::new(settings),
            writing: Mutex::new(()),
            store,
            events,
        }
    }

    pub(super) fn get(&self) -> Settings {
        self.current.borrow().clone()
    }

    pub(super) fn watch(&self) -> watch::Receiver<Settings> {
        self.current.subscribe()
    }

    /// Saves settings, and has them hold at once.
    pub(super) async fn set(
        &self,
        settings: Settings,
        servers: &Servers,
    ) -> Result<Settings, SettingsError> {
        settings.check().map_err(SettingsError::Invalid)?;
        let _order = self.writing.lock().await;
        self.store.set_settings(&settings).await?;
        self.store.trim_calls(settings.history_rows).await?;
        self.store
            .add_approval_records(&[], settings.history_rows)
            .await?;
        servers.set_wire_limits(RingLimits::from(&settings));
        self.current.send_modify(|current| {
            current.clone_from(&settings);
            self.events
                .send(HostEvent::SettingsChanged(settings.clone()));
        });
        Ok(settings)
    }
}
