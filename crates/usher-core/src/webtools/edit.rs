//! Adding webtools, configuring them, removing them. Adding is the person's consent to exactly the document they
//! looked at.

use serde::Deserialize;
use serde_json::{Map, Value};
use ts_rs::TS;
use url::Url;
use usher_messages::Message;
use usher_types::secret::Secret;
use usher_types::webtool::PinId;

use usher_config::definition::{Label, free_label};
use usher_content::schema::{self, Formats};
use usher_servers::dropped_secrets::forget_unnamed;
use usher_servers::events::HostEvent;
use usher_store::{Store, StoreError};
use usher_types::field_problem::FieldProblem;
use usher_types::id::{SecretRef, SourceId, WebtoolId};
use usher_types::text::visible;

use super::registry::about;
use super::{WebtoolError, WebtoolSnapshot, Webtools};
use usher_webtools::credentials;
use usher_webtools::fetch;
use usher_webtools::pin::{ConfiguredWebtool, Pin, WebtoolDefinition};

/// Adds what was looked at: that is the consent to exactly that document.
#[derive(Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "AddWebtoolParams")]
pub struct NewWebtool {
    /// Empty = the name the document gives.
    pub label: String,
    pub sha256: String,
    /// Where calls go; `null` = the usual address.
    pub base: Option<String>,
    /// Sent as `Authorization: Bearer`; kept in the keyring.
    pub token: Option<Secret>,
}

/// What the person configures.
pub struct Configuration {
    /// Their name for it.
    pub label: String,
    pub config: Map<String, Value>,
    /// Credentials by JSON pointer; those that are not named stay as they are.
    pub secrets: Vec<(String, SecretChange)>,
    pub token: SecretChange,
    /// How often a new version is looked for; 0 = only when asked.
    pub check_every_hours: u32,
}

/// What becomes of a stored credential.
#[derive(Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[ts(rename = "WebtoolSecretChange")]
pub enum SecretChange {
    Keep,
    Forget,
    /// It is this one from now on.
    Set {
        value: Secret,
    },
}

impl Webtools {
    /// Adds what was looked at. Saving is the consent to exactly that document.
    pub async fn add(&self, new: NewWebtool) -> Result<WebtoolSnapshot, WebtoolError> {
        let context = self.context();
        let _edit = self.edit().await;
        let preview = self
            .previews()
            .find(&new.sha256)
            .ok_or(WebtoolError::NotLookedAt)?;
        let base = match &new.base {
            Some(text) => read_base(text)?,
            None => preview.bases.first().cloned().ok_or_else(|| {
                WebtoolError::Field(FieldProblem::new("base", Message::new("webtools.noBase")))
            })?,
        };
        let token = new.token.map(|token| (SecretRef::generate(), token));
        let mut definition = WebtoolDefinition {
            label: self.label(&new.label, &preview.document.name, None),
            kind: preview.document.kind.as_db_str().to_owned(),
            url: preview.url.clone(),
            base,
            config: Map::new(),
            secrets: std::collections::BTreeMap::new(),
            token: token.as_ref().map(|(reference, _)| reference.clone()),
            check_every_hours: 0,
        };
        definition.propose(&preview.document);
        let now = context.clock.now_ms();
        let pin = Pin::of(
            &preview.fetched,
            &preview.document,
            preview.url.as_ref(),
            now,
        );
        let webtool = ConfiguredWebtool {
            id: WebtoolId::generate(),
            consent: definition.consent(&pin.sha256),
            consent_on_file: None,
            definition,
            current: PinId(0),
            enabled: true,
            checked: None,
            created_at: now,
        };
        let kept: Vec<_> = token.into_iter().collect();
        context.secrets.keep(&kept).await?;
        if let Err(error) = context.store.add_webtool(&webtool, &pin).await {
            let kept: Vec<_> = kept.into_iter().map(|(reference, _)| reference).collect();
            context.secrets.forget(&kept).await;
            return Err(error.into());
        }
        self.reread(&webtool.id).await
    }

    /// Adds a webtool that came out of a file, with its documents. Nobody has agreed to it: it is stopped.
    pub(crate) async fn add_imported(
        &self,
        webtool: &ConfiguredWebtool,
        mut pins: Vec<Pin>,
        current: usize,
    ) -> Result<(), StoreError> {
        let context = self.context();
        let _edit = self.edit().await;
        let used = pins.remove(current);
        context.store.add_webtool(webtool, &used).await?;
        for pin in &pins {
            context.store.keep_pin(&webtool.id, pin).await?;
        }
        self.load().await;
        context.events.send(HostEvent::WebtoolsChanged);
        Ok(())
    }

