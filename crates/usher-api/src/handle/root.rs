//! `root.*`

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::convert::root::scope;
use crate::error::ApiError;
use crate::root::{
    AddRootParams, ChosenFolder, RootFolder, RootList, RootListParams, RootParams,
    RootsConsentParams,
};

pub(crate) async fn list(api: &Api, params: RootListParams) -> Result<RootList, ApiError> {
    Ok(api.host()?.roots(&scope(params.server_id)).await.into())
}

pub(crate) async fn choose(api: &Api, _: Nothing) -> Result<ChosenFolder, ApiError> {
    let path = api.host()?.choose_folder().await?;
    Ok(ChosenFolder { path })
}

pub(crate) async fn add(api: &Api, params: AddRootParams) -> Result<RootFolder, ApiError> {
    let folder = api
        .host()?
        .add_root(scope(params.server_id), params.path, params.name)
        .await?;
    Ok(folder.into())
}

pub(crate) async fn remove(api: &Api, params: RootParams) -> Result<Done, ApiError> {
    api.host()?.remove_root(&params.root_id).await?;
    Ok(Done)
}

pub(crate) async fn set_consent(api: &Api, params: RootsConsentParams) -> Result<Done, ApiError> {
    api.host()?
        .set_roots_consent(&params.server_id, params.consent)
        .await?;
    Ok(Done)
}
