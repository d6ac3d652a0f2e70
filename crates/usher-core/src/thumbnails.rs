//! Thumbnails of resources for the gallery: read from their server when asked for, drawn small, and kept on disk.
//!
//! Nothing is read by itself: the page asks for those in sight after the person chose the gallery. They go with their
//! server, and when the person clears what was opened last.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use usher_mcp::Resource;
use usher_system::blocking::spawn_blocking;
use usher_system::paths::replace_private_file;
use usher_types::content::{ResourceBody, Thumbnail};
use usher_types::id::ServerId;

use crate::events::{Events, HostEvent};
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
            store: Arc::new(Store::new(folder, limits::THUMBNAILS_BYTES)),
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

    /// Removes those of servers that are removed, until the host closes.
    pub(crate) fn watch(&self, events: &Events, tasks: &TaskTracker, closing: CancellationToken) {
        let (servers, store) = (self.servers.clone(), Arc::clone(&self.store));
        let mut events = events.subscribe();
        tasks.spawn(async move {
            loop {
                let event = tokio::select! {
                    () = closing.cancelled() => return,
                    event = events.recv() => event,
                };
                match event {
                    // What was not heard may have been this.
                    Ok(HostEvent::ServerRemoved(_)) | Err(RecvError::Lagged(_)) => {
                        let there = servers.list();
                        let there = there.iter().map(|server| prefix(&server.id)).collect();
                        let store = Arc::clone(&store);
                        spawn_blocking(move || store.remove_all_but(&there)).await;
                    }
                    Ok(_) => {}
                    Err(RecvError::Closed) => return,
                }
            }
        });
    }

    /// Removes all of them.
    pub async fn clear(&self) {
        let store = Arc::clone(&self.store);
        spawn_blocking(move || store.remove_all_but(&HashSet::new())).await;
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
    format!("{}-{:x}.png", prefix(server), digest.finalize())
}

/// What the names of all thumbnails of a server begin with, before a dash.
fn prefix(server: &ServerId) -> String {
    let digest = Sha256::digest(server.as_str());
    format!("{digest:x}").chars().take(16).collect()
}

/// The thumbnails on disk.
struct Store {
    folder: PathBuf,
    /// How many bytes they may have.
    most_bytes: u64,
    /// How many bytes they have; `None` = nobody has looked yet.
    total_bytes: Mutex<Option<u64>>,
}

impl Store {
    fn new(folder: PathBuf, most_bytes: u64) -> Self {
        Self {
            folder,
            most_bytes,
            total_bytes: Mutex::default(),
        }
    }

    /// Removes those whose names begin with none of these, names of older versions among them.
    fn remove_all_but(&self, prefixes: &HashSet<String>) {
        let mut total = self
            .total_bytes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *total = None;
        // No folder, no thumbnails.
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for file in files {
            let name = file.file_name();
            let of_server = name.to_str().and_then(|name| name.split_once('-'));
            if of_server.is_some_and(|(prefix, _)| prefixes.contains(prefix)) {
                continue;
            }
            if let Err(error) = fs::remove_file(file.path()) {
                tracing::warn!(%error, "a thumbnail could not be removed");
            }
        }
    }

    /// Keeps a thumbnail, and removes the oldest when there are too many. One that is not kept is made again.
    fn keep(&self, path: &Path, png: &[u8]) {
        // The total is only a sum, right or `None`.
        let mut total = self
            .total_bytes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let kept = replace_private_file(path, png, None).and_then(|()| {
            let now = total.map(|before| before + png.len() as u64);
            match now.filter(|now| *now <= self.most_bytes) {
                Some(now) => Ok(now),
                None => remove_oldest(&self.folder, self.most_bytes),
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
fn remove_oldest(folder: &Path, most_bytes: u64) -> std::io::Result<u64> {
    let mut files = Vec::new();
    for file in fs::read_dir(folder)? {
        let file = file?;
        let about = file.metadata()?;
        files.push((about.modified()?, about.len(), file.path()));
    }
    files.sort();
    let mut total: u64 = files.iter().map(|(_, size, _)| size).sum();
    for (_, size, path) in files {
        if total <= most_bytes {
            break;
        }
        fs::remove_file(path)?;
        total -= size;
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).expect("a folder");
        let names = files.map(|file| file.expect("a file").file_name());
        let mut names: Vec<_> = names
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn the_oldest_go_when_there_are_too_many() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let store = Store::new(folder.path().to_owned(), 30);
        let keep = |name: &str, bytes: usize, minute: u64| {
            let path = folder.path().join(name);
            store.keep(&path, &vec![0; bytes]);
            let time = SystemTime::UNIX_EPOCH + Duration::from_mins(minute);
            if let Ok(file) = fs::File::options().write(true).open(&path) {
                file.set_modified(time).expect("a time");
            }
        };
        for (name, bytes, left) in [
            ("a", 10, vec!["a"]),
            ("b", 10, vec!["a", "b"]),
            ("c", 10, vec!["a", "b", "c"]),
            ("d", 1, vec!["b", "c", "d"]),
            ("e", 9, vec!["b", "c", "d", "e"]),
            ("f", 29, vec!["f"]),
        ] {
            let minute = u64::from(name.as_bytes()[0]);
            keep(name, bytes, minute);
            assert_eq!(names(folder.path()), left, "after {name} of {bytes} bytes");
        }
    }

    #[test]
    fn those_of_other_servers_go_and_so_do_old_names() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let store = Store::new(folder.path().to_owned(), 1_000);
        let [kept, removed] =
            ["a", "b"].map(|server| file_name(&ServerId::from(server), "x:/1", None));
        for name in [kept.as_str(), &removed, "0f.png"] {
            store.keep(&folder.path().join(name), b"png");
        }
        let there = HashSet::from([prefix(&ServerId::from("a"))]);
        store.remove_all_but(&there);
        assert_eq!(
            names(folder.path()),
            [kept],
            "that of the server that is there"
        );
        store.remove_all_but(&HashSet::new());
        assert_eq!(names(folder.path()), [""; 0], "all of them");
    }
}
