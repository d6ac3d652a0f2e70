//! `history.*`

use crate::app::Done;
use crate::error::ApiError;
use crate::history::{
    ClearHistoryParams, HistoryEntry, HistoryParams, HistoryRow, HistoryRowParams,
};
use usher_core::host::Host;
use usher_messages::Message;
use usher_store::HistoryFilter;

operations! {
    |host: Host, params|

    /// Finished calls, newest first.
    "history.list", changed by ["historyChanged"] => HistoryList(HistoryParams) -> Vec<HistoryRow> {
        list(host, params).await?
    }

    /// One finished call with its outcome.
    "history.get", changed by ["historyChanged"] => HistoryGet(HistoryRowParams) -> HistoryEntry {
        HistoryEntry::of(host, host.calls().finished(params.id).await?)
    }

    /// Deletes finished calls.
    "history.clear" => HistoryClear(ClearHistoryParams) -> Done {
        let clients = params.client.map(|name| host.clients().named(&name));
        host.calls()
            .clear_history(params.server_id.as_ref(), clients.as_deref())
            .await?;
        Done
    }
}

/// Longest page of the history.
const MAX_ROWS: u32 = 200;

async fn list(host: &Host, params: HistoryParams) -> Result<Vec<HistoryRow>, ApiError> {
    if !(1..=MAX_ROWS).contains(&params.limit) {
        let message = Message::new("field.limit")
            .with("min", 1)
            .with("max", MAX_ROWS);
        return Err(ApiError::invalid("limit", message));
    }
    let filter = HistoryFilter {
        source: params.server_id,
        kind: params.kind,
        name: params.name,
        callers: params.caller.map(|caller| caller.callers(host)),
        query: params.query,
        before: params.before,
    };
    let rows = host.calls().history(&filter, params.limit).await?;
    let rows = rows.into_iter().map(|row| HistoryRow::of(host, row));
    Ok(rows.collect())
}
