//! Stores consents in a file next to the database.
//!
//! It holds the last definition of each server and the consent to each webtool. A database put back from a copy, or
//! changed from outside, has its own consents; they count only as far as this file agrees. It also says that there is a
//! key, so that a database without tags is no database from before the key. No secret is stored here; definitions hold
//! references.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqlitePool};

use crate::limits;
use usher_config::definition::ServerDefinition;
use usher_messages::{Message, Param};
use usher_system::blocking::spawn_blocking;
use usher_system::clock::Clock;
use usher_system::held_folder::HeldFolder;
use usher_system::paths::{aside_path, replace_private_file};
use usher_types::id::SourceId;

/// The file and its content. Compared exactly as written, so stored unparsed.
#[derive(Debug)]
pub(super) struct ConsentFile {
    path: PathBuf,
    folder: Arc<HeldFolder>,
    held: Mutex<Document>,
    /// Held while the file is written.
    file: Mutex<FileState>,
}

/// What was agreed to last: the definition of a server, also of one that is removed, until it is deleted for good; the
/// [consent](ConfiguredWebtool::consent) to a webtool.
type Agreed = BTreeMap<SourceId, Value>;

/// New entries; `None` removes one.
type Change = Vec<(SourceId, Option<Value>)>;

/// How the file is written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Document {
    agreed: Agreed,
    /// Whether rows of the database were once checked with a key, whatever the database says.
    #[serde(default)]
    had_key: bool,
    /// Version of the decisions in the database when one was written last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    version: Option<i64>,
}

/// What the file is to what is held.
#[derive(Debug)]
enum FileState {
    /// It says the same.
    Same,
    /// It has yet to be written.
    Unwritten,
    /// It is unreadable, and moved to this name before it is rewritten.
    Broken(PathBuf),
}

/// What is found where the file should be.
#[derive(Debug, PartialEq)]
enum FileContent {
    Nothing,
    Document(Document),
    /// A damaged one, and what is wrong: a message, or the text of the system.
    Broken(Param),
}

impl ConsentFile {
    /// Reads the file. Where there is none, as at the first start that has one, the database is believed. One that
    /// cannot be read holds nothing; comes with what the person should know of that.
    pub(super) async fn open(
        path: PathBuf,
        folder: &Arc<HeldFolder>,
        clock: &Clock,
        pool: &SqlitePool,
    ) -> (Arc<Self>, Option<Message>) {
        let (held, state, fault) = match read_content(&path) {
            FileContent::Document(document) => (document, FileState::Same, None),
            FileContent::Nothing => {
                let agreed = in_database(pool).await;
                let document = Document {
                    agreed,
                    had_key: false,
                    version: None,
                };
                (document, FileState::Unwritten, None)
            }
            FileContent::Broken(fault) => {
                let aside = aside_path(&path, clock.now_ms());
                let fault = Some((fault, aside.clone()));
                // It may have said so.
                let document = Document {
                    agreed: Agreed::new(),
                    had_key: true,
                    version: None,
                };
                (document, FileState::Broken(aside), fault)
            }
        };
        let consents = Arc::new(Self {
            path,
            folder: Arc::clone(folder),
            held: Mutex::new(held),
            file: Mutex::new(state),
        });
        // What cannot be written now is written with the next change.
        if let Err(error) = consents.put(Vec::new()).await {
            let path = consents.path.display();
            tracing::warn!(%path, %error, "the file of consents could not be written");
        }
        let lost = fault.map(|(fault, aside)| consents.lost(fault, &aside));
        (consents, lost)
    }

    /// The definition or consent that was agreed to last.
    pub(super) fn agreed_last(&self, id: &SourceId) -> Option<Value> {
        self.held.lock().agreed.get(id).cloned()
    }

    /// Whether rows of the database were once checked with a key.
    pub(super) fn had_key(&self) -> bool {
        self.held.lock().had_key
    }

    /// Version of the decisions in the database when one was written last.
    pub(super) fn version(&self) -> Option<i64> {
        self.held.lock().version
    }

    /// Keeps the version of the decisions, and that rows of the database are checked with a key.
    pub(super) async fn keep_version(self: &Arc<Self>, version: i64) -> io::Result<()> {
        let consents = Arc::clone(self);
        let written = spawn_blocking(move || {
            let mut file = consents.file.lock();
            let held = consents.held.lock().clone();
            let now = Document {
                had_key: true,
                // Writers of later versions may have been faster.
                version: held.version.max(Some(version)),
                ..held
            };
            consents.write(&mut file, now)
        });
        written.await.unwrap_or_else(given_up)
    }

