//! `sampling.*`

use crate::app::{Done, Nothing};
use crate::approval::ApprovalParams;
use crate::error::ApiError;
use crate::sampling::{
    PlanSamplingParams, RunSamplingParams, SamplingPlan, ServerSampling, SetSamplingParams,
};
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// What would happen if a model were asked what a server asks. Nothing is sent.
    "sampling.plan", changed by ["modelsChanged"] => SamplingPlan(PlanSamplingParams) -> SamplingPlan {
        host.sampling()
            .plan(&params.approval_id, &params.params, params.model)
            .await?
            .into()
    }

    /// Has a model write for a question. The server sees nothing of it.
    "sampling.run" => SamplingRun(RunSamplingParams) -> Done {
        run(host, params).await?
    }

    /// Stops the model that writes for a question.
    "sampling.stop" => SamplingStop(ApprovalParams) -> Done {
        host.sampling().stop(&params.approval_id)?;
        Done
    }

    /// What each server may have of models, and has had; without servers that never asked.
    "sampling.servers", changed by ["modelsChanged"] => SamplingServers(Nothing) -> Vec<ServerSampling> {
        host.sampling().rules().await?
    }

    /// Decides what a server may have of models.
    "sampling.setServer" => SamplingSetServer(SetSamplingParams) -> Done {
        host.sampling()
            .set_rule(&params.server_id, params.rule)
            .await?;
        Done
    }
}

async fn run(host: &Host, params: RunSamplingParams) -> Result<Done, ApiError> {
    let RunSamplingParams {
        approval_id,
        params,
        model,
        allow,
    } = params;
    host.sampling()
        .run(&approval_id, params, model, allow)
        .await?;
    Ok(Done)
}
