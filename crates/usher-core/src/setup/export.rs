//! Writes the whole configuration to a file readable by the person alone.

use std::io::Write as _;
use std::path::PathBuf;
use usher_types::code::{Code, Coded};
use usher_types::setup::{SetupBlanked, SetupSaved};

use serde_json::Value;

use super::Setup;
use super::file::{DocumentEntry, FORMAT, File, ServerEntry, VERSION, WebtoolEntry};
use super::permissions::PermissionsEntry;
use super::reviewed;
use crate::limits;
use usher_config::definition::{SavedValue, ServerDefinition, blank_members, blank_url};
use usher_messages::Message;
use usher_store::StoreError;
use usher_system::blocking::spawn_io;
use usher_system::paths::{create_private_file, write_or_remove};
use usher_types::group::ServerGroup;
use usher_types::id::{SecretRef, SourceId};
use usher_webtools::pin::{ConfiguredWebtool, Pin, WebtoolDefinition};

/// Why nothing was exported or imported.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The file could not be written.
    #[error("{}", self.message())]
    Unwritable {
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It would be a file that nobody can import.
    #[error("{}", self.message())]
    TooLong,
    /// What was given is no setup file.
    #[error("{}", self.message())]
    Unreadable(Message),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SetupError {
    /// Returns what a person is told.
    pub fn message(&self) -> Message {
        match self {
            Self::Unwritable { folder, source } => Message::new("setupFile.unwritable")
                .with("folder", folder.display().to_string())
                .with("reason", source.to_string()),
            Self::TooLong => Message::new("setupFile.exportTooLong"),
            Self::Unreadable(why) => why.clone(),
            Self::Store(error) => error.message(),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Unreadable(_) => Coded::invalid([("text", &self.message())]),
            Self::Unwritable { .. } | Self::TooLong => Code::StoreUnwritable.into(),
            Self::Store(error) => error.code(),
        }
    }
}

impl Setup {
    /// Exports servers, webtools, reviews and policies to a file, without secrets.
    pub async fn export(&self) -> Result<SetupSaved, SetupError> {
        let view = self.policies.view();
        let (mut servers, mut blanked) = (Vec::new(), Vec::new());
        for server in self.store.list_servers().await? {
            let pins = self.store.pins(&server.id).await?;
            let decided = PermissionsEntry::of(&SourceId::from(&server.id), &view);
            let (transport, names) = server.definition.transport.without_credentials();
            if !names.is_empty() {
                blanked.push(SetupBlanked {
                    server: server.definition.label.to_string(),
                    names,
                });
            }
            let definition = ServerDefinition {
                transport,
                ..server.definition
            };
            servers.extend(server_entry(definition, server.group, pins, decided));
        }
        let mut webtools = Vec::new();
        for webtool in self.store.list_webtools().await? {
            let pins = self.store.list_pins(&webtool.id).await?;
            let decided = PermissionsEntry::of(&SourceId::from(&webtool.id), &view);
            let (entry, mut names) = webtool_entry(&webtool, pins, decided);
            names.sort_unstable();
            names.dedup();
            if !names.is_empty() {
                blanked.push(SetupBlanked {
                    server: webtool.definition.label.to_string(),
                    names,
                });
            }
            webtools.extend(entry);
        }
        let now = self.clock.now_ms();
        let mut file = File {
            format: FORMAT.to_owned(),
            version: VERSION,
            exported_at: now,
            servers,
            webtools,
        };
        let folder = self.exports_dir.clone();
        let path = folder.join(format!("usher-setup-{now}.json"));
        let written = spawn_io(move || {
            let Some((text, left_out)) = file.text(limits::SETUP_BYTES)? else {
                return Ok(None);
            };
            write_or_remove(&path, create_private_file(&path)?, |file| {
                file.write_all(&text)?;
                file.sync_all()
            })?;
            let size_bytes = text.len() as u64;
            Ok(Some(SetupSaved {
                path: path.display().to_string(),
                size_bytes,
                left_out,
                blanked,
            }))
        })
        .await;
        written
            .map_err(|source| SetupError::Unwritable { folder, source })?
            .ok_or(SetupError::TooLong)
    }
}

fn server_entry(
    mut definition: ServerDefinition,
    group: Option<ServerGroup>,
    pins: Vec<usher_review::items::Pin>,
    decided: PermissionsEntry,
) -> Option<Value> {
    for named in definition.transport.named_mut() {
        if let SavedValue::Secret(reference) = &mut named.value {
            *reference = SecretRef::from(String::new());
        }
    }
    let entry = ServerEntry {
        fingerprint: Some(definition.fingerprint()),
        definition,
        reviewed: pins.into_iter().filter_map(reviewed::entry).collect(),
        decided,
        group: group.map(String::from),
    };
    serde_json::to_value(entry).ok()
}

/// The webtool as it may leave the machine, and the names of what was blanked.
fn webtool_entry(
    webtool: &ConfiguredWebtool,
    pins: Vec<Pin>,
    decided: PermissionsEntry,
) -> (Option<Value>, Vec<String>) {
    let Some(current) = pins.iter().find(|pin| pin.id == webtool.current) else {
        return (None, Vec::new());
    };
    let current = current.sha256.to_string();
    let mut definition = WebtoolDefinition {
        secrets: std::collections::BTreeMap::new(),
        token: None,
        ..webtool.definition.clone()
    };
    let mut names = blank_members(&mut definition.config);
    for url in definition.url.iter_mut().chain([&mut definition.base]) {
        names.extend(blank_url(url));
    }
    let mut documents = Vec::new();
    for mut pin in pins.into_iter().rev() {
        for url in pin.url.iter_mut().chain(&mut pin.final_url) {
            names.extend(blank_url(url));
        }
        documents.extend(document_entry(pin));
    }
    let entry = WebtoolEntry {
        definition,
        current,
        documents,
        decided,
    };
    (serde_json::to_value(entry).ok(), names)
}

fn document_entry(pin: Pin) -> Option<DocumentEntry> {
    Some(DocumentEntry {
        text: String::from_utf8(pin.bytes).ok()?,
        sha256: pin.sha256.to_string(),
        canonical_sha256: pin.canonical_sha256.to_string(),
        version: pin.version,
        url: pin.url.map(String::from),
        final_url: pin.final_url.map(String::from),
        media_type: pin.media_type,
        fetched_at: pin.fetched_at,
    })
}
