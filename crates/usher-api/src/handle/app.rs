//! `app.*`

use crate::api::Api;
use crate::app::{AppInfo, Done, Nothing};
use crate::error::{ApiError, Code};
use usher_messages::Message;

pub(crate) async fn info(api: &Api, _: Nothing) -> Result<AppInfo, ApiError> {
    Ok(api.info().clone())
}

pub(crate) async fn close(api: &Api, _: Nothing) -> Result<Done, ApiError> {
    if api.host()?.close_app() {
        return Ok(Done);
    }
    Err(ApiError {
        code: Code::Invalid,
        message: Message::new("operation.noQuit"),
        detail: None,
    })
}
