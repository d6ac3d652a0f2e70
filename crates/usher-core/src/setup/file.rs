//! What a setup file looks like: one JSON object. Entries are read one by one, so that one that cannot be used does
//! not hide the others.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::definition::ServerDefinition;
use crate::webtools::WebtoolDefinition;

/// What a setup file calls itself.
pub(super) const FORMAT: &str = "usher-setup";
/// The newest version of the format this Usher reads, and the one it writes.
pub(super) const VERSION: u32 = 1;

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct File {
    pub(super) format: String,
    pub(super) version: u32,
    /// Unix ms.
    pub(super) exported_at: i64,
    /// Each a [`ServerEntry`].
    #[serde(default)]
    pub(super) servers: Vec<Value>,
    /// Each a [`WebtoolEntry`].
    #[serde(default)]
    pub(super) webtools: Vec<Value>,
}

/// One server. Where a secret stood there is an empty reference.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ServerEntry {
    pub(super) definition: ServerDefinition,
}

/// One webtool, with every version that is kept of it.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebtoolEntry {
    pub(super) definition: WebtoolDefinition,
    /// Digest of the document that is used.
    pub(super) current: String,
    /// Oldest first.
    pub(super) documents: Vec<DocumentEntry>,
}

/// One pinned document.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DocumentEntry {
    /// Exactly as it came: it is JSON, so its bytes are text.
    pub(super) text: String,
    pub(super) sha256: String,
    pub(super) canonical_sha256: String,
    pub(super) version: String,
    pub(super) url: Option<String>,
    pub(super) final_url: Option<String>,
    pub(super) media_type: String,
    /// Unix ms.
    pub(super) fetched_at: i64,
}
