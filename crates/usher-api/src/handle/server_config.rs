//! `serverConfig.*`

use crate::api::Api;
use crate::error::ApiError;
use crate::server::{ServerParams, ServerSnapshot};
use crate::server_config::{CheckedConfigText, ServerConfigText, ServerConfigTextParams};

pub(crate) async fn get(api: &Api, params: ServerParams) -> Result<ServerConfigText, ApiError> {
    let text = api.host()?.servers().config_text(&params.server_id)?;
    Ok(ServerConfigText { text })
}

pub(crate) async fn check(
    api: &Api,
    params: ServerConfigTextParams,
) -> Result<CheckedConfigText, ApiError> {
    let ServerConfigTextParams { server_id, text } = params;
    let servers = api.host()?.servers();
    let checked = servers.check_config_text(&server_id, text.0.expose())?;
    Ok(checked.into())
}

pub(crate) async fn update(
    api: &Api,
    params: ServerConfigTextParams,
) -> Result<ServerSnapshot, ApiError> {
    let ServerConfigTextParams { server_id, text } = params;
    let servers = api.host()?.servers();
    let updated = servers.update_config_text(&server_id, text.0.expose());
    Ok(updated.await?.into())
}
