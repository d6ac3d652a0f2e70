//! Content of servers as it may be shown: pictures and sounds looked at and, where need be, drawn anew.
//!
//! How bytes are looked at is the business of `media`, how long they are kept that of `kept`; here is what becomes of
//! each block.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use usher_mcp::{Body, ContentBlock};

use crate::icons::Icons;
use crate::kept::Kept;
pub use crate::kept::KeptContent;
use crate::media;
use crate::worker::Worker;
use usher_config::definition::Transport;
use usher_system::blocking::spawn_blocking;
use usher_types::content::{Content, Media, ResourceBody, ResourceContents};
use usher_types::id::ContentId;
use usher_types::media_type::essence;

/// How much of other bytes is shown.
const HEAD_BYTES: usize = 512;

/// Looks at contents, and keeps their bytes for a while. Clones share what is kept.
#[derive(Clone)]
pub struct Contents {
    icons: Icons,
    kept: Kept,
}

impl Contents {
    /// With the icons of what contents link to.
    pub fn new(icons: Icons) -> Self {
        let kept = Kept::default();
        Self { icons, kept }
    }

    /// Bytes that were looked at before; `None` = they are no longer kept.
    pub fn get(&self, id: &ContentId) -> Option<Arc<KeptContent>> {
        self.kept.get(id)
    }

    /// Looks at blocks, off the threads that must not be held up.
    pub async fn look_at(&self, transport: &Transport, blocks: Vec<ContentBlock>) -> Vec<Content> {
        let (contents, transport) = (self.clone(), transport.clone());
        spawn_blocking(move || {
            let worker = contents.icons.worker(&transport);
            let look = |block| contents.block(&worker, &transport, block);
            blocks.into_iter().map(look).collect()
        })
        .await
        .unwrap_or_default()
    }

    /// Looks at what a read returned.
    pub async fn look_at_resources(
        &self,
        transport: &Transport,
        read: Vec<usher_mcp::ResourceContents>,
    ) -> Vec<ResourceContents> {
        let (contents, worker) = (self.clone(), self.icons.worker(transport));
        spawn_blocking(move || {
            let look = |one| contents.resource(&worker, one);
            read.into_iter().map(look).collect()
        })
        .await
        .unwrap_or_default()
    }

    /// Draws the picture among these bytes small, as PNG; `None` = they are none.
    pub async fn thumbnail(&self, transport: &Transport, id: &ContentId) -> Option<Vec<u8>> {
        let (worker, kept) = (self.icons.worker(transport), self.kept.get(id)?);
        spawn_blocking(move || media::thumbnail(&worker, &kept.bytes))
            .await
            .flatten()
    }

    fn block(&self, worker: &Worker, transport: &Transport, block: ContentBlock) -> Content {
        match block {
            ContentBlock::Text { text } => Content::Text { text },
            ContentBlock::Image { mime_type, data } => {
                let content_id = self.keep("", Some(&mime_type), &data);
                Content::Image(Media {
                    content_id,
                    ..media::image(worker, &mime_type, &data)
                })
            }
            ContentBlock::Audio { mime_type, data } => {
                let content_id = self.keep("", Some(&mime_type), &data);
                Content::Audio(Media {
                    content_id,
                    ..media::audio(&mime_type, &data)
                })
            }
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
                icon: self.icons.choose(transport, &sources),
            },
            ContentBlock::Resource(contents) => Content::Resource(self.resource(worker, contents)),
            ContentBlock::Unknown(raw) => Content::Unknown { raw },
        }
    }

    fn resource(&self, worker: &Worker, contents: usher_mcp::ResourceContents) -> ResourceContents {
        let usher_mcp::ResourceContents {
            uri,
            mime_type,
            body,
        } = contents;
        let claimed = mime_type.clone().unwrap_or_default();
        let content_id = match &body {
            Body::Text(text) => Some(self.kept.keep(KeptContent {
                bytes: text.as_bytes().to_vec(),
                uri: uri.clone(),
                mime_type: mime_type.clone(),
            })),
            Body::Blob(base64) => self.keep(&uri, mime_type.as_deref(), base64),
        };
        let detected_type = match &body {
            Body::Text(_) => None,
            Body::Blob(_) => content_id
                .as_ref()
                .and_then(|id| self.kept.get(id))
                .and_then(|kept| media::detect(&kept.bytes))
                .map(str::to_owned),
        };
        let kind = detected_type.as_deref().unwrap_or(&claimed);
        let body = match body {
            Body::Text(text) => ResourceBody::Text {
                picture: is_type(&claimed, "image/svg+xml").then(|| media::svg(worker, &text)),
                text,
            },
            Body::Blob(base64) if kind.starts_with("image/") => {
                ResourceBody::Image(media::image(worker, &claimed, &base64))
            }
            Body::Blob(base64) if kind.starts_with("audio/") => {
                ResourceBody::Audio(media::audio(&claimed, &base64))
            }
            Body::Blob(base64) => binary(&base64),
        };
        ResourceContents {
            uri,
            mime_type,
            detected_type,
            content_id,
            body,
        }
    }

    /// Keeps bytes that came as base64; `None` = it is none.
    fn keep(&self, uri: &str, mime_type: Option<&str>, base64: &str) -> Option<ContentId> {
        let bytes = media::decode(base64)?;
        Some(self.kept.keep(KeptContent {
            bytes,
            uri: uri.to_owned(),
            mime_type: mime_type.map(str::to_owned),
        }))
    }
}

/// Bytes of no kind that can be shown: only their beginning crosses, for a hex view.
fn binary(base64: &str) -> ResourceBody {
    let bytes = media::decode(base64).unwrap_or_default();
    ResourceBody::Binary {
        size_bytes: bytes.len() as u64,
        head_base64: STANDARD.encode(&bytes[..bytes.len().min(HEAD_BYTES)]),
    }
}

/// Whether a claimed media type is this one, whatever its parameters.
fn is_type(claimed: &str, wanted: &str) -> bool {
    essence(claimed).eq_ignore_ascii_case(wanted)
}
