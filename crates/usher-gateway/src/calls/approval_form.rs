//! Has a client ask its user whether its own call may run, where the person leaves that to it.

use std::convert::Infallible;
use std::future::pending;

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use usher_calls::approvals::Answer;
use usher_calls::caller_requests::CallerReply;
use usher_calls::running_calls::Stage;
use usher_messages::Message;
use usher_servers::snapshot::CallRequest;
use usher_types::approval::Grant;

use crate::calls::client_call::ClientCall;
use crate::eras::revision::Era;
use crate::limits;
use crate::request::text;

const DECISION: &str = "decision";
const RUN: &str = "run";
const DECLINE: &str = "decline";

impl ClientCall {
    /// Asks the client about a call once the person is asked, and passes its answer on. The person may answer in Usher
    /// meanwhile, which takes the form back.
    pub(super) async fn ask_in_client(&self) -> Infallible {
        if self.is_of_tool() && self.caller.asks_approvals() {
            tokio::select! {
                biased;
                () = self.until(|state| state.stage >= Stage::Approved) => {}
                () = self.ask_each() => {}
            }
        }
        pending().await
    }

    /// Asks by a form, once for each request that waits for the call: what the form is answered decides about the call.
    async fn ask_each(&self) {
        loop {
            let mut number = self.latest();
            self.until(|state| state.approval.is_some()).await;
            match self.reply.era {
                // A legacy client forgets the form with its request.
                Era::Legacy => tokio::select! {
                    biased;
                    () = self.superseded(number) => continue,
                    () = self.until_detached() => {}
                    _ = self.ask_now() => {}
                },
                // A modern one answers it with its next request.
                Era::Modern => {
                    self.ask_now().await;
                    number = self.latest();
                }
            }
            self.superseded(number).await;
        }
    }

    async fn ask_now(&self) -> Option<()> {
        let approvals = self.gateway.host.approvals();
        let (id, request) = approvals.of_call(&self.id)?;
        let form = form(&request, &self.caller.client_name(), &self.reply.name)?;
        let withdrawn = CancellationToken::new();
        let _withdraw = withdrawn.clone().drop_guard();
        let asking = self.caller.ask_approval(self.id.clone(), form, withdrawn);
        let reply = self.asked_in_client(asking).await?;
        let answer = answer(&reply, &request)?;
        let client = self.caller.client_name();
        if let Err(error) = approvals.answer_in_client(&id, &client, answer).await {
            tracing::debug!(%error, "what a client decided about its call is not needed any more");
        }
        Some(())
    }
}

/// The form that asks about a call; `None` = its arguments are too long to be read there.
fn form(request: &CallRequest, client: &str, tool: &str) -> Option<Value> {
    let arguments = serde_json::to_string_pretty(&*request.arguments).ok()?;
    if arguments.len() > limits::FORM_ARGUMENTS_BYTES {
        return None;
    }
    let message = Message::new("gateway.mayRun")
        .with("client", client)
        .with("tool", tool)
        .with("arguments", arguments);
    let words = |code| text(&Message::new(code));
    Some(json!({
        "mode": "form",
        "message": text(&message),
        "requestedSchema": {
            "type": "object",
            "properties": {
                DECISION: {
                    "type": "string",
                    "title": words("gateway.decision"),
                    "enum": [RUN, DECLINE],
                    "enumNames": [words("gateway.run"), words("gateway.decline")],
                },
            },
            "required": [DECISION],
        },
    }))
}

/// What the client's user has decided; `None` = nothing, the person is still asked.
fn answer(reply: &CallerReply, request: &CallRequest) -> Option<Answer> {
    let CallerReply::Result(result) = reply else {
        return None;
    };
    match (
        result["action"].as_str()?,
        result["content"][DECISION].as_str(),
    ) {
        ("accept", Some(RUN)) => Some(Answer::Run {
            arguments: serde_json::Map::clone(&request.arguments),
            grant: Grant::Once,
        }),
        ("accept", Some(DECLINE)) | ("decline", _) => Some(Answer::Decline),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Map;
    use std::sync::Arc;

    use usher_types::approval::CallReason;
    use usher_types::call::ArgumentCheck;
    use usher_types::caller::Caller;
    use usher_types::policy::Trust;
    use usher_types::protocol::ToolAnnotations;

    fn request(arguments: &Value) -> CallRequest {
        CallRequest {
            caller: Caller::Client { id: "c".into() },
            tool: "echo".to_owned(),
            title: None,
            input_schema: json!({}),
            annotations: ToolAnnotations::default(),
            trust: Trust::No,
            definition: String::new(),
            arguments: Arc::new(arguments.as_object().cloned().unwrap_or_default()),
            check: ArgumentCheck::SendAnyway,
            why: CallReason::Client,
        }
    }

    #[test]
    fn only_a_decision_of_the_form_decides() {
        let asked = request(&json!({ "a": 1 }));
        let run = || Answer::Run {
            arguments: Map::clone(&asked.arguments),
            grant: Grant::Once,
        };
        let cases = [
            (
                json!({ "action": "accept", "content": { "decision": "run" } }),
                Some(run()),
            ),
            (
                json!({ "action": "accept", "content": { "decision": "decline" } }),
                Some(Answer::Decline),
            ),
            (json!({ "action": "decline" }), Some(Answer::Decline)),
            (json!({ "action": "cancel" }), None),
            (json!({ "action": "accept" }), None),
            (
                json!({ "action": "accept", "content": { "decision": "always" } }),
                None,
            ),
            (
                json!({ "action": "accept", "content": { "decision": true } }),
                None,
            ),
            (json!({}), None),
        ];
        for (result, expected) in cases {
            let found = answer(&CallerReply::Result(result.clone()), &asked);
            assert_eq!(found, expected, "{result}");
        }
        let error = CallerReply::Error {
            code: -1,
            message: "no".to_owned(),
        };
        assert_eq!(answer(&error, &asked), None, "an error decides nothing");
    }

    #[test]
    fn what_cannot_be_read_in_a_form_is_asked_in_usher_alone() {
        let long = "x".repeat(limits::FORM_ARGUMENTS_BYTES);
        let form = |arguments| form(&request(&arguments), "Editor", "demo__echo");
        assert_eq!(form(json!({ "a": long })), None);
        let form = form(json!({ "a": 1 })).expect("a form");
        assert_eq!(
            form["message"],
            "May “Editor” run demo__echo once, with these arguments?\n\n{\n  \"a\": 1\n}",
            "the whole of what would be sent is shown"
        );
    }
}
