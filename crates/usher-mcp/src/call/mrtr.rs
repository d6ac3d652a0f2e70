//! Reads the kinds of modern results and answers the server's questions first.
//!
//! See 2026-07-28, basic/patterns/mrtr.

use futures::{StreamExt, TryStreamExt, stream};
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::{Answered, Outgoing, RpcClient};
use crate::client_features::{self, Cause};
use crate::dialect::Dialect;
use crate::era;
use crate::error::CallError;
use crate::event::{ConnectionEvent, ReapprovalSubject};
use crate::limits;
use crate::server_request::{InputKey, InputRequired};
use usher_jsonrpc::UNSUPPORTED_VERSION;
use usher_messages::Message;

/// The members of a repeated request: answers, and the server's state.
pub(crate) const RESPONSES: &str = "inputResponses";
pub(crate) const STATE: &str = "requestState";

/// The type of a result that asks.
const INPUT_REQUIRED: &str = "input_required";

/// The only requests that may be answered with a question.
const INPUT_METHODS: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

/// Requests without effects, repeated under a new id after a lost answer.
///
/// See 2026-07-28, basic/transports/streamable-http. A tool may have done its work, so only the user runs it again.
const REPEATABLE_METHODS: [&str; 7] = [
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "prompts/list",
    "resources/read",
    "prompts/get",
    "completion/complete",
];

/// The requests whose result may be of the type `task`.
///
/// Those are the call that became one, and its polls, which some servers describe by the same type (2026-07-28, tasks
/// extension).
const TASK_METHODS: [&str; 4] = ["tools/call", "tasks/get", "tasks/update", "tasks/cancel"];

/// The kind of a modern result.
#[derive(Debug, PartialEq)]
enum ResultType {
    Complete,
    /// Questions; without any, the request is repeated.
    InputRequired {
        questions: Map<String, Value>,
        /// Sent back exactly as it came.
        state: Option<Value>,
    },
}

impl RpcClient {
    /// Sends a request, repeating it while a modern server asks questions.
    pub(crate) async fn request_with_mrtr(
        &self,
        mut outgoing: Outgoing,
    ) -> Result<Answered, CallError> {
        // A resumed call brings the answers of a round, which hold for its first request only.
        let mut answers = std::mem::take(&mut outgoing.answers);
        let mut has_asked = !answers.is_empty();
        for _ in 0..=limits::ROUNDS {
            let next = Outgoing {
                answers: std::mem::take(&mut answers),
                ..outgoing.clone()
            };
            let answered = self.request_with_version_retry(next).await?;
            let Some(Dialect::Modern { .. }) = self.wire.dialect() else {
                self.check_is_no_question(outgoing.method, &answered)?;
                return Ok(answered);
            };
            let result_type = result_type(outgoing.method, &answered.raw);
            let (questions, state) =
                match result_type.map_err(|what| self.undecodable_answer(what, &answered))? {
                    ResultType::Complete => {
                        return Ok(Answered {
                            has_asked,
                            ..answered
                        });
                    }
                    ResultType::InputRequired { questions, state } => (questions, state),
                };
            has_asked = true;
            if questions.is_empty() {
                self.check_still_approved(&outgoing).await?;
            } else {
                let round = input_required_event(&outgoing, &questions, state.as_ref());
                if let Some(round) = round.clone() {
                    self.wire
                        .events
                        .send(ConnectionEvent::InputRequired(round))
                        .await;
                }
                let inputs = self.collect_inputs(&outgoing, questions).await?;
                self.check_still_approved(&outgoing).await?;
                if let Some(InputRequired { tag, .. }) = round {
                    self.wire
                        .events
                        .send(ConnectionEvent::InputProvided(tag))
                        .await;
                }
                answers.insert(RESPONSES.to_owned(), Value::Object(inputs));
            }
            if let Some(state) = state {
                answers.insert(STATE.to_owned(), state);
            }
        }
        Err(CallError::Undecodable {
            what: Message::new("response.rounds").with("count", limits::ROUNDS),
            raw: Value::Null,
        })
    }

