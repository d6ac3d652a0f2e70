//! Joins what servers report to what takes it: approvals, calls and reviews.

use std::sync::Arc;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use usher_mcp::{CallTag, InputRequired, ReapprovalRequest, RefusedRequest, ServerRequest};
use usher_messages::Message;
use usher_types::id::ServerId;

use crate::approval_queue::{ApprovalQueue, Requester};
use crate::calls::Calls;
use crate::reviews::Reviews;
use crate::server_requests::ServerRequests;
use usher_servers::decision::Decided;
use usher_servers::servers::{ServerEntry, ServerObserver};

/// Takes what servers report.
pub struct Observer {
    pub approvals: ApprovalQueue,
    pub requests: ServerRequests,
    pub reviews: Reviews,
    pub calls: Calls,
}

impl ServerObserver for Observer {
    fn lists_read<'a>(&'a self, entry: &'a ServerEntry) -> BoxFuture<'a, ()> {
        self.reviews.take_note(entry).boxed()
    }

    fn approval_requested(&self, entry: &Arc<ServerEntry>, asked: ServerRequest) {
        self.requests.receive(entry, asked);
    }

    fn approval_refused(&self, entry: &ServerEntry, refused: RefusedRequest) {
        self.requests.refuse(entry, refused);
    }

    fn elicitation_completed(&self, server: &ServerId, elicitation_id: &str) {
        self.approvals.completed(server, elicitation_id);
    }

    fn input_requested(&self, entry: &ServerEntry, asked: InputRequired) {
        self.calls.round_asked(entry, asked);
    }

    fn input_answered(&self, call: CallTag) {
        self.calls.round_answered(call);
    }

    fn stream_closed(&self, call: &CallTag) {
        self.calls.stream_closed(call);
    }

    fn reapproval_requested(&self, entry: &Arc<ServerEntry>, request: ReapprovalRequest) {
        self.calls.recheck_review(entry, request);
    }

    fn decided(&self, entry: &ServerEntry, decided: Decided) {
        let requester = Requester::of(entry, entry.redactor());
        self.approvals.decided(&requester, decided);
    }

    fn stopped(&self, server: &ServerId, why: &Message) {
        self.approvals.drop_source(&server.into(), why);
    }

    fn has_calls(&self, server: &ServerId) -> bool {
        self.approvals.calls.any_of(server)
    }
}
