//! `agent.*`

use usher_agents::Refusal;
use usher_core::agents::AgentError;

use crate::agent::{
    AgentList, AgentParams, AgentPreview, AgentPreviewParams, AgentServersParams, AgentUndone,
    AgentWritten,
};
use crate::api::Api;
use crate::app::Nothing;
use crate::error::ApiError;

pub(crate) async fn list(api: &Api, _: Nothing) -> Result<AgentList, ApiError> {
    let host = api.host()?;
    let agents = host.agents().list().await?;
    Ok(AgentList {
        agents: agents.into_iter().map(Into::into).collect(),
        paste: host.agents().common_text(),
    })
}

pub(crate) async fn preview(api: &Api, params: AgentParams) -> Result<AgentPreview, ApiError> {
    let shown = api.host()?.agents().preview(&params.into()).await;
    or_refused(shown, refused_preview)
}

pub(crate) async fn preview_removal(
    api: &Api,
    AgentServersParams { id, file, names }: AgentServersParams,
) -> Result<AgentPreview, ApiError> {
    let key = AgentParams { id, file }.into();
    let shown = api.host()?.agents().preview_removal(&key, names).await;
    or_refused(shown, refused_preview)
}

fn refused_preview(Refusal { reason, by_hand }: Refusal) -> AgentPreview {
    AgentPreview::Refused { reason, by_hand }
}

pub(crate) async fn apply(api: &Api, params: AgentPreviewParams) -> Result<AgentWritten, ApiError> {
    let written = api.host()?.agents().apply(&params.preview_id).await;
    or_refused(written, |Refusal { reason, by_hand }| {
        AgentWritten::Refused { reason, by_hand }
    })
}

pub(crate) async fn undo(api: &Api, params: AgentParams) -> Result<AgentUndone, ApiError> {
    let undone = api.host()?.agents().undo(&params.into()).await;
    or_refused(undone, |Refusal { reason, .. }| AgentUndone::Refused {
        reason,
    })
}

pub(crate) async fn remove(api: &Api, params: AgentParams) -> Result<AgentUndone, ApiError> {
    let undone = api.host()?.agents().remove(&params.into()).await;
    or_refused(undone, |Refusal { reason, .. }| AgentUndone::Refused {
        reason,
    })
}

/// A file that is not touched is an outcome: the person is told what to change by hand.
fn or_refused<T, R: From<T>>(
    outcome: Result<T, AgentError>,
    refused: impl FnOnce(Refusal) -> R,
) -> Result<R, ApiError> {
    match outcome {
        Ok(done) => Ok(done.into()),
        Err(AgentError::Refused(refusal)) => Ok(refused(refusal)),
        Err(error) => Err(error.into()),
    }
}
