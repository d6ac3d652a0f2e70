//! Approvals that are over, kept across restarts: who asked, what was shown, what was changed, what was sent.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::convert::client_of;
use usher_core::host::Host;
use usher_messages::Message;
use usher_store as core;
use usher_types::approval::{ApprovalEnding, ApprovalKind};
use usher_types::id::{ApprovalId, ApprovalRecordId, CallId, SourceId};

#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalRecordFilter {
    pub server_id: Option<SourceId>,
    /// Only of this client: decisions about it, and calls it made. The person's name for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub client: Option<String>,
    /// Only of this kind.
    pub approval_kind: Option<ApprovalKind>,
    /// Only those that ended in one of these ways; empty = all.
    #[serde(default)]
    pub endings: Vec<ApprovalEnding>,
    /// Only those that hold this text, in whatever case.
    pub text: Option<String>,
    /// Only over since then, Unix ms.
    pub since: Option<i64>,
}

/// Which part of the record.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalRecordListParams {
    pub filter: ApprovalRecordFilter,
    /// Only older than this one, for the next page.
    pub before: Option<ApprovalRecordId>,
    /// At most this many (1 to 200).
    pub limit: u32,
}

/// Which records to save.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SaveApprovalRecordsParams {
    pub filter: ApprovalRecordFilter,
}

/// Which records to delete.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClearApprovalRecordsParams {
    /// Only this server's; `None` = all.
    pub server_id: Option<SourceId>,
    /// Only this client's, by the person's name for it; `None` = those of everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub client: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalRecordParams {
    pub id: ApprovalRecordId,
}

/// An approval that is over, as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalRecordHead {
    pub id: ApprovalRecordId,
    pub approval_id: ApprovalId,
    /// Who asked; the server may be gone.
    pub server_id: SourceId,
    /// The server's label at that time.
    pub server_label: String,
    /// The call that caused it.
    pub call_id: Option<CallId>,
    pub tool: Option<String>,
    /// The person's name for the client that made the call, or that was decided about; `null` = no client.
    pub client: Option<String>,
    pub approval_kind: ApprovalKind,
    /// When it was asked, Unix ms.
    pub opened_at: i64,
    /// When it was over, Unix ms.
    pub closed_at: i64,
    pub ending: ApprovalEnding,
    /// Why.
    pub reason: Message,
    /// Under which rule it was answered without the person.
    pub policy: Option<Message>,
    /// How often the same happened within a minute; more than once only where nobody was asked.
    pub times: u32,
}

/// An approval that is over, whole. Without secrets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalRecord {
    /// What a list shows.
    pub head: ApprovalRecordHead,
    /// The arguments of the causing call.
    pub arguments: Option<Value>,
    /// The calls open there when it came, if the cause is unknown: a list of their ids, tools and arguments.
    pub possible_causes: Option<Value>,
    /// What the person was shown. Server text.
    pub shown: Value,
    /// What the person changed of it.
    pub changed: Option<Value>,
    /// What went to the server beside yes and no.
    pub sent: Option<Value>,
}

pub(crate) fn head(
    host: &Host,
    (id, record): (ApprovalRecordId, core::ApprovalRecord),
) -> ApprovalRecordHead {
    let client = if record.kind == ApprovalKind::Client {
        let known = host.clients().name_of(&record.source.as_str().into());
        known.or_else(|| Some(record.server_label.clone()))
    } else {
        let caller = record.caller.as_ref();
        caller.and_then(|caller| client_of(host, caller))
    };
    ApprovalRecordHead {
        id,
        approval_id: record.approval,
        server_id: record.source,
        server_label: record.server_label,
        call_id: record.call,
        tool: record.tool,
        client,
        approval_kind: record.kind,
        opened_at: record.opened_at,
        closed_at: record.closed_at,
        ending: record.ending,
        reason: record.reason,
        policy: record.policy,
        times: record.times,
    }
}

pub(crate) fn whole(
    host: &Host,
    (id, mut record): (ApprovalRecordId, core::ApprovalRecord),
) -> ApprovalRecord {
    ApprovalRecord {
        arguments: record.arguments.take(),
        possible_causes: record.possible_causes.take(),
        shown: record.shown.take(),
        changed: record.changed.take(),
        sent: record.sent.take(),
        head: head(host, (id, record)),
    }
}
