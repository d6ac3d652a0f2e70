//! `agent.*`

use crate::agent::{
    AgentList, AgentPreview, AgentPreviewParams, AgentServersParams, AgentUndone, AgentWritten,
};
use crate::app::Nothing;
use crate::error::ApiError;
use usher_agents::Refusal;
use usher_core::agents::{AgentError, AgentKey};
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// Agents on this computer, and whether each is connected to Usher. Their files are read, and nothing is started.
    "agent.list", changed by ["agentsChanged"] => AgentList(Nothing) -> AgentList {
        let agents = host.agents().list().await?;
        AgentList {
            agents: agents.into_iter().map(Into::into).collect(),
            paste: host.agents().common_text(),
        }
    }

    /// What connecting an agent would write into its file. It is kept for a while, and nothing is written.
    "agent.preview" => AgentPreview(AgentKey) -> AgentPreview {
        or_refused(host.agents().preview(&params).await, refused_preview)?
    }

    /// What removing servers from an agent's file would write, each of which Usher has too. It is kept in the same way.
    "agent.previewRemoval" => AgentPreviewRemoval(AgentServersParams) -> AgentPreview {
        let AgentServersParams { agent, names } = params;
        or_refused(host.agents().preview_removal(&agent, names).await, refused_preview)?
    }

    /// Writes what a preview showed, if the file is still what it was.
    "agent.apply" => AgentApply(AgentPreviewParams) -> AgentWritten {
        or_refused(
            host.agents().apply(&params.preview_id).await,
            |Refusal { reason, by_hand }| AgentWritten::Refused { reason, by_hand },
        )?
    }

    /// Takes back what was written last into an agent's file.
    "agent.undo" => AgentUndo(AgentKey) -> AgentUndone {
        or_refused(
            host.agents().undo(&params).await,
            |Refusal { reason, .. }| AgentUndone::Refused { reason },
        )?
    }

    /// Removes the entry of Usher from an agent's file, and nothing else.
    "agent.remove" => AgentRemove(AgentKey) -> AgentUndone {
        or_refused(
            host.agents().remove(&params).await,
            |Refusal { reason, .. }| AgentUndone::Refused { reason },
        )?
    }
}

fn refused_preview(Refusal { reason, by_hand }: Refusal) -> AgentPreview {
    AgentPreview::Refused { reason, by_hand }
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
