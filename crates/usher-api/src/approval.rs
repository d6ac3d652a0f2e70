//! What servers want from the person. Never answered by itself.

use crate::call::ArgumentCheck;
use crate::convert::{client_of, display_name};
use crate::policy::Trust;
use crate::root::RootFolder;
use crate::sampling::SamplingState;
use crate::server::Origin;
use crate::server::origin;
use crate::tool::ToolAnnotations;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use ts_rs::TS;
use usher_calls::approvals as core;
use usher_calls::approvals::SampledAnswer;
use usher_calls::limits;
use usher_core::host::Host;
use usher_llm::answer::StopReason;
use usher_mcp::UrlReply;
use usher_servers::snapshot;
pub use usher_servers::snapshot::SampledMessage;
pub use usher_types::address::Address;
pub use usher_types::approval::{
    ApprovalClosed, ApprovalLimits, CallReason, Grant, GrantedCalls, LinkPlace, Remember,
};
use usher_types::caller::Caller;
use usher_types::id::{ApprovalId, CallId, SourceId};
use usher_types::sampling::Author;

/// One question of a server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Approval {
    pub id: ApprovalId,
    /// Its number since the data folder was opened, from 1. Messages to clients name it so: `A-17`.
    pub number: u64,
    pub server_id: SourceId,
    /// The user's label of who asks.
    pub server_label: String,
    /// Where who asks really comes from.
    pub origin: Origin,
    /// What the server calls itself.
    pub calls_itself: Option<String>,
    /// The call that caused it, if one is running there.
    pub cause: Option<ApprovalCause>,
    /// The calls open there when it came, if the cause is unknown: it may belong to one of them.
    pub possible_causes: Vec<ApprovalCause>,
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
        /// URI of the server's app that asks; `null` = the server itself does. Server text.
        app: Option<String>,
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
    /// URI of the server's app that calls it; `null` = the person does. Server text.
    pub app: Option<String>,
    /// The person's name for the client that calls it; `null` = no client does.
    pub client: Option<String>,
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
    /// Arguments that may hold a secret, by name. Calls that fill one in cannot be named by a rule.
    pub looks_secret: Vec<String>,
    /// Larger arguments cannot be named by a rule ([`GrantedCalls::SameArguments`]), in bytes of canonical JSON.
    pub named_arguments_bytes: u64,
    /// Integers among the arguments that no double holds, as `name: value`. They are sent as they are.
    pub large_integers: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DeclineAllParams {
    /// The name of the client.
    pub client: String,
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
        /// For how long the yes holds, and for which later calls.
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

/// Who asks, as the person can check it.
struct Requester {
    label: String,
    origin: Origin,
    calls_itself: Option<String>,
}

fn requester(host: &Host, id: &SourceId) -> Option<Requester> {
    if let Some(webtool) = host.webtools().of_source(id) {
        return Some(Requester {
            label: webtool.definition.label.to_string(),
            origin: Origin::Host {
                text: webtool.definition.base.origin().ascii_serialization(),
                url: webtool.definition.base.to_string(),
            },
            calls_itself: None,
        });
    }
    let server = host.servers().snapshot_of_source(id)?;
    Some(Requester {
        label: server.definition.label.to_string(),
        origin: origin(&server.definition.transport),
        calls_itself: server.negotiated.and_then(|negotiated| {
            negotiated
                .server_title
                .or(Some(negotiated.server_name))
                .filter(|name| !name.is_empty())
        }),
    })
}

/// A question with who asks; `None` if that server is gone.
pub(crate) fn of(host: &Host, approval: snapshot::Approval) -> Option<Approval> {
    let requester = requester(host, &approval.source)?;
    Some(Approval {
        id: approval.id,
        number: approval.number,
        server_id: approval.source,
        server_label: requester.label,
        origin: requester.origin,
        calls_itself: requester.calls_itself,
        cause: approval.cause.map(Into::into),
        possible_causes: approval
            .possible_causes
            .into_iter()
            .map(Into::into)
            .collect(),
        opened_at: approval.opened_at,
        request: ApprovalRequest::of(host, approval.request),
    })
}

impl From<snapshot::ApprovalCause> for ApprovalCause {
    fn from(cause: snapshot::ApprovalCause) -> Self {
        Self {
            call_id: cause.call,
            tool: cause.tool,
            arguments: Value::Object(Arc::unwrap_or_clone(cause.arguments)),
        }
    }
}

impl ApprovalRequest {
    fn of(host: &Host, request: snapshot::ApprovalRequest) -> Self {
        match request {
            snapshot::ApprovalRequest::Form { message, schema } => Self::ElicitForm {
                looks_secret: core::SecretFields::of(&schema, &message).into_names(),
                message,
                schema,
            },
            snapshot::ApprovalRequest::Url {
                message,
                address,
                reply,
                visit,
                ..
            } => Self::ElicitUrl {
                message,
                address,
                visited_at: match visit {
                    snapshot::Visit::NotYet => None,
                    snapshot::Visit::Since { at } => Some(at),
                },
                call_failed: reply == UrlReply::RetryTheCall,
            },
            snapshot::ApprovalRequest::Sample(sampling) => Self::Sample {
                app: sampling.app,
                system_prompt: sampling.system_prompt,
                messages: sampling.messages,
                params: sampling.params,
                state: sampling.state,
            },
            snapshot::ApprovalRequest::Call(call) => Self::Call {
                call: Box::new(CallRequest::of(host, *call)),
            },
            snapshot::ApprovalRequest::Roots { folders } => Self::Roots { folders },
            snapshot::ApprovalRequest::Link { address, place } => Self::Link { address, place },
        }
    }
}

impl CallRequest {
    fn of(host: &Host, call: snapshot::CallRequest) -> Self {
        Self {
            title: display_name(call.title.as_ref(), &call.tool),
            tool: call.tool,
            client: client_of(host, &call.caller),
            app: match call.caller {
                Caller::App { uri, .. } => Some(uri),
                Caller::Person | Caller::Client { .. } | Caller::Conversation { .. } => None,
            },
            looks_secret: core::SecretFields::of(&call.input_schema, "").into_names(),
            input_schema: call.input_schema,
            annotations: call.annotations,
            trust: call.trust,
            large_integers: core::rounded(&call.arguments),
            arguments: Value::Object(Arc::unwrap_or_clone(call.arguments)),
            check: call.check,
            why: call.why,
            named_arguments_bytes: limits::NAMED_ARGUMENTS_BYTES as u64,
        }
    }
}

impl From<Answer> for core::Answer {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Accept { content } => Self::Accept(content),
            Answer::Visited => Self::Visited,
            Answer::Sampled {
                author,
                content,
                stop_reason,
            } => Self::Sampled(SampledAnswer {
                author,
                content,
                stop: StopReason::from_name(&stop_reason),
            }),
            Answer::Share { remember } => Self::Share(remember),
            // What is no object was refused before.
            Answer::Run { arguments, grant } => Self::Run {
                arguments: arguments.as_object().cloned().unwrap_or_default(),
                grant,
            },
            Answer::Never => Self::Never,
            Answer::Decline => Self::Decline,
            Answer::Cancel => Self::Cancel,
        }
    }
}
