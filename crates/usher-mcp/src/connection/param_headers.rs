//! Filters tools by their header annotations, and repeats calls with wrong headers.
//!
//! See 2026-07-28, basic/transports/streamable-http, `x-mcp-header`.

use std::collections::HashMap;
use std::sync::Arc;

use super::connection_state::Connection;
use crate::call::{Answered, Outgoing, TransportKind};
use crate::error::CallError;
use crate::event::ConnectionEvent;
use crate::model::{BrokenEntry, Era, ListKind, Listing};
use crate::param_headers::ParamHeaders;
use crate::wire::Wire;
use usher_jsonrpc::HEADER_MISMATCH;
use usher_types::tool::Tool;

/// Stores each tool's header parameters, and drops tools with invalid ones.
pub(super) fn keep_valid(mut listing: Listing<Tool>, wire: &Wire) -> Listing<Tool> {
    let mut by_tool = HashMap::new();
    let mut usable = Vec::with_capacity(listing.items.len());
    for tool in listing.items {
        match ParamHeaders::from_schema(&tool.input_schema) {
            Ok(param_headers) => {
                by_tool.insert(tool.name.clone(), Arc::new(param_headers));
                usable.push(tool);
            }
            Err(problem) => {
                tracing::warn!(tool = tool.name, %problem, "a tool was left out");
                listing.broken.push(BrokenEntry {
                    name: Some(tool.name),
                    problem,
                });
            }
        }
    }
    listing.items = usable;
    wire.set_param_headers(by_tool);
    listing
}

impl Connection {
    /// Repeats a call whose headers the server refused as outdated.
    ///
    /// Unless the listener reports that the tool has changed: what goes into a header is part of what was approved.
    pub(super) async fn call_with_headers(
        &self,
        outgoing: Outgoing,
    ) -> Result<Answered, CallError> {
        if !self.uses_param_headers() {
            return self.send(outgoing).await;
        }
        match self.send(outgoing.clone()).await {
            Err(error) if is_header_mismatch(&error) => {
                self.list_tools().await?;
                let rpc = &self.shared.rpc;
                // The listener's own list is as old as ours was.
                let changed = ConnectionEvent::ListChanged(ListKind::Tools);
                rpc.wire.events.send(changed).await;
                rpc.check_still_approved(&outgoing).await?;
                self.send(outgoing).await
            }
            ended => ended,
        }
    }

    /// Returns whether arguments may have to go into headers.
    pub(super) fn uses_param_headers(&self) -> bool {
        self.agreed().era == Era::Modern && self.shared.rpc.kind == TransportKind::Http
    }
}

/// Returns whether the server wants other headers than the last list declared.
fn is_header_mismatch(error: &CallError) -> bool {
    matches!(
        error,
        CallError::Rejected {
            code: HEADER_MISMATCH,
            ..
        }
    )
}