    /// Saves what the person configures.
    pub async fn configure(
        &self,
        id: &WebtoolId,
        new: Configuration,
    ) -> Result<WebtoolSnapshot, WebtoolError> {
        let context = self.context();
        let _edit = self.edit().await;
        let mut webtool = context.store.webtool(id).await?;
        let shown = self.get(id).ok_or(WebtoolError::Unknown)?;
        let schema = shown
            .document
            .as_ref()
            .ok()
            .and_then(|document| document.config_schema.clone());
        let (form, slots) = schema.as_ref().map(credentials::split_credentials).unzip();
        let slots = slots.unwrap_or_default();
        let mut config = new.config;
        credentials::remove(&mut config, &slots);
        if let Some(form) = form {
            let checked = Value::Object(config.clone());
            let faults = schema::faults(self.worker(id), form, checked, Formats::Asserted).await?;
            if !faults.is_empty() {
                return Err(WebtoolError::Configuration(faults));
            }
        }
        let mut fresh: Vec<(SecretRef, Secret)> = Vec::new();
        let mut dropped: Vec<SecretRef> = Vec::new();
        let mut change = |old: Option<SecretRef>, change: SecretChange| match change {
            SecretChange::Keep => old,
            SecretChange::Forget => {
                dropped.extend(old);
                None
            }
            SecretChange::Set { value: secret } => {
                dropped.extend(old);
                let reference = SecretRef::generate();
                fresh.push((reference.clone(), secret));
                Some(reference)
            }
        };
        let definition = &mut webtool.definition;
        definition.token = change(definition.token.take(), new.token);
        for (pointer, wanted) in new.secrets {
            // What the document does not ask for is not kept for it.
            if !slots.iter().any(|slot| slot.pointer == pointer) {
                continue;
            }
            let old = definition.secrets.remove(&pointer);
            if let Some(reference) = change(old, wanted) {
                definition.secrets.insert(pointer, reference);
            }
        }
        definition.config = config;
        definition.check_every_hours = new.check_every_hours;
        definition.label = self.label(&new.label, definition.label.as_str(), Some(id));
        context.secrets.keep(&fresh).await?;
        if let Err(error) = context.store.replace_webtool(&webtool).await {
            let fresh: Vec<_> = fresh.into_iter().map(|(reference, _)| reference).collect();
            context.secrets.forget(&fresh).await;
            return Err(error.into());
        }
        forget_unnamed(&context.store, &context.secrets, dropped).await;
        self.reread(id).await
    }

    /// Turns a webtool on or off.
    pub async fn enable(
        &self,
        id: &WebtoolId,
        enabled: bool,
    ) -> Result<WebtoolSnapshot, WebtoolError> {
        let context = self.context();
        let store = &context.store;
        let _edit = self.edit().await;
        let mut webtool = store.webtool(id).await?;
        webtool.enabled = enabled;
        if enabled {
            store.replace_webtool(&webtool).await?;
            store.lift_restriction(&about(id));
            return self.reread(id).await;
        }
        let disable = move |store: Store| {
            let id = webtool.id.clone();
            async move {
                let mut webtool = store.webtool(&id).await?;
                webtool.enabled = false;
                store.replace_webtool(&webtool).await
            }
        };
        let disabled = store.restrict(about(id), disable).await;
        context
            .approvals
            .drop_source(&SourceId::from(id), &Message::new("ended.webtoolDisabled"));
        let reread = self.reread(id).await;
        disabled?;
        reread
    }

    /// Removes a webtool, with its credentials and all its documents.
    pub async fn remove(&self, id: &WebtoolId) -> Result<(), WebtoolError> {
        let context = self.context();
        let _edit = self.edit().await;
        let webtool = context.store.webtool(id).await?;
        context.store.remove_webtool(id).await?;
        let references = webtool.definition.secret_refs();
        forget_unnamed(&context.store, &context.secrets, references).await;
        self.sessions().forget(id);
        context
            .approvals
            .drop_source(&SourceId::from(id), &Message::new("ended.removed"));
        self.load().await;
        context.events.send(HostEvent::WebtoolsChanged);
        Ok(())
    }

    /// Reloads all webtools after a change, announces it, returns the changed one.
    pub(super) async fn reread(&self, id: &WebtoolId) -> Result<WebtoolSnapshot, WebtoolError> {
        self.load().await;
        self.context().events.send(HostEvent::WebtoolsChanged);
        let all = self.list();
        all.into_iter()
            .find(|webtool| &webtool.configured.id == id)
            .ok_or(WebtoolError::Unknown)
    }

    /// A label nobody else has, neither a webtool nor a server.
    fn label(&self, wanted: &str, name: &str, except: Option<&WebtoolId>) -> Label {
        let wanted = if wanted.trim().is_empty() {
            name
        } else {
            wanted
        };
        let wanted: String = visible(wanted.trim())
            .chars()
            .take(Label::MAX_CHARS - 4)
            .collect();
        let webtools = self.list();
        let mut taken: Vec<Label> = self
            .context()
            .servers
            .list()
            .into_iter()
            .map(|server| server.definition.label.clone())
            .collect();
        taken.extend(
            webtools
                .into_iter()
                .filter(|webtool| Some(&webtool.configured.id) != except)
                .map(|webtool| webtool.configured.definition.label),
        );
        free_label(&wanted, &taken)
    }
}

fn read_base(text: &str) -> Result<Url, WebtoolError> {
    fetch::read_address(text)
        .map_err(|fault| WebtoolError::Field(FieldProblem::new("base", fault.message())))
}
