//! Pins: what somebody has looked at is what runs. What servers declare, item by item; canonical JSON, digests, and
//! what differs between two documents, in words a person understands.
//!
//! Not here: where pins are stored (`usher-store`), and which documents are fetched from where.

mod accept_varying;
mod compared;
mod declared;
mod enforce;
mod namesakes;
mod offered;
mod recorded;
mod restore;
mod review;
mod variants;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

pub use namesakes::Namesake;
pub use review::{ItemReview, ReviewError, ViewedItem};

use compared::Compared;

use crate::approval_queue::ApprovalQueue;
use crate::policies::Policies;
use crate::request_error::RequestError;
use crate::servers::{ServerEntry, Servers};
use crate::tool_source::ToolSources;
use usher_store::Store;
use usher_system::clock::Clock;
use usher_types::id::ServerId;
use usher_types::settings::Settings;

/// What the person has reviewed of what servers declare.
#[derive(Clone)]
pub struct Reviews {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) settings: watch::Receiver<Settings>,
    pub(crate) servers: Servers,
    pub(crate) sources: ToolSources,
    pub(crate) approvals: ApprovalQueue,
    pub(crate) policies: Policies,
    pub(crate) compared: Arc<Compared>,
}

impl Reviews {
    fn require(&self, id: &ServerId) -> Result<Arc<ServerEntry>, RequestError> {
        self.servers.require(id)
    }

    fn request_timeout(&self) -> Duration {
        Duration::from_millis(self.settings.borrow().request_timeout_ms)
    }
}
