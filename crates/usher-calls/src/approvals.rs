//! Answers approvals, mutes servers, and reads the record of what was approved.
//!
//! Not here: the queue itself (`approval_queue`), and what servers ask (`server_requests`).

mod answer;
mod call;
mod large_integers;
mod link;
mod mute;
mod records;

use std::path::PathBuf;

pub use large_integers::rounded;
pub use link::LinkError;
pub use mute::MuteError;
pub use records::RecordSaveError;

pub use crate::approval_queue::{Answer, AnswerError, SampledAnswer, SecretFields};

use crate::approval_queue::ApprovalQueue;
use crate::policies::Policies;
use crate::roots::Roots;
use usher_content::worker::Workers;
use usher_servers::events::Events;
use usher_servers::network::OpenUrl;
use usher_servers::tool_source::ToolSources;
use usher_store::Store;
use usher_system::clock::Clock;

/// What the person does about approvals.
pub struct Approvals {
    pub queue: ApprovalQueue,
    pub policies: Policies,
    pub roots: Roots,
    pub sources: ToolSources,
    pub workers: Workers,
    pub store: Store,
    pub events: Events,
    pub clock: Clock,
    pub open_url: Option<OpenUrl>,
    /// Where records are saved.
    pub exports_dir: PathBuf,
}
