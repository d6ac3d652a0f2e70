//! `content.*`

use crate::api::Api;
use crate::app::Done;
use crate::content::{
    ContentParams, ContentPart, ContentPartParams, ContentsParams, ReserveTextDragParams,
    SaveBytesParams, SaveTextParams, SavedContent, SavedFile, SavedMany, SavedPathParams,
    TextDragParams,
};
use crate::error::ApiError;
use crate::resource::ReservedFile;
use usher_messages::Message;
use usher_types::base64::decode;

pub(crate) async fn read(api: &Api, params: ContentPartParams) -> Result<ContentPart, ApiError> {
    let host = api.host()?;
    let ContentPartParams {
        content_id,
        offset,
        length_bytes,
    } = params;
    Ok(host
        .content_files()
        .read(&content_id, offset, length_bytes)?)
}

pub(crate) async fn save(api: &Api, params: ContentParams) -> Result<SavedContent, ApiError> {
    let file = api.host()?.content_files().save(&params.content_id).await?;
    Ok(SavedContent { file })
}

pub(crate) async fn save_text(api: &Api, params: SaveTextParams) -> Result<SavedContent, ApiError> {
    let SaveTextParams { name, text } = params;
    let file = api.host()?.content_files().save_text(&name, text).await?;
    Ok(SavedContent { file })
}

pub(crate) async fn open(api: &Api, params: ContentParams) -> Result<SavedFile, ApiError> {
    Ok(api.host()?.content_files().open(&params.content_id).await?)
}

pub(crate) async fn reserve_drag(
    api: &Api,
    params: ContentParams,
) -> Result<ReservedFile, ApiError> {
    let host = api.host()?;
    let reserved = host.content_files().reserve_content_drag(params.content_id);
    Ok(reserved?)
}

pub(crate) async fn reserve_text_drag(
    api: &Api,
    params: ReserveTextDragParams,
) -> Result<ReservedFile, ApiError> {
    Ok(api
        .host()?
        .content_files()
        .reserve_text_drag(&params.name)?)
}

pub(crate) async fn write_text_drag(
    api: &Api,
    params: TextDragParams,
) -> Result<SavedFile, ApiError> {
    let TextDragParams { drag_id, text } = params;
    let host = api.host()?;
    Ok(host.content_files().write_text_drag(drag_id, text).await?)
}

pub(crate) async fn save_bytes(
    api: &Api,
    params: SaveBytesParams,
) -> Result<SavedContent, ApiError> {
    let SaveBytesParams { name, base64 } = params;
    let bytes = decode(&base64).ok_or_else(|| {
        let message = Message::new("media.base64");
        ApiError::invalid(message.clone(), [("base64".to_owned(), message)])
    })?;
    let file = api.host()?.content_files().save_bytes(&name, bytes).await?;
    Ok(SavedContent { file })
}

pub(crate) async fn open_folder(api: &Api, params: SavedPathParams) -> Result<Done, ApiError> {
    api.host()?
        .content_files()
        .open_folder(&params.path)
        .await?;
    Ok(Done)
}

pub(crate) async fn save_many(api: &Api, params: ContentsParams) -> Result<SavedMany, ApiError> {
    let saved = api
        .host()?
        .content_files()
        .save_many(&params.content_ids)
        .await?;
    Ok(SavedMany { saved })
}
