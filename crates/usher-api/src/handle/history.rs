//! `history.*`

use usher_store::HistoryFilter;
use usher_types::id::HistoryId;

use crate::api::Api;
use crate::app::Done;
use crate::error::{ApiError, Code};
use crate::history::{
    ClearHistoryParams, HistoryEntry, HistoryParams, HistoryRow, HistoryRowParams,
};

/// Longest page of the history.
const MAX_ROWS: u32 = 200;

pub(crate) async fn list(api: &Api, params: HistoryParams) -> Result<Vec<HistoryRow>, ApiError> {
    if !(1..=MAX_ROWS).contains(&params.limit) {
        let message = format!("The limit must be between 1 and {MAX_ROWS}.");
        return Err(ApiError::invalid(
            message.clone(),
            [("limit".to_owned(), message)],
        ));
    }
    let filter = HistoryFilter {
        server_id: params.server_id.map(Into::into),
        tool: params.tool,
        before: params.before.as_ref().map(parse).transpose()?,
    };
    let rows = api.host()?.list_calls(&filter, params.limit).await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

pub(crate) async fn get(api: &Api, params: HistoryRowParams) -> Result<HistoryEntry, ApiError> {
    Ok(api.host()?.finished_call(parse(&params.id)?).await?.into())
}

pub(crate) async fn clear(api: &Api, params: ClearHistoryParams) -> Result<Done, ApiError> {
    let server = params.server_id.map(Into::into);
    api.host()?.clear_calls(server.as_ref()).await?;
    Ok(Done)
}

fn parse(id: &crate::HistoryId) -> Result<HistoryId, ApiError> {
    id.0.parse().map_err(|_| ApiError {
        code: Code::NotFound,
        message: "There is no such call in the history.".into(),
        detail: None,
    })
}
