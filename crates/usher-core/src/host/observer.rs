//! Joins what servers report to what takes it: approvals, calls and reviews.

use std::sync::Arc;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use usher_mcp::{AskedRound, CallTag, IncomingAsk, ReapprovalRequest, RefusedAsk};

use crate::servers::{Room, ServerObserver};
use crate::{asks, calls, pins};

use super::Surroundings;

pub(super) struct Observer(pub(super) Arc<Surroundings>);

impl ServerObserver for Observer {
    fn lists_read<'a>(&'a self, room: &'a Room) -> BoxFuture<'a, ()> {
        pins::take_note(room, &self.0).boxed()
    }

    fn approval_requested(&self, room: &Arc<Room>, asked: IncomingAsk) {
        asks::receive(&self.0, room, asked);
    }

    fn approval_refused(&self, room: &Room, refused: RefusedAsk) {
        asks::refuse(&self.0, room, refused);
    }

    fn input_requested(&self, room: &Room, asked: AskedRound) {
        calls::round_asked(&self.0, room, asked);
    }

    fn input_answered(&self, call: CallTag) {
        calls::round_answered(&self.0, call);
    }

    fn reapproval_requested(&self, room: &Arc<Room>, request: ReapprovalRequest) {
        calls::going_on(&self.0, room, request);
    }
}
