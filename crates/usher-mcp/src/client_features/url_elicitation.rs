//! Opens the addresses that error -32042 names.
//!
//! The call cannot go on before the user has visited them (2025-11-25, client/elicitation, URL elicitation required).
//! It has ended; the addresses become questions of their own, and the user makes the call again.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::oneshot;

use crate::call_tag::CallTag;
use crate::event::ConnectionEvent;
use crate::server_request::{Responder, ServerRequest, ServerRequestKind, UrlReply};
use crate::wire::Wire;

/// Opens a question for each address in the error's `data`.
pub(crate) async fn open_required(wire: &Arc<Wire>, tag: Option<&CallTag>, data: Option<&Value>) {
    let elicitations = data
        .and_then(|data| data["elicitations"].as_array())
        .map_or(&[][..], Vec::as_slice);
    for (question, params) in elicitations
        .iter()
        .filter_map(|params| Some((parse_elicitation(params)?, params.clone())))
        .take(wire.limits.open_requests)
    {
        let (sender, _) = oneshot::channel();
        let responder = Responder {
            sender,
            open: None,
            redactor: wire.redactor.clone(),
        };
        let server_request = ServerRequest {
            question,
            params,
            cause: tag.cloned(),
            possible_causes: Vec::new(),
            input: None,
            responder,
            withdrawn: wire.lifecycle.closed().child_token(),
        };
        wire.events
            .send(ConnectionEvent::ServerRequest(server_request))
            .await;
    }
}

fn parse_elicitation(elicitation: &Value) -> Option<ServerRequestKind> {
    let text = |name: &str| elicitation[name].as_str().map(str::to_owned);
    Some(ServerRequestKind::ElicitUrl {
        message: text("message").unwrap_or_default(),
        url: text("url")?,
        elicitation_id: text("elicitationId"),
        reply: UrlReply::RetryTheCall,
    })
}
