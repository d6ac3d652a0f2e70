//! `wire.*`

use crate::api::Api;
use crate::app::Done;
use crate::error::ApiError;
use crate::wire::{SavedFile, WireFrameParams, WireLog, WireParams, WireText};

pub(crate) async fn list(api: &Api, params: WireParams) -> Result<WireLog, ApiError> {
    let (rows, dropped) = api.host()?.wire_rows(&params.server_id.into())?;
    Ok(WireLog {
        frames: rows.into_iter().map(Into::into).collect(),
        dropped,
    })
}

pub(crate) async fn get(api: &Api, params: WireFrameParams) -> Result<WireText, ApiError> {
    let entry = api
        .host()?
        .wire_entry(&params.server_id.into(), params.seq)?;
    Ok(entry.into())
}

pub(crate) async fn clear(api: &Api, params: WireParams) -> Result<Done, ApiError> {
    api.host()?.clear_wire(&params.server_id.into())?;
    Ok(Done)
}

pub(crate) async fn save(api: &Api, params: WireParams) -> Result<SavedFile, ApiError> {
    Ok(api
        .host()?
        .save_wire(&params.server_id.into())
        .await?
        .into())
}
