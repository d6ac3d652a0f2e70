//! `client.*`

use crate::api::Api;
use crate::app::Nothing;
use crate::client::{ClientParams, ClientSnapshot, DecideClientParams, RemovedClient};
use crate::error::ApiError;

pub(crate) async fn list(api: &Api, _: Nothing) -> Result<Vec<ClientSnapshot>, ApiError> {
    let clients = api.host()?.clients().list();
    Ok(clients.into_iter().map(Into::into).collect())
}

pub(crate) async fn decide(
    api: &Api,
    params: DecideClientParams,
) -> Result<ClientSnapshot, ApiError> {
    let clients = api.host()?.clients();
    let decided = clients
        .decide(&params.client_id, params.decision.into())
        .await?;
    Ok(decided.into())
}

pub(crate) async fn forget(api: &Api, params: ClientParams) -> Result<RemovedClient, ApiError> {
    let clients = api.host()?.clients();
    Ok(clients.forget(&params.client_id).await?.into())
}

pub(crate) async fn restore(api: &Api, params: ClientParams) -> Result<ClientSnapshot, ApiError> {
    let clients = api.host()?.clients();
    Ok(clients.restore(&params.client_id).await?.into())
}
