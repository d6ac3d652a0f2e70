//! Pins: what servers declare, and how it stands to what the person looked at.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use usher_types::id::ServerId;
pub use usher_types::review::{DifferenceKind, ItemKind, ItemState, ReviewCounts};

/// One difference between two definitions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// Where, as a JSON pointer (RFC 6901).
    pub path: String,
    /// What it is about.
    pub kind: DifferenceKind,
    /// What a person is told; names stand between backticks.
    pub words: String,
    /// What was there; absent = nothing. Server text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub old: Option<serde_json::Value>,
    /// What is there now; absent = nothing. Server text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub new: Option<serde_json::Value>,
    /// Deceptive characters of the new value, described: `3 zero-width characters`.
    pub hidden: Vec<String>,
}

/// An item in a server's review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PinItem {
    pub kind: ItemKind,
    /// Its name in the protocol. Server text.
    pub name: String,
    pub state: ItemState,
    /// SHA-256 of the canonical form of what is declared now; `null` = nothing is.
    pub digest: Option<String>,
    /// When the pin was reviewed here or elsewhere, Unix ms.
    pub reviewed_at: Option<i64>,
    /// What a change is about.
    pub about: Vec<DifferenceKind>,
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
    /// Deceptive characters of what is declared now, described: `3 zero-width characters`.
    pub hidden: Vec<String>,
    /// Words in it that mix letters of several alphabets. Server text.
    pub mixed: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PinItemParams {
    pub server_id: ServerId,
    pub kind: ItemKind,
    pub name: String,
}

/// An item the person has looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ViewedItem {
    pub kind: ItemKind,
    pub name: String,
    /// Digest of what was shown; `null` = that it is gone.
    pub digest: Option<String>,
}

/// What the person takes, or does not, as it was shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AcceptPinsParams {
    pub server_id: ServerId,
    pub items: Vec<ViewedItem>,
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
