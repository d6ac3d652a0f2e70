//! Contents that servers sent: read in parts, saved.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
pub use usher_types::content::{ContentPart, SavedContents};
use usher_types::id::ContentId;
pub use usher_types::wire::SavedFile;

/// Names a content.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ContentParams {
    pub content_id: ContentId,
}

/// Names a part of a content.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ContentPartParams {
    pub content_id: ContentId,
    /// Where it begins, in bytes.
    #[ts(type = "number")]
    pub offset: u64,
    /// At most 4 MiB are read at once.
    #[ts(type = "number")]
    pub length_bytes: u64,
}

/// Names contents to be saved together.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ContentsParams {
    /// At most 1,000.
    pub content_ids: Vec<ContentId>,
}

/// A text to be saved as a file.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SaveTextParams {
    /// The name the dialog proposes.
    pub name: String,
    pub text: String,
}

/// A text that may be dragged out of the window as a file.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReserveTextDragParams {
    /// What the file is called.
    pub name: String,
}

/// A drag of a text that has begun.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TextDragParams {
    pub drag_id: u32,
    pub text: String,
}

/// Bytes to be saved as a file.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SaveBytesParams {
    /// The name the dialog proposes.
    pub name: String,
    pub base64: String,
}

/// Names a place where something was saved.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedPathParams {
    /// The path of the file, or of the folder with several, as it was told when they were saved.
    pub path: String,
}

/// What came of saving a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedContent {
    /// `null` = the person chose no file.
    pub file: Option<SavedFile>,
}

/// What came of saving several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedMany {
    /// `null` = the person chose no folder.
    pub saved: Option<SavedContents>,
}
