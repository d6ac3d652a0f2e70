//! `approvalRecord.*`

use crate::app::Done;
use crate::approval_record::{
    ApprovalRecord, ApprovalRecordFilter, ApprovalRecordHead, ApprovalRecordListParams,
    ApprovalRecordParams, ClearApprovalRecordsParams, SaveApprovalRecordsParams,
};
use crate::approval_record::{head, whole};
use crate::error::ApiError;
use crate::wire::SavedFile;
use usher_core::host::Host;
use usher_messages::Message;
use usher_store as core;

operations! {
    |host: Host, params|

    /// Questions that are over, newest first.
    "approvalRecord.list", changed by ["approvalRecordsChanged"]
        => ApprovalRecordList(ApprovalRecordListParams) -> Vec<ApprovalRecordHead> {
        list(host, params).await?
    }

    /// One question that is over, whole.
    "approvalRecord.get", changed by ["approvalRecordsChanged"]
        => ApprovalRecordGet(ApprovalRecordParams) -> ApprovalRecord {
        whole(host, host.approvals().record(params.id).await?)
    }

    /// Writes records of approvals to an exports file, without secrets.
    "approvalRecord.save" => ApprovalRecordSave(SaveApprovalRecordsParams) -> SavedFile {
        host.approvals()
            .save_records(&filter(host, params.filter))
            .await?
    }

    /// Deletes questions that are over.
    "approvalRecord.clear" => ApprovalRecordClear(ClearApprovalRecordsParams) -> Done {
        let clients = params.client.map(|name| host.clients().named(&name));
        host.approvals()
            .clear_records(params.server_id.as_ref(), clients.as_deref())
            .await?;
        Done
    }
}

/// Longest page of the record.
const MAX_ROWS: u32 = 200;

async fn list(
    host: &Host,
    params: ApprovalRecordListParams,
) -> Result<Vec<ApprovalRecordHead>, ApiError> {
    if !(1..=MAX_ROWS).contains(&params.limit) {
        let message = Message::new("field.limit")
            .with("min", 1)
            .with("max", MAX_ROWS);
        return Err(ApiError::invalid("limit", message));
    }
    let mut filter = filter(host, params.filter);
    filter.before = params.before;
    let records = host.approvals().records(&filter, params.limit).await?;
    let records = records.into_iter().map(|record| head(host, record));
    Ok(records.collect())
}

fn filter(host: &Host, filter: ApprovalRecordFilter) -> core::ApprovalRecordFilter {
    core::ApprovalRecordFilter {
        source: filter.server_id,
        clients: filter.client.map(|name| host.clients().named(&name)),
        kind: filter.approval_kind,
        endings: filter.endings,
        text: filter.text.filter(|text| !text.trim().is_empty()),
        since: filter.since,
        before: None,
    }
}
