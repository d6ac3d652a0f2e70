//! Models the results of calls.

use serde_json::Value;

use usher_types::tool::IconSource;

#[derive(Debug, Clone, PartialEq)]
pub struct ToolResult {
    pub content: Vec<ContentBlock>,
    pub structured: Option<Value>,
    /// The tool itself reports failure.
    pub is_error: bool,
    /// The `result` member exactly as it came.
    pub raw: Value,
    /// Size of the answer on the wire.
    pub size_bytes: u64,
}

/// One block of content (2025-11-25, server/tools, tool result).
#[derive(Debug, Clone, PartialEq)]
pub enum ContentBlock {
    /// Text. Server text.
    Text {
        text: String,
    },
    Image {
        /// Its media type as declared; empty if none was.
        mime_type: String,
        /// Base64 as it came, unchecked.
        data: String,
    },
    Audio {
        /// Its media type as declared; empty if none was.
        mime_type: String,
        /// Base64 as it came, unchecked.
        data: String,
    },
    /// A link to a resource of the server.
    ResourceLink {
        uri: String,
        /// Its name; the URI where the server gave none.
        name: String,
        title: Option<String>,
        description: Option<String>,
        /// Its media type as declared.
        mime_type: Option<String>,
        /// Its size as declared.
        size_bytes: Option<u64>,
        icons: Vec<IconSource>,
    },
    Resource(ResourceContents),
    /// A block of no known shape, exactly as it came.
    Unknown(Value),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceContents {
    pub uri: String,
    /// Its media type as declared.
    pub mime_type: Option<String>,
    pub body: Body,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Text. Server text.
    Text(String),
    /// Base64 as it came, unchecked.
    Blob(String),
}

#[derive(Debug, Clone, PartialEq)]
pub struct ReadResult {
    pub contents: Vec<ResourceContents>,
    /// The unusable parts.
    pub broken: Vec<super::BrokenEntry>,
    /// As [`super::Listing::cache`].
    pub cache: Option<super::CacheHint>,
    /// The `result` member exactly as it came.
    pub raw: Value,
    /// Size of the answer on the wire.
    pub size_bytes: u64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PromptResult {
    /// The server's description of this result.
    pub description: Option<String>,
    pub messages: Vec<PromptMessage>,
    /// The `result` member exactly as it came.
    pub raw: Value,
    /// Size of the answer on the wire.
    pub size_bytes: u64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PromptMessage {
    /// `user` or `assistant`, as it came.
    pub role: String,
    pub content: ContentBlock,
}
