//! Defines a webtool, its fetched documents, and which the person agreed to.
//!
//! A document is used only as long as its bytes have the digest that was agreed to.

use std::collections::BTreeMap;
use usher_messages::Message;
use usher_types::webtool::{PinId, WebtoolChange, WebtoolKind, WebtoolStanding};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use url::Url;

use usher_config::definition::Label;
use usher_review::canonical::Digest;
use usher_types::id::{SecretRef, WebtoolId};
use usher_types::text::visible;

use super::document::{Document, SchemaCheck};
use super::fetch::{Fetched, check_address};
use crate::credentials;
use crate::parse::value_of;
use crate::recognise::{Recognised, recognise};

/// A webtool as the person configured it. Its serialised form is what the database holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WebtoolDefinition {
    /// The person's name for it.
    pub label: Label,
    /// `webtool` or `openapi`.
    pub kind: String,
    /// Where its document is; `None` = it was pasted.
    pub url: Option<Url>,
    pub base: Url,
    /// The configuration without its secrets.
    pub config: Map<String, Value>,
    /// Where the secrets of the configuration are kept, by JSON pointer.
    pub secrets: BTreeMap<String, SecretRef>,
    /// Where the token is kept that is sent as `Authorization: Bearer`.
    pub token: Option<SecretRef>,
    /// How often to check for a new version, in hours; 0 = only when they ask.
    #[serde(default)]
    pub check_every_hours: u32,
}

/// A configured webtool, and what is stored with it.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfiguredWebtool {
    pub id: WebtoolId,
    pub definition: WebtoolDefinition,
    /// The document that is used.
    pub current: PinId,
    /// What the person agreed to, see [`WebtoolDefinition::consent`].
    pub consent: String,
    /// What the person agreed to last by the file of consents; `None` = nothing.
    pub consent_on_file: Option<String>,
    /// Whether it can be used.
    pub enabled: bool,
    /// What the last look for a new version found.
    pub checked: Option<Checked>,
    /// When it was added, Unix ms.
    pub created_at: i64,
}

/// A look for a new version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// When, Unix ms.
    pub at: i64,
    pub found: Found,
    /// When a look last found the document that is used, Unix ms; `None` = none has since it is used.
    #[serde(default)]
    pub verified_at: Option<i64>,
}

/// What a look for a new version found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Found {
    /// The same bytes.
    Identical,
    /// The same document, written otherwise: order of members, white space.
    Reformatted,
    Other {
        /// Where it is kept.
        pin: PinId,
        /// What kind of difference it is.
        change: WebtoolChange,
        /// Whether the person decided to keep the old one.
        kept_old: bool,
    },
    /// The server does not have it any more.
    Gone {
        message: Message,
    },
    Failed {
        message: Message,
    },
}

impl Found {
    /// Whether there is a change the person has not decided about.
    pub fn is_undecided(&self) -> bool {
        matches!(
            self,
            Self::Other {
                kept_old: false,
                ..
            }
        )
    }
}

impl ConfiguredWebtool {
    /// The change that stops it until the person has decided: one that no new version number announces.
    pub fn stopped_by(&self) -> Option<WebtoolChange> {
        match self.checked.as_ref()?.found {
            Found::Other {
                change: change @ (WebtoolChange::Silent | WebtoolChange::Downgraded),
                kept_old: false,
                ..
            } => Some(change),
            _ => None,
        }
    }
}

/// A document as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Pin {
    pub id: PinId,
    /// Exactly as it came.
    pub bytes: Vec<u8>,
    /// Digest of the bytes.
    pub sha256: Digest,
    /// Digest of its canonical JSON (RFC 8785).
    pub canonical_sha256: Digest,
    /// The version it declares.
    pub version: String,
    /// Where it was asked for; `None` = it was pasted.
    pub url: Option<Url>,
    /// Where it came from in the end.
    pub final_url: Option<Url>,
    /// `Content-Type` as it came.
    pub media_type: String,
    /// When, Unix ms.
    pub fetched_at: i64,
    /// What the person did with it.
    pub standing: WebtoolStanding,
}

/// Why a kept document is not used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum Tampered {
    /// The bytes are not those that were fetched.
    Bytes,
    /// It, or where calls go, is not what the person agreed to.
    Consent,
    /// It came out of a file.
    NotReviewed,
    /// It cannot be read any more.
    Unreadable,
}

