//! What a method has at hand while it answers one request.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::exchange::Exchange;
use super::fault::{Ended, Fault, INTERNAL};
use super::legacy::Session;
use super::names::{OWN, TASKS};
use super::question::Question;
use super::task::Task;
use super::world::World;

/// One request that is being answered.
#[derive(Clone)]
pub(super) struct Call {
    pub(super) world: Arc<World>,
    pub(super) id: Value,
    pub(super) method: String,
    pub(super) params: Map<String, Value>,
    pub(super) exchange: Arc<Exchange>,
    pub(super) client: Client,
}

/// Who made the request, and how it is asked something.
#[derive(Clone)]
pub(super) enum Client {
    /// A client with a session: it is sent a request.
    Session(Arc<Session>),
    /// A client without: it asks again with the answers.
    Alone,
    /// A client that follows the call as a task: it finds the question there.
    Task(Arc<Task>),
}

impl Call {
    pub(super) fn is_modern(&self) -> bool {
        !matches!(self.client, Client::Session(_))
    }

    pub(super) fn meta(&self, name: &str) -> &Value {
        self.params
            .get("_meta")
            .and_then(|meta| meta.get(name))
            .unwrap_or(&Value::Null)
    }

    /// A text parameter; empty if it is none.
    pub(super) fn text(&self, name: &str) -> &str {
        self.params
            .get(name)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// An argument of a tool or a prompt.
    pub(super) fn argument(&self, name: &str) -> &Value {
        self.params
            .get("arguments")
            .and_then(|arguments| arguments.get(name))
            .unwrap_or(&Value::Null)
    }

    /// Whether the client declares a capability.
    pub(super) fn can(&self, name: &str) -> bool {
        match &self.client {
            Client::Session(session) => session.capabilities[name].is_object(),
            _ => self.meta(&format!("{OWN}clientCapabilities"))[name].is_object(),
        }
    }

    /// Whether the client takes a task for an answer.
    pub(super) fn takes_tasks(&self) -> bool {
        let capabilities = self.meta(&format!("{OWN}clientCapabilities"));
        self.is_modern() && capabilities["extensions"][TASKS].is_object()
    }

    pub(super) fn notify(&self, method: &str, params: &Value) {
        self.exchange
            .tell(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Reports how far it is, if the client wants to know.
    pub(super) fn report(&self, progress: u32, total: u32) {
        let token = self.meta("progressToken");
        if !token.is_null() {
            let params = json!({ "progressToken": token, "progress": progress, "total": total });
            self.notify("notifications/progress", &params);
        }
    }

    /// Logs at the level `info`, if the client wants that.
    pub(super) fn log(&self, text: &str) {
        let is_wanted = match &self.client {
            Client::Session(session) => session.wants_info(),
            _ => self
                .meta(&format!("{OWN}logLevel"))
                .as_str()
                .is_some_and(|level| matches!(level, "debug" | "info")),
        };
        if is_wanted {
            let params = json!({ "level": "info", "logger": "conformance", "data": text });
            self.notify("notifications/message", &params);
        }
    }

    /// A moment in which something would be done.
    pub(super) async fn moment(&self) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }

    /// Asks one question.
    pub(super) async fn ask(&self, question: Question) -> Result<Value, Ended> {
        self.ask_with_state(question, None).await
    }

    /// Asks one question; a client without a session sends the state back with the answer.
    pub(super) async fn ask_with_state(
        &self,
        question: Question,
        state: Option<&str>,
    ) -> Result<Value, Ended> {
        let answers = self.ask_all(vec![question], state).await?;
        Ok(answers.into_iter().next().unwrap_or_default())
    }

    /// Asks all of them at once; their answers in the same order.
    pub(super) async fn ask_all(
        &self,
        questions: Vec<Question>,
        state: Option<&str>,
    ) -> Result<Vec<Value>, Ended> {
        let mut answers = Vec::new();
        match &self.client {
            Client::Session(session) => {
                for question in questions {
                    let answer = session
                        .ask(&self.exchange, question.method, question.params)
                        .await?;
                    answers.push(answer);
                }
            }
            Client::Task(task) => {
                let open: Vec<_> = questions
                    .into_iter()
                    .map(|question| task.ask(question))
                    .collect();
                for answer in open {
                    let lost = |_| Fault::new(INTERNAL, "The task ended before the answer");
                    answers.push(answer.await.map_err(lost)?);
                }
            }
            Client::Alone => {
                let given = self.params.get("inputResponses");
                let answer_to = |question: &Question| {
                    let answer = given.and_then(|given| given.get(question.key))?;
                    answers_it(question.method, answer).then(|| answer.clone())
                };
                let known: Vec<_> = questions.iter().map(answer_to).collect();
                if known.iter().any(Option::is_none) {
                    let requests = questions.into_iter().map(|question| {
                        let request =
                            json!({ "method": question.method, "params": question.params });
                        (question.key.to_owned(), request)
                    });
                    return Err(Ended::Input {
                        requests: requests.collect(),
                        state: state.map(|state| self.world.signed(state)),
                    });
                }
                answers.extend(known.into_iter().flatten());
            }
        }
        Ok(answers)
    }

    /// The state that a client without a session sent back; `None` = it sent none.
    pub(super) fn state(&self) -> Result<Option<&str>, Fault> {
        match self.params.get("requestState") {
            None | Some(Value::Null) => Ok(None),
            Some(state) => {
                let verified = state.as_str().and_then(|state| self.world.verified(state));
                let wrong = || Fault::params("requestState is not as it was given");
                verified.map(Some).ok_or_else(wrong)
            }
        }
    }
}

/// Whether this has the form of an answer to such a request.
fn answers_it(method: &str, answer: &Value) -> bool {
    match method {
        "elicitation/create" => answer["action"].is_string(),
        "sampling/createMessage" => answer["role"].is_string() && !answer["content"].is_null(),
        _ => answer["roots"].is_array(),
    }
}
