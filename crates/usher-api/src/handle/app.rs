//! `app.*`

use crate::api::Api;
use crate::app::{AppInfo, Nothing};
use crate::error::ApiError;

pub(crate) async fn info(api: &Api, _: Nothing) -> Result<AppInfo, ApiError> {
    Ok(api.info().clone())
}
