//! Folders a server may work in (2025-11-25, client/roots).

use serde_json::{Value, json};
use usher_mcp::Root;
use usher_messages::Message;

use crate::approval_queue::record::resolution::{AnswerRecord, Resolution};
use usher_types::approval::ApprovalEnding;
use usher_types::roots::RootFolder;

pub(in crate::approval_queue) fn shown(folders: &[RootFolder]) -> Value {
    let folders = folders.iter();
    let folders: Vec<Value> = folders
        .map(|folder| json!({ "uri": folder.uri, "name": folder.name }))
        .collect();
    json!({ "roots": folders })
}

/// The folders as a server sees them.
pub(crate) fn exposed(folders: &[RootFolder]) -> Vec<Root> {
    folders
        .iter()
        .map(|folder| Root {
            uri: folder.uri.clone(),
            name: Some(folder.name.clone()),
        })
        .collect()
}

pub(in crate::approval_queue) fn record(folders: &[RootFolder]) -> AnswerRecord {
    AnswerRecord {
        changed: None,
        sent: Some(shown(folders)),
    }
}

impl Resolution {
    /// Nothing was there to be decided: the server was told that there is no folder.
    pub(crate) fn no_folders() -> Self {
        Self {
            sent: Some(shown(&[])),
            ..Self::unanswered(ApprovalEnding::Automatic, Message::new("ended.noRoots"))
        }
    }

    /// The folders a server is always shown.
    pub(crate) fn shared_by_rule(folders: &[RootFolder]) -> Self {
        Self {
            sent: Some(shown(folders)),
            policy: Some(Message::new("rule.shareRoots")),
            ..Self::unanswered(ApprovalEnding::Accepted, Message::new("ended.byPolicy"))
        }
    }
}
