//! `sampling.*`

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::approval::ApprovalParams;
use crate::error::ApiError;
use crate::sampling::{
    PlanSamplingParams, RunSamplingParams, SamplingPlan, ServerSampling, SetSamplingParams,
};

pub(crate) async fn plan(api: &Api, params: PlanSamplingParams) -> Result<SamplingPlan, ApiError> {
    let PlanSamplingParams {
        approval_id,
        params,
        model,
    } = params;
    let plan = api
        .host()?
        .sampling()
        .plan(&approval_id, &params, model)
        .await?;
    Ok(plan.into())
}

pub(crate) async fn run(api: &Api, params: RunSamplingParams) -> Result<Done, ApiError> {
    let RunSamplingParams {
        approval_id,
        params,
        model,
        allow,
    } = params;
    api.host()?
        .sampling()
        .run(&approval_id, params, model, allow)
        .await?;
    Ok(Done)
}

pub(crate) async fn stop(api: &Api, params: ApprovalParams) -> Result<Done, ApiError> {
    api.host()?.sampling().stop(&params.approval_id)?;
    Ok(Done)
}

pub(crate) async fn servers(api: &Api, _: Nothing) -> Result<Vec<ServerSampling>, ApiError> {
    Ok(api.host()?.sampling().rules().await?)
}

pub(crate) async fn set_server(api: &Api, params: SetSamplingParams) -> Result<Done, ApiError> {
    api.host()?
        .sampling()
        .set_rule(&params.server_id, params.rule)
        .await?;
    Ok(Done)
}
