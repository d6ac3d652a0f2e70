//! Webtools: what they say of themselves, what is pinned of them, and how they are configured.

use crate::pin::counted;
use usher_core::webtools as core;
use usher_messages::Message;
use usher_review::deceptive_text::DeceptiveText;

mod params;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::call::Fault;
use crate::pin::Difference;
use crate::server::Need;
pub use params::*;
use usher_types::id::WebtoolId;
pub use usher_types::webtool::{PinId, WebtoolChange, WebtoolKind, WebtoolStanding};
pub use usher_webtools::document::OmittedOperation as WebtoolLeftOut;

/// What the row of a webtool shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebtoolSnapshot {
    pub id: WebtoolId,
    /// The person's name for it.
    pub label: String,
    /// What kind of document describes it.
    pub kind: WebtoolKind,
    /// Where its document is; `null` = it was pasted.
    pub url: Option<String>,
    /// Where its calls go.
    pub base: String,
    /// The version that is used; empty if none is.
    pub version: String,
    /// How many actions it has.
    pub actions: u32,
    pub state: WebtoolState,
    /// What of it waits for the person on its page.
    pub need: Option<Need>,
    /// What the last look for a new version found; `null` = nobody has looked yet.
    pub checked: Option<WebtoolCheck>,
    /// When the document that is used was fetched, Unix ms.
    pub fetched_at: i64,
    /// When its address last held the document in use, Unix ms.
    pub verified_at: i64,
    /// When it was added, Unix ms.
    pub created_at: i64,
}

/// How a webtool is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum WebtoolState {
    /// It can be used.
    Ready,
    /// The person turned it off.
    Off,
    /// The server changed what it says without a new version number: nothing runs until the person has decided.
    Stopped,
    /// Its configuration lacks something.
    NeedsConfiguration { faults: Vec<Fault> },
    /// What is stored of it is not what was agreed to; it is stopped.
    Refused {
        /// What happened and what to do.
        message: Message,
        /// Whether it can be used once the person has looked at it.
        reviewable: bool,
    },
}

/// A look for a new version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebtoolCheck {
    /// When, Unix ms.
    pub at: i64,
    pub found: WebtoolFound,
}

/// What a look for a new version found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum WebtoolFound {
    /// The same bytes.
    Identical,
    /// The same, written otherwise.
    Reformatted,
    Other {
        /// Which of the kept documents it is.
        pin_id: PinId,
        /// How its declared version compares with the one in use.
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

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebtoolPin {
    pub id: PinId,
    /// Whether it is the one that is used.
    pub current: bool,
    /// The version it declares. Server text.
    pub version: String,
    /// Digest of its bytes, 64 hexadecimal digits.
    pub sha256: String,
    /// Digest of its canonical JSON (RFC 8785).
    pub canonical_sha256: String,
    /// Where it came from in the end; `null` = it was pasted.
    pub final_url: Option<String>,
    /// `Content-Type` as it came.
    pub media_type: String,
    /// Size of its bytes.
    pub size_bytes: u64,
    /// When it was fetched, Unix ms.
    pub fetched_at: i64,
    /// What the person did with it.
    pub standing: WebtoolStanding,
}

/// What a document says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebtoolDocument {
    pub kind: WebtoolKind,
    /// Its name. Server text.
    pub name: String,
    /// What it does. Server text.
    pub description: Option<String>,
    /// The version it declares. Server text.
    pub version: String,
    /// What it can do.
    pub actions: Vec<WebtoolAction>,
    /// Whether it wants to be configured.
    pub wants_configuration: bool,
    /// The names of the credentials it asks for. Server text.
    pub credentials: Vec<String>,
    /// Operations of an `OpenAPI` document that Usher cannot run.
    pub left_out: Vec<WebtoolLeftOut>,
}

/// One action, for looking at before it is used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebtoolAction {
    /// Its name. Server text.
    pub name: String,
    /// What it does. Server text.
    pub description: Option<String>,
    /// `GET /items`, for `OpenAPI`.
    pub request: Option<String>,
}

/// What is at an address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum WebtoolDiscovery {
    /// A document that can be added.
    Webtool { preview: Box<WebtoolPreview> },
    /// It wants to be one, but cannot be used.
    Broken {
        /// Every fault.
        message: Message,
    },
    /// Nothing of the kind.
    Nothing {
        /// Why not.
        message: Message,
    },
}

