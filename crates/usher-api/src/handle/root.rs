//! `root.*`

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::error::ApiError;
use crate::root::{
    AddRootParams, ChosenFolder, RootFolder, RootList, RootListParams, RootParams,
    RootsConsentParams,
};

pub(crate) async fn list(api: &Api, params: RootListParams) -> Result<RootList, ApiError> {
    Ok(api.host()?.roots().list(&params.scope).await)
}

pub(crate) async fn choose(api: &Api, _: Nothing) -> Result<ChosenFolder, ApiError> {
    let path = api.host()?.roots().choose_folder().await?;
    Ok(ChosenFolder { path })
}

pub(crate) async fn add(api: &Api, params: AddRootParams) -> Result<RootFolder, ApiError> {
    let folder = api
        .host()?
        .roots()
        .add(params.scope, params.path, params.name)
        .await?;
    Ok(folder)
}

pub(crate) async fn remove(api: &Api, params: RootParams) -> Result<Done, ApiError> {
    api.host()?.roots().remove(&params.root_id).await?;
    Ok(Done)
}

pub(crate) async fn set_consent(api: &Api, params: RootsConsentParams) -> Result<Done, ApiError> {
    api.host()?
        .roots()
        .set_consent(&params.server_id, params.consent)
        .await?;
    Ok(Done)
}
