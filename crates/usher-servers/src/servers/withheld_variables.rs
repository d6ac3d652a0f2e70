//! Adds variables of Usher's own environment to a server's, after the server missed them.

use usher_config::definition::{DraftNamedValue, DraftTransport, DraftValue};
use usher_types::id::ServerId;

use super::Servers;
use super::edit::ServerError;
use crate::snapshot::{ServerSnapshot, ServerState};

impl Servers {
    /// Adds variables that were withheld from a server to its environment, as secrets, and starts it again. Only those
    /// that its failure names: the person has read them there.
    pub async fn pass_variables(
        &self,
        id: &ServerId,
        names: &[String],
    ) -> Result<ServerSnapshot, ServerError> {
        let entry = self.configured(id)?;
        let (ServerState::Failed { failure } | ServerState::Retrying { failure, .. }) =
            entry.state()
        else {
            return Err(ServerError::ChangedMeanwhile);
        };
        if !names.iter().all(|name| failure.withheld.contains(name)) {
            return Err(ServerError::ChangedMeanwhile);
        }
        let mut draft = entry.definition().draft();
        let DraftTransport::Stdio { env, .. } = &mut draft.transport else {
            return Err(ServerError::ChangedMeanwhile);
        };
        for name in names {
            let Some(value) = self.context().environment.withheld_value(name) else {
                return Err(ServerError::ChangedMeanwhile);
            };
            env.retain(|given| given.name != *name);
            env.push(DraftNamedValue {
                name: name.clone(),
                value: DraftValue::Secret(value),
            });
        }
        self.update(id, draft).await
    }
}
