//! Tells clients to come back for a call, and takes up the calls that they come back for (2026-07-28,
//! basic/patterns/mrtr).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};
use usher_core::caller_requests::CallerRequest;
use usher_jsonrpc::{Fault, REFUSED};
use usher_messages::Message;

use crate::calls::client_call::{ClientCall, Resumes};
use crate::calls::input_requests::{deliver, input_requests};
use crate::calls::key::CallKey;
use crate::eras::adapt;
use crate::eras::revision::Era;
use crate::limits;
use crate::request::{Request, text};
use crate::session::Session;
use crate::token;

/// What came of asking again.
pub(crate) enum Resumed {
    Call(Arc<ClientCall>),
    /// Not everything was answered: what the client is told.
    StillAsked(Value),
}

impl Session {
    /// Tells the client to ask again, with answers to what is open. The call goes on meanwhile.
    pub(crate) fn suspend(
        &self,
        call: &ClientCall,
        open: BTreeMap<String, CallerRequest>,
    ) -> Result<Value, Fault> {
        let requests = input_requests(&open);
        let state = token::unguessable();
        *call.open.lock() = open;
        if !self
            .gateway
            .calls
            .detach(call, Resumes::WithState(state.clone()))
        {
            call.open.lock().clear();
            call.cancel();
            return Err(too_many());
        }
        let mut result = json!({ "resultType": "input_required", "requestState": state });
        if !requests.is_empty() {
            result["inputRequests"] = requests.into();
        }
        Ok(adapt::own(result, Era::Modern, &self.gateway.own_info()))
    }

    /// Tells the client in words to make a request again, which waits for the person. The call goes on meanwhile.
    pub(crate) fn defer(
        &self,
        request: &Request,
        call: &ClientCall,
        message: &Message,
    ) -> Result<Value, Fault> {
        let was_sent = call.is_sent();
        if !self.gateway.calls.detach(call, Resumes::SameCall) {
            call.cancel();
            if was_sent {
                return Err(too_many());
            }
        }
        if request.method == "tools/call" {
            return Ok(self.gateway.error_result(request.era, message));
        }
        Err(Fault::new(REFUSED, text(message)))
    }

    /// Takes up a call with the answers of the client; `None` = the request has no state.
    pub(crate) fn resumed(
        &self,
        request: &Request,
        key: &CallKey,
    ) -> Result<Option<Resumed>, Fault> {
        let (Era::Modern, Some(state)) = (request.era, request.params.get("requestState")) else {
            return Ok(None);
        };
        let state = state.as_str().unwrap_or_default();
        let call = self.gateway.calls.resume(state, key)?;
        let mut open = std::mem::take(&mut *call.open.lock());
        let responses = request.params.get("inputResponses");
        deliver(&mut open, responses.and_then(Value::as_object));
        if open.is_empty() {
            return Ok(Some(Resumed::Call(call)));
        }
        let asked = self.suspend(&call, open)?;
        Ok(Some(Resumed::StillAsked(asked)))
    }
}

fn too_many() -> Fault {
    let most = limits::KEPT_CALLS;
    Fault::new(
        REFUSED,
        format!("More than {most} calls wait for the client"),
    )
}
