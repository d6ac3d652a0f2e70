//! Defines one open approval: who asks, and where the reply goes.

use serde_json::{Map, Value};
use std::sync::Arc;
use usher_review::policy::decide::Verdict;

use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use usher_mcp::{CallTag, Redactor, Responder, TimeoutHold, UrlReply};
use usher_messages::Message;

use super::record::resolution::Resolution;
use usher_servers::snapshot::{Approval, ApprovalRequest, Visit};
use usher_servers::tool_source::ToolSource;
use usher_types::approval::ApprovalEnding;
use usher_types::id::{CallId, SourceId};

/// Who asks, as the record names it.
#[derive(Clone)]
pub struct Requester {
    pub(super) source: SourceId,
    pub(super) label: String,
    pub(super) redactor: Arc<Redactor>,
}

impl Requester {
    /// One that is neither server nor webtool.
    pub fn named(source: SourceId, label: String, redactor: Arc<Redactor>) -> Self {
        Self {
            source,
            label,
            redactor,
        }
    }

    pub fn of(source: &dyn ToolSource, redactor: Arc<Redactor>) -> Self {
        Self {
            source: source.id(),
            label: source.label(),
            redactor,
        }
    }
}

/// The calls an approval came from.
#[derive(Debug, Default)]
pub struct Origin {
    pub(crate) cause: Option<CallTag>,
    /// The calls open there when it came, if the cause is unknown.
    pub(crate) possible_causes: Vec<CallTag>,
}

impl Origin {
    pub(crate) fn call(id: &CallId) -> Self {
        Self {
            cause: Some(CallTag(id.as_str().to_owned())),
            possible_causes: Vec::new(),
        }
    }
}

/// How an approval came, and where its answer goes.
pub struct ReplyHandle {
    pub(crate) origin: Origin,
    pub(crate) responder: Responder,
    pub(crate) withdrawn: CancellationToken,
    pub(crate) bound: Lifetime,
}

/// What ends an approval that was not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifetime {
    /// The connection it came over.
    Connection,
    /// The call alone: it is asked once more, whether its server runs or not, and was counted the first time.
    Call {
        /// When it was first asked, Unix ms.
        asked_at: i64,
    },
}

/// What the person has decided about a call.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// Send it.
    Run {
        arguments: Arc<Map<String, Value>>,
        /// What the rules said of the call when the person answered.
        verdict: Verdict,
    },
    Decline,
}

pub(super) struct OpenApproval {
    pub(super) approval: Approval,
    pub(super) requester: Requester,
    pub(super) bound: Lifetime,
    pub(super) state: ReplyState,
    /// The model that writes for it; it ends with the approval.
    pub(super) writing: Option<AbortOnDropHandle<()>>,
    pub(super) ending: watch::Sender<Option<ApprovalEnding>>,
}

/// An approval whose end others wait for.
pub struct Watched {
    pub approval: Approval,
    ending: watch::Receiver<Option<ApprovalEnding>>,
}

impl Watched {
    /// Returns how the approval ends.
    pub async fn ending(mut self) -> ApprovalEnding {
        let ended = self.ending.wait_for(Option::is_some).await;
        ended
            .ok()
            .and_then(|ended| *ended)
            .unwrap_or(ApprovalEnding::Moot)
    }
}

/// The way back to the server.
pub(super) enum ReplyState {
    /// It waits for the answer, or takes the approval back.
    Waits {
        responder: Responder,
        watch: AbortOnDropHandle<()>,
    },
    /// It has its answer; the person is still on the way, and no clock runs meanwhile.
    Answered { _hold: Option<TimeoutHold> },
    /// Usher itself waits, before it sends a call.
    Call(oneshot::Sender<Decision>),
    /// It belongs to no request: the person clicked.
    Unawaited,
}

impl OpenApproval {
    pub(super) fn watched(&self) -> Watched {
        Watched {
            approval: self.approval.clone(),
            ending: self.ending.subscribe(),
        }
    }

    /// Whether its server waits for the consent alone and reports completion itself.
    pub(super) fn is_consent_awaited(&self) -> bool {
        matches!(
            self.approval.request,
            ApprovalRequest::Url {
                elicitation_id: Some(_),
                reply: UrlReply::Awaited,
                ..
            }
        ) && matches!(self.state, ReplyState::Waits { .. })
    }

    /// Whether nobody waits for its answer any more.
    pub(super) fn is_left(&self) -> bool {
        match &self.state {
            ReplyState::Waits { watch, .. } => watch.is_finished(),
            ReplyState::Call(decision) => decision.is_closed(),
            ReplyState::Answered { .. } | ReplyState::Unawaited => false,
        }
    }

    /// Whether its end is in the record already: the consent was recorded before the server got it.
    pub(super) fn is_recorded(&self, resolution: &Resolution) -> bool {
        matches!(self.state, ReplyState::Answered { .. })
            && resolution.ending == ApprovalEnding::Accepted
    }

    /// It is over without a further answer; a person who is on the way to an address has said yes to it.
    pub(crate) fn left(&self, reason: Message) -> Resolution {
        let ending = match self.approval.request {
            ApprovalRequest::Url {
                visit: Visit::Since { .. },
                ..
            } => ApprovalEnding::Accepted,
            ApprovalRequest::Url { .. }
            | ApprovalRequest::Form { .. }
            | ApprovalRequest::Sample(_)
            | ApprovalRequest::Call(_)
            | ApprovalRequest::Roots { .. }
            | ApprovalRequest::Link { .. } => ApprovalEnding::Moot,
        };
        Resolution::unanswered(ending, reason)
    }
}
