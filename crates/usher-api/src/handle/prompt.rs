//! `prompt.*`

use crate::api::Api;
use crate::catalog::{ListParams, Section};
use crate::error::ApiError;
use crate::prompt::{GetPromptParams, PromptHead, PromptOutcome};

pub(crate) async fn list(
    api: &Api,
    params: ListParams,
) -> Result<Vec<Section<PromptHead>>, ApiError> {
    let server = params.server_id;
    let sections = api.host()?.prompts().list(server.as_ref())?;
    Ok(crate::catalog::sections(sections, crate::prompt::head))
}

pub(crate) async fn get(api: &Api, params: GetPromptParams) -> Result<PromptOutcome, ApiError> {
    let server = params.server_id;
    let prompt = api
        .host()?
        .prompts()
        .get(&server, &params.name, &params.arguments);
    Ok(prompt.await?)
}