    /// Where the file is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn lost(&self, fault: Param, aside: &Path) -> Message {
        let path = |path: &Path| path.display().to_string();
        let lost = Message::new("notice.approvalsLost")
            .with("path", path(&self.path))
            .with("reason", fault);
        tracing::warn!(%lost, "the file of consents cannot be read");
        if !aside.exists() {
            return lost;
        }
        lost.followed_by(Message::new("notice.approvalsMoved").with("path", path(aside)))
    }

    /// Writes entries and returns the former ones. All are written, or none.
    pub(super) async fn put(self: &Arc<Self>, change: Change) -> io::Result<Change> {
        let consents = Arc::clone(self);
        spawn_blocking(move || consents.put_blocking(change))
            .await
            .unwrap_or_else(given_up)
    }

    fn put_blocking(&self, change: Change) -> io::Result<Change> {
        let mut file = self.file.lock();
        let mut now = self.held.lock().clone();
        let mut before = Change::new();
        for (id, new) in change {
            let old = match new {
                Some(definition) => now.agreed.insert(id.clone(), definition),
                None => now.agreed.remove(&id),
            };
            before.push((id, old));
        }
        self.write(&mut file, now)?;
        Ok(before)
    }

    /// Writes the file, unless it says the same already.
    fn write(&self, file: &mut FileState, now: Document) -> io::Result<()> {
        if matches!(*file, FileState::Same) && now == *self.held.lock() {
            return Ok(());
        }
        let text = serde_json::to_vec_pretty(&now)?;
        if text.len() as u64 > limits::CONSENTS_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let keep_as = match &*file {
            FileState::Broken(aside) => Some(aside.as_path()),
            FileState::Same | FileState::Unwritten => None,
        };
        self.folder.check()?;
        replace_private_file(&self.path, &text, keep_as)?;
        *file = FileState::Same;
        *self.held.lock() = now;
        Ok(())
    }
}

fn given_up<T>() -> io::Result<T> {
    Err(io::Error::other("writing was given up"))
}

/// What the database says was agreed to, also of removed servers. What of it cannot be read was not agreed to.
async fn in_database(pool: &SqlitePool) -> Agreed {
    let servers = rows(
        pool,
        "SELECT id, consent, definition, consented FROM servers",
    );
    let webtools = rows(pool, "SELECT id, consent FROM webtools WHERE consent <> ''");
    let (servers, webtools) = (servers.await, webtools.await);
    let webtools = webtools.iter().filter_map(of_webtool);
    servers
        .iter()
        .filter_map(of_server)
        .chain(webtools)
        .collect()
}

async fn rows(pool: &SqlitePool, query: &'static str) -> Vec<SqliteRow> {
    let read = sqlx::query(query).fetch_all(pool).await;
    read.inspect_err(|error| tracing::error!(%error, "consents cannot be read"))
        .unwrap_or_default()
}

fn of_webtool(row: &SqliteRow) -> Option<(SourceId, Value)> {
    let (id, consent): (String, String) = (row.try_get(0).ok()?, row.try_get(1).ok()?);
    Some((id.into(), consent.into()))
}

fn of_server(row: &SqliteRow) -> Option<(SourceId, Value)> {
    let (id, consent): (String, String) = (row.try_get(0).ok()?, row.try_get(1).ok()?);
    // Where the definition was changed, the one that was agreed to is still stored too.
    let agreed = [2, 3]
        .into_iter()
        .filter_map(|column| row.try_get::<String, _>(column).ok())
        .filter_map(|text| serde_json::from_str::<ServerDefinition>(&text).ok())
        .find(|definition| definition.fingerprint() == consent)?;
    Some((id.into(), agreed.to_json()))
}

fn read_content(path: &Path) -> FileContent {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return FileContent::Nothing,
        Err(error) => return FileContent::Broken(error.to_string().into()),
        // Also no link, and nothing that could keep a reader waiting.
        Ok(meta) if !meta.is_file() => {
            return FileContent::Broken(Message::new("damage.noFile").into());
        }
        Ok(meta) if meta.len() > limits::CONSENTS_BYTES => {
            return FileContent::Broken(Message::new("damage.tooLarge").into());
        }
        Ok(_) => {}
    }
    match read(path) {
        Ok(document) => FileContent::Document(document),
        Err(error) => FileContent::Broken(error.to_string().into()),
    }
}

fn read(path: &Path) -> io::Result<Document> {
    let mut bytes = Vec::new();
    let mut file = File::open(path)?.take(limits::CONSENTS_BYTES);
    file.read_to_end(&mut bytes)?;
    Ok(serde_json::from_slice(&bytes)?)
}
