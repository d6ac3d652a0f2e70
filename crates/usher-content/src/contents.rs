//! Content of servers as it may be shown: pictures and sounds looked at and, where need be, drawn anew.
//!
//! How bytes are looked at is the business of `media`, how long they are kept that of `content_cache`; here is what becomes of
//! each block.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use usher_mcp::{Body, ContentBlock};

pub use crate::content_cache::CachedContent;
use crate::content_cache::ContentCache;
use crate::icons::Icons;
use crate::media;
use crate::plain_text;
use crate::worker::Worker;
use usher_config::definition::Transport;
use usher_system::blocking::spawn_blocking;
use usher_types::content::{Content, Media, PromptMessage, ResourceBody, ResourceContents};
use usher_types::id::ContentId;
use usher_types::media_type::essence;

/// How much of other bytes is shown.
const HEAD_BYTES: usize = 512;

/// The longest blob that crosses beside what was looked at, in characters of base64.
const BLOB_CHARACTERS: usize = 64 * 1024;

/// How much of a longer one crosses.
const BLOB_HEAD_CHARACTERS: usize = 1024;

/// Looks at contents, and keeps their bytes for a while. Clones share what is kept.
#[derive(Clone)]
pub struct Contents {
    icons: Icons,
    cache: ContentCache,
}

impl Contents {
    /// With the icons of what contents link to.
    pub fn new(icons: Icons) -> Self {
        let cache = ContentCache::default();
        Self { icons, cache }
    }

