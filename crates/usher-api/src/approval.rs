//! What servers want from the person. Never answered by itself.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_types::address::AddressWarning;

use crate::call::ArgumentCheck;
use crate::policy::Trust;
use crate::root::RootFolder;
use crate::sampling::SamplingState;
use crate::server::Origin;
use crate::tool::ToolAnnotations;
pub use usher_types::approval::{
    ApprovalClosed, ApprovalLimits, CallReason, Grant, LinkPlace, Remember,
};
use usher_types::content::Content;
use usher_types::id::{ApprovalId, CallId, SourceId};
use usher_types::sampling::Author;

/// One question of a server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Approval {
    pub id: ApprovalId,
    pub server_id: SourceId,
    /// The user's label of who asks.
    pub server_label: String,
    /// Where who asks really comes from.
    pub origin: Origin,
    /// What the server calls itself.
    pub calls_itself: Option<String>,
    /// The call that caused it, if one is running there.
    pub cause: Option<ApprovalCause>,
    /// Since when, Unix ms.
    pub opened_at: i64,
    pub request: ApprovalRequest,
}

/// The call a question belongs to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalCause {
    pub call_id: CallId,
    pub tool: String,
    pub arguments: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ApprovalRequest {
    /// Fill in a form (2025-11-25, client/elicitation, form mode).
    ElicitForm {
        /// What the server says. Server text.
        message: String,
        /// The requested schema, as it came.
        schema: Value,
        /// Names of fields that look like they ask for a secret; servers must not do that.
        looks_secret: Vec<String>,
    },
    /// Go to an address in the browser (2025-11-25, client/elicitation, URL mode).
    ElicitUrl {
        /// What the server says. Server text.
        message: String,
        address: Address,
        /// When the browser was told to open it, Unix ms; `null` = nothing has been opened.
        visited_at: Option<i64>,
        /// Whether the call failed without this and must be repeated (error -32042).
        call_failed: bool,
    },
    /// Write what a model would (2025-11-25, client/sampling).
    Sample {
        /// What the model should be told first. Server text.
        system_prompt: Option<String>,
        /// The messages, oldest first.
        messages: Vec<SampledMessage>,
        /// The parameters exactly as they came: limits, preferences, tools. Server text.
        params: Value,
        /// How far it is.
        state: SamplingState,
    },
    /// Let a call of the person's own be sent. Usher asks, not the server.
    Call {
        /// The call, as it would be sent.
        call: Box<CallRequest>,
    },
    /// Say which folders the server may work in (2025-11-25, client/roots).
    Roots {
        /// What it would be told, and nothing else.
        folders: Vec<RootFolder>,
    },
    /// Open a page the person has clicked at. Usher asks, not the server.
    Link { address: Address, place: LinkPlace },
}

/// A call that waits for the person's word.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CallRequest {
    /// The tool's name in the protocol.
    pub tool: String,
    /// Its display name. Server text.
    pub title: String,
    /// JSON Schema of its arguments. Server text.
    pub input_schema: Value,
    /// What the server claims about it.
    pub annotations: ToolAnnotations,
    /// Whether those claims count.
    pub trust: Trust,
    /// What would be sent: an object.
    pub arguments: Value,
    /// Whether arguments that break the schema are sent all the same.
    pub check: ArgumentCheck,
    /// Why the person is asked.
    pub why: CallReason,
}

/// One message of a request to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SampledMessage {
    /// `user` or `assistant`, as it came.
    pub role: String,
    /// Its blocks, looked at.
    pub content: Vec<Content>,
    /// What each block itself holds, looked at, as a tool's result does; nothing for all others.
    pub within: Vec<Vec<Content>>,
}

/// An address, split so that its host can be shown apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    /// What stands before the host; all of it if there is no host.
    pub before: String,
    /// The host exactly as it would be reached.
    pub host: String,
    /// What follows. The three together are what would be opened.
    pub after: String,
    /// What the person should know of it.
    pub warnings: Vec<AddressWarning>,
    /// Why it cannot be opened, in one sentence.
    pub refused: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalParams {
    pub approval_id: ApprovalId,
}

/// Asks about an address before it is opened.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LinkParams {
    /// Who sent it: a server, or what owns a webtool's actions.
    pub server_id: SourceId,
    /// What it wrote. Server text.
    pub address: String,
    pub place: LinkPlace,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AnswerParams {
    pub approval_id: ApprovalId,
    pub answer: Answer,
}

/// The person's answer. One of another kind than the question is refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Answer {
    /// Yes to a form, with these values; refused with [`crate::Code::Invalid`] if they break the schema.
    Accept {
        /// The values: an object.
        content: Value,
    },
    /// The person has been to the address, and is done there.
    Visited,
    /// The message a model was asked for, as the person left it; refused with [`crate::Code::Invalid`] if it breaks
    /// the rules.
    Sampled {
        author: Author,
        /// Its blocks: text and uses of tools.
        content: Vec<Value>,
        /// Why it ends, as the protocol names it.
        stop_reason: String,
    },
    /// Yes to showing the folders.
    Share {
        /// For how long that holds.
        remember: Remember,
    },
    /// Yes to a call, with these arguments; refused with [`crate::Code::Invalid`] if they break the schema.
    Run {
        /// As the person left them: an object.
        arguments: Value,
        /// For how long the yes holds.
        grant: Grant,
    },
    /// No to a call, now and from now on.
    Never,
    Decline,
    /// Neither: the person put it away.
    Cancel,
}

/// Mutes a server, or hears it again.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MuteParams {
    pub server_id: SourceId,
    /// Whether all its further questions are declined.
    pub muted: bool,
}