/// A document that was looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebtoolPreview {
    /// Digest of its bytes: by this it is added.
    pub sha256: String,
    /// Where it is asked for; `null` = it was pasted.
    pub url: Option<String>,
    /// Where it came from in the end.
    pub final_url: Option<String>,
    pub document: WebtoolDocument,
    /// Addresses its calls may go to, the first being the usual one; empty = the person has to give one.
    pub bases: Vec<String>,
    /// Exactly as it came. Server text.
    pub text: String,
    /// Deceptive characters in it, counted by kind.
    pub hidden: Vec<Message>,
    /// Words in it that mix letters of several alphabets. Server text.
    pub mixed: Vec<String>,
}

/// A credential a configuration asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebtoolSlot {
    /// Where it stands in the configuration (RFC 6901).
    pub pointer: String,
    /// Its name. Server text.
    pub name: String,
    /// What it is for. Server text.
    pub description: Option<String>,
    /// How it is sent, if that is known.
    pub carrier: Option<Message>,
    /// Whether nothing works without it.
    pub required: bool,
    /// Whether one is kept.
    pub kept: bool,
}

/// Everything about one webtool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebtoolDetail {
    /// What its row shows.
    pub snapshot: WebtoolSnapshot,
    /// What the document that is used says; `null` if none is.
    pub document: Option<WebtoolDocument>,
    /// JSON Schema of the configuration without its credentials; `null` = there is nothing to configure.
    pub form_schema: Option<Value>,
    /// The configuration without its credentials.
    pub config: Value,
    /// The credentials it asks for.
    pub slots: Vec<WebtoolSlot>,
    /// Whether a token is kept.
    pub has_token: bool,
    /// How often a new version is looked for, in hours; 0 = only when asked.
    pub check_every_hours: u32,
    /// Every document that is kept, newest first.
    pub pins: Vec<WebtoolPin>,
    /// What calls carry as `sessionId` now.
    pub session: String,
}

/// The text of one kept document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebtoolText {
    /// Exactly as it came. Server text.
    pub text: String,
    /// Deceptive characters in it, counted by kind.
    pub hidden: Vec<Message>,
    /// Words in it that mix letters of several alphabets. Server text.
    pub mixed: Vec<String>,
}

/// Another document of a webtool held against the one that is used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebtoolComparison {
    /// Digest of the one that is used.
    pub old_sha256: String,
    /// Digest of the other.
    pub new_sha256: String,
    /// The one that is used, laid out alike. Server text.
    pub old_text: String,
    /// The other, laid out alike. Server text.
    pub new_text: String,
    /// What differs, the weightiest first.
    pub differences: Vec<Difference>,
    /// How many more differences there are.
    pub left_out: u32,
    /// Deceptive characters in it, counted by kind.
    pub hidden: Vec<Message>,
    /// Words in it that mix letters of several alphabets. Server text.
    pub mixed: Vec<String>,
}

impl From<core::WebtoolSnapshot> for WebtoolSnapshot {
    fn from(webtool: core::WebtoolSnapshot) -> Self {
        let usher_webtools::pin::ConfiguredWebtool {
            id,
            definition,
            checked,
            created_at,
            ..
        } = webtool.configured;
        Self {
            id,
            label: definition.label.as_str().to_owned(),
            kind: definition.document_kind(),
            url: definition.url.map(Into::into),
            base: definition.base.into(),
            version: webtool.version,
            actions: u32::try_from(webtool.actions).unwrap_or(u32::MAX),
            need: webtool.state.need(),
            state: webtool.state.into(),
            checked: checked.map(|checked| WebtoolCheck {
                at: checked.at,
                found: checked.found.into(),
            }),
            fetched_at: webtool.fetched_at,
            verified_at: webtool.verified_at,
            created_at,
        }
    }
}

impl From<core::WebtoolState> for WebtoolState {
    fn from(state: core::WebtoolState) -> Self {
        match state {
            core::WebtoolState::Ready => Self::Ready,
            core::WebtoolState::Off => Self::Off,
            core::WebtoolState::Stopped(_) => Self::Stopped,
            core::WebtoolState::NeedsConfiguration(faults) => Self::NeedsConfiguration { faults },
            core::WebtoolState::Refused(tampered) => Self::Refused {
                reviewable: tampered.is_reviewable(),
                message: tampered.message(),
            },
        }
    }
}

