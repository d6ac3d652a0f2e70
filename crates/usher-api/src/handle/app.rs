//! `app.*`

use crate::api::Api;
use crate::app::{AppInfo, Done, Nothing};
use crate::error::{ApiError, Code};

pub(crate) async fn info(api: &Api, _: Nothing) -> Result<AppInfo, ApiError> {
    Ok(api.info().clone())
}

pub(crate) async fn close(api: &Api, _: Nothing) -> Result<Done, ApiError> {
    if api.host()?.close_app() {
        return Ok(Done);
    }
    Err(ApiError {
        code: Code::Invalid,
        message: "This program cannot be closed from here. Close its window.".to_owned(),
        detail: None,
    })
}
