//! `approvalRecord.*`

use usher_messages::Message;
use usher_store as core;

use crate::api::Api;
use crate::app::Done;
use crate::approval_record::{
    ApprovalRecord, ApprovalRecordFilter, ApprovalRecordHead, ApprovalRecordListParams,
    ApprovalRecordParams, ClearApprovalRecordsParams, SaveApprovalRecordsParams,
};
use crate::approval_record::{head, whole};
use crate::error::ApiError;
use crate::wire::SavedFile;

/// Longest page of the record.
const MAX_ROWS: u32 = 200;

pub(crate) async fn list(
    api: &Api,
    params: ApprovalRecordListParams,
) -> Result<Vec<ApprovalRecordHead>, ApiError> {
    if !(1..=MAX_ROWS).contains(&params.limit) {
        let message = Message::new("field.limit")
            .with("min", 1)
            .with("max", MAX_ROWS);
        return Err(ApiError::invalid(
            message.clone(),
            [("limit".to_owned(), message)],
        ));
    }
    let mut filter = filter(params.filter);
    filter.before = params.before;
    let records = api
        .host()?
        .approvals()
        .records(&filter, params.limit)
        .await?;
    Ok(records.into_iter().map(head).collect())
}

pub(crate) async fn get(
    api: &Api,
    params: ApprovalRecordParams,
) -> Result<ApprovalRecord, ApiError> {
    Ok(whole(api.host()?.approvals().record(params.id).await?))
}

pub(crate) async fn save(
    api: &Api,
    params: SaveApprovalRecordsParams,
) -> Result<SavedFile, ApiError> {
    let saved = api
        .host()?
        .approvals()
        .save_records(&filter(params.filter))
        .await?;
    Ok(saved)
}

pub(crate) async fn clear(api: &Api, params: ClearApprovalRecordsParams) -> Result<Done, ApiError> {
    let (server, client) = (params.server_id.as_ref(), params.client.as_deref());
    api.host()?
        .approvals()
        .clear_records(server, client)
        .await?;
    Ok(Done)
}

fn filter(filter: ApprovalRecordFilter) -> core::ApprovalRecordFilter {
    core::ApprovalRecordFilter {
        source: filter.server_id,
        client: filter.client,
        kind: filter.approval_kind,
        endings: filter.endings,
        text: filter.text.filter(|text| !text.trim().is_empty()),
        since: filter.since,
        before: None,
    }
}
