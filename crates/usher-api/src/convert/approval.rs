//! Questions and answers.

use std::sync::Arc;
use usher_core::approvals as core;
use usher_core::approvals::SampledAnswer;
use usher_core::host::Host;
use usher_core::protocol::UrlReply;
use usher_core::snapshot;
use usher_llm::answer::StopReason;
use usher_types::id::SourceId;

use serde_json::Value;

use super::display_name;
use super::server::origin;
use crate::approval::{
    Address, Answer, Approval, ApprovalCause, ApprovalRequest, CallRequest, SampledMessage,
};
use crate::server::Origin;

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
        server_id: approval.source,
        server_label: requester.label,
        origin: requester.origin,
        calls_itself: requester.calls_itself,
        cause: approval.cause.map(|cause| ApprovalCause {
            call_id: cause.call,
            tool: cause.tool,
            arguments: Value::Object(Arc::unwrap_or_clone(cause.arguments)),
        }),
        opened_at: approval.opened_at,
        request: approval.request.into(),
    })
}

impl From<snapshot::ApprovalRequest> for ApprovalRequest {
    fn from(request: snapshot::ApprovalRequest) -> Self {
        match request {
            snapshot::ApprovalRequest::Form { message, schema } => Self::ElicitForm {
                looks_secret: core::secret_fields(&schema),
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
                address: address.into(),
                visited_at: match visit {
                    snapshot::Visit::NotYet => None,
                    snapshot::Visit::Since { at } => Some(at),
                },
                call_failed: reply == UrlReply::RetryTheCall,
            },
            snapshot::ApprovalRequest::Sample(sampling) => Self::Sample {
                system_prompt: sampling.system_prompt,
                messages: sampling.messages.into_iter().map(Into::into).collect(),
                params: sampling.params,
                state: sampling.state.into(),
            },
            snapshot::ApprovalRequest::Call(call) => Self::Call {
                call: Box::new((*call).into()),
            },
            snapshot::ApprovalRequest::Roots { folders } => Self::Roots { folders },
            snapshot::ApprovalRequest::Link { address, place } => Self::Link {
                address: address.into(),
                place,
            },
        }
    }
}

impl From<snapshot::CallRequest> for CallRequest {
    fn from(call: snapshot::CallRequest) -> Self {
        Self {
            title: display_name(call.title.as_ref(), &call.tool),
            tool: call.tool,
            input_schema: call.input_schema,
            annotations: call.annotations,
            trust: call.trust,
            arguments: Value::Object(Arc::unwrap_or_clone(call.arguments)),
            check: call.check,
            why: call.why,
        }
    }
}

impl From<snapshot::SampledMessage> for SampledMessage {
    fn from(message: snapshot::SampledMessage) -> Self {
        Self {
            role: message.role,
            content: message.content.into_iter().collect(),
            within: message
                .within
                .into_iter()
                .map(|blocks| blocks.into_iter().collect())
                .collect(),
        }
    }
}

impl From<usher_types::address::Address> for Address {
    fn from(address: usher_types::address::Address) -> Self {
        let (from, to) = address
            .host
            .unwrap_or((address.text.len(), address.text.len()));
        // Where the host stands comes from a URL, which is ASCII; a cut elsewhere shows no host.
        let part =
            |range: std::ops::Range<usize>| address.text.get(range).unwrap_or_default().to_owned();
        Self {
            before: part(0..from),
            host: part(from..to),
            after: part(to..address.text.len()),
            warnings: address.warnings.clone(),
            refused: address.refused.map(str::to_owned),
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
