//! Approvals as others see them.

use std::sync::Arc;

use serde_json::{Map, Value};
use usher_mcp::{ToolAnnotations, UrlReply};
use usher_types::address::Address;
use usher_types::approval::{CallReason, LinkPlace};
use usher_types::call::ArgumentCheck;
use usher_types::caller::Caller;
use usher_types::id::{ApprovalId, CallId, SourceId};
use usher_types::policy::Trust;
use usher_types::roots::RootFolder;

use super::SamplingRequest;
use usher_content::argument_marks::ArgumentMarks;

/// Something that waits for the person.
#[derive(Debug, Clone, PartialEq)]
pub struct Approval {
    pub id: ApprovalId,
    /// Its number since the data folder was opened, from 1. Messages to clients name it so: `A-17`.
    pub number: u64,
    pub source: SourceId,
    /// The call that caused it, if one was running there.
    pub cause: Option<ApprovalCause>,
    /// The calls open there when it came, if the cause is unknown.
    pub possible_causes: Vec<ApprovalCause>,
    /// Since when, Unix ms.
    pub opened_at: i64,
    pub request: ApprovalRequest,
}

impl Approval {
    /// Returns the calls that wait with it.
    pub fn waiting_calls(&self) -> impl Iterator<Item = &CallId> {
        let causes = self.cause.iter().chain(&self.possible_causes);
        causes.map(|cause| &cause.call)
    }
}

/// The call an approval belongs to.
#[derive(Debug, Clone, PartialEq)]
pub struct ApprovalCause {
    pub call: CallId,
    pub caller: Caller,
    pub tool: String,
    pub arguments: Arc<Map<String, Value>>,
    /// Which of them are secret.
    pub marks: ArgumentMarks,
}

/// What the person decides about.
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
    Sample(Box<SamplingRequest>),
    /// Send a call of the person's own: Usher asks, not the server.
    Call(Box<CallRequest>),
    /// Say which folders the server may work in (2025-11-25, client/roots).
    Roots {
        /// What it would be told; nothing else ever is.
        folders: Vec<RootFolder>,
    },
    /// Open a page the person has clicked: Usher asks, because the address came from a server.
    Link { address: Address, place: LinkPlace },
}

/// How far the person is on the way to an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visit {
    /// Nothing has been opened.
    NotYet,
    /// The browser was told to open it; what happens there is not known here.
    Since {
        /// When, Unix ms.
        at: i64,
    },
}

/// A call that waits for the person's decision, as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct CallRequest {
    pub caller: Caller,
    pub tool: String,
    /// What the server calls it where people read. Server text.
    pub title: Option<String>,
    /// What its arguments have to be. Server text.
    pub input_schema: Value,
    /// What the server claims about it.
    pub annotations: ToolAnnotations,
    /// Whether those claims count.
    pub trust: Trust,
    /// The digest of the definition all this is of.
    pub definition: String,
    /// What would be sent.
    pub arguments: Arc<Map<String, Value>>,
    /// What to do with arguments that break the schema.
    pub check: ArgumentCheck,
    /// Why the person is asked.
    pub why: CallReason,
}
