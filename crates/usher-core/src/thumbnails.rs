//! Thumbnails of resources for the gallery: read from their server when asked for, drawn small, and kept on disk.
//!
//! Nothing is read by itself: the page asks for those in sight after the person chose the gallery.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use usher_mcp::Resource;
use usher_system::blocking::spawn_blocking;
use usher_system::paths::replace_private_file;
use usher_types::content::{ResourceBody, Thumbnail};
use usher_types::id::ServerId;

use crate::limits;
use crate::request_error::RequestError;
use crate::resources::Resources;
use crate::servers::Servers;
use usher_content::contents::Contents;

/// Makes and keeps thumbnails.
pub struct Thumbnails {
    servers: Servers,
    contents: Contents,
    folder: PathBuf,
    reading: Semaphore,
}

impl Thumbnails {
    pub(crate) fn new(servers: Servers, contents: Contents, folder: PathBuf) -> Self {
        Self {
            servers,
            contents,
            folder,
            reading: Semaphore::new(limits::THUMBNAILS_AT_ONCE),
        }
    }

    /// The thumbnail of a listed resource. What is larger than the limit is not read for it.
    pub async fn get(
        &self,
        resources: &Resources,
        server: &ServerId,
        uri: &str,
    ) -> Result<Thumbnail, RequestError> {
        let listed = self.listed(server, uri)?;
        let size = listed.as_ref().and_then(|resource| resource.size_bytes);
        if size.is_some_and(|size| size > limits::THUMBNAIL_OF_BYTES) {
            return Ok(Thumbnail::None);
        }
        let path = self.folder.join(file_name(server, uri, listed.as_ref()));
        let kept = spawn_blocking({
            let path = path.clone();
            move || fs::read(path).ok()
        });
        if let Some(png) = kept.await.flatten() {
            return Ok(Thumbnail::picture(&png));
        }
        // A semaphore that is never closed always gives a permit.
        let _permit = self.reading.acquire().await;
        let read = resources.read(server, uri).await?;
        let Some(content) = read.contents.into_iter().next() else {
            return Ok(Thumbnail::None);
        };
        let is_picture = match &content.body {
            ResourceBody::Text {
                text,
                picture: None,
            } => {
                return Ok(Thumbnail::Text {
                    text: text.chars().take(limits::THUMBNAIL_CHARS).collect(),
                });
            }
            ResourceBody::Text { .. } | ResourceBody::Image(_) => true,
            ResourceBody::Audio(_) | ResourceBody::Binary { .. } => false,
        };
        let (true, Some(id)) = (is_picture, content.content_id) else {
            return Ok(Thumbnail::None);
        };
        let transport = self.servers.require(server)?.definition().transport.clone();
        let Some(png) = self.contents.thumbnail(&transport, &id).await else {
            return Ok(Thumbnail::None);
        };
        let thumbnail = Thumbnail::picture(&png);
        let folder = self.folder.clone();
        spawn_blocking(move || keep(&folder, &path, &png)).await;
        Ok(thumbnail)
    }

    fn listed(&self, server: &ServerId, uri: &str) -> Result<Option<Resource>, RequestError> {
        let sections = self.servers.sections::<Resource>(Some(server))?;
        let found = sections
            .iter()
            .flat_map(|section| section.items.iter())
            .find(|shown| shown.entry.uri == uri);
        Ok(found.map(|shown| shown.entry.clone()))
    }
}

/// A name for what a resource looks like as long as its server reports the same size and time of change.
fn file_name(server: &ServerId, uri: &str, listed: Option<&Resource>) -> String {
    let mut digest = Sha256::new();
    let size = listed.and_then(|resource| resource.size_bytes);
    let modified = listed.map(|resource| resource.raw["annotations"]["lastModified"].to_string());
    for part in [
        server.as_str(),
        uri,
        &size.unwrap_or_default().to_string(),
        modified.as_deref().unwrap_or_default(),
    ] {
        digest.update(part.as_bytes());
        digest.update([0]);
    }
    format!("{:x}.png", digest.finalize())
}

/// Keeps a thumbnail, and lets the oldest go when there are too many. One that is not kept is made again.
fn keep(folder: &Path, path: &Path, png: &[u8]) {
    let kept = replace_private_file(path, png, None).and_then(|()| let_oldest_go(folder));
    if let Err(error) = kept {
        tracing::debug!(%error, "a thumbnail was not kept");
    }
}

fn let_oldest_go(folder: &Path) -> std::io::Result<()> {
    let mut files = Vec::new();
    for file in fs::read_dir(folder)? {
        let file = file?;
        let about = file.metadata()?;
        files.push((about.modified()?, about.len(), file.path()));
    }
    files.sort();
    let mut total: u64 = files.iter().map(|(_, size, _)| size).sum();
    for (_, size, path) in files {
        if total <= limits::THUMBNAILS_BYTES {
            break;
        }
        fs::remove_file(path)?;
        total -= size;
    }
    Ok(())
}
