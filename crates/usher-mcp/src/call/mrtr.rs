//! Results of the modern era: which kind a result is, and the rounds in which a server asks for more
//! before it gives one (2026-07-28, basic/patterns/mrtr).

use futures::{StreamExt, TryStreamExt, stream};
use serde_json::{Map, Value};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::{Answered, Outgoing, RpcClient};
use crate::client_features::{self, Cause, Refusal};
use crate::dialect::Dialect;
use crate::era;
use crate::error::{CallError, UNSUPPORTED_VERSION};
use crate::event::{ConnectionEvent, ReapprovalRequest, Repeated};
use crate::limits;
use crate::server_request::InputRequired;

/// Answers to questions, and the state of the server, in a request that is made again.
pub(crate) const RESPONSES: &str = "inputResponses";
pub(crate) const STATE: &str = "requestState";

/// The only requests that may be answered with a question.
const ASKING: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

/// Requests that change nothing: one whose answer was lost on its way is made again, under a new id (2026-07-28,
/// basic/transports/streamable-http). A tool may have done its work, so nobody but the person runs it again.
const REPEATABLE: [&str; 7] = [
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "prompts/list",
    "resources/read",
    "prompts/get",
    "completion/complete",
];

/// The requests whose result may be of the type `task`: the call that became one, and the looks at it, which
/// some servers describe by the same type (2026-07-28, tasks extension).
const TASK_BOUND: [&str; 4] = ["tools/call", "tasks/get", "tasks/update", "tasks/cancel"];

/// What a result of the modern era is.
#[derive(Debug, PartialEq)]
enum Turn {
    /// What was asked for.
    Complete,
    /// Questions first. Without any, the request is simply made again.
    Asked {
        questions: Map<String, Value>,
        /// To be handed back exactly as it came, if it came.
        state: Option<Value>,
    },
}

