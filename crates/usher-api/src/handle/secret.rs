//! `secret.*`

use crate::api::Api;
use crate::app::Nothing;
use crate::error::ApiError;
use usher_types::keyring::KeyringStatus;

pub(crate) async fn status(api: &Api, _: Nothing) -> Result<KeyringStatus, ApiError> {
    Ok(api.host()?.servers().keyring_status().await)
}

pub(crate) async fn retry(api: &Api, _: Nothing) -> Result<KeyringStatus, ApiError> {
    Ok(api.host()?.retry_keyring().await)
}

pub(crate) async fn use_memory_store(api: &Api, _: Nothing) -> Result<KeyringStatus, ApiError> {
    Ok(api.host()?.servers().use_memory_store().await)
}
