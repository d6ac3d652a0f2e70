//! What servers report to the parts above them, and ask of them.

use std::sync::Arc;

use futures::future::BoxFuture;
use usher_mcp::{CallTag, InputRequired, ReapprovalRequest, RefusedRequest, ServerRequest};
use usher_messages::Message;
use usher_types::id::ServerId;

use crate::decision::Decided;
use crate::servers::entry::ServerEntry;

/// Takes the reports of connections. Only `lists_read` is waited for; nothing may wait for a server.
pub trait ServerObserver: Send + Sync {
    /// Some of its lists were read anew.
    fn lists_read<'a>(&'a self, entry: &'a ServerEntry) -> BoxFuture<'a, ()>;

    /// The server asks the person something.
    fn approval_requested(&self, entry: &Arc<ServerEntry>, asked: ServerRequest);

    /// The connection refused a request for the person by itself.
    fn approval_refused(&self, entry: &ServerEntry, refused: RefusedRequest);

    /// The server says that the person is done at the address it asked to open (2025-11-25, client/elicitation).
    fn elicitation_completed(&self, server: &ServerId, elicitation_id: &str);

    /// A call waits for answers before it is made again (2026-07-28, basic/patterns/mrtr).
    fn input_requested(&self, entry: &ServerEntry, asked: InputRequired);

    /// The call has its answers.
    fn input_answered(&self, call: CallTag);

    /// The server of a call has it asked for the rest of its stream.
    fn stream_closed(&self, call: &CallTag);

    /// A request is about to be repeated, and must be allowed first.
    fn reapproval_requested(&self, entry: &Arc<ServerEntry>, request: ReapprovalRequest);

    /// The person has decided about the server, or it came to something.
    fn decided(&self, entry: &ServerEntry, decided: Decided);

    /// The server has stopped, or lost its connection: nothing it asked can be answered.
    fn stopped(&self, server: &ServerId, why: &Message);

    /// Whether the server works on any call.
    fn has_calls(&self, server: &ServerId) -> bool;
}
