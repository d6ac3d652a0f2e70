//! Thumbnails of resources for the gallery: read from their server when asked for, drawn small, and kept on disk.
//!
//! Nothing is read by itself: the page asks for those in sight after the person chose the gallery.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

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
    store: Arc<Store>,
    reading: Semaphore,
}

impl Thumbnails {
    pub(crate) fn new(servers: Servers, contents: Contents, folder: PathBuf) -> Self {
        Self {
            servers,
            contents,
            store: Arc::new(Store {
                folder,
                total_bytes: Mutex::default(),
            }),
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
        let path = self
            .store
            .folder
            .join(file_name(server, uri, listed.as_ref()));
        let entry = self.servers.require(server)?;
        // What its server reports of it may be the same after an update.
        let is_outdated = entry.take_updated(uri);
        let kept = spawn_blocking({
            let path = path.clone();
            move || {
                if is_outdated {
                    // If it cannot be removed, it is replaced once the resource was read.
                    let _ = fs::remove_file(&path);
                    return None;
                }
                fs::read(path).ok()
            }
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
        match &content.body {
            ResourceBody::Text {
                text,
                picture: None,
                ..
            } => {
                return Ok(Thumbnail::Text {
                    text: text.chars().take(limits::THUMBNAIL_CHARS).collect(),
                });
            }
            ResourceBody::Audio(_) | ResourceBody::Binary { .. } => return Ok(Thumbnail::None),
            ResourceBody::Text { .. } | ResourceBody::Image(_) => {}
        }
        let Some(id) = content.content_id else {
            return Ok(Thumbnail::None);
        };
        let transport = entry.definition().transport.clone();
        let Some(png) = self.contents.thumbnail(&transport, &id).await else {
            return Ok(Thumbnail::None);
        };
        let thumbnail = Thumbnail::picture(&png);
        let store = Arc::clone(&self.store);
        spawn_blocking(move || store.keep(&path, &png)).await;
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

/// The thumbnails on disk.
struct Store {
    folder: PathBuf,
    /// How many bytes they have; `None` = nobody has looked yet.
    total_bytes: Mutex<Option<u64>>,
}

impl Store {
    /// Keeps a thumbnail, and removes the oldest when there are too many. One that is not kept is made again.
    fn keep(&self, path: &Path, png: &[u8]) {
        // The total is only a sum, right or `None`.
        let mut total = self
            .total_bytes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let kept = replace_private_file(path, png, None).and_then(|()| {
            let now = total.map(|before| before + png.len() as u64);
            match now.filter(|now| *now <= limits::THUMBNAILS_BYTES) {
                Some(now) => Ok(now),
                None => remove_oldest(&self.folder),
            }
        });
        *total = match kept {
            Ok(now) => Some(now),
            Err(error) => {
                tracing::debug!(%error, "a thumbnail was not kept");
                None
            }
        };
    }
}

/// Removes the oldest files until the others are within the limit; returns how many bytes those have.
fn remove_oldest(folder: &Path) -> std::io::Result<u64> {
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
    Ok(total)
}
