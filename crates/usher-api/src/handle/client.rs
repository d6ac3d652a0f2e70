//! `client.*`

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::client::{
    AddHttpClientParams, AdoptClientParams, ClientParams, ClientSnapshot, DecideClientParams,
    HttpAccess, HttpClientToken, ListingCost, ListingCostParams, RemovedClient, RenameClientParams,
    SetHttpAccessParams, SetHttpOriginsParams,
};
use crate::error::ApiError;

pub(crate) async fn list(api: &Api, _: Nothing) -> Result<Vec<ClientSnapshot>, ApiError> {
    let clients = api.host()?.clients().list();
    Ok(clients.into_iter().map(Into::into).collect())
}

pub(crate) async fn focus(api: &Api, params: ClientParams) -> Result<Done, ApiError> {
    api.host()?.clients().show(&params.client_id)?;
    Ok(Done)
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

pub(crate) async fn adopt(
    api: &Api,
    params: AdoptClientParams,
) -> Result<ClientSnapshot, ApiError> {
    let clients = api.host()?.clients();
    let adopted = clients.adopt(&params.client_id, &params.known_client_id);
    Ok(adopted.await?.into())
}

pub(crate) async fn rename(
    api: &Api,
    params: RenameClientParams,
) -> Result<ClientSnapshot, ApiError> {
    let clients = api.host()?.clients();
    let renamed = clients.rename(&params.client_id, &params.name).await?;
    Ok(renamed.into())
}

pub(crate) async fn forget(api: &Api, params: ClientParams) -> Result<RemovedClient, ApiError> {
    let clients = api.host()?.clients();
    Ok(clients.forget(&params.client_id).await?.into())
}

pub(crate) async fn add_http(
    api: &Api,
    params: AddHttpClientParams,
) -> Result<HttpClientToken, ApiError> {
    let host = api.host()?;
    let added = host.clients().add_http(&params.name, params.profile).await;
    Ok(HttpClientToken::new(added?, host.http_access().status()))
}

pub(crate) async fn replace_token(
    api: &Api,
    params: ClientParams,
) -> Result<HttpClientToken, ApiError> {
    let host = api.host()?;
    let replaced = host.clients().replace_token(&params.client_id).await?;
    Ok(HttpClientToken::new(replaced, host.http_access().status()))
}

pub(crate) async fn http_access(api: &Api, _: Nothing) -> Result<HttpAccess, ApiError> {
    Ok(api.host()?.http_access().status().into())
}

pub(crate) async fn set_http_access(
    api: &Api,
    params: SetHttpAccessParams,
) -> Result<HttpAccess, ApiError> {
    let status = api.host()?.http_access().turn(params.is_on).await?;
    Ok(status.into())
}

pub(crate) async fn set_http_origins(
    api: &Api,
    params: SetHttpOriginsParams,
) -> Result<HttpAccess, ApiError> {
    let access = api.host()?.http_access();
    Ok(access.allow_origins(&params.origins).await?.into())
}

pub(crate) async fn restore(api: &Api, params: ClientParams) -> Result<ClientSnapshot, ApiError> {
    let clients = api.host()?.clients();
    Ok(clients.restore(&params.client_id).await?.into())
}

pub(crate) async fn listing_cost(
    api: &Api,
    params: ListingCostParams,
) -> Result<ListingCost, ApiError> {
    let host = api.host()?;
    let client = host.clients().snapshot(&params.client_id)?;
    let declared = client.declared.unwrap_or_default().name;
    let cost = host.tool_search().cost(&params.profile, &declared).await?;
    Ok(cost.into())
}
