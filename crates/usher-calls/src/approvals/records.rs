//! Lists records of approvals and writes them to a file.

use std::path::PathBuf;

use serde_json::{Value, json};
use usher_types::code::{Code, Coded};

use super::Approvals;
use usher_messages::Message;
use usher_servers::events::HostEvent;
use usher_servers::wire_log::{SavedFile, save_lines};
use usher_store::{ApprovalRecord, ApprovalRecordFilter, StoreError};
use usher_system::blocking::spawn_io;
use usher_types::id::{ApprovalRecordId, CallId, ClientId, SourceId};

/// Records read at once while they are written to a file.
const PAGE: u32 = 500;

/// Why the record was not saved.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum RecordSaveError {
    /// It could not be read.
    Store(#[from] StoreError),
    /// The file could not be written.
    Unwritable {
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

impl RecordSaveError {
    /// Returns what a person is told.
    pub fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::Unwritable { folder, source } => Message::new("data.recordUnwritable")
                .with("folder", folder.display().to_string())
                .with("reason", source.to_string()),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Store(error) => error.code(),
            Self::Unwritable { .. } => Code::StoreUnwritable.into(),
        }
    }
}

impl Approvals {
    /// Approvals that are over, newest first.
    pub async fn records(
        &self,
        filter: &ApprovalRecordFilter,
        limit: u32,
    ) -> Result<Vec<(ApprovalRecordId, ApprovalRecord)>, StoreError> {
        self.store.approval_records(filter, limit).await
    }

    /// One approval that is over.
    pub async fn record(
        &self,
        id: ApprovalRecordId,
    ) -> Result<(ApprovalRecordId, ApprovalRecord), StoreError> {
        self.store.approval_record(id).await
    }

    /// Deletes records of approvals, only those of a server and of clients if given.
    pub async fn clear_records(
        &self,
        server: Option<&SourceId>,
        clients: Option<&[ClientId]>,
    ) -> Result<(), StoreError> {
        self.queue.written().await;
        self.store.clear_approval_records(server, clients).await?;
        self.events.send(HostEvent::ApprovalRecordsChanged);
        Ok(())
    }

    /// Writes matching records to a new exports file, oldest first. They hold no secrets.
    pub async fn save_records(
        &self,
        filter: &ApprovalRecordFilter,
    ) -> Result<SavedFile, RecordSaveError> {
        self.queue.written().await;
        let mut lines = Vec::new();
        let mut filter = filter.clone();
        loop {
            let page = self.store.approval_records(&filter, PAGE).await?;
            filter.before = page.last().map(|(id, _)| *id);
            lines.extend(page.iter().map(|(_, record)| line(record)));
            if filter.before.is_none() {
                break;
            }
        }
        let folder = self.exports_dir.clone();
        let path = folder.join(format!("approvals-{}.jsonl", self.clock.now_ms()));
        spawn_io(move || save_lines(&path, lines.into_iter().rev()))
            .await
            .map_err(|source| RecordSaveError::Unwritable { folder, source })
    }
}

/// One record as a line of JSON.
fn line(record: &ApprovalRecord) -> String {
    let line: Value = json!({
        "approvalId": record.approval.as_str(),
        "serverId": record.source.as_str(),
        "server": record.server_label,
        "callId": record.call.as_ref().map(CallId::as_str),
        "tool": record.tool,
        "arguments": record.arguments,
        "possibleCauses": record.possible_causes,
        "kind": record.kind.as_db_str(),
        "shown": record.shown,
        "changed": record.changed,
        "sent": record.sent,
        "openedAt": record.opened_at,
        "closedAt": record.closed_at,
        "ending": record.ending.as_db_str(),
        "reason": record.reason,
        "policy": record.policy,
        "times": record.times,
    });
    format!("{line}\n")
}
