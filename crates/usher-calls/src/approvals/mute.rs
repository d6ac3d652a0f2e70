//! Mutes servers, and lists what was refused.

use super::Approvals;
use usher_messages::Message;
use usher_servers::events::HostEvent;
use usher_servers::request_error::RequestError;
use usher_store::{Store, StoreError};
use usher_types::approval::ApprovalLimits;
use usher_types::code::Coded;
use usher_types::id::{ServerId, SourceId};

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

impl MuteError {
    /// Returns what a person is told.
    pub fn message(&self) -> Message {
        match self {
            Self::Server(error) => error.message(),
            Self::Store(error) => error.message(),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Server(error) => error.code(),
            Self::Store(error) => error.code(),
        }
    }
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
        self.queue.change_limits(|limits| limits.mute(source));
        self.events.send(HostEvent::ApprovalRecordsChanged);
        let (about, now_ms) = (about(&server), self.clock.now_ms());
        let mute = move |store: Store| {
            let server = server.clone();
            async move { store.mute_server(&server, now_ms).await }
        };
        Ok(self.store.restrict(about, mute).await?)
    }

    /// Lets this server ask again.
    pub async fn unmute(&self, source: &SourceId) -> Result<(), MuteError> {
        let server = self.sources.require_server(source)?;
        self.store.unmute_server(&server).await?;
        self.store.lift_restriction(&about(&server));
        self.queue.change_limits(|limits| limits.unmute(source));
        self.events.send(HostEvent::ApprovalRecordsChanged);
        Ok(())
    }
}

/// Names what may be asked, as what is restricted.
fn about(server: &ServerId) -> String {
    format!("asks {server}")
}
