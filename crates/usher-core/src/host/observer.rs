//! Joins what servers report to what takes it: approvals, calls and reviews.

use std::sync::Arc;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use usher_mcp::{AskedRound, CallTag, IncomingAsk, ReapprovalRequest, RefusedAsk};

use crate::servers::{ServerEntry, ServerObserver};
use crate::{approvals, calls, pins};

use super::Surroundings;

pub(super) struct Observer(pub(super) Arc<Surroundings>);

impl ServerObserver for Observer {
    fn lists_read<'a>(&'a self, entry: &'a ServerEntry) -> BoxFuture<'a, ()> {
        pins::take_note(entry, &self.0).boxed()
    }

    fn approval_requested(&self, entry: &Arc<ServerEntry>, asked: IncomingAsk) {
        approvals::receive(&self.0, entry, asked);
    }

    fn approval_refused(&self, entry: &ServerEntry, refused: RefusedAsk) {
        approvals::refuse(&self.0, entry, refused);
    }

    fn input_requested(&self, entry: &ServerEntry, asked: AskedRound) {
        calls::round_asked(&self.0, entry, asked);
    }

    fn input_answered(&self, call: CallTag) {
        calls::round_answered(&self.0, call);
    }

    fn reapproval_requested(&self, entry: &Arc<ServerEntry>, request: ReapprovalRequest) {
        calls::going_on(&self.0, entry, request);
    }
}
