//! `recent.*` and `recentValue.*`

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::bookmark::{EntryKey, KeepEntryParams, KeepValuesParams, KeptEntry, RecentValues};
use crate::error::ApiError;

pub(crate) async fn list(api: &Api, _: Nothing) -> Result<Vec<KeptEntry>, ApiError> {
    Ok(api.host()?.kept_entries().recent().await?)
}

pub(crate) async fn add(api: &Api, params: KeepEntryParams) -> Result<Done, ApiError> {
    let host = api.host()?;
    host.kept_entries()
        .add_recent(params.entry, &params.title)
        .await?;
    Ok(Done)
}

pub(crate) async fn clear(api: &Api, _: Nothing) -> Result<Done, ApiError> {
    let host = api.host()?;
    host.kept_entries().clear_recent().await?;
    host.clear_thumbnails().await;
    Ok(Done)
}

pub(crate) async fn list_values(api: &Api, entry: EntryKey) -> Result<Vec<RecentValues>, ApiError> {
    Ok(api.host()?.kept_entries().recent_values(&entry).await?)
}

pub(crate) async fn add_values(api: &Api, params: KeepValuesParams) -> Result<Done, ApiError> {
    let host = api.host()?;
    host.kept_entries()
        .add_values(&params.entry, params.values)
        .await?;
    Ok(Done)
}
