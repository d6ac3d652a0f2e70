//! Mutes servers, and lists what was refused.

use super::Approvals;
use crate::events::HostEvent;
use crate::request_error::RequestError;
use usher_store::StoreError;
use usher_types::approval::ApprovalLimits;
use usher_types::id::SourceId;

/// Why a server was not muted, or heard again.
#[derive(Debug, thiserror::Error)]
pub enum MuteError {
    /// There is no such server.
    #[error(transparent)]
    Server(#[from] RequestError),
    /// It could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Approvals {
    /// Lists servers that are muted or had refusals, in the person's order.
    pub fn limits(&self) -> Vec<ApprovalLimits> {
        self.sources
            .servers()
            .iter()
            .map(|server| self.queue.limits(&server.id()))
            .filter(|limits| limits.muted || limits.refused > 0)
            .collect()
    }

    /// Declines whatever this server asks from now on. What it asked before stays with the person.
    pub async fn mute(&self, source: &SourceId) -> Result<(), MuteError> {
        let server = self.sources.require_server(source)?;
        self.store.mute_server(&server, self.clock.now_ms()).await?;
        self.queue.change_limits(|limits| limits.mute(source));
        self.events.send(HostEvent::ApprovalRecordsChanged);
        Ok(())
    }

    /// Lets this server ask again.
    pub async fn unmute(&self, source: &SourceId) -> Result<(), MuteError> {
        let server = self.sources.require_server(source)?;
        self.store.unmute_server(&server).await?;
        self.queue.change_limits(|limits| limits.unmute(source));
        self.events.send(HostEvent::ApprovalRecordsChanged);
        Ok(())
    }
}
