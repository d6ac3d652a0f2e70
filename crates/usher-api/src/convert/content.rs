//! Content.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use usher_content::blocks as core;

use crate::content::{Content, Media, ResourceBody, ResourceContents};

impl From<core::Content> for Content {
    fn from(content: core::Content) -> Self {
        match content {
            core::Content::Text(text) => Self::Text { text },
            core::Content::Image(media) => Self::Image(media.into()),
            core::Content::Audio(media) => Self::Audio(media.into()),
            core::Content::ResourceLink {
                uri,
                title,
                description,
                mime_type,
                size_bytes,
                icon,
            } => Self::ResourceLink {
                uri,
                title,
                description,
                mime_type,
                size_bytes,
                icon: icon.map(Into::into),
            },
            core::Content::Resource(resource) => Self::Resource(resource.into()),
            core::Content::Unknown(raw) => Self::Unknown { raw },
        }
    }
}

impl From<core::ResourceView> for ResourceContents {
    fn from(view: core::ResourceView) -> Self {
        Self {
            uri: view.uri,
            mime_type: view.mime_type,
            body: match view.body {
                core::ResourceBody::Text { text, picture } => ResourceBody::Text {
                    text,
                    picture: picture.map(Into::into),
                },
                core::ResourceBody::Image(media) => ResourceBody::Image(media.into()),
                core::ResourceBody::Audio(media) => ResourceBody::Audio(media.into()),
                core::ResourceBody::Binary { size_bytes, head } => ResourceBody::Binary {
                    size_bytes,
                    head_base64: STANDARD.encode(head),
                },
            },
        }
    }
}

impl From<usher_content::media::Media> for Media {
    fn from(media: usher_content::media::Media) -> Self {
        Self {
            claimed_type: media.claimed_type,
            mime_type: media.mime_type,
            base64: media.base64,
            size_bytes: media.size_bytes,
            problem: media.problem,
        }
    }
}