impl From<usher_webtools::pin::Found> for WebtoolFound {
    fn from(found: usher_webtools::pin::Found) -> Self {
        match found {
            usher_webtools::pin::Found::Identical => Self::Identical,
            usher_webtools::pin::Found::Reformatted => Self::Reformatted,
            usher_webtools::pin::Found::Other {
                pin,
                change,
                kept_old,
            } => Self::Other {
                pin_id: pin,
                change,
                kept_old,
            },
            usher_webtools::pin::Found::Gone { message } => Self::Gone { message },
            usher_webtools::pin::Found::Failed { message } => Self::Failed { message },
        }
    }
}

impl From<usher_webtools::document::Document> for WebtoolDocument {
    fn from(document: usher_webtools::document::Document) -> Self {
        Self {
            credentials: document.credentials(),
            kind: document.kind,
            name: document.name,
            description: document.description,
            version: document.version,
            wants_configuration: document.config_schema.is_some(),
            left_out: document.left_out,
            actions: document
                .actions
                .into_iter()
                .map(|action| WebtoolAction {
                    name: action.name,
                    description: action.description,
                    request: action
                        .operation
                        .map(|operation| format!("{} {}", operation.method, operation.path)),
                })
                .collect(),
        }
    }
}

impl From<core::Preview> for WebtoolPreview {
    fn from(preview: core::Preview) -> Self {
        Self {
            sha256: preview.sha256.as_str().to_owned(),
            url: preview.url.map(Into::into),
            final_url: preview.fetched.final_url.map(Into::into),
            bases: preview.bases.into_iter().map(Into::into).collect(),
            text: String::from_utf8_lossy(&preview.fetched.bytes).into_owned(),
            hidden: counted(&preview.deceptive_text.hidden),
            mixed: preview.deceptive_text.mixed,
            document: preview.document.into(),
        }
    }
}

impl From<(String, DeceptiveText)> for WebtoolText {
    fn from((text, deceptive_text): (String, DeceptiveText)) -> Self {
        Self {
            text,
            hidden: counted(&deceptive_text.hidden),
            mixed: deceptive_text.mixed,
        }
    }
}

impl From<core::WebtoolDetail> for WebtoolDetail {
    fn from(detail: core::WebtoolDetail) -> Self {
        let definition = detail.snapshot.configured.definition.clone();
        let current = detail.snapshot.configured.current;
        Self {
            snapshot: detail.snapshot.into(),
            document: detail.document.map(Into::into),
            form_schema: detail.form_schema,
            config: definition.config.into(),
            slots: detail
                .slots
                .into_iter()
                .map(|slot| WebtoolSlot {
                    kept: definition.secrets.contains_key(&slot.pointer),
                    pointer: slot.pointer,
                    name: slot.name,
                    description: slot.description,
                    carrier: slot.carrier,
                    required: slot.required,
                })
                .collect(),
            has_token: definition.token.is_some(),
            check_every_hours: definition.check_every_hours,
            pins: detail
                .pins
                .into_iter()
                .map(|pin| WebtoolPin {
                    current: pin.id == current,
                    ..pin.into()
                })
                .collect(),
            session: detail.session,
        }
    }
}

impl From<usher_webtools::pin::Pin> for WebtoolPin {
    fn from(pin: usher_webtools::pin::Pin) -> Self {
        Self {
            id: pin.id,
            current: false,
            version: pin.version,
            sha256: pin.sha256.as_str().to_owned(),
            canonical_sha256: pin.canonical_sha256.as_str().to_owned(),
            final_url: pin.final_url.map(Into::into),
            media_type: pin.media_type,
            size_bytes: pin.bytes.len() as u64,
            fetched_at: pin.fetched_at,
            standing: pin.standing,
        }
    }
}

impl From<usher_webtools::compare::Compared> for WebtoolComparison {
    fn from(compared: usher_webtools::compare::Compared) -> Self {
        Self {
            old_sha256: compared.old.sha256.as_str().to_owned(),
            new_sha256: compared.new.sha256.as_str().to_owned(),
            old_text: laid_out(&compared.old.bytes),
            new_text: laid_out(&compared.new.bytes),
            hidden: counted(&compared.deceptive_text.hidden),
            mixed: compared.deceptive_text.mixed,
            differences: compared
                .differences
                .listed
                .into_iter()
                .map(Into::into)
                .collect(),
            left_out: u32::try_from(compared.differences.left_out).unwrap_or(u32::MAX),
        }
    }
}

/// Formats JSON over many lines, to be compared side by side.
fn laid_out(bytes: &[u8]) -> String {
    let value: Option<serde_json::Value> = serde_json::from_slice(bytes).ok();
    value
        .and_then(|value| serde_json::to_string_pretty(&value).ok())
        .unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned())
}
