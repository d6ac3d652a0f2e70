//! Looking at the configured servers and changing them. Saving is the person's consent to exactly what is saved.

use std::sync::Arc;

use usher_mcp::EraChoice;
use usher_messages::{Message, Param};
use usher_process::ResolveError;
use usher_types::code::{Code, Coded};
use usher_types::secret::Secret;

use super::failure::not_found_advice;
use super::{ServerDetail, Servers};
use usher_config::config_text::TextFault;
use usher_config::definition::{
    self, ConfiguredServer, DraftDefinition, DraftTransport, ExistingServers, ServerDefinition,
    Transport,
};
use usher_review::items::Pin;
use usher_store::{Store, StoreError};
use usher_system::secrets::SecretError;
use usher_types::field_problem::FieldProblem;
use usher_types::id::{SecretRef, ServerId};

use super::command::Command;
use crate::dropped_secrets::forget_unnamed;
use crate::request_error::RequestError;
use crate::servers::entry::{Agreement, ServerEntry};
use crate::snapshot::{ServerSnapshot, ServerState};
use usher_types::log_level::LogLevel;

/// Why a server could not be looked at or changed.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum ServerError {
    /// There is no such server.
    Unknown,
    /// The draft has faults.
    Draft(Vec<FieldProblem>),
    /// Its secrets could not be kept. Nothing was saved.
    Secret(#[from] SecretError),
    Store(#[from] StoreError),
    /// The server itself did not take it.
    Request(#[from] RequestError),
    /// It is turned off, so it cannot be restarted.
    TurnedOff(String),
    /// It is something else than what was shown.
    ChangedMeanwhile,
    /// The text of its configuration has faults.
    Text(Vec<TextFault>),
    /// Its configuration has no text.
    NoText(Message),
    /// It cannot be listed so.
    Arrangement(FieldProblem),
    /// A removal can no longer be undone.
    TooLate,
}

impl ServerError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::Unknown => Message::new("request.unknownServer"),
            Self::Draft(problems) => unusable(problems.iter().map(|one| &one.message)),
            Self::Text(faults) => unusable(faults.iter().map(|fault| &fault.message)),
            Self::NoText(message) => message.clone(),
            Self::Arrangement(problem) => problem.message.clone(),
            Self::Secret(error) => Message::new("edit.secrets").with("reason", error.message()),
            Self::Store(error) => error.message(),
            Self::Request(error) => error.message(),
            Self::TurnedOff(label) => Message::new("edit.disabled").with("server", label.as_str()),
            Self::ChangedMeanwhile => Message::new("edit.changed"),
            Self::TooLate => Message::new("edit.tooLate"),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Unknown | Self::TooLate => Code::NotFound.into(),
            Self::ChangedMeanwhile => Code::NeedsReview.into(),
            Self::Draft(problems) => Coded::problems(problems),
            Self::Text(faults) => Coded::fields(faults),
            Self::NoText(_) => Code::Invalid.into(),
            Self::Arrangement(problem) => Coded::problems(std::slice::from_ref(problem)),
            Self::Secret(_) => Code::KeyringUnavailable.into(),
            Self::Store(error) => error.code(),
            Self::Request(error) => error.code(),
            Self::TurnedOff(_) => Code::ServerUnreachable.into(),
        }
    }
}

fn unusable<'a>(faults: impl Iterator<Item = &'a Message>) -> Message {
    let fault = faults.cloned().reduce(Message::followed_by);
    Message::new("edit.draft").with("fault", fault.map_or_else(|| Param::from(""), Param::from))
}

/// Whether a server is to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Activation {
    On,
    Off,
}

/// Whether the person has agreed to exactly what is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Consent {
    Given,
    Pending,
}

impl Servers {
    /// All servers, in the person's order.
    pub fn list(&self) -> Vec<ServerSnapshot> {
        let entries = self.entries();
        entries.iter().map(|entry| entry.snapshot()).collect()
    }

    /// Everything about one server.
    pub fn detail(&self, id: &ServerId) -> Result<ServerDetail, ServerError> {
        Ok(self.configured(id)?.detail())
    }

    /// What the row of one server shows.
    pub fn snapshot(&self, id: &ServerId) -> Result<ServerSnapshot, ServerError> {
        Ok(self.configured(id)?.snapshot())
    }

    /// Adds a server and starts it.
    pub async fn add(&self, draft: DraftDefinition) -> Result<ServerSnapshot, ServerError> {
        let _drafts = self.0.drafts.lock().await;
        let entries = self
            .add_checked(vec![draft], Activation::On, Consent::Given)
            .await?;
        entries
            .first()
            .map(|entry| entry.snapshot())
            .ok_or(ServerError::Unknown)
    }

