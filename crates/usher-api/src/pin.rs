//! Pins: what servers declare, and how it stands to what the person looked at.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;
use usher_calls::reviews as core;
pub use usher_calls::reviews::ViewedItem;
use usher_messages::Message;
pub use usher_review::items::Item as PinItem;
use usher_review::items::ItemName;
use usher_servers::servers::LaunchReview as LaunchToReview;
use usher_types::id::{ServerId, SourceId};
pub use usher_types::review::{DifferenceKind, ItemKind, ItemState, ReviewCounts, SingleReason};

/// One difference between two definitions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// Where, as a JSON pointer (RFC 6901).
    pub path: String,
    /// What it is about.
    pub kind: DifferenceKind,
    /// What a person is told; names stand between backticks.
    pub message: Message,
    /// What was there; absent = nothing. Server text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub old: Option<serde_json::Value>,
    /// What is there now; absent = nothing. Server text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub new: Option<serde_json::Value>,
    /// Deceptive characters of the new value, counted by kind.
    pub hidden: Vec<Message>,
}

/// One item, with what was pinned and what is declared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PinDetail {
    pub item: PinItem,
    /// What the person looked at, or as a setup file says; `null` = nothing, or not what was written. Server text.
    pub old: Option<serde_json::Value>,
    pub old_digest: Option<String>,
    /// What is declared now; `null` = nothing. Server text.
    pub new: Option<serde_json::Value>,
    /// What differs, the weightiest first.
    pub differences: Vec<Difference>,
    /// How many more differences there are.
    pub left_out: u32,
    /// What alone differs, if `pin.acceptVarying` may take it as changing: the order of a set, a date, a number or a path;
    /// empty = other things do.
    pub differs: Vec<Message>,
    /// What the person has accepted as changing.
    pub varying: Vec<Message>,
    /// Whether what was accepted was altered in the database and can be put back (`pin.restore`).
    pub restorable: bool,
    /// Deceptive characters of what is declared now, counted by kind.
    pub hidden: Vec<Message>,
    /// Words in it that mix letters of several alphabets. Server text.
    pub mixed: Vec<String>,
    /// How a tool of the same name differs that another server or webtool has; `null` = none has, or it is the same.
    pub namesake: Option<Namesake>,
}

/// A tool of another server or webtool that has the name of one that is reviewed, and another definition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Namesake {
    pub server_id: SourceId,
    pub label: String,
    /// What differs from there to the reviewed one, the weightiest first.
    pub differences: Vec<Difference>,
    /// How many more differences there are.
    pub left_out: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PinItemParams {
    pub server_id: ServerId,
    #[serde(flatten)]
    pub item: ItemName,
}

/// What the person takes, or does not, as it was shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AcceptPinsParams {
    pub server_id: ServerId,
    pub items: Vec<ViewedItem>,
}

/// What the person takes as changing, as it was shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AcceptVaryingParams {
    pub server_id: ServerId,
    pub item: ViewedItem,
}

/// A server's launch and its differences from the accepted one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LaunchReview {
    /// What was agreed to, without any secret; `null` = that is not known any more.
    pub old: Option<serde_json::Value>,
    /// What would be started or reached now.
    pub new: serde_json::Value,
    pub fingerprint: String,
    pub differences: Vec<Difference>,
}

/// What the person agrees to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AcceptLaunchParams {
    pub server_id: ServerId,
    /// Fingerprint of what was shown.
    pub fingerprint: String,
}

impl From<usher_review::difference::Difference> for Difference {
    fn from(difference: usher_review::difference::Difference) -> Self {
        Self {
            path: difference.path,
            kind: difference.kind,
            message: difference.message,
            old: difference.old,
            new: difference.new,
            hidden: counted(&difference.hidden),
        }
    }
}

/// How many there are of each kind.
pub(super) fn counted(hidden: &[usher_review::hidden_characters::Hidden]) -> Vec<Message> {
    let mut counts = BTreeMap::<_, usize>::new();
    for one in hidden {
        *counts.entry(one.kind).or_default() += 1;
    }
    let kinds = counts.into_iter();
    kinds.map(|(kind, count)| kind.counted(count)).collect()
}

impl From<core::ItemReview> for PinDetail {
    fn from(review: core::ItemReview) -> Self {
        Self {
            item: review.item,
            old: review.old,
            old_digest: review.old_digest.map(|digest| digest.to_string()),
            new: review.new,
            differences: review
                .differences
                .listed
                .into_iter()
                .map(Into::into)
                .collect(),
            left_out: u32::try_from(review.differences.left_out).unwrap_or(u32::MAX),
            differs: review.differs,
            varying: review.varying,
            restorable: review.restorable,
            hidden: counted(&review.deceptive_text.hidden),
            mixed: review.deceptive_text.mixed,
            namesake: review.namesake.map(Into::into),
        }
    }
}

impl From<core::Namesake> for Namesake {
    fn from(namesake: core::Namesake) -> Self {
        let differences = namesake.differences.listed.into_iter();
        Self {
            server_id: namesake.source,
            label: namesake.label,
            differences: differences.map(Into::into).collect(),
            left_out: u32::try_from(namesake.differences.left_out).unwrap_or(u32::MAX),
        }
    }
}

impl From<LaunchToReview> for LaunchReview {
    fn from(review: LaunchToReview) -> Self {
        Self {
            old: review.old,
            new: review.new,
            fingerprint: review.fingerprint,
            differences: review
                .differences
                .listed
                .into_iter()
                .map(Into::into)
                .collect(),
        }
    }
}
