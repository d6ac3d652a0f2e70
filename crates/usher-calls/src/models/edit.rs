//! Looking at the providers, changing them, and trying them. A key only ever comes in, and a provider that is given
//! another origin needs its key anew: one was given for one place.

use serde::Deserialize;
use std::fmt;
use ts_rs::TS;
use usher_types::code::{Code, Coded};

use serde_json::json;
use url::Url;
use usher_messages::Message;
use usher_types::secret::Secret;

use super::Models;
use crate::limits;
use usher_llm::answer::Usage;
use usher_llm::failure::ModelError;
use usher_llm::kind::{credential, is_unencrypted};
use usher_llm::prompt::Prompt;
use usher_llm::provider::Provider;
use usher_llm::run;
use usher_llm::run::Limits;
use usher_servers::dropped_secrets::forget_unnamed;
use usher_servers::events::HostEvent;
use usher_store::StoreError;
use usher_system::secrets::SecretError;
use usher_types::field_problem::FieldProblem;
use usher_types::id::{ProviderId, SecretRef};
use usher_types::model::ModelMapping;
use usher_types::model::ProviderKind;
use usher_types::model::{ModelRef, TriedModel};

/// What a provider is to be.
pub struct ProviderDraft {
    /// What is spoken there; `None` = what was spoken there before.
    pub kind: Option<ProviderKind>,
    /// What the person calls it.
    pub label: String,
    /// Where it is; empty = where that kind usually is.
    pub base: String,
    /// What becomes of its key.
    pub key: KeyChange,
}

/// What becomes of a key.
#[derive(Clone, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum KeyChange {
    /// It stays as it is; a new provider has none.
    Keep,
    Remove,
    /// This one, from now on.
    Set {
        key: Secret,
    },
}

/// Why providers could not be changed or tried.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum ModelsError {
    /// There is no such provider.
    Unknown,
    /// The draft has faults.
    Draft(Vec<FieldProblem>),
    /// The key could not be kept. Nothing was saved.
    Secret(#[from] SecretError),
    /// The provider did not do it.
    Model(#[from] ModelError),
    Store(#[from] StoreError),
}

impl ModelsError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::Unknown => Message::new("provider.unknown"),
            Self::Draft(_) => Message::new("provider.invalid"),
            Self::Secret(error) => {
                Message::new("provider.keyNotSaved").with("reason", error.message())
            }
            Self::Model(error) => error.message(),
            Self::Store(error) => error.message(),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Unknown => Code::NotFound.into(),
            Self::Draft(problems) => Coded::problems(problems),
            Self::Secret(_) => Code::KeyringUnavailable.into(),
            Self::Model(error) => error.code(),
            Self::Store(error) => error.code(),
        }
    }
}

impl fmt::Debug for KeyChange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Keep => "Keep",
            Self::Remove => "Remove",
            Self::Set { .. } => "Set",
        })
    }
}

impl Models {
    /// All providers, in the order they were added.
    pub async fn providers(&self) -> Result<Vec<Provider>, ModelsError> {
        Ok(self.store.providers().await?)
    }

    /// Adds a provider. Nothing is sent to it.
    pub async fn add(&self, draft: ProviderDraft) -> Result<Provider, ModelsError> {
        let _one_at_a_time = self.editing.lock().await;
        let known = self.store.providers().await?;
        let mut provider = Provider {
            id: ProviderId::generate(),
            kind: draft.kind.ok_or(ModelsError::Unknown)?,
            label: String::new(),
            base: base(draft.kind, &draft.base)?,
            key: None,
            changed_outside: false,
            models: Vec::new(),
            fetched_at: None,
        };
        if known.len() >= limits::PROVIDERS {
            return Err(one(
                "label",
                Message::new("provider.tooMany").with("count", limits::PROVIDERS),
            ));
        }
        self.keep(&known, &mut provider, draft, None).await?;
        let stored = self
            .store
            .add_provider(&provider, self.clock.now_ms())
            .await;
        self.settled(stored, provider.key.as_ref()).await?;
        self.events.send(HostEvent::ModelsChanged);
        Ok(provider)
    }