    /// Sends a request, and once more in another version the server names.
    ///
    /// See 2026-07-28, basic/versioning.
    async fn request_with_version_retry(&self, outgoing: Outgoing) -> Result<Answered, CallError> {
        let mut ended = self.request(outgoing.clone()).await;
        if is_connection_lost(&ended) && REPEATABLE_METHODS.contains(&outgoing.method) {
            self.check_still_approved(&outgoing).await?;
            ended = self.request(outgoing.clone()).await;
        }
        let Err(CallError::Rejected {
            code: UNSUPPORTED_VERSION,
            data,
            ..
        }) = &ended
        else {
            return ended;
        };
        match (self.wire.dialect(), era::offered_version(data.as_ref())) {
            (Some(Dialect::Modern { .. }), Some(version)) => {
                self.check_still_approved(&outgoing).await?;
                self.wire.set_dialect(Some(Dialect::from_revision(version)));
                self.request(outgoing).await
            }
            _ => ended,
        }
    }

    /// Asks the user all questions of a round, within the parallel limit.
    async fn collect_inputs(
        &self,
        outgoing: &Outgoing,
        questions: Map<String, Value>,
    ) -> Result<Map<String, Value>, CallError> {
        let withdrawn = CancellationToken::new();
        let _withdraw = withdrawn.clone().drop_guard();
        let parallel = self.wire.limits.parallel_requests;
        let together = questions.len().min(parallel);
        let dispatched = stream::iter(questions).map(|(key, mut question)| {
            let withdrawn = &withdrawn;
            async move {
                let method = question["method"].as_str().unwrap_or_default().to_owned();
                let params = question
                    .get_mut("params")
                    .map(Value::take)
                    .unwrap_or_default();
                let cause = Cause::Call {
                    tag: outgoing.tag.clone(),
                    input: Some(InputKey::Round {
                        key: key.clone(),
                        together,
                    }),
                };
                client_features::dispatch(&self.wire, &method, params, cause, withdrawn)
                    .await
                    .map(|result| (key, result))
                    .map_err(|refusal| refusal.into_call_error(self.wire.redactor.value(question)))
            }
        });
        let inputs = dispatched.buffer_unordered(parallel).try_collect();
        tokio::select! {
            biased;
            () = outgoing.cancel.cancelled() => Err(CallError::Cancelled),
            () = self.wire.lifecycle.closed().cancelled() => Err(CallError::Closed(self.wire.lifecycle.reason())),
            inputs = inputs => inputs,
        }
    }

    /// Asks the listener whether a repeat is still approved.
    ///
    /// What the request uses may have changed while the user was asked.
    pub(crate) async fn check_still_approved(&self, outgoing: &Outgoing) -> Result<(), CallError> {
        let params = outgoing.params.as_deref();
        match params.and_then(|params| ReapprovalSubject::of_request(outgoing.method, params)) {
            Some(what) => self.request_reapproval(what, &outgoing.cancel).await,
            None => Ok(()),
        }
    }

