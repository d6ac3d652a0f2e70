//! Thumbnails of resources for the gallery: read from their server when asked for, drawn small, and kept on disk.
//!
//! Nothing is read by itself: the page asks for those in sight after the person chose the gallery. They go with their
//! server, and when the person clears what was opened last.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use usher_config::definition::Transport;
use usher_mcp::Resource;
use usher_system::blocking::spawn_blocking;
use usher_system::paths::replace_private_file;
use usher_types::content::{ResourceBody, ResourceContents, Thumbnail};
use usher_types::id::ServerId;
use usher_types::media_type::essence;

use crate::limits;
use crate::resources::Resources;
use usher_content::contents::Contents;
use usher_servers::events::{Events, HostEvent};
use usher_servers::request_error::RequestError;
use usher_servers::servers::Servers;

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
        if listed.as_ref().is_some_and(has_none) {
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
        if let Some(kept) = kept.await.flatten() {
            return Ok(thumbnail_of(&kept));
        }
        // A semaphore that is never closed always gives a permit.
        let _permit = self.reading.acquire().await;
        let read = resources.read(server, uri).await?;
        let made = match read.contents.into_iter().next() {
            Some(content) => {
                let transport = entry.definition().transport.clone();
                self.make(&transport, content).await
            }
            None => Vec::new(),
        };
        let thumbnail = thumbnail_of(&made);
        let store = Arc::clone(&self.store);
        spawn_blocking(move || store.keep(&path, &made)).await;
        Ok(thumbnail)
    }

    /// The thumbnail of a content, as it is kept.
    async fn make(&self, transport: &Transport, content: ResourceContents) -> Vec<u8> {
        let size = match &content.body {
            ResourceBody::Text {
                text,
                picture: None,
                ..
            } => {
                let head = text.chars().take(limits::THUMBNAIL_CHARS);
                return [TEXT_MARK]
                    .into_iter()
                    .chain(head)
                    .collect::<String>()
                    .into();
            }
            ResourceBody::Audio(_) | ResourceBody::Binary { .. } => return Vec::new(),
            ResourceBody::Text { size_bytes, .. } => *size_bytes,
            ResourceBody::Image(picture) => picture.size_bytes,
        };
        match content.content_id {
            Some(id) if size <= limits::THUMBNAIL_OF_BYTES => self
                .contents
                .thumbnail(transport, &id)
                .await
                .unwrap_or_default(),
            _ => Vec::new(),
        }
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

/// What the file of a text begins with; that of a picture is a PNG, and that of none is empty.
const TEXT_MARK: char = 't';

fn thumbnail_of(kept: &[u8]) -> Thumbnail {
    match kept {
        [] => Thumbnail::None,
        [mark, text @ ..] if char::from(*mark) == TEXT_MARK => Thumbnail::Text {
            text: String::from_utf8_lossy(text).into_owned(),
        },
        png => Thumbnail::picture(png),
    }
}

/// Whether a resource is not read for a thumbnail: it is too large, or of a type that has none.
fn has_none(listed: &Resource) -> bool {
    let is_too_large = |size| size > limits::THUMBNAIL_OF_BYTES;
    let declared = listed.mime_type.as_deref().unwrap_or_default();
    let declared = essence(declared).to_ascii_lowercase();
    listed.size_bytes.is_some_and(is_too_large)
        || ["audio/", "video/", "font/"]
            .iter()
            .any(|kind| declared.starts_with(kind))
        || [
            "application/gzip",
            "application/pdf",
            "application/x-tar",
            "application/zip",
        ]
        .contains(&declared.as_str())
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
    format!("{}-{:x}", prefix(server), digest.finalize())
}

/// How many digits of the digest of a server's id are in the names of its thumbnails.
const PREFIX_DIGITS: usize = 16;

/// How many hexadecimal digits a SHA-256 has.
const DIGEST_DIGITS: usize = 64;

/// What the names of all thumbnails of a server begin with, before a dash.
fn prefix(server: &ServerId) -> String {
    let digest = Sha256::digest(server.as_str());
    format!("{digest:x}").chars().take(PREFIX_DIGITS).collect()
}

/// Returns whether a name is that of a thumbnail: what has another is not Usher's, and is left alone. Versions before gave
/// names without a server, and [`replace_private_file`] may have left what it began.
fn is_thumbnail(name: &str) -> bool {
    let name = name.strip_suffix(".new").unwrap_or(name);
    let is_digest = |text: &str, digits: usize| {
        text.len() == digits
            && text
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    match name.split_once('-') {
        Some((server, resource)) => {
            is_digest(server, PREFIX_DIGITS) && is_digest(resource, DIGEST_DIGITS)
        }
        None => name
            .strip_suffix(".png")
            .is_some_and(|name| is_digest(name, DIGEST_DIGITS)),
    }
}

/// The thumbnails of a folder: files alone, by their names.
fn thumbnails_in(folder: &Path) -> io::Result<impl Iterator<Item = (String, fs::DirEntry)>> {
    let entries = fs::read_dir(folder)?.flatten();
    Ok(entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let is_own = is_thumbnail(&name) && entry.file_type().ok()?.is_file();
        is_own.then_some((name, entry))
    }))
}

