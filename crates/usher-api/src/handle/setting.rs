//! `setting.*`

use crate::api::Api;
use crate::app::Nothing;
use crate::error::ApiError;
use usher_types::settings::Settings;

pub(crate) async fn get(api: &Api, _: Nothing) -> Result<Settings, ApiError> {
    Ok(api.host()?.settings())
}

pub(crate) async fn set(api: &Api, params: Settings) -> Result<Settings, ApiError> {
    Ok(api.host()?.set_settings(params).await?)
}
