//! Content as the window shows it: looked at, safe to draw by its kind.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_messages::Message;

use crate::id::{ContentId, HistoryId, IconKey, ServerId};
use crate::wire::SavedFile;

/// One content block of a tool result or prompt message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Content {
    /// Text. Server text: drawn as text, never as markup.
    Text {
        text: String,
    },
    Image(Media),
    Audio(Media),
    /// A pointer to a resource, to be read through the same server.
    ResourceLink {
        /// The resource's identifier within its server. Never opened by the host.
        uri: String,
        title: String,
        description: Option<String>,
        mime_type: Option<String>,
        size_bytes: Option<u64>,
        icon: Option<ThemedIcon>,
    },
    /// A resource's contents inside the result.
    Resource(ResourceContents),
    /// A block Usher does not know; shown as JSON.
    Unknown {
        /// The block as it came.
        raw: Value,
    },
}

/// A picture or sound the core has looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Media {
    /// What the server says it is.
    pub claimed_type: String,
    /// What its bytes are, and what `base64` holds; SVG has become `image/png`.
    pub mime_type: String,
    /// Standard base64; empty when `problem` says why it cannot be shown, and where there are so many bytes that they
    /// are read in parts, by `contentId`.
    pub base64: String,
    /// Size of the original bytes.
    pub size_bytes: u64,
    /// How large the picture itself is, where `base64` holds it drawn anew, smaller or larger.
    pub own_size: Option<PixelSize>,
    /// Why it cannot be shown.
    pub problem: Option<Message>,
    /// The original bytes; `None` = they are no base64.
    pub content_id: Option<ContentId>,
}

/// How large a picture is, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PixelSize {
    pub width: u32,
    pub height: u32,
}

/// Contents of one resource.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ResourceContents {
    /// Which resource (a read may return several).
    pub uri: String,
    /// The media type the server reports.
    pub mime_type: Option<String>,
    /// The media type its beginning shows; `None` = text without a mark of its own, or bytes of no known kind.
    pub detected_type: Option<String>,
    /// Its bytes; `None` = they are no base64.
    pub content_id: Option<ContentId>,
    pub body: ResourceBody,
}

/// A part of the bytes of a content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ContentPart {
    /// Where it begins, in bytes.
    pub offset: u64,
    /// Size of the whole, in bytes.
    pub size_bytes: u64,
    /// Standard base64; empty beyond the end.
    pub base64: String,
}

/// What a resource holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ResourceBody {
    /// Text of any type, also such that came as bytes; the page looks at the media type (markdown, JSON, CSV, …).
    Text {
        text: String,
        /// Size of the text in UTF-8.
        size_bytes: u64,
        /// For `image/svg+xml`: the picture, drawn by the core.
        picture: Option<Media>,
    },
    Image(Media),
    Audio(Media),
    Binary {
        /// Size of the bytes.
        size_bytes: u64,
        /// The first 512 bytes, base64, for a hex view.
        head_base64: String,
    },
}

/// Contents that were saved into a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedContents {
    pub folder: String,
    /// In the order in which they were named.
    pub files: Vec<SavedFile>,
}

/// Where a resource is written while it is dragged out of the window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReservedFile {
    /// Names it when the drag begins.
    pub drag_id: u32,
    /// `file:` URL of its path. Nothing is there yet.
    pub file_url: String,
}

/// Resources that were read and saved into a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedResources {
    pub folder: String,
    /// A file for each content, in the order of the resources.
    pub files: Vec<SavedFile>,
    pub failed: Vec<UnsavedResource>,
}

/// A resource that could not be read or saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct UnsavedResource {
    pub server_id: ServerId,
    pub uri: String,
    /// Why.
    pub message: Message,
}

/// What a resource looks like in a gallery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Thumbnail {
    Picture {
        /// A PNG of at most 320×320 pixels, standard base64.
        base64: String,
    },
    /// The beginning of a text.
    Text { text: String },
    /// Nothing to look at, or too large to be read for it.
    None,
}

impl Thumbnail {
    /// A picture drawn as PNG.
    pub fn picture(png: &[u8]) -> Self {
        Self::Picture {
            base64: STANDARD.encode(png),
        }
    }
}

/// The best icon for each theme, chosen by the core.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ThemedIcon {
    pub light: IconKey,
    /// For dark surfaces; the same key where the server offers only one.
    pub dark: IconKey,
}

/// What a read returned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReadOutcome {
    /// The URI that was read (expanded, for a template).
    pub uri: String,
    /// One or more contents.
    pub contents: Vec<ResourceContents>,
    /// When it was read, Unix ms.
    pub read_at: i64,
    /// Until when it is fresh by the server's own word, Unix ms; `None` = the server says nothing about that.
    pub fresh_until: Option<i64>,
    /// How long it took.
    #[serde(rename = "durationMs", with = "crate::millis")]
    #[ts(as = "u64")]
    pub duration: Duration,
    /// The result as it came, but for long blobs: of those only the beginning.
    pub raw: Value,
    /// How many blobs of `raw` are shortened; `content.read` has the whole of each.
    pub shortened: usize,
}

/// What a prompt yields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PromptOutcome {
    /// The server's description of this result.
    pub description: Option<String>,
    /// The messages, in order.
    pub messages: Vec<PromptMessage>,
    /// Where it stands in the history; `None` if the history could not be written, or keeps nothing.
    pub history_id: Option<HistoryId>,
    /// How long it took.
    #[serde(rename = "durationMs", with = "crate::millis")]
    #[ts(as = "u64")]
    pub duration: Duration,
    /// The result exactly as it came.
    pub raw: Value,
}

/// One message of a prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PromptMessage {
    /// `user` or `assistant`, as it came.
    pub role: String,
    pub content: Content,
}