/// What a file takes beside its content.
const FILE_BYTES: u64 = 1024;

/// The thumbnails on disk.
struct Store {
    folder: PathBuf,
    /// How many bytes they may take.
    most_bytes: u64,
    /// How many bytes they take; `None` = nobody has looked yet.
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
        let mut total = self.total_bytes.lock();
        *total = None;
        // No folder, no thumbnails.
        for (name, file) in thumbnails_in(&self.folder).into_iter().flatten() {
            let of_server = name.split_once('-');
            if of_server.is_some_and(|(prefix, _)| prefixes.contains(prefix)) {
                continue;
            }
            if let Err(error) = fs::remove_file(file.path()) {
                tracing::warn!(%error, "a thumbnail could not be removed");
            }
        }
    }

    /// Keeps a thumbnail, and removes the oldest when there are too many. One that is not kept is made again.
    fn keep(&self, path: &Path, thumbnail: &[u8]) {
        // The total is only a sum, right or `None`.
        let mut total = self.total_bytes.lock();
        let kept = replace_private_file(path, thumbnail, None).and_then(|()| {
            let now = total.map(|before| before + taken(thumbnail.len() as u64));
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

/// What a file takes of the room there is, in bytes: an empty one is a file, too.
const fn taken(bytes: u64) -> u64 {
    bytes + FILE_BYTES
}

/// Removes the oldest files until the others are within the limit; returns how many bytes those take.
fn remove_oldest(folder: &Path, most_bytes: u64) -> io::Result<u64> {
    let mut files = Vec::new();
    for (_, file) in thumbnails_in(folder)? {
        let about = file.metadata()?;
        files.push((about.modified()?, taken(about.len()), file.path()));
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
        let store = Store::new(folder.path().to_owned(), 30 * FILE_BYTES);
        let own = |name: &str| {
            let server = name.repeat(PREFIX_DIGITS);
            format!("{server}-{}", name.repeat(DIGEST_DIGITS))
        };
        let notes = ["notes", "a-b"];
        for name in notes {
            fs::write(folder.path().join(name), [0; 10 * 1024]).expect("a file");
        }
        let keep = |name: &str, parts: usize, minute: u64| {
            let path = folder.path().join(own(name));
            store.keep(&path, &vec![0; 1024 * (parts - 1)]);
            let time = SystemTime::UNIX_EPOCH + Duration::from_mins(minute);
            if let Ok(file) = fs::File::options().write(true).open(&path) {
                file.set_modified(time).expect("a time");
            }
        };
        for (name, parts, left) in [
            ("a", 10, vec!["a"]),
            ("b", 10, vec!["a", "b"]),
            ("c", 10, vec!["a", "b", "c"]),
            ("d", 1, vec!["b", "c", "d"]),
            ("e", 9, vec!["b", "c", "d", "e"]),
            ("f", 29, vec!["f"]),
        ] {
            let minute = u64::from(name.as_bytes()[0]);
            keep(name, parts, minute);
            let mut there = names(folder.path());
            there.retain(|name| !notes.contains(&name.as_str()));
            let left: Vec<_> = left.into_iter().map(own).collect();
            assert_eq!(there, left, "after {name} of {parts} parts");
            for name in notes {
                assert!(folder.path().join(name).exists(), "{name} is none of them");
            }
        }
    }

    #[test]
    fn what_is_kept_is_what_was_made() {
        for (kept, expected) in [
            (b"".as_slice(), Thumbnail::None),
            (
                b"t",
                Thumbnail::Text {
                    text: String::new(),
                },
            ),
            (
                b"t\x89PNG",
                Thumbnail::Text {
                    text: "\u{fffd}PNG".into(),
                },
            ),
            (b"\x89PNG", Thumbnail::picture(b"\x89PNG")),
        ] {
            assert_eq!(thumbnail_of(kept), expected, "{}", kept.escape_ascii());
        }
    }

    #[test]
    fn those_of_other_servers_go_and_so_do_old_names() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let store = Store::new(folder.path().to_owned(), 10 * FILE_BYTES);
        let [kept, removed] =
            ["a", "b"].map(|server| file_name(&ServerId::from(server), "x:/1", None));
        let older = format!("{}.png", "0f".repeat(DIGEST_DIGITS / 2));
        for name in [kept.as_str(), &removed, &older] {
            store.keep(&folder.path().join(name), b"png");
        }
        let notes = ["holiday.png", "my-notes"];
        for name in notes {
            fs::write(folder.path().join(name), "mine").expect("a file");
        }
        let there = HashSet::from([prefix(&ServerId::from("a"))]);
        store.remove_all_but(&there);
        assert_eq!(
            names(folder.path()),
            [kept.as_str(), notes[0], notes[1]],
            "that of the server that is there"
        );
        store.remove_all_but(&HashSet::new());
        assert_eq!(names(folder.path()), notes, "all of them, and no other");
    }
}
