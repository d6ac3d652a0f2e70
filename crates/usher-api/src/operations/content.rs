//! `content.*`

use crate::app::Done;
use crate::content::{
    ContentParams, ContentPart, ContentPartParams, ContentsParams, ReserveTextDragParams,
    SaveBytesParams, SaveTextParams, SavedContent, SavedFile, SavedMany, SavedPathParams,
    TextDragParams,
};
use crate::error::ApiError;
use crate::resource::ReservedFile;
use usher_core::host::Host;
use usher_messages::Message;
use usher_types::base64::decode;

operations! {
    |host: Host, params|

    /// A part of the bytes of a content that was read or returned. They are kept for a while.
    "content.read" => ContentRead(ContentPartParams) -> ContentPart {
        host.content_files()
            .read(&params.content_id, params.offset, params.length_bytes)?
    }

    /// Saves a content with the system's dialog.
    "content.save" => ContentSave(ContentParams) -> SavedContent {
        let file = host.content_files().save(&params.content_id).await?;
        SavedContent { file }
    }

    /// Saves a text with the system's dialog.
    "content.saveText" => ContentSaveText(SaveTextParams) -> SavedContent {
        let file = host
            .content_files()
            .save_text(&params.name, params.text)
            .await?;
        SavedContent { file }
    }

    /// Opens a copy of a content in the system's app for it.
    "content.open" => ContentOpen(ContentParams) -> SavedFile {
        host.content_files().open(&params.content_id).await?
    }

    /// Reserves the path of a file that a content becomes if it is dragged out of the window. Nothing is written.
    "content.reserveDrag" => ContentReserveDrag(ContentParams) -> ReservedFile {
        host.content_files()
            .reserve_content_drag(params.content_id)?
    }

    /// Reserves the path of a file that a text becomes if it is dragged out of the window. Nothing is written.
    "content.reserveTextDrag" => ContentReserveTextDrag(ReserveTextDragParams) -> ReservedFile {
        host.content_files().reserve_text_drag(&params.name)?
    }

    /// Writes a text to the path that was reserved for it.
    "content.writeTextDrag" => ContentWriteTextDrag(TextDragParams) -> SavedFile {
        host.content_files()
            .write_text_drag(params.drag_id, params.text)
            .await?
    }

    /// Saves bytes the page made, such as a picture of a chart, where the person chooses.
    "content.saveBytes" => ContentSaveBytes(SaveBytesParams) -> SavedContent {
        let bytes = decode(&params.base64).ok_or_else(|| {
            let message = Message::new("media.base64");
            ApiError::invalid("base64", message)
        })?;
        let file = host.content_files().save_bytes(&params.name, bytes).await?;
        SavedContent { file }
    }

    /// Saves contents into a folder chosen with the system's dialog; no file is replaced.
    "content.saveMany" => ContentSaveMany(ContentsParams) -> SavedMany {
        let saved = host.content_files().save_many(&params.content_ids).await?;
        SavedMany { saved }
    }

    /// Opens the folder of what was saved in this session in the system's file manager.
    "content.openFolder" => ContentOpenFolder(SavedPathParams) -> Done {
        host.content_files().open_folder(&params.path).await?;
        Done
    }
}