    /// Changes a provider; its kind stays. Nothing is sent to it.
    pub async fn edit(
        &self,
        id: &ProviderId,
        draft: ProviderDraft,
    ) -> Result<Provider, ModelsError> {
        let _one_at_a_time = self.editing.lock().await;
        let known = self.store.providers().await?;
        let before = known
            .iter()
            .find(|each| &each.id == id)
            .cloned()
            .ok_or(ModelsError::Unknown)?;
        let mut provider = Provider {
            base: base(Some(before.kind), &draft.base)?,
            changed_outside: false,
            ..before.clone()
        };
        if provider.base != before.base {
            provider.models = Vec::new();
            provider.fetched_at = None;
        }
        self.keep(&known, &mut provider, draft, Some(&before))
            .await?;
        let stored = self.store.edit_provider(&provider).await;
        let new = provider.key.as_ref();
        self.settled(stored, new.filter(|new| Some(*new) != before.key.as_ref()))
            .await?;
        if let Some(old) = before.key.filter(|old| Some(old) != provider.key.as_ref()) {
            forget_unnamed(&self.store, &self.secrets, vec![old]).await;
        }
        self.events.send(HostEvent::ModelsChanged);
        Ok(provider)
    }

    /// A new key of what could not be stored belongs to nothing.
    async fn settled(
        &self,
        stored: Result<(), StoreError>,
        new: Option<&SecretRef>,
    ) -> Result<(), ModelsError> {
        if let (Err(_), Some(new)) = (&stored, new) {
            self.secrets.forget(std::slice::from_ref(new)).await;
        }
        Ok(stored?)
    }

    /// Applies the draft except its address, and stores a new key.
    async fn keep(
        &self,
        known: &[Provider],
        provider: &mut Provider,
        draft: ProviderDraft,
        before: Option<&Provider>,
    ) -> Result<(), ModelsError> {
        draft.label.trim().clone_into(&mut provider.label);
        let label = &provider.label;
        if label.is_empty() || label.chars().count() > limits::PROVIDER_LABEL_CHARS {
            return Err(one(
                "label",
                Message::new("provider.name").with("count", limits::PROVIDER_LABEL_CHARS),
            ));
        }
        if known
            .iter()
            .any(|other| other.id != provider.id && other.label.eq_ignore_ascii_case(label))
        {
            return Err(one("label", Message::new("provider.nameTaken")));
        }
        let kept = before.and_then(|before| before.key.clone());
        let new = match draft.key {
            KeyChange::Set { key } if key.expose().trim().is_empty() => None,
            KeyChange::Set { key } => Some(Secret::new(key.expose().trim())),
            KeyChange::Keep => {
                provider.key = kept;
                None
            }
            KeyChange::Remove => {
                provider.key = None;
                None
            }
        };
        let moved = before.is_some_and(|before| before.base.origin() != provider.base.origin());
        if moved && new.is_none() && provider.key.is_some() {
            return Err(one("key", Message::new("provider.keyMoved")));
        }
        if (new.is_some() || provider.key.is_some()) && is_unencrypted(&provider.base) {
            return Err(one("baseUrl", Message::new("provider.keyUnencrypted")));
        }
        let Some(key) = new else {
            return if provider.key.is_none() && provider.kind.needs_key() {
                Err(one(
                    "key",
                    Message::new("provider.keyRequired").with("provider", label.as_str()),
                ))
            } else {
                Ok(())
            };
        };
        if credential(provider.kind, &key).is_none() {
            return Err(one("key", Message::new("provider.keyCharacters")));
        }
        let reference = SecretRef::generate();
        self.secrets.keep(&[(reference.clone(), key)]).await?;
        provider.key = Some(reference);
        Ok(())
    }

    /// Removes a provider, its key, and its rows of model hints.
    pub async fn remove(&self, id: &ProviderId) -> Result<(), ModelsError> {
        let _one_at_a_time = self.editing.lock().await;
        let provider = self.provider(id).await?;
        self.store.remove_provider(id).await?;
        if let Some(key) = provider.key {
            forget_unnamed(&self.store, &self.secrets, vec![key]).await;
        }
        self.events.send(HostEvent::ModelsChanged);
        Ok(())
    }

    /// Asks a provider for its models and keeps the list.
    pub async fn list_of(&self, id: &ProviderId) -> Result<Provider, ModelsError> {
        let asked = self.provider(id).await?;
        let key = self.key(&asked).await?;
        let models = run::list(&asked, key.as_ref(), Limits::default()).await?;
        let _one_at_a_time = self.editing.lock().await;
        // It may have been changed while it was being asked.
        let now = self.provider(id).await?;
        if now.base != asked.base {
            return Ok(now);
        }
        let listed = Provider {
            models,
            fetched_at: Some(self.clock.now_ms()),
            ..now
        };
        self.store.edit_provider(&listed).await?;
        self.events.send(HostEvent::ModelsChanged);
        Ok(listed)
    }

