//! Content of servers as it may be shown: pictures and sounds looked at and, where need be, drawn anew.
//!
//! How bytes are looked at is the business of `media`; here is only what becomes of each block.

use serde_json::Value;
use usher_mcp::{Body, ContentBlock, ResourceContents};

use crate::icons::{Icons, ThemedIcon};
use crate::media::{self, Media};
use usher_config::definition::Transport;
use usher_system::blocking::spawn_blocking;
use usher_types::media_type::essence;

/// How much of other bytes is shown.
const HEAD_BYTES: usize = 512;

/// One block of a result or a prompt message.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// Text. Server text.
    Text(String),
    /// A picture.
    Image(Media),
    /// Sound.
    Audio(Media),
    /// A pointer to a resource of the same server.
    ResourceLink {
        /// Its URI.
        uri: String,
        /// Its display name.
        title: String,
        /// More about it.
        description: Option<String>,
        /// Claimed media type.
        mime_type: Option<String>,
        /// Claimed size.
        size_bytes: Option<u64>,
        /// Its icon.
        icon: Option<ThemedIcon>,
    },
    /// A resource itself.
    Resource(ResourceView),
    /// A block of no known shape, as it came.
    Unknown(Value),
}

/// Contents of one resource.
#[derive(Debug, Clone, PartialEq)]
pub struct ResourceView {
    /// Which resource.
    pub uri: String,
    /// Claimed media type.
    pub mime_type: Option<String>,
    /// What it holds.
    pub body: ResourceBody,
}

/// What a resource holds.
#[derive(Debug, Clone, PartialEq)]
pub enum ResourceBody {
    /// Text of any type.
    Text {
        /// The text. Server text.
        text: String,
        /// For SVG: the picture.
        picture: Option<Media>,
    },
    /// A picture.
    Image(Media),
    /// Sound.
    Audio(Media),
    /// Anything else.
    Binary {
        /// Size of the bytes.
        size_bytes: u64,
        /// The first of them.
        head: Vec<u8>,
    },
}

/// Looks at blocks, off the threads that must not be held up.
pub async fn look_at(
    icons: &Icons,
    transport: &Transport,
    blocks: Vec<ContentBlock>,
) -> Vec<Content> {
    let (icons, transport) = (icons.clone(), transport.clone());
    spawn_blocking(move || {
        blocks
            .into_iter()
            .map(|block| look(&icons, &transport, block))
            .collect()
    })
    .await
    .unwrap_or_default()
}

/// Looks at what a read returned.
pub async fn look_at_resources(contents: Vec<ResourceContents>) -> Vec<ResourceView> {
    spawn_blocking(move || contents.into_iter().map(look_at_resource).collect())
        .await
        .unwrap_or_default()
}

fn look(icons: &Icons, transport: &Transport, block: ContentBlock) -> Content {
    match block {
        ContentBlock::Text { text } => Content::Text(text),
        ContentBlock::Image { mime_type, data } => Content::Image(media::image(&mime_type, &data)),
        ContentBlock::Audio { mime_type, data } => Content::Audio(media::audio(&mime_type, &data)),
        ContentBlock::ResourceLink {
            uri,
            name,
            title,
            description,
            mime_type,
            size_bytes,
            icons: sources,
        } => Content::ResourceLink {
            uri,
            title: title.unwrap_or(name),
            description,
            mime_type,
            size_bytes,
            icon: icons.choose(transport, &sources),
        },
        ContentBlock::Resource(contents) => Content::Resource(look_at_resource(contents)),
        ContentBlock::Unknown(raw) => Content::Unknown(raw),
    }
}

fn look_at_resource(contents: ResourceContents) -> ResourceView {
    let ResourceContents {
        uri,
        mime_type,
        body,
    } = contents;
    let claimed = mime_type.clone().unwrap_or_default();
    let body = match body {
        Body::Text(text) => ResourceBody::Text {
            picture: is_type(&claimed, "image/svg+xml").then(|| media::svg(&text)),
            text,
        },
        Body::Blob(base64) if claimed.starts_with("image/") => {
            ResourceBody::Image(media::image(&claimed, &base64))
        }
        Body::Blob(base64) if claimed.starts_with("audio/") => {
            ResourceBody::Audio(media::audio(&claimed, &base64))
        }
        Body::Blob(base64) => binary(&base64),
    };
    ResourceView {
        uri,
        mime_type,
        body,
    }
}

/// Bytes of no kind that can be shown: only their beginning crosses, for a hex view.
fn binary(base64: &str) -> ResourceBody {
    let bytes = media::decode(base64).unwrap_or_default();
    ResourceBody::Binary {
        size_bytes: bytes.len() as u64,
        head: bytes.into_iter().take(HEAD_BYTES).collect(),
    }
}

/// Whether a claimed media type is this one, whatever its parameters.
fn is_type(claimed: &str, wanted: &str) -> bool {
    essence(claimed).eq_ignore_ascii_case(wanted)
}
