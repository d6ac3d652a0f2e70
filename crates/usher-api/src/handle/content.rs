//! `content.*`

use crate::api::Api;
use crate::content::{
    ContentParams, ContentPart, ContentPartParams, ContentsParams, SaveTextParams, SavedContent,
    SavedMany,
};
use crate::error::ApiError;

pub(crate) async fn read(api: &Api, params: ContentPartParams) -> Result<ContentPart, ApiError> {
    let contents = api.host()?;
    let contents = contents.contents();
    Ok(contents.read(&params.content_id, params.offset, params.length_bytes)?)
}

pub(crate) async fn save(api: &Api, params: ContentParams) -> Result<SavedContent, ApiError> {
    let file = api.host()?.contents().save(&params.content_id).await?;
    Ok(SavedContent { file })
}

pub(crate) async fn save_text(api: &Api, params: SaveTextParams) -> Result<SavedContent, ApiError> {
    let SaveTextParams { name, text } = params;
    let file = api.host()?.contents().save_text(&name, text).await?;
    Ok(SavedContent { file })
}

pub(crate) async fn save_many(api: &Api, params: ContentsParams) -> Result<SavedMany, ApiError> {
    let saved = api
        .host()?
        .contents()
        .save_many(&params.content_ids)
        .await?;
    Ok(SavedMany { saved })
}