    /// Has a model write a few words.
    pub async fn try_out(&self, model: &ModelRef) -> Result<TriedModel, ModelsError> {
        let provider = self.provider(&model.provider_id).await?;
        let key = self.key(&provider).await?;
        let question = json!({
            "messages": [{ "role": "user", "content": { "type": "text", "text": "Say hello in one short sentence." } }],
            "maxTokens": 64,
        });
        let prompt = Prompt::read(&question).map_err(|_| ModelsError::Unknown)?;
        let answer = run::run(
            &provider,
            key.as_ref(),
            &model.model,
            &prompt,
            Limits::default(),
            |_| {},
        )
        .await?;
        let Usage { input, output } = answer.usage;
        Ok(TriedModel {
            text: answer.text(),
            tokens: input
                .zip(output)
                .map(|(input, output)| input.saturating_add(output)),
        })
    }

    /// The person's own table of hints, in order.
    pub async fn mappings(&self) -> Result<Vec<ModelMapping>, ModelsError> {
        Ok(self.store.mappings().await?)
    }

    pub async fn set_mappings(
        &self,
        rows: Vec<ModelMapping>,
    ) -> Result<Vec<ModelMapping>, ModelsError> {
        let _one_at_a_time = self.editing.lock().await;
        let known = self.store.providers().await?;
        let mut problems = Vec::new();
        if rows.len() > limits::MODEL_MAPPINGS {
            problems.push(FieldProblem::new(
                "rows",
                Message::new("provider.hints.tooMany").with("count", limits::MODEL_MAPPINGS),
            ));
        }
        for (index, row) in rows.iter().enumerate() {
            if row.hint.trim().is_empty() && row.prices.is_none() {
                problems.push(FieldProblem::new(
                    format!("rows.{index}.hint"),
                    Message::new("provider.hints.empty"),
                ));
            }
            if row.model.model.trim().is_empty()
                || !known.iter().any(|each| each.id == row.model.provider_id)
            {
                problems.push(FieldProblem::new(
                    format!("rows.{index}.model"),
                    Message::new("provider.hints.noModel"),
                ));
            }
        }
        if !problems.is_empty() {
            return Err(ModelsError::Draft(problems));
        }
        self.store.set_mappings(&rows).await?;
        self.events.send(HostEvent::ModelsChanged);
        Ok(rows)
    }

    pub(crate) async fn provider(&self, id: &ProviderId) -> Result<Provider, ModelsError> {
        let known = self.store.providers().await?;
        known
            .into_iter()
            .find(|each| &each.id == id)
            .ok_or(ModelsError::Unknown)
    }

    /// The key of a provider, read for one request.
    pub(crate) async fn key(&self, provider: &Provider) -> Result<Option<Secret>, ModelError> {
        let failed = |why| ModelError::NoKey {
            provider: provider.label.clone(),
            why,
        };
        if provider.changed_outside {
            return Err(failed(
                Message::new("provider.changed").with("provider", provider.label.as_str()),
            ));
        }
        let Some(reference) = &provider.key else {
            return Ok(None);
        };
        match self.secrets.get(reference).await {
            Ok(key) => Ok(Some(key)),
            Err(SecretError::NotFound) => Err(failed(Message::new("provider.keyGone"))),
            Err(error) => Err(failed(error.message())),
        }
    }
}

fn base(kind: Option<ProviderKind>, typed: &str) -> Result<Url, ModelsError> {
    let typed = typed.trim();
    let text = match (typed, kind.and_then(ProviderKind::default_base)) {
        ("", Some(usual)) => usual,
        ("", None) => return Err(one("baseUrl", Message::new("provider.noUrl"))),
        (typed, _) => typed,
    };
    let url = Url::parse(text)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.host().is_some())
        .ok_or_else(|| one("baseUrl", Message::new("provider.url")))?;
    if !url.username().is_empty()
        || url.password().is_some()
        || url.query().is_some()
        || url.fragment().is_some()
    {
        return Err(one("baseUrl", Message::new("provider.urlParts")));
    }
    Ok(url)
}

fn one(field: &str, message: Message) -> ModelsError {
    ModelsError::Draft(vec![FieldProblem::new(field, message)])
}
