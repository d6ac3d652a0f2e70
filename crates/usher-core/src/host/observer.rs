//! Joins what servers report to what takes it: approvals, calls and reviews.

use std::sync::Arc;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use usher_mcp::{CallTag, InputRequired, ReapprovalRequest, RefusedRequest, ServerRequest};

use crate::calls::Calls;
use crate::reviews::Reviews;
use crate::server_requests::ServerRequests;
use crate::servers::{ServerEntry, ServerObserver};

pub(super) struct Observer {
    pub(super) requests: ServerRequests,
    pub(super) reviews: Reviews,
    pub(super) calls: Calls,
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
}