    /// Adds servers, turned off. Starts nothing.
    pub async fn add_disabled(
        &self,
        drafts: Vec<DraftDefinition>,
    ) -> Result<Vec<ServerSnapshot>, ServerError> {
        self.add_off(drafts, Consent::Given).await
    }

    /// Adds servers, turned off, that the person has not agreed to yet. Starts nothing.
    pub(super) async fn add_unreviewed(
        &self,
        drafts: Vec<DraftDefinition>,
    ) -> Result<Vec<ServerSnapshot>, ServerError> {
        self.add_off(drafts, Consent::Pending).await
    }

    async fn add_off(
        &self,
        drafts: Vec<DraftDefinition>,
        consent: Consent,
    ) -> Result<Vec<ServerSnapshot>, ServerError> {
        let _drafts = self.0.drafts.lock().await;
        let entries = self.add_checked(drafts, Activation::Off, consent).await?;
        Ok(entries.iter().map(|entry| entry.snapshot()).collect())
    }

    /// Adds a server of a setup file, with its reviews. Nobody has agreed to it, and it is off.
    pub async fn add_imported(
        &self,
        server: ConfiguredServer,
        reviewed: &[Pin],
    ) -> Result<(), StoreError> {
        let _drafts = self.0.drafts.lock().await;
        let store = &self.context().store;
        let _edit = self.0.edit.lock().await;
        store.add_servers(std::slice::from_ref(&server)).await?;
        store.import_pins(&server.id, reviewed).await?;
        self.insert(server).publish();
        Ok(())
    }

    /// Adds the demo server and starts it; there is never more than one.
    pub async fn add_demo(&self) -> Result<ServerSnapshot, ServerError> {
        let _drafts = self.0.drafts.lock().await;
        let existing = self
            .entries()
            .into_iter()
            .find(|entry| entry.definition().transport == Transport::Demo);
        if let Some(entry) = existing {
            return self.enable(&entry.id).await;
        }
        let draft = DraftDefinition {
            label: String::new(),
            transport: DraftTransport::Demo,
            era: EraChoice::Auto,
        };
        let entries = self
            .add_checked(vec![draft], Activation::On, Consent::Given)
            .await?;
        entries
            .first()
            .map(|entry| entry.snapshot())
            .ok_or(ServerError::Unknown)
    }

    /// Replaces a server's definition; restarts it if it was on and runs differently now.
    pub async fn update(
        &self,
        id: &ServerId,
        draft: DraftDefinition,
    ) -> Result<ServerSnapshot, ServerError> {
        let _drafts = self.0.drafts.lock().await;
        let entry = self.configured(id)?;
        let old = entry.agreement();
        let labels = self.labels_but(Some(id));
        let checked = definition::check(
            draft,
            ExistingServers {
                labels: &labels,
                replaces: Some(&old.definition),
            },
        )
        .map_err(ServerError::Draft)?;
        let context = self.context();
        context.secrets.keep(&checked.new_secrets).await?;
        let edit = self.0.edit.lock().await;
        let is_unchecked = context.store.is_unchecked(id);
        let replaced = context
            .store
            .replace_definition(id, &checked.definition)
            .await;
        if let Err(error) = replaced {
            drop(edit);
            context
                .secrets
                .forget(&new_refs(&checked.new_secrets))
                .await;
            return Err(error.into());
        }
        let runs_the_same = old.agreed_to
            && !is_unchecked
            && old.definition.transport == checked.definition.transport
            && old.definition.era == checked.definition.era;
        entry.set_agreement(Agreement {
            definition: Arc::new(checked.definition),
            agreed_to: true,
        });
        if runs_the_same {
            entry.publish();
        } else {
            entry.catalog.forget();
            if entry.state() == ServerState::Disabled {
                entry.publish();
            } else {
                self.send(&entry, Command::Restart).await;
            }
        }
        drop(edit);
        forget_unnamed(&context.store, &context.secrets, checked.dropped_secrets).await;
        Ok(entry.snapshot())
    }

    /// Turns a server on.
    pub async fn enable(&self, id: &ServerId) -> Result<ServerSnapshot, ServerError> {
        let _edit = self.0.edit.lock().await;
        let entry = self.configured(id)?;
        self.switch(&entry, Activation::On).await?;
        Ok(entry.snapshot())
    }

    /// Turns a server off.
    pub async fn disable(&self, id: &ServerId) -> Result<ServerSnapshot, ServerError> {
        let _edit = self.0.edit.lock().await;
        let entry = self.configured(id)?;
        self.switch(&entry, Activation::Off).await?;
        Ok(entry.snapshot())
    }

