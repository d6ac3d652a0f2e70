//! `import.*` and `server.readPaste`

use usher_core::paste;

use crate::api::Api;
use crate::app::Nothing;
use crate::error::ApiError;
use crate::import::{ImportParams, ImportSource, PasteParams, PasteReading};
use crate::server::ServerSnapshot;

pub(crate) async fn read_paste(api: &Api, params: PasteParams) -> Result<PasteReading, ApiError> {
    api.host()?;
    Ok(paste::read(&params.text).into())
}

pub(crate) async fn scan(api: &Api, _: Nothing) -> Result<Vec<ImportSource>, ApiError> {
    api.host()?;
    Err(ApiError::internal("Importing is being built."))
}

pub(crate) async fn apply(api: &Api, _: ImportParams) -> Result<Vec<ServerSnapshot>, ApiError> {
    api.host()?;
    Err(ApiError::internal("Importing is being built."))
}
