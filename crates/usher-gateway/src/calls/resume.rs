//! Tells clients to come back for a call, and takes up the calls that they come back for (2026-07-28,
//! basic/patterns/mrtr).

use std::collections::BTreeMap;

use serde_json::{Value, json};
use usher_calls::caller_requests::CallerRequest;
use usher_jsonrpc::{Fault, REFUSED};
use usher_messages::Message;

use crate::calls::client_call::{Attachment, Resumes};
use crate::calls::input_requests::{deliver, input_requests};
use crate::calls::key::CallKey;
use crate::calls::table::Detach;
use crate::eras::adapt;
use crate::eras::revision::Era;
use crate::limits;
use crate::request::{Request, text};
use crate::session::Session;
use crate::token;

/// What came of asking again.
pub(crate) enum Resumed {
    Call(Attachment),
    /// Not everything was answered: what the client is told.
    StillAsked(Value),
}

impl Session {
    /// Tells the client to ask again, with answers to what is open. The call goes on meanwhile. `None` = it has ended, or
    /// another request waits for it.
    pub(crate) fn suspend(
        &self,
        attachment: &Attachment,
        open: BTreeMap<String, CallerRequest>,
    ) -> Option<Result<Value, Fault>> {
        let call = &attachment.call;
        let requests = input_requests(&open);
        let state = token::unguessable();
        *call.open.lock() = open;
        let resumes = Resumes::WithState(state.clone());
        match self.kept.calls.detach(attachment, resumes) {
            Detach::Done => {}
            Detach::TooMany => {
                call.open.lock().clear();
                call.cancel();
                return Some(Err(too_many()));
            }
            Detach::Kept => {
                call.open.lock().clear();
                return None;
            }
        }
        let mut result = json!({ "resultType": "input_required", "requestState": state });
        if !requests.is_empty() {
            result["inputRequests"] = requests.into();
        }
        let own_info = self.gateway.own_info();
        Some(Ok(adapt::own(result, Era::Modern, &own_info)))
    }

    /// Tells the client in words to make a request again, which waits for the person. The call goes on meanwhile. `None` = it
    /// has ended, or another request waits for it.
    pub(crate) fn defer(
        &self,
        request: &Request,
        attachment: &Attachment,
        message: &Message,
    ) -> Option<Result<Value, Fault>> {
        let call = &attachment.call;
        let was_sent = call.is_sent();
        match self.kept.calls.detach(attachment, Resumes::SameCall) {
            Detach::Done => {}
            Detach::Kept => return None,
            Detach::TooMany => {
                call.cancel();
                if was_sent {
                    return Some(Err(too_many()));
                }
            }
        }
        if request.method == "tools/call" {
            return Some(Ok(self.gateway.error_result(request.era, message)));
        }
        Some(Err(Fault::new(REFUSED, text(message))))
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
        let by = (&self.owner(), request.arrived);
        let attachment = self.kept.calls.resume(state, key, by)?;
        let mut open = std::mem::take(&mut *attachment.call.open.lock());
        let responses = request.params.get("inputResponses");
        deliver(&mut open, responses.and_then(Value::as_object));
        if open.is_empty() {
            return Ok(Some(Resumed::Call(attachment)));
        }
        Ok(Some(match self.suspend(&attachment, open) {
            Some(asked) => Resumed::StillAsked(asked?),
            None => Resumed::Call(attachment),
        }))
    }
}

fn too_many() -> Fault {
    let most = limits::KEPT_CALLS;
    Fault::new(
        REFUSED,
        format!("More than {most} calls wait for the client"),
    )
}
