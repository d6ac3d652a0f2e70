//! `client.*`

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::client::{ClientParams, ClientSnapshot, DecideClientParams};
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

pub(crate) async fn forget(api: &Api, params: ClientParams) -> Result<Done, ApiError> {
    api.host()?.clients().forget(&params.client_id).await?;
    Ok(Done)
}
