//! Passes requests of servers to the program whose call caused them, where the person allows that.

use std::sync::Arc;

use usher_mcp::{ClientReply, ServerRequestKind};
use usher_messages::Message;

use super::{CallerQuestion, ServerRequests, page, requester, sampling};
use crate::approval_queue::{ReplyHandle, Resolution, SecretFields};
use crate::caller_requests::{Asked, CallerReply, CallerRequests};
use crate::sampling::SamplingAccess;
use usher_servers::servers::ServerEntry;
use usher_servers::snapshot::ApprovalRequest;
use usher_types::approval::ApprovalEnding;

impl ServerRequests {
    /// Asks the program whose call it is. The person is asked if it does not answer, or if servers of this kind may ask
    /// nobody.
    pub(super) async fn ask_caller(
        &self,
        entry: &Arc<ServerEntry>,
        requests: &CallerRequests,
        asked: CallerQuestion,
        reply: ReplyHandle,
    ) {
        let CallerQuestion {
            call,
            question,
            params,
            input,
        } = asked;
        if self.may_ask_nobody(entry, &question).await {
            self.ask_person(entry, question, reply);
            return;
        }
        let (calls, withdrawn) = (&self.approvals.calls, reply.withdrawn.clone());
        // Like a result, it reaches no client with a secret of the server.
        let asked = Asked {
            method: method(&question),
            params: entry.redactor().value(params),
            input,
        };
        calls.asking_began(&call, None);
        let answer = tokio::select! {
            answer = requests.ask(call.clone(), asked, withdrawn.child_token()) => answer,
            // Nobody waits for an answer any more.
            () = withdrawn.cancelled() => None,
        };
        calls.asking_ended(&call, None);
        let Some(answer) = answer else {
            if !withdrawn.is_cancelled() {
                self.ask_person(entry, question, reply);
                return;
            }
            let request = self.shown(entry, question).await;
            let resolution =
                Resolution::unanswered(ApprovalEnding::Moot, Message::new("ended.withdrawn"));
            self.approvals
                .answered_unasked(&requester(entry), reply.origin, request, resolution);
            return;
        };
        let request = self.shown(entry, question).await;
        let resolution = Resolution::by_caller(&request, &answer, &requests.client_name());
        if let (ApprovalRequest::Form { message, schema }, CallerReply::Result(result)) =
            (&request, &answer)
        {
            for secret in SecretFields::of(schema, message).typed(&result["content"]) {
                reply.responder.keep_secret(&secret);
            }
        }
        reply.responder.answer(match answer {
            CallerReply::Result(result) => ClientReply::FromCaller(result),
            CallerReply::Error { code, message } => ClientReply::CallerError { code, message },
        });
        self.approvals
            .answered_unasked(&requester(entry), reply.origin, request, resolution);
    }

    /// Whether the person has decided about what this server may ask, whoever would answer.
    async fn may_ask_nobody(&self, entry: &ServerEntry, question: &ServerRequestKind) -> bool {
        let access = match question {
            ServerRequestKind::Sample { .. } => self.sampling.access(&entry.id).await,
            _ => SamplingAccess::MayAsk,
        };
        self.approvals.is_muted(&(&entry.id).into()) || matches!(access, SamplingAccess::Off)
    }

    /// The request as a record shows it.
    async fn shown(&self, entry: &ServerEntry, question: ServerRequestKind) -> ApprovalRequest {
        match question {
            ServerRequestKind::ElicitForm { message, schema } => {
                ApprovalRequest::Form { message, schema }
            }
            ServerRequestKind::ElicitUrl {
                message,
                url,
                elicitation_id,
                reply,
            } => page(message, &url, elicitation_id, reply),
            ServerRequestKind::Sample { params } => {
                let transport = entry.definition().transport.clone();
                let request = sampling::read(&self.contents, &transport, params).await;
                ApprovalRequest::Sample(Box::new(request))
            }
            ServerRequestKind::Roots => ApprovalRequest::Roots {
                folders: Vec::new(),
            },
        }
    }
}

fn method(question: &ServerRequestKind) -> &'static str {
    match question {
        ServerRequestKind::ElicitForm { .. } | ServerRequestKind::ElicitUrl { .. } => {
            "elicitation/create"
        }
        ServerRequestKind::Sample { .. } => "sampling/createMessage",
        ServerRequestKind::Roots => "roots/list",
    }
}
