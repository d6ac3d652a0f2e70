//! Writes a wire log to a file only the person can read: one JSON object per line.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;
use usher_mcp::{Direction, FrameKind};
use usher_types::code::{Code, Coded};

use super::ring::WireEntry;
use crate::request_error::RequestError;
use usher_messages::Message;
use usher_system::blocking::spawn_io;
use usher_system::paths::{create_private_file, write_or_remove};
use usher_types::id::CallId;
use usher_types::wire::SavedFile;

/// Writes lines into a new file that only the person can read. Blocking.
pub fn save_lines(path: &Path, lines: impl Iterator<Item = String>) -> std::io::Result<SavedFile> {
    let size_bytes = write_or_remove(path, create_private_file(path)?, |file| {
        let mut out = std::io::BufWriter::new(file);
        let mut size_bytes = 0;
        for line in lines {
            size_bytes += line.len() as u64;
            out.write_all(line.as_bytes())?;
        }
        out.flush()?;
        Ok(size_bytes)
    })?;
    Ok(SavedFile {
        path: path.display().to_string(),
        size_bytes,
    })
}

/// One message as a line of JSON.
pub fn line(entry: &WireEntry) -> String {
    let row = &entry.row;
    // A message that is JSON stays JSON, so that the file can be searched with ordinary tools.
    let message = serde_json::from_str::<serde_json::Value>(&entry.text)
        .unwrap_or_else(|_| serde_json::Value::from(&*entry.text));
    let line = json!({
        "seq": row.seq,
        "at": row.at,
        "direction": match row.direction {
            Direction::Out => "out",
            Direction::In => "in",
        },
        "kind": match row.kind {
            FrameKind::Request => "request",
            FrameKind::Result => "result",
            FrameKind::Error => "error",
            FrameKind::Notification => "notification",
            FrameKind::Noise => "noise",
        },
        "method": row.method,
        "id": row.rpc_id,
        "callId": row.call_id.as_ref().map(CallId::as_str),
        "sizeBytes": row.size_bytes,
        "elapsedMs": row.elapsed_ms,
        "message": message,
    });
    format!("{line}\n")
}

/// Why a wire log was not saved.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum WireSaveError {
    /// There is no such server.
    Server(#[from] RequestError),
    /// The file could not be written.
    Unwritable {
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

impl WireSaveError {
    /// Returns what a person is told.
    pub fn message(&self) -> Message {
        match self {
            Self::Server(error) => error.message(),
            Self::Unwritable { folder, source } => Message::new("data.logUnwritable")
                .with("folder", folder.display().to_string())
                .with("reason", source.to_string()),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Server(error) => error.code(),
            Self::Unwritable { .. } => Code::StoreUnwritable.into(),
        }
    }
}

/// Writes these messages to a new file in a folder.
pub async fn save(
    folder: PathBuf,
    label: &str,
    now_ms: i64,
    entries: Vec<Arc<WireEntry>>,
) -> Result<SavedFile, WireSaveError> {
    let path = folder.join(file_name(label, now_ms));
    let lines = move || save_lines(&path, entries.iter().map(|entry| line(entry)));
    spawn_io(lines)
        .await
        .map_err(|source| WireSaveError::Unwritable { folder, source })
}

/// `wire-my-server-1795219200000.jsonl`: a label is text of the person, so only plain characters of it are used.
fn file_name(label: &str, now_ms: i64) -> String {
    let plain: String = label
        .chars()
        .map(|character| match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' => character.to_ascii_lowercase(),
            _ => '-',
        })
        .take(40)
        .collect();
    format!("wire-{}-{now_ms}.jsonl", plain.trim_matches('-'))
}