impl RpcClient {
    /// Makes a request; in the modern era as often as the server needs to ask something first.
    pub(crate) async fn request_with_mrtr(
        &self,
        mut outgoing: Outgoing,
    ) -> Result<Answered, CallError> {
        // A call that is taken up again brings the answers of a round along; they hold for that request alone.
        let mut answers = std::mem::take(&mut outgoing.answers);
        let mut has_asked = !answers.is_empty();
        for _ in 0..=limits::ROUNDS {
            let next = Outgoing {
                answers: std::mem::take(&mut answers),
                ..outgoing.clone()
            };
            let answered = self.in_known_version(next).await?;
            let Some(Dialect::Modern { .. }) = self.wire.dialect() else {
                return Ok(answered);
            };
            let turn = read(outgoing.method, &answered.raw);
            let (questions, state) =
                match turn.map_err(|what| self.not_understood(what, &answered))? {
                    Turn::Complete => {
                        return Ok(Answered {
                            has_asked,
                            ..answered
                        });
                    }
                    Turn::Asked { questions, state } => (questions, state),
                };
            has_asked = true;
            if questions.is_empty() {
                self.may_go_on(&outgoing).await?;
            } else {
                let told = asked_round(&outgoing, &questions, state.as_ref());
                if let Some(round) = told.clone() {
                    self.wire
                        .events
                        .send(ConnectionEvent::InputRequired(round))
                        .await;
                }
                let inputs = self.gather(&outgoing, questions).await?;
                self.may_go_on(&outgoing).await?;
                if let Some(InputRequired { tag, .. }) = told {
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
            what: format!(
                "the server asked for more {} times and still gave no result",
                limits::ROUNDS
            ),
            raw: Value::Null,
        })
    }

    /// Makes a request, and once more if the server names another version to make it in (2026-07-28,
    /// basic/versioning).
    async fn in_known_version(&self, outgoing: Outgoing) -> Result<Answered, CallError> {
        let mut ended = self.request(outgoing.clone()).await;
        if is_lost(&ended) && REPEATABLE.contains(&outgoing.method) {
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
        match (self.wire.dialect(), era::another_version(data.as_ref())) {
            (Some(Dialect::Modern { .. }), Some(version)) => {
                self.wire.speak(Some(Dialect::of(version)));
                self.request(outgoing).await
            }
            _ => ended,
        }
    }

    /// Puts all questions of a round to the person, as many at once as may be open.
    async fn gather(
        &self,
        outgoing: &Outgoing,
        questions: Map<String, Value>,
    ) -> Result<Map<String, Value>, CallError> {
        let over = CancellationToken::new();
        let _withdraw = over.clone().drop_guard();
        let asked = stream::iter(questions).map(|(key, mut question)| {
            let over = &over;
            async move {
                let method = question["method"].as_str().unwrap_or_default().to_owned();
                let params = question
                    .get_mut("params")
                    .map(Value::take)
                    .unwrap_or_default();
                let cause = Cause::Call(outgoing.tag.clone());
                match client_features::dispatch(&self.wire, &method, params, cause, over).await {
                    Ok(result) => Ok((key, result)),
                    Err(Refusal::Rejected) => Err(CallError::Declined),
                    Err(refusal) => Err(CallError::Undecodable {
                        what: format!("the server asked for what it may not: {refusal}"),
                        raw: self.wire.redactor.value(question),
                    }),
                }
            }
        });
        let gathered = asked
            .buffer_unordered(self.wire.limits.parallel_requests)
            .try_collect();
        tokio::select! {
            biased;
            () = outgoing.cancel.cancelled() => Err(CallError::Cancelled),
            () = self.wire.lifecycle.closed().cancelled() => Err(CallError::Closed(self.wire.lifecycle.reason())),
            gathered = gathered => gathered,
        }
    }

    /// What is used may have become something else while the person was asked: the listener knows.
    pub(crate) async fn may_go_on(&self, outgoing: &Outgoing) -> Result<(), CallError> {
        match repeated(outgoing) {
            Some(what) => self.may_be_used(what, &outgoing.cancel).await,
            None => Ok(()),
        }
    }

    /// Whether something may still be used, by the listener's word.
    pub(super) async fn may_be_used(
        &self,
        what: Repeated,
        cancel: &CancellationToken,
    ) -> Result<(), CallError> {
        let (word, said) = oneshot::channel();
        let going = ConnectionEvent::ReapprovalRequest(ReapprovalRequest { what, word });
        self.wire.events.send(going).await;
        let said = tokio::select! {
            biased;
            () = cancel.cancelled() => return Err(CallError::Cancelled),
            () = self.wire.lifecycle.closed().cancelled() => return Err(CallError::Closed(self.wire.lifecycle.reason())),
            said = said => said,
        };
        match said {
            Ok(Ok(())) => Ok(()),
            Ok(Err(why)) => Err(CallError::Withheld { why }),
            // No reply is no approval, whatever became of who should have given it.
            Err(_) => Err(CallError::Withheld {
                why: "It was not sent again, because nothing confirmed that it is still what you reviewed. Run it again.".to_owned(),
            }),
        }
    }

    pub(super) fn not_understood(&self, what: String, answered: &Answered) -> CallError {
        CallError::Undecodable {
            what,
            raw: self.wire.redactor.value(answered.raw.clone()),
        }
    }
}

/// Whether the answer broke off, or nobody took the request.
fn is_lost(ended: &Result<Answered, CallError>) -> bool {
    matches!(ended, Err(CallError::Http { status: None, .. }))
}

/// What is used once more; `None` for what has no definition of its own.
fn repeated(outgoing: &Outgoing) -> Option<Repeated> {
    let params = outgoing.params.as_ref()?;
    let named = |member: &str| Some(params.get(member)?.as_str()?.to_owned());
    match outgoing.method {
        "tools/call" => named("name").map(Repeated::Tool),
        "prompts/get" => named("name").map(Repeated::Prompt),
        "resources/read" => named("uri").map(Repeated::Resource),
        _ => None,
    }
}

/// What a listener needs to go on with this round another time; `None` if the request is no tool call of its own.
fn asked_round(
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

/// Which kind a result is. One that does not say is complete: servers of drafts did not.
fn read(method: &str, result: &Value) -> Result<Turn, String> {
    match result.get("resultType") {
        None => Ok(Turn::Complete),
        Some(Value::String(kind)) if kind == "complete" => Ok(Turn::Complete),
        Some(Value::String(kind)) if kind == "task" && TASK_BOUND.contains(&method) => {
            Ok(Turn::Complete)
        }
        Some(Value::String(kind)) if kind == "input_required" && ASKING.contains(&method) => {
            let questions = match result.get("inputRequests") {
                None | Some(Value::Null) => Map::new(),
                Some(Value::Object(questions)) => questions.clone(),
                Some(_) => return Err("its inputRequests are no object".into()),
            };
            let state = result.get("requestState").cloned();
            if questions.is_empty() && state.is_none() {
                return Err("it asks for input without saying which".into());
            }
            Ok(Turn::Asked { questions, state })
        }
        Some(kind) => Err(format!(
            "a result of {method} may not be of the type {kind}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_result_says_what_it_is() {
        let asked = |questions: Value, state: Option<Value>| {
            Ok(Turn::Asked {
                questions: questions.as_object().cloned().unwrap_or_default(),
                state,
            })
        };
        let err = |words: &str| Err(words.to_owned());
        let question = json!({"k": {"method": "roots/list"}});
        let cases = [
            ("tools/call", json!({}), Ok(Turn::Complete)),
            (
                "tools/list",
                json!({"resultType": "complete"}),
                Ok(Turn::Complete),
            ),
            ("tools/call", json!(null), Ok(Turn::Complete)),
            (
                "tools/call",
                json!({"resultType": "input_required", "inputRequests": question, "requestState": " \u{e9}\n "}),
                asked(question.clone(), Some(json!(" \u{e9}\n "))),
            ),
            (
                "resources/read",
                json!({"resultType": "input_required", "requestState": ""}),
                asked(json!({}), Some(json!(""))),
            ),
            (
                "prompts/get",
                json!({"resultType": "input_required", "inputRequests": question}),
                asked(question.clone(), None),
            ),
            (
                "prompts/get",
                json!({"resultType": "input_required"}),
                err("it asks for input without saying which"),
            ),
            (
                "prompts/get",
                json!({"resultType": "input_required", "inputRequests": []}),
                err("its inputRequests are no object"),
            ),
            (
                "tools/list",
                json!({"resultType": "input_required", "inputRequests": question}),
                err(r#"a result of tools/list may not be of the type "input_required""#),
            ),
            (
                "tools/call",
                json!({"resultType": "task"}),
                Ok(Turn::Complete),
            ),
            (
                "prompts/get",
                json!({"resultType": "task"}),
                err(r#"a result of prompts/get may not be of the type "task""#),
            ),
            (
                "tools/call",
                json!({"resultType": "perhaps"}),
                err(r#"a result of tools/call may not be of the type "perhaps""#),
            ),
            (
                "tools/call",
                json!({"resultType": null}),
                err("a result of tools/call may not be of the type null"),
            ),
        ];
        for (method, result, expected) in cases {
            assert_eq!(read(method, &result), expected, "{method} {result}");
        }
    }
}
