//! Arguments that go into headers: which tools may be used at all, and the call whose headers were wrong
//! (2026-07-28, basic/transports/streamable-http, `x-mcp-header`).

use std::collections::HashMap;
use std::sync::Arc;

use super::Connection;
use crate::call::{Answered, LineKind, Outgoing};
use crate::error::CallError;
use crate::event::ConnectionEvent;
use crate::model::{BrokenEntry, Era, ListKind, Listing};
use crate::param_headers::Mirror;
use crate::wire::Wire;
use usher_types::tool::Tool;

/// The request's headers do not fit its body (2026-07-28, basic, error codes).
const HEADER_MISMATCH: i64 = -32020;

/// Remembers what each tool wants in headers. A tool whose annotations are invalid is none.
pub(super) fn sift(mut listing: Listing<Tool>, wire: &Wire) -> Listing<Tool> {
    let mut mirrors = HashMap::new();
    let mut usable = Vec::with_capacity(listing.items.len());
    for tool in listing.items {
        match Mirror::of(&tool.input_schema) {
            Ok(mirror) => {
                mirrors.insert(tool.name.clone(), Arc::new(mirror));
                usable.push(tool);
            }
            Err(problem) => {
                tracing::warn!(tool = tool.name, problem, "a tool was left out");
                listing.broken.push(BrokenEntry {
                    name: Some(tool.name),
                    problem,
                });
            }
        }
    }
    listing.items = usable;
    wire.set_mirrors(mirrors);
    listing
}

impl Connection {
    /// A call the server did not take, because it wants other headers by now, is made once more, unless the listener
    /// says that the tool has become another one: what goes into a header is part of what was agreed to.
    pub(super) async fn call_with_headers(
        &self,
        outgoing: Outgoing,
    ) -> Result<Answered, CallError> {
        if !self.mirrors() {
            return self.send(outgoing).await;
        }
        match self.send(outgoing.clone()).await {
            Err(error) if wants_other_headers(&error) => {
                self.list_tools().await?;
                let line = &self.shared.line;
                // The listener's own list is as old as ours was.
                let changed = ConnectionEvent::ListChanged(ListKind::Tools);
                line.wire.events.send(changed).await;
                line.may_go_on(&outgoing).await?;
                self.send(outgoing).await
            }
            ended => ended,
        }
    }

    /// Whether arguments may have to go into headers as well.
    pub(super) fn mirrors(&self) -> bool {
        self.agreed().era == Era::Modern && self.shared.line.kind == LineKind::Exchanges
    }
}

/// Whether a call failed because the tool wants other headers than the last list said.
fn wants_other_headers(error: &CallError) -> bool {
    matches!(
        error,
        CallError::Rejected {
            code: HEADER_MISMATCH,
            ..
        }
    )
}
