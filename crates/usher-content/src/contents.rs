//! Content of servers as it may be shown: pictures and sounds looked at and, where need be, drawn anew.
//!
//! How bytes are looked at is the business of `media`; here is only what becomes of each block.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use usher_mcp::{Body, ContentBlock};

use crate::icons::Icons;
use crate::media;
use crate::worker::Worker;
use usher_config::definition::Transport;
use usher_system::blocking::spawn_blocking;
use usher_types::content::{Content, ResourceBody, ResourceContents};
use usher_types::media_type::essence;

/// How much of other bytes is shown.
const HEAD_BYTES: usize = 512;

/// Looks at blocks, off the threads that must not be held up.
pub async fn look_at(
    icons: &Icons,
    transport: &Transport,
    blocks: Vec<ContentBlock>,
) -> Vec<Content> {
    let (icons, transport) = (icons.clone(), transport.clone());
    spawn_blocking(move || {
        let worker = icons.worker(&transport);
        blocks
            .into_iter()
            .map(|block| look(&icons, &worker, &transport, block))
            .collect()
    })
    .await
    .unwrap_or_default()
}

/// Looks at what a read returned.
pub async fn look_at_resources(
    icons: &Icons,
    transport: &Transport,
    contents: Vec<usher_mcp::ResourceContents>,
) -> Vec<ResourceContents> {
    let worker = icons.worker(transport);
    spawn_blocking(move || {
        contents
            .into_iter()
            .map(|one| look_at_resource(&worker, one))
            .collect()
    })
    .await
    .unwrap_or_default()
}

fn look(icons: &Icons, worker: &Worker, transport: &Transport, block: ContentBlock) -> Content {
    match block {
        ContentBlock::Text { text } => Content::Text { text },
        ContentBlock::Image { mime_type, data } => {
            Content::Image(media::image(worker, &mime_type, &data))
        }
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
        ContentBlock::Resource(contents) => Content::Resource(look_at_resource(worker, contents)),
        ContentBlock::Unknown(raw) => Content::Unknown { raw },
    }
}

fn look_at_resource(worker: &Worker, contents: usher_mcp::ResourceContents) -> ResourceContents {
    let usher_mcp::ResourceContents {
        uri,
        mime_type,
        body,
    } = contents;
    let claimed = mime_type.clone().unwrap_or_default();
    let body = match body {
        Body::Text(text) => ResourceBody::Text {
            picture: is_type(&claimed, "image/svg+xml").then(|| media::svg(worker, &text)),
            text,
        },
        Body::Blob(base64) if claimed.starts_with("image/") => {
            ResourceBody::Image(media::image(worker, &claimed, &base64))
        }
        Body::Blob(base64) if claimed.starts_with("audio/") => {
            ResourceBody::Audio(media::audio(&claimed, &base64))
        }
        Body::Blob(base64) => binary(&base64),
    };
    ResourceContents {
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
        head_base64: STANDARD.encode(&bytes[..bytes.len().min(HEAD_BYTES)]),
    }
}

/// Whether a claimed media type is this one, whatever its parameters.
fn is_type(claimed: &str, wanted: &str) -> bool {
    essence(claimed).eq_ignore_ascii_case(wanted)
}