    /// Stops and starts a server; also the manual retry after a failure.
    pub async fn restart(&self, id: &ServerId) -> Result<ServerSnapshot, ServerError> {
        let _edit = self.0.edit.lock().await;
        let entry = self.configured(id)?;
        if entry.state() == ServerState::Disabled {
            return Err(ServerError::TurnedOff(entry.label()));
        }
        self.send(&entry, Command::Restart).await;
        Ok(entry.snapshot())
    }

    /// Forgets a server's detected protocol, and restarts it if it is enabled.
    pub async fn redetect_protocol(&self, id: &ServerId) -> Result<ServerSnapshot, ServerError> {
        let _edit = self.0.edit.lock().await;
        let entry = self.configured(id)?;
        self.context().store.set_cached_protocol(id, None).await?;
        entry.set_cached_protocol(None);
        if entry.state() != ServerState::Disabled {
            self.send(&entry, Command::Restart).await;
        }
        Ok(entry.snapshot())
    }

    /// Finds a program; else says why there is none.
    pub async fn resolve_command(&self, command: &str) -> Result<String, Message> {
        let home = super::launch::home();
        let environment = &self.context().environment;
        match environment.find_program(command, &home).await {
            Ok(path) => Ok(path.display().to_string()),
            Err(ResolveError::NotExecutable(path)) => {
                Err(Message::new("failure.notExecutable").with("path", path.display().to_string()))
            }
            Err(ResolveError::NotFound) => {
                let advice = not_found_advice(command, &[]);
                Err(advice.unwrap_or(Message::new("command.notOnPath")))
            }
        }
    }

    pub(super) fn configured(&self, id: &ServerId) -> Result<Arc<ServerEntry>, ServerError> {
        self.entry(id).ok_or(ServerError::Unknown)
    }

    /// Checks and adds, all or none. The caller holds the lock of drafts.
    pub(super) async fn add_checked(
        &self,
        drafts: Vec<DraftDefinition>,
        switch: Activation,
        consent: Consent,
    ) -> Result<Vec<Arc<ServerEntry>>, ServerError> {
        let context = self.context();
        let mut labels = self.labels();
        let mut servers = Vec::new();
        let mut new_secrets = Vec::new();
        for draft in drafts {
            let existing = ExistingServers {
                labels: &labels,
                replaces: None,
            };
            let checked = match consent {
                Consent::Given => definition::check(draft, existing),
                // It cannot start before the person has seen it.
                Consent::Pending => definition::check_import(draft, existing),
            };
            let checked = checked.map_err(ServerError::Draft)?;
            labels.push(checked.definition.label.clone());
            new_secrets.extend(checked.new_secrets);
            servers.push(self.new_server(checked.definition, switch, consent));
        }
        context.secrets.keep(&new_secrets).await?;
        let edit = self.0.edit.lock().await;
        if let Err(error) = context.store.add_servers(&servers).await {
            drop(edit);
            context.secrets.forget(&new_refs(&new_secrets)).await;
            return Err(error.into());
        }
        let mut entries = Vec::new();
        for server in servers {
            let entry = self.insert(server);
            match switch {
                Activation::On => self.send(&entry, Command::Enable).await,
                Activation::Off => entry.publish(),
            }
            entries.push(entry);
        }
        Ok(entries)
    }

    fn new_server(
        &self,
        definition: ServerDefinition,
        switch: Activation,
        consent: Consent,
    ) -> ConfiguredServer {
        ConfiguredServer {
            id: ServerId::generate(),
            consent: match consent {
                Consent::Given => definition.fingerprint(),
                Consent::Pending => String::new(),
            },
            definition,
            group: None,
            enabled: switch == Activation::On,
            created_at: self.context().clock.now_ms(),
            cached_protocol: None,
            log_level: LogLevel::default(),
            sign_in: None,
        }
    }

    async fn switch(&self, entry: &ServerEntry, switch: Activation) -> Result<(), ServerError> {
        let store = &self.context().store;
        let (id, about) = (entry.id.clone(), format!("server {}", entry.id));
        match switch {
            Activation::On => {
                store.set_server_enabled(&id, true).await?;
                store.lift_restriction(&about);
                self.send(entry, Command::Enable).await;
            }
            Activation::Off => {
                self.send(entry, Command::Disable).await;
                let disable = move |store: Store| {
                    let id = id.clone();
                    async move { store.set_server_enabled(&id, false).await }
                };
                store.restrict(about, disable).await?;
            }
        }
        Ok(())
    }
}

fn new_refs(new_secrets: &[(SecretRef, Secret)]) -> Vec<SecretRef> {
    let refs = new_secrets.iter().map(|(secret, _)| secret.clone());
    refs.collect()
}
