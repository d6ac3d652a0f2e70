//! `wire.*`

use crate::api::Api;
use crate::app::Done;
use crate::error::ApiError;
use crate::wire::{
    MAX_FRAMES_AT_ONCE, SavedFile, WireCopy, WireCopyParams, WireFrame, WireFrameParams,
    WireGetManyParams, WireHits, WireListParams, WireLog, WireParams, WireSearchParams, WireText,
};

pub(crate) async fn list(api: &Api, params: WireListParams) -> Result<WireLog, ApiError> {
    let host = api.host()?;
    let server = params.server_id;
    let limit = params.limit.min(MAX_FRAMES_AT_ONCE) as usize;
    let entries = host.servers().wire_from(&server, params.from, limit)?;
    Ok(WireLog {
        extent: host.servers().wire_extent(&server)?,
        frames: entries.iter().map(|entry| entry.row.clone()).collect(),
    })
}

pub(crate) async fn get_many(
    api: &Api,
    mut params: WireGetManyParams,
) -> Result<Vec<WireFrame>, ApiError> {
    params.seqs.truncate(MAX_FRAMES_AT_ONCE as usize);
    let entries = api
        .host()?
        .servers()
        .wire_get_many(&params.server_id, &params.seqs)?;
    Ok(entries.iter().map(|entry| entry.row.clone()).collect())
}

pub(crate) async fn search(api: &Api, params: WireSearchParams) -> Result<WireHits, ApiError> {
    let (server, filter) = (params.server_id, params.filter.into());
    let hits = api
        .host()?
        .servers()
        .search_wire(&server, &filter, params.from);
    Ok(hits.await?)
}

pub(crate) async fn copy(api: &Api, params: WireCopyParams) -> Result<WireCopy, ApiError> {
    let text = api
        .host()?
        .servers()
        .copy_wire(&params.server_id, params.seq, params.form)?;
    Ok(WireCopy { text })
}

pub(crate) async fn get(api: &Api, params: WireFrameParams) -> Result<WireText, ApiError> {
    let entry = api
        .host()?
        .servers()
        .wire_entry(&params.server_id, params.seq)?;
    Ok(entry.as_ref().into())
}

pub(crate) async fn clear(api: &Api, params: WireParams) -> Result<Done, ApiError> {
    api.host()?.servers().clear_wire(&params.server_id)?;
    Ok(Done)
}

pub(crate) async fn save(api: &Api, params: WireParams) -> Result<SavedFile, ApiError> {
    Ok(api.host()?.servers().save_wire(&params.server_id).await?)
}
