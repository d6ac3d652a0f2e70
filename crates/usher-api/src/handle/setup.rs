//! `setup.*`

use crate::api::Api;
use crate::app::Nothing;
use crate::error::ApiError;
use crate::setup::{SetupEntry, SetupImportParams, SetupImported, SetupSaved, SetupTextParams};

pub(crate) async fn save(api: &Api, _: Nothing) -> Result<SetupSaved, ApiError> {
    Ok(api.host()?.setup().export().await?)
}

pub(crate) async fn read(api: &Api, params: SetupTextParams) -> Result<Vec<SetupEntry>, ApiError> {
    let imported = api.host()?.setup().read(params.text).await?;
    Ok(imported.into_iter().map(Into::into).collect())
}

pub(crate) async fn import(
    api: &Api,
    params: SetupImportParams,
) -> Result<SetupImported, ApiError> {
    let added = api
        .host()?
        .setup()
        .import(params.text, &params.picks)
        .await?;
    Ok(SetupImported {
        added: u32::try_from(added).unwrap_or(u32::MAX),
    })
}
