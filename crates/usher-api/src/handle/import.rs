//! `import.*` and `server.readPaste`

use usher_config::paste;

use crate::api::Api;
use crate::app::Nothing;
use crate::error::ApiError;
use crate::import::PastedTransport;
use crate::import::{ImportParams, ImportSource, PasteParams, PasteReading};
use crate::server::ServerSnapshot;

pub(crate) async fn read_paste(api: &Api, params: PasteParams) -> Result<PasteReading, ApiError> {
    api.host()?;
    Ok(paste::read(&params.text).into())
}

pub(crate) async fn take_secrets(
    api: &Api,
    transport: PastedTransport,
) -> Result<PastedTransport, ApiError> {
    api.host()?;
    Ok(paste::take_secrets(transport))
}

pub(crate) async fn scan(api: &Api, _: Nothing) -> Result<Vec<ImportSource>, ApiError> {
    let offers = api.host()?.servers().scan_imports().await;
    Ok(offers.into_iter().map(Into::into).collect())
}

pub(crate) async fn apply(
    api: &Api,
    params: ImportParams,
) -> Result<Vec<ServerSnapshot>, ApiError> {
    let choices: Vec<_> = params
        .choices
        .into_iter()
        .map(|choice| (choice.path, choice.key))
        .collect();
    let servers = api.host()?.servers().import(&choices).await?;
    Ok(servers.into_iter().map(Into::into).collect())
}
