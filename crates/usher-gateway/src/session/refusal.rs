//! What a client gets that the person has not allowed, has paused or has blocked: the reason, and nothing else.

use serde_json::Value;
use usher_jsonrpc::{Fault, REFUSED};
use usher_messages::Message;
use usher_types::client::ClientStatus;

use crate::calls::client_call::ClientCall;
use crate::request::{Request, text};
use crate::session::Session;

const PAUSED: &str = "gateway.paused";
const BLOCKED: &str = "gateway.refused";

impl Session {
    /// Why the client may call nothing now.
    pub(crate) fn refusal(&self) -> Option<Message> {
        let code = match self.client().status {
            ClientStatus::Allowed => return None,
            ClientStatus::Waiting => "gateway.waiting",
            ClientStatus::Paused => PAUSED,
            ClientStatus::Refused => BLOCKED,
        };
        Some(Message::new(code))
    }

    /// What the client is answered when a call has ended.
    pub(crate) fn handed_over(
        &self,
        request: &Request,
        call: &ClientCall,
        outcome: Result<Value, Fault>,
    ) -> Result<Value, Fault> {
        match call.withheld() {
            None => outcome,
            Some(why) if request.method == "tools/call" => {
                Ok(self.gateway.error_result(request.era, &why))
            }
            Some(why) => Err(refused(&why)),
        }
    }
}

impl ClientCall {
    /// Why nothing of it reaches its client: the person has blocked the client since, or paused it before the call was
    /// sent.
    pub(crate) fn withheld(&self) -> Option<Message> {
        if self.access.is_ended() {
            return Some(Message::new(BLOCKED));
        }
        let is_withdrawn = self.access.is_suspended() && !self.is_sent();
        is_withdrawn.then(|| Message::new(PAUSED))
    }
}

/// An error that gives the reason.
pub(crate) fn refused(why: &Message) -> Fault {
    Fault::new(REFUSED, text(why))
}
