//! Turns what servers ask into approvals. Nothing here waits for a server, and a server's other messages do not wait
//! for what is done here.

mod forwarding;
mod sampling;

use std::sync::Arc;

use serde_json::Value;
use tokio_util::sync::CancellationToken;
use usher_mcp::{
    ClientReply, InputKey, Redactor, RefusedRequest, Responder, ServerRequest, ServerRequestKind,
    UrlReply,
};
use usher_messages::Message;

use crate::approval_queue::{
    ApprovalQueue, Lifetime, Origin, ReplyHandle, Requester, Resolution, exposed,
};
use crate::roots::{Roots, SharedRoots};
use crate::sampling::{Sampling, SamplingAccess};
use usher_content::contents::Contents;
use usher_servers::servers::ServerEntry;
use usher_servers::snapshot::{ApprovalRequest, Visit};
use usher_types::address::Address;
use usher_types::id::CallId;

/// A request that a call caused.
struct CallerQuestion {
    call: CallId,
    question: ServerRequestKind,
    params: Value,
    input: Option<InputKey>,
}

/// Takes what servers ask. Clones share everything.
#[derive(Clone)]
pub struct ServerRequests {
    pub approvals: ApprovalQueue,
    pub roots: Roots,
    pub sampling: Sampling,
    pub contents: Contents,
}

impl ServerRequests {
    /// Takes a request.
    pub(crate) fn receive(&self, entry: &Arc<ServerEntry>, incoming: ServerRequest) {
        self.take(entry, incoming, Lifetime::Connection);
    }

    /// Takes a request from before Usher was closed, made then (Unix ms).
    pub(crate) fn receive_again(
        &self,
        entry: &Arc<ServerEntry>,
        incoming: ServerRequest,
        asked_at: i64,
    ) {
        self.take(entry, incoming, Lifetime::Call { asked_at });
    }

    /// Records what the connection has refused already.
    pub(crate) fn refuse(&self, entry: &ServerEntry, refused: RefusedRequest) {
        self.approvals.refused_unread(&requester(entry), refused);
    }

    fn take(&self, entry: &Arc<ServerEntry>, incoming: ServerRequest, bound: Lifetime) {
        let ServerRequest {
            question,
            params,
            cause,
            possible_causes,
            input,
            responder,
            withdrawn,
        } = incoming;
        let calls = &self.approvals.calls;
        let caller = calls
            .caller_requests(cause.as_ref(), &possible_causes)
            .filter(|(_, requests)| requests.takes(&question));
        let reply = ReplyHandle {
            origin: Origin {
                cause,
                possible_causes,
            },
            responder,
            withdrawn,
            bound,
        };
        match caller {
            None => self.ask_person(entry, question, reply),
            Some((call, requests)) => {
                let (this, entry) = (self.clone(), Arc::clone(entry));
                tokio::spawn(async move {
                    let asked = CallerQuestion {
                        call,
                        question,
                        params,
                        input,
                    };
                    this.ask_caller(&entry, &requests, asked, reply).await;
                });
            }
        }
    }

    fn ask_person(
        &self,
        entry: &Arc<ServerEntry>,
        question: ServerRequestKind,
        reply: ReplyHandle,
    ) {
        match question {
            ServerRequestKind::ElicitForm { message, schema } => {
                self.put(entry, ApprovalRequest::Form { message, schema }, reply);
            }
            ServerRequestKind::ElicitUrl {
                message,
                url,
                elicitation_id,
                reply: awaited,
            } => {
                let request = page(message, &url, elicitation_id, awaited);
                self.put(entry, request, reply);
            }
            ServerRequestKind::Sample { params } => {
                let (this, entry) = (self.clone(), Arc::clone(entry));
                tokio::spawn(async move { this.sample(&entry, None, params, reply).await });
            }
            ServerRequestKind::Roots => {
                let (this, entry) = (self.clone(), Arc::clone(entry));
                tokio::spawn(async move { this.show_roots(&entry, reply).await });
            }
        }
    }

    async fn show_roots(&self, entry: &ServerEntry, reply: ReplyHandle) {
        let (folders, resolution) = match self.roots.exposure(&entry.id).await {
            SharedRoots::None => (Vec::new(), Resolution::no_folders()),
            SharedRoots::Agreed(folders) => {
                let resolution = Resolution::shared_by_rule(&folders);
                (folders, resolution)
            }
            SharedRoots::ToBeAsked(folders) => {
                self.put(entry, ApprovalRequest::Roots { folders }, reply);
                return;
            }
        };
        reply
            .responder
            .answer(ClientReply::Roots(exposed(&folders)));
        let request = ApprovalRequest::Roots { folders };
        self.approvals
            .answered_unasked(&requester(entry), reply.origin, request, resolution);
    }

    /// Takes a request of an app of a server to a model: it counts as the server's. Dropping the guard of `withdrawn`
    /// takes it back.
    pub async fn sample_for_app(
        &self,
        entry: &ServerEntry,
        app: String,
        params: Value,
        withdrawn: CancellationToken,
    ) -> ClientReply {
        let (responder, answer) = Responder::apart(Redactor::clone(&entry.redactor()));
        let reply = ReplyHandle {
            origin: Origin::default(),
            responder,
            withdrawn,
            bound: Lifetime::Connection,
        };
        self.sample(entry, Some(app), params, reply).await;
        answer.await.unwrap_or(ClientReply::Cancel)
    }

    /// Checks whether the server may use models at all.
    async fn sample(
        &self,
        entry: &ServerEntry,
        app: Option<String>,
        params: Value,
        reply: ReplyHandle,
    ) {
        let transport = entry.definition().transport.clone();
        let mut sampling = sampling::read(&self.contents, &transport, params).await;
        sampling.app = app;
        let request = ApprovalRequest::Sample(Box::new(sampling));
        match self.sampling.access(&entry.id).await {
            SamplingAccess::MayAsk => self.put(entry, request, reply),
            SamplingAccess::Off => {
                reply.responder.answer(ClientReply::Decline);
                entry.add_refusal(Message::new("limit.models"));
                let resolution = Resolution::declined_by_rule(Message::new("rule.noSampling"));
                self.approvals.answered_unasked(
                    &requester(entry),
                    reply.origin,
                    request,
                    resolution,
                );
            }
            SamplingAccess::UsedUp(why) => {
                let note = Message::new("budget.declined").with("reason", why);
                entry.add_refusal(note.clone());
                self.approvals
                    .refuse_unseen(&requester(entry), request, reply, note);
            }
        }
    }

    fn put(&self, entry: &ServerEntry, request: ApprovalRequest, reply: ReplyHandle) {
        if let Err(refused) = self.approvals.open(requester(entry), request, reply) {
            entry.add_refusal(refused.note());
        }
    }
}

fn page(
    message: String,
    url: &str,
    elicitation_id: Option<String>,
    reply: UrlReply,
) -> ApprovalRequest {
    ApprovalRequest::Url {
        message,
        address: Address::read(url),
        elicitation_id,
        reply,
        visit: Visit::NotYet,
    }
}

fn requester(entry: &ServerEntry) -> Requester {
    Requester::of(entry, entry.redactor())
}
