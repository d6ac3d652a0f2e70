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
use usher_servers::request_error::RequestError;
use usher_servers::servers::{ServerEntry, Servers};
use usher_servers::tool_source::ToolSources;
use usher_store::Store;
use usher_system::clock::Clock;
use usher_types::id::ServerId;
use usher_types::settings::Settings;

/// What the person has reviewed of what servers declare.
#[derive(Clone)]
pub struct Reviews {
    pub store: Store,
    pub clock: Clock,
    pub settings: watch::Receiver<Settings>,
    pub servers: Servers,
    pub sources: ToolSources,
    pub approvals: ApprovalQueue,
    pub policies: Policies,
    pub compared: Arc<Compared>,
}

impl Reviews {
    fn require(&self, id: &ServerId) -> Result<Arc<ServerEntry>, RequestError> {
        self.servers.require(id)
    }

    fn request_timeout(&self) -> Duration {
        Duration::from_millis(self.settings.borrow().request_timeout_ms)
    }
}
