//! Holds what servers ask until the person answers: kinds of requests, answers, records.
//!
//! A request leaves the queue only when the person answers, when the server takes it back, or when the server stops.
//! Without the person, only further requests of a server that asks too much or is muted are declined, and folders the
//! person always shows are sent. Each request is recorded, however it ended; an answer before it is sent.

mod answer;
mod call;
mod closing;
mod limits;
mod link;
mod model_run;
mod open;
mod pace;
mod queue;
mod receive;
mod record;
mod sampling;
mod secret_fields;

use serde_json::Value;
use usher_mcp::UrlReply;
pub use usher_types::address::Address;

pub use crate::snapshot::ApprovalCause;
pub use answer::{Answer, AnswerError, Remember};
pub(crate) use call::Decision;
pub use call::{CallRequest, Grant};
pub use limits::{ApprovalLimits, MuteError, RefusedApproval};
pub use link::{LinkError, LinkPlace};
pub(crate) use open::Requester;
pub(crate) use queue::Approvals;
pub(crate) use receive::{receive, receive_again, refuse};
pub(crate) use record::decision::{Decided, in_words};
pub use record::query::RecordSaveError;
pub use sampling::{SampledMessage, Sampling};
pub use secret_fields::secret_fields;

use usher_store::AskEnding;
use usher_types::id::{ApprovalId, ServerId};
use usher_types::roots::RootFolder;

/// One question of a server.
#[derive(Debug, Clone, PartialEq)]
pub struct Approval {
    pub id: ApprovalId,
    pub server: ServerId,
    /// The call that caused it, if one was running there.
    pub cause: Option<ApprovalCause>,
    /// Since when, Unix ms.
    pub opened_at: i64,
    pub question: ApprovalRequest,
}

#[derive(Debug, Clone, PartialEq)]
pub enum ApprovalRequest {
    /// Fill in a form (2025-11-25, client/elicitation, form mode).
    Form {
        /// What the server says. Server text.
        message: String,
        /// The requested schema exactly as it came, however odd.
        schema: Value,
    },
    /// Go to an address in the browser (2025-11-25, client/elicitation, URL mode).
    Url {
        /// What the server says. Server text.
        message: String,
        address: Address,
        /// How the server will say that the person is done there.
        elicitation_id: Option<String>,
        /// Who waits for the answer.
        reply: UrlReply,
        /// How far the person is.
        visit: Visit,
    },
    /// Write what a model would (2025-11-25, client/sampling).
    Sample(Box<Sampling>),
    /// Let a call of the person's own be sent: Usher asks, not the server.
    Call(Box<CallRequest>),
    /// Say which folders the server may work in (2025-11-25, client/roots).
    Roots {
        /// What it would be told; nothing else ever is.
        folders: Vec<RootFolder>,
    },
    /// Open a page the person has clicked at: Usher asks, because the address came from a server.
    Link { address: Address, place: LinkPlace },
}

/// How far the person is on the way to an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visit {
    /// Nothing has been opened.
    NotYet,
    /// The browser was told to open it; what happens there nobody here knows.
    Since {
        /// When, Unix ms.
        at: i64,
    },
}

/// A question that needs no answer any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalClosed {
    pub id: ApprovalId,
    pub server: ServerId,
    pub ending: AskEnding,
    /// Why, in plain words.
    pub reason: String,
}