    /// Bytes that were looked at before; `None` = they are no longer kept.
    pub fn get(&self, id: &ContentId) -> Option<Arc<CachedContent>> {
        self.cache.get(id)
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

    /// Looks at the messages of a prompt.
    pub async fn look_at_messages(
        &self,
        transport: &Transport,
        messages: Vec<usher_mcp::PromptMessage>,
    ) -> Vec<PromptMessage> {
        let (roles, blocks): (Vec<_>, Vec<_>) = messages
            .into_iter()
            .map(|message| (message.role, message.content))
            .unzip();
        let contents = self.look_at(transport, blocks).await;
        roles
            .into_iter()
            .zip(contents)
            .map(|(role, content)| PromptMessage { role, content })
            .collect()
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
        let (worker, content) = (self.icons.worker(transport), self.cache.get(id)?);
        spawn_blocking(move || media::thumbnail(&worker, &content.bytes))
            .await
            .flatten()
    }

    fn block(&self, worker: &Worker, transport: &Transport, block: ContentBlock) -> Content {
        match block {
            ContentBlock::Text { text } => Content::Text { text },
            ContentBlock::Image { mime_type, data } => {
                let bytes = media::decode(&data);
                let looked = media::image(worker, &mime_type, bytes.as_deref());
                Content::Image(self.with_bytes(looked, &mime_type, bytes))
            }
            ContentBlock::Audio { mime_type, data } => {
                let bytes = media::decode(&data);
                let looked = media::audio(&mime_type, bytes.as_deref());
                Content::Audio(self.with_bytes(looked, &mime_type, bytes))
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
        let claimed = mime_type.as_deref().unwrap_or_default();
        let (mut body, detected, bytes) = match body {
            Body::Text(text) => {
                let is_svg = is_type(claimed, "image/svg+xml");
                let picture = is_svg.then(|| media::svg(worker, &text));
                let bytes = text.as_bytes().to_vec();
                let size_bytes = bytes.len() as u64;
                let detected = plain_text::detect(&text);
                let body = ResourceBody::Text {
                    text,
                    size_bytes,
                    picture,
                };
                (body, detected, Some(bytes))
            }
            Body::Blob(base64) => {
                let bytes = media::decode(&base64);
                let (body, detected) = blob(worker, claimed, bytes.as_deref());
                (body, detected, bytes)
            }
        };
        let detected_type = detected.map(str::to_owned);
        let content_id = self.keep(&uri, mime_type.as_deref(), bytes);
        if let ResourceBody::Image(media) | ResourceBody::Audio(media) = &mut body {
            media.content_id.clone_from(&content_id);
        }
        ResourceContents {
            content_id,
            uri,
            mime_type,
            detected_type,
            body,
        }
    }

    fn with_bytes(&self, looked: Media, mime_type: &str, bytes: Option<Vec<u8>>) -> Media {
        Media {
            content_id: self.keep("", Some(mime_type), bytes),
            ..looked
        }
    }

    fn keep(
        &self,
        uri: &str,
        mime_type: Option<&str>,
        bytes: Option<Vec<u8>>,
    ) -> Option<ContentId> {
        Some(self.cache.keep(CachedContent {
            bytes: bytes?,
            uri: uri.to_owned(),
            mime_type: mime_type.map(str::to_owned),
        }))
    }
}

/// Looks at bytes as what they are declared to be, and where that says nothing or cannot be, as what they are; yields
/// the type that they show. Of those of no kind that is drawn or played here only the beginning crosses, for a hex view.
fn blob(
    worker: &Worker,
    claimed: &str,
    bytes: Option<&[u8]>,
) -> (ResourceBody, Option<&'static str>) {
    let detected = bytes.and_then(media::detect);
    let declared = essence(claimed).to_ascii_lowercase();
    let kind = match declared.as_str() {
        "" | "application/octet-stream" => detected.unwrap_or_default(),
        declared => declared,
    };
    let media_of = |kind: &str| {
        if kind.starts_with("image/") {
            Some(ResourceBody::Image(media::image(worker, claimed, bytes)))
        } else if kind.starts_with("audio/") {
            Some(ResourceBody::Audio(media::audio(claimed, bytes)))
        } else {
            None
        }
    };
    if let Some(media) = media_of(kind) {
        return (media, detected);
    }
    if let Some(text) = bytes.and_then(|bytes| plain_text::of_bytes(&declared, detected, bytes)) {
        let detected = plain_text::detect(&text);
        let size_bytes = text.len() as u64;
        let body = ResourceBody::Text {
            text,
            size_bytes,
            picture: None,
        };
        return (body, detected);
    }
    // The marks of pictures are long enough to be believed against what is declared; those of sounds are not.
    let picture = detected.filter(|detected| detected.starts_with("image/"));
    let shown = picture.and_then(media_of);
    let body = shown.unwrap_or_else(|| {
        let bytes = bytes.unwrap_or_default();
        ResourceBody::Binary {
            size_bytes: bytes.len() as u64,
            head_base64: STANDARD.encode(&bytes[..bytes.len().min(HEAD_BYTES)]),
        }
    });
    (body, detected)
}

/// Cuts blobs longer than [`BLOB_CHARACTERS`] in what a read returned down to their beginning and `…`, and says how many
/// it cut: base64 beside its own bytes would make the page parse them twice.
pub fn shorten_blobs(read: &mut Value) -> usize {
    let contents = read.get_mut("contents").and_then(Value::as_array_mut);
    let mut cut = 0;
    for content in contents.into_iter().flatten() {
        let Some(Value::String(blob)) = content.get_mut("blob") else {
            continue;
        };
        if blob.len() > BLOB_CHARACTERS {
            let end = blob.floor_char_boundary(BLOB_HEAD_CHARACTERS);
            blob.truncate(end);
            blob.push('…');
            blob.shrink_to_fit();
            cut += 1;
        }
    }
    cut
}

/// Whether [`shorten_blobs`] has cut the blob of this content: its end is no base64.
pub fn is_shortened(content: &usher_mcp::ResourceContents) -> bool {
    matches!(&content.body, Body::Blob(blob) if blob.ends_with('…'))
}

/// Whether a claimed media type is this one, whatever its parameters.
fn is_type(claimed: &str, wanted: &str) -> bool {
    essence(claimed).eq_ignore_ascii_case(wanted)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::worker::{Queue, Workers};

    #[test]
    fn long_blobs_are_cut_to_their_beginning() {
        let long = "A".repeat(BLOB_CHARACTERS + 4);
        let fits = "A".repeat(BLOB_CHARACTERS);
        let mut read = json!({
            "contents": [
                { "uri": "a:1", "blob": long },
                { "uri": "a:2", "blob": fits },
                { "uri": "a:3", "text": long },
                { "uri": "a:4", "blob": "é".repeat(BLOB_CHARACTERS) },
                7,
            ],
        });
        assert_eq!(shorten_blobs(&mut read), 2, "the long blobs, and no text");
        let expected = json!({
            "contents": [
                { "uri": "a:1", "blob": format!("{}…", "A".repeat(BLOB_HEAD_CHARACTERS)) },
                { "uri": "a:2", "blob": fits },
                { "uri": "a:3", "text": long },
                { "uri": "a:4", "blob": format!("{}…", "é".repeat(BLOB_HEAD_CHARACTERS / 2)) },
                7,
            ],
        });
        assert_eq!(read, expected, "all else stays");
        for mut other in [json!({}), json!(null), json!({ "contents": {} })] {
            assert_eq!(shorten_blobs(&mut other), 0, "{other} holds none");
        }
    }

    #[test]
    fn a_long_file_sent_as_bytes_is_text() {
        let worker = Workers::in_process().of(Queue::Pictures, "test");
        let contents = Contents::new(Icons::new(Workers::in_process()));
        let csv = "day,rain\n".repeat(200_000 / 9);
        for (claimed, detected) in [(None, None), (Some("text/csv"), None)] {
            let shown = contents.resource(
                &worker,
                usher_mcp::ResourceContents {
                    uri: "file:///rain.csv".into(),
                    mime_type: claimed.map(str::to_owned),
                    body: Body::Blob(STANDARD.encode(&csv)),
                },
            );
            let body = ResourceBody::Text {
                text: csv.clone(),
                size_bytes: csv.len() as u64,
                picture: None,
            };
            assert!(shown.body == body, "all of it, as {claimed:?}");
            assert_eq!(shown.detected_type, detected, "as {claimed:?}");
            assert!(shown.content_id.is_some(), "its bytes are kept");
        }
    }

    #[test]
    fn bytes_are_shown_as_declared_or_else_as_they_are() {
        const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
        const MP4: &[u8] = b"\0\0\0\x20ftypisom\0\0\0\0isom";
        let worker = Workers::in_process().of(Queue::Pictures, "test");
        let table = [
            ("image/png", PNG, "image"),
            ("", PNG, "image"),
            ("application/octet-stream", PNG, "image"),
            ("text/plain", PNG, "image"),
            ("application/pdf", PNG, "image"),
            ("video/mp4", MP4, "binary"),
            ("audio/mp4", MP4, "audio"),
            ("", MP4, "binary"),
            ("image/png", MP4, "image"),
            ("", b"OggS\0", "audio"),
            ("text/plain", b"OggS\0", "binary"),
            ("text/plain", b"ID3 tags", "text"),
            ("", b"a,b\n1,2\n", "text"),
            ("TEXT/CSV; charset=utf-8", b"a,b\n1,2\n", "text"),
            ("", b"<!doctype html><p>", "text"),
            ("", b"a\0b", "binary"),
            ("text/plain", b"\xff\xfe", "binary"),
            ("application/pdf", b"no document", "binary"),
            ("", b"", "binary"),
        ];
        for (claimed, bytes, expected) in table {
            let shown = match blob(&worker, claimed, Some(bytes)).0 {
                ResourceBody::Image(_) => "image",
                ResourceBody::Audio(_) => "audio",
                ResourceBody::Binary { .. } => "binary",
                ResourceBody::Text { .. } => "text",
            };
            assert_eq!(shown, expected, "{} as “{claimed}”", bytes.escape_ascii());
        }
    }
}