    /// Waits for the listener's reply.
    pub(super) async fn request_reapproval(
        &self,
        what: ReapprovalSubject,
        cancel: &CancellationToken,
    ) -> Result<(), CallError> {
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err(CallError::Cancelled),
            reply = self.wire.request_reapproval(what) => reply,
        }
    }

    /// Refuses questions in a place that has none: they would reach whoever reads the result unseen.
    pub(super) fn check_is_no_question(
        &self,
        method: &str,
        answered: &Answered,
    ) -> Result<(), CallError> {
        match answered.raw.get("resultType") {
            Some(kind) if kind == INPUT_REQUIRED => {
                let what = Message::new("response.resultType")
                    .with("method", method)
                    .with("type", kind.to_string());
                Err(self.undecodable_answer(what, answered))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn undecodable_answer(&self, what: Message, answered: &Answered) -> CallError {
        CallError::Undecodable {
            what,
            raw: self.wire.redactor.value(answered.raw.clone()),
        }
    }
}

/// Returns whether the answer broke off or the request was not received.
fn is_connection_lost(ended: &Result<Answered, CallError>) -> bool {
    matches!(ended, Err(CallError::Http { status: None, .. }))
}

/// Returns what a listener needs to resume this round later.
///
/// `None` if the request is not a tool call of the user.
fn input_required_event(
    outgoing: &Outgoing,
    questions: &Map<String, Value>,
    state: Option<&Value>,
) -> Option<InputRequired> {
    if outgoing.method != "tools/call" {
        return None;
    }
    let params = outgoing.params.as_ref()?;
    Some(InputRequired {
        tag: outgoing.tag.clone()?,
        tool: params.get("name")?.as_str()?.to_owned(),
        arguments: outgoing.arguments.clone().unwrap_or_default(),
        questions: questions.clone(),
        state: state.cloned(),
    })
}

/// Reads the kind of a result.
///
/// One that names none is complete: servers of drafts did not name it.
fn result_type(method: &str, result: &Value) -> Result<ResultType, Message> {
    match result.get("resultType") {
        None => Ok(ResultType::Complete),
        Some(Value::String(kind)) if kind == "complete" => Ok(ResultType::Complete),
        Some(Value::String(kind)) if kind == "task" && TASK_METHODS.contains(&method) => {
            Ok(ResultType::Complete)
        }
        Some(Value::String(kind)) if kind == INPUT_REQUIRED && INPUT_METHODS.contains(&method) => {
            let questions = match result.get("inputRequests") {
                None | Some(Value::Null) => Map::new(),
                Some(Value::Object(questions)) => questions.clone(),
                Some(_) => return Err(Message::new("response.inputRequests")),
            };
            let state = result.get("requestState").cloned();
            if questions.is_empty() && state.is_none() {
                return Err(Message::new("response.noInputRequests"));
            }
            Ok(ResultType::InputRequired { questions, state })
        }
        Some(kind) => Err(Message::new("response.resultType")
            .with("method", method)
            .with("type", kind.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_result_says_what_it_is() {
        let dispatched = |questions: Value, state: Option<Value>| {
            Ok(ResultType::InputRequired {
                questions: questions.as_object().cloned().unwrap_or_default(),
                state,
            })
        };
        let of_type = |method: &str, kind: &str| {
            Err(Message::new("response.resultType")
                .with("method", method)
                .with("type", kind))
        };
        let question = json!({"k": {"method": "roots/list"}});
        let cases = [
            ("tools/call", json!({}), Ok(ResultType::Complete)),
            (
                "tools/list",
                json!({"resultType": "complete"}),
                Ok(ResultType::Complete),
            ),
            ("tools/call", json!(null), Ok(ResultType::Complete)),
            (
                "tools/call",
                json!({"resultType": "input_required", "inputRequests": question, "requestState": " \u{e9}\n "}),
                dispatched(question.clone(), Some(json!(" \u{e9}\n "))),
            ),
            (
                "resources/read",
                json!({"resultType": "input_required", "requestState": ""}),
                dispatched(json!({}), Some(json!(""))),
            ),
            (
                "prompts/get",
                json!({"resultType": "input_required", "inputRequests": question}),
                dispatched(question.clone(), None),
            ),
            (
                "prompts/get",
                json!({"resultType": "input_required"}),
                Err(Message::new("response.noInputRequests")),
            ),
            (
                "prompts/get",
                json!({"resultType": "input_required", "inputRequests": []}),
                Err(Message::new("response.inputRequests")),
            ),
            (
                "tools/list",
                json!({"resultType": "input_required", "inputRequests": question}),
                of_type("tools/list", r#""input_required""#),
            ),
            (
                "tools/call",
                json!({"resultType": "task"}),
                Ok(ResultType::Complete),
            ),
            (
                "prompts/get",
                json!({"resultType": "task"}),
                of_type("prompts/get", r#""task""#),
            ),
            (
                "tools/call",
                json!({"resultType": "perhaps"}),
                of_type("tools/call", r#""perhaps""#),
            ),
            (
                "tools/call",
                json!({"resultType": null}),
                of_type("tools/call", "null"),
            ),
        ];
        for (method, result, expected) in cases {
            assert_eq!(result_type(method, &result), expected, "{method} {result}");
        }
    }
}
