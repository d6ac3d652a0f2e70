//! Writing everything that is set up to a file only the person can read.

use std::io::Write as _;
use std::path::PathBuf;

use serde_json::Value;

use super::file::{DocumentEntry, FORMAT, File, ServerEntry, VERSION, WebtoolEntry};
use crate::definition::{NamedValue, SavedValue, ServerDefinition, Transport};
use crate::host::Host;
use crate::id::SecretRef;
use crate::paths::create_private_file;
use crate::store::StoreError;
use crate::webtools::{ConfiguredWebtool, Pin, WebtoolDefinition};
use crate::wire::SavedFile;

/// Why nothing was exported or imported.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The file could not be written.
    #[error("The setup could not be written to {}: {source}. Free some space or make the folder writable, then export again.", folder.display())]
    Unwritable {
        /// Where to.
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// What was given is no setup file.
    #[error("This is no setup file: {0}")]
    Unreadable(String),
    /// The database refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Host {
    /// Writes all servers and webtools, without secrets, to a new file in the exports folder.
    pub async fn export_setup(&self) -> Result<SavedFile, SetupError> {
        let around = self.around();
        let servers = around.store.list_servers().await?;
        let mut webtools = Vec::new();
        for webtool in around.store.list_webtools().await? {
            let pins = around.store.list_pins(&webtool.id).await?;
            webtools.extend(webtool_entry(&webtool, pins));
        }
        let now = around.clock.now_ms();
        let file = File {
            format: FORMAT.to_owned(),
            version: VERSION,
            exported_at: now,
            servers: servers
                .into_iter()
                .filter_map(|server| server_entry(server.definition))
                .collect(),
            webtools,
        };
        let folder = around.paths.exports_dir();
        let path = folder.join(format!("usher-setup-{now}.json"));
        let written = tokio::task::spawn_blocking(move || {
            let text = serde_json::to_vec_pretty(&file)?;
            let mut out = create_private_file(&path)?;
            out.write_all(&text)?;
            out.sync_all()?;
            Ok(SavedFile {
                path,
                size_bytes: text.len() as u64,
            })
        })
        .await;
        written
            .unwrap_or_else(|fault| Err(std::io::Error::other(fault)))
            .map_err(|source| SetupError::Unwritable { folder, source })
    }
}

fn server_entry(mut definition: ServerDefinition) -> Option<Value> {
    for named in values(&mut definition.transport) {
        if let SavedValue::Secret(reference) = &mut named.value {
            *reference = SecretRef::from(String::new());
        }
    }
    serde_json::to_value(ServerEntry { definition }).ok()
}

/// The environment values or headers of a server.
pub(super) fn values(transport: &mut Transport) -> &mut [NamedValue] {
    match transport {
        Transport::Stdio { env, .. } => env,
        Transport::Http { headers, .. } => headers,
        Transport::Demo => &mut [],
    }
}

fn webtool_entry(webtool: &ConfiguredWebtool, pins: Vec<Pin>) -> Option<Value> {
    let current = pins.iter().find(|pin| pin.id == webtool.current)?;
    let entry = WebtoolEntry {
        definition: WebtoolDefinition {
            secrets: std::collections::BTreeMap::new(),
            token: None,
            ..webtool.definition.clone()
        },
        current: current.sha256.to_string(),
        documents: pins.into_iter().rev().filter_map(document_entry).collect(),
    };
    serde_json::to_value(entry).ok()
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
