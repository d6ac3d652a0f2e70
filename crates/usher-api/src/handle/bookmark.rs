//! `bookmark.*`

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::bookmark::{EntryKey, KeepEntryParams, KeptEntry};
use crate::error::ApiError;

pub(crate) async fn list(api: &Api, _: Nothing) -> Result<Vec<KeptEntry>, ApiError> {
    Ok(api.host()?.kept_entries().bookmarks().await?)
}

pub(crate) async fn add(api: &Api, params: KeepEntryParams) -> Result<Done, ApiError> {
    let host = api.host()?;
    host.kept_entries()
        .add_bookmark(params.entry, &params.title)
        .await?;
    Ok(Done)
}

pub(crate) async fn remove(api: &Api, entry: EntryKey) -> Result<Done, ApiError> {
    api.host()?.kept_entries().remove_bookmark(&entry).await?;
    Ok(Done)
}