impl Tampered {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        Message::new(match self {
            Self::Bytes => "webtools.tampered.bytes",
            Self::Consent => "webtools.tampered.consent",
            Self::NotReviewed => "webtools.tampered.notReviewed",
            Self::Unreadable => "webtools.tampered.unreadable",
        })
    }

    /// Whether it can be used once the person has looked at it.
    pub fn is_reviewable(&self) -> bool {
        matches!(self, Self::Consent | Self::NotReviewed)
    }
}

impl WebtoolDefinition {
    /// Digests what the person agrees to by using this document: one digest.
    pub fn consent(&self, document: &Digest) -> String {
        let agreed = json!({
            "kind": self.kind,
            "url": self.url,
            "base": self.base,
            "document": document.as_str(),
        });
        Digest::of_value(&agreed).as_str().to_owned()
    }

    /// Fills in what a document proposes for what is not configured yet; credentials have their own place.
    pub fn propose(&mut self, document: &Document) {
        let mut proposed = document.default_config.clone();
        if let Some(schema) = &document.config_schema {
            credentials::remove(&mut proposed, &credentials::split_credentials(schema).1);
        }
        for (name, value) in proposed {
            self.config.entry(name).or_insert(value);
        }
    }

    /// Of which kind its document is.
    pub fn document_kind(&self) -> WebtoolKind {
        WebtoolKind::of_db_str(&self.kind)
    }

    /// Says why an imported definition cannot be added.
    pub fn check(&self) -> Result<(), Message> {
        let label = self.label.as_str();
        if label.chars().count() > Label::MAX_CHARS || visible(label) != label {
            return Err(Message::new("webtools.name").with("count", Label::MAX_CHARS));
        }
        for url in self.url.iter().chain([&self.base]) {
            check_address(url).map_err(|fault| fault.message())?;
        }
        Ok(())
    }

    /// Every secret it refers to.
    pub fn secret_refs(&self) -> Vec<SecretRef> {
        self.secrets.values().chain(&self.token).cloned().collect()
    }
}

impl Pin {
    /// Makes a pin of a fetched or pasted document, without an identity.
    pub fn of(fetched: &Fetched, document: &Document, url: Option<&Url>, now_ms: i64) -> Self {
        let value = value_of(&fetched.bytes).unwrap_or_default();
        Self {
            id: PinId(0),
            sha256: Digest::of_bytes(&fetched.bytes),
            canonical_sha256: Digest::of_value(&value),
            bytes: fetched.bytes.clone(),
            version: document.version.clone(),
            url: url.cloned(),
            final_url: fetched.final_url.clone(),
            media_type: fetched.media_type.clone(),
            fetched_at: now_ms,
            standing: WebtoolStanding::Found,
        }
    }

    /// Whether its bytes are those that were fetched.
    pub fn is_whole(&self) -> bool {
        Digest::of_bytes(&self.bytes) == self.sha256
    }

    /// What it says, if it is what was agreed to. Checking schemas may take a moment.
    pub fn verified(&self, webtool: &ConfiguredWebtool) -> Result<Document, Tampered> {
        self.agreed(webtool)?;
        self.read().ok_or(Tampered::Unreadable)
    }

    /// Whether it is, byte for byte, what was agreed to.
    pub fn agreed(&self, webtool: &ConfiguredWebtool) -> Result<(), Tampered> {
        if !self.is_whole() {
            return Err(Tampered::Bytes);
        }
        self.consented(webtool)
    }

    /// Whether document and addresses are those of the last consent.
    pub fn consented(&self, webtool: &ConfiguredWebtool) -> Result<(), Tampered> {
        if webtool.consent.is_empty() {
            return Err(Tampered::NotReviewed);
        }
        let agreed = webtool.consent_on_file.as_ref() == Some(&webtool.consent)
            && webtool.definition.consent(&self.sha256) == webtool.consent
            && self.id == webtool.current;
        if agreed {
            Ok(())
        } else {
            Err(Tampered::Consent)
        }
    }

    /// Of which kind it is, and the version it declares; `None` = it cannot be used.
    pub fn declares(&self) -> Option<(WebtoolKind, String)> {
        self.read()
            .map(|document| (document.kind, document.version))
    }

    pub fn read(&self) -> Option<Document> {
        match recognise(&self.bytes, SchemaCheck::Skip) {
            Recognised::Usable(document) => Some(*document),
            Recognised::Broken(..) | Recognised::Other(_) => None,
        }
    }
}
