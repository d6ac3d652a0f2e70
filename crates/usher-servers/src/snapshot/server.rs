//! What a server shows of itself to the rest of the app: projections, never the truth.

use usher_types::need::Need;

use usher_config::definition::ServerDefinition;
use usher_types::content::ThemedIcon;
use usher_types::group::ServerGroup;
use usher_types::id::ServerId;
use usher_types::review::ReviewCounts;
use usher_types::server::{Counts, Negotiated, ProgramChange, ServerState};

use usher_types::log_level::LogLevel;

/// What a server's row shows.
#[derive(Debug, Clone)]
pub struct ServerSnapshot {
    pub id: ServerId,
    /// How it is started or reached; the label and origin shown come from here.
    pub definition: ServerDefinition,
    /// The group it is listed in.
    pub group: Option<ServerGroup>,
    /// What it is doing.
    pub state: ServerState,
    pub icon: Option<ThemedIcon>,
    /// What was agreed at the last handshake of this run.
    pub negotiated: Option<Negotiated>,
    /// How much it offers.
    pub counts: Counts,
    /// From which level on it is to log.
    pub log_level: LogLevel,
    /// How much of what it declares waits for the person's look.
    pub review: ReviewCounts,
    /// Since when something of it waits for the person, Unix ms; set while there is a [`Need`].
    pub needs_since: Option<i64>,
    /// How its program differs from the last start's, until dismissed.
    pub program_changed: Option<ProgramChange>,
    /// When it was added, Unix ms.
    pub created_at: i64,
}

impl ServerSnapshot {
    /// What of it waits for the person, beside its approvals.
    #[must_use]
    pub fn need(&self) -> Option<Need> {
        self.state.need(self.review.changed)
    }

    /// Whether definitions of it are to be reviewed: changed ones, or new ones of a server that runs.
    #[must_use]
    pub fn has_review(&self) -> bool {
        let runs = matches!(self.state, ServerState::Running { .. });
        self.need() == Some(Need::Changed) || (runs && self.review.new > 0)
    }
}
