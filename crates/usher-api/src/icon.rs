//! Pictures of servers, tools, resources and prompts: keys in lists, bytes on demand.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use usher_messages::Message;
pub use usher_types::content::ThemedIcon;
use usher_types::id::IconKey;

/// Asks for the bytes of one icon.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct IconParams {
    pub key: IconKey,
}

/// An icon's bytes, re-encoded by the core.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum IconImage {
    /// A PNG of at most 64×64 pixels, base64.
    Png {
        /// Standard base64, no line breaks.
        base64: String,
    },
    /// The icon was refused or could not be fetched; show a generic one. `reason` is for a tooltip.
    Refused {
        /// Why.
        reason: Message,
    },
}
