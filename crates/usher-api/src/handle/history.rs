//! `history.*`

use usher_messages::Message;
use usher_store::HistoryFilter;

use crate::api::Api;
use crate::app::Done;
use crate::error::ApiError;
use crate::history::{
    ClearHistoryParams, HistoryEntry, HistoryParams, HistoryRow, HistoryRowParams,
};

/// Longest page of the history.
const MAX_ROWS: u32 = 200;

pub(crate) async fn list(api: &Api, params: HistoryParams) -> Result<Vec<HistoryRow>, ApiError> {
    if !(1..=MAX_ROWS).contains(&params.limit) {
        let message = Message::new("field.limit")
            .with("min", 1)
            .with("max", MAX_ROWS);
        return Err(ApiError::invalid(
            message.clone(),
            [("limit".to_owned(), message)],
        ));
    }
    let filter = HistoryFilter {
        source: params.server_id,
        kind: params.kind,
        name: params.name,
        caller: params.caller.map(Into::into),
        query: params.query,
        before: params.before,
    };
    let rows = api.host()?.calls().history(&filter, params.limit).await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

pub(crate) async fn get(api: &Api, params: HistoryRowParams) -> Result<HistoryEntry, ApiError> {
    Ok(api.host()?.calls().finished(params.id).await?.into())
}

pub(crate) async fn clear(api: &Api, params: ClearHistoryParams) -> Result<Done, ApiError> {
    let (server, client) = (params.server_id.as_ref(), params.client.as_deref());
    api.host()?.calls().clear_history(server, client).await?;
    Ok(Done)
}
