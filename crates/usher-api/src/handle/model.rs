//! `model.*`

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::error::ApiError;
use crate::model::{
    AddProviderParams, EditProviderParams, ModelMappings, ModelProvider, ModelRef, ProviderParams,
    TriedModel,
};
use crate::model::{draft_of, edit_of};

pub(crate) async fn providers(api: &Api, _: Nothing) -> Result<Vec<ModelProvider>, ApiError> {
    let providers = api.host()?.models().providers().await?;
    Ok(providers.into_iter().map(Into::into).collect())
}

pub(crate) async fn add(api: &Api, params: AddProviderParams) -> Result<ModelProvider, ApiError> {
    let added = api.host()?.models().add(draft_of(params)).await?;
    Ok(added.into())
}

pub(crate) async fn edit(api: &Api, params: EditProviderParams) -> Result<ModelProvider, ApiError> {
    let (id, edit) = edit_of(params);
    Ok(api.host()?.models().edit(&id, edit).await?.into())
}

pub(crate) async fn remove(api: &Api, params: ProviderParams) -> Result<Done, ApiError> {
    api.host()?.models().remove(&params.provider_id).await?;
    Ok(Done)
}

pub(crate) async fn list(api: &Api, params: ProviderParams) -> Result<ModelProvider, ApiError> {
    let listed = api.host()?.models().list_of(&params.provider_id).await?;
    Ok(listed.into())
}

pub(crate) async fn test(api: &Api, params: ModelRef) -> Result<TriedModel, ApiError> {
    Ok(api.host()?.models().try_out(&params).await?)
}

pub(crate) async fn mappings(api: &Api, _: Nothing) -> Result<ModelMappings, ApiError> {
    let rows = api.host()?.models().mappings().await?;
    Ok(ModelMappings { rows })
}

pub(crate) async fn set_mappings(
    api: &Api,
    params: ModelMappings,
) -> Result<ModelMappings, ApiError> {
    let rows = api.host()?.models().set_mappings(params.rows).await?;
    Ok(ModelMappings { rows })
}
