//! Webtools.

use usher_core::webtools as core;
use usher_review::deceptive_text::DeceptiveText;

use super::pin::in_words;
use crate::webtool::{
    WebtoolAction, WebtoolCheck, WebtoolComparison, WebtoolDetail, WebtoolDocument, WebtoolFound,
    WebtoolLeftOut, WebtoolPin, WebtoolPreview, WebtoolSecretChange, WebtoolSlot, WebtoolSnapshot,
    WebtoolState, WebtoolText,
};

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
                message: tampered.to_string(),
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
            left_out: document
                .left_out
                .into_iter()
                .map(|left| WebtoolLeftOut {
                    request: left.request,
                    reason: left.reason.to_owned(),
                })
                .collect(),
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
            hidden: in_words(&preview.deceptive_text.hidden),
            mixed: preview.deceptive_text.mixed,
            document: preview.document.into(),
        }
    }
}

impl From<(String, DeceptiveText)> for WebtoolText {
    fn from((text, deceptive_text): (String, DeceptiveText)) -> Self {
        Self {
            text,
            hidden: in_words(&deceptive_text.hidden),
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
            hidden: in_words(&compared.deceptive_text.hidden),
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

impl From<WebtoolSecretChange> for core::SecretChange {
    fn from(change: WebtoolSecretChange) -> Self {
        match change {
            WebtoolSecretChange::Keep => Self::Keep,
            WebtoolSecretChange::Forget => Self::Forget,
            WebtoolSecretChange::Set { value } => Self::Set(value.0),
        }
    }
}
