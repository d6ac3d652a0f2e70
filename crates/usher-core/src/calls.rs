//! Running tools: argument check, progress, cancel, what came of it, and the history of it.

mod consent;
mod history;
mod listed;
mod outcome;
mod rounds;
mod tasks;
mod webtool;

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use usher_mcp::{CallError, CallOptions, CallTag, Connection, Redactor, Started, Tool, ToolResult};

pub use history::{HistoryEntry, HistoryError};
pub use outcome::{CallEnding, CallOutcome};
pub(crate) use rounds::{going_on, resume_rounds, round_answered, round_asked};
pub(crate) use tasks::resume_tasks;
pub use usher_mcp::{RunAs, TaskSupport};

use crate::catalog::{Section, Shown};
use crate::host::Host;
use crate::request_error::RequestError;
use tasks::Followed;
use usher_config::definition::Transport;
use usher_content::schema::{self, Verdict};
use usher_store::RunningTask;
use usher_system::blocking::spawn_blocking;
pub use usher_types::call::ArgumentCheck;
use usher_types::id::{CallId, ServerId};

/// What is to be run.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// Made by the caller, so that it can cancel and follow the call.
    pub id: CallId,
    pub server: ServerId,
    pub tool: String,
    /// Its arguments, shared by all that look at them.
    pub arguments: Arc<Map<String, Value>>,
    /// What to do with arguments that break the schema.
    pub check: ArgumentCheck,
    /// How a tool is run that leaves that to the person.
    pub run_as: RunAs,
}

impl Host {
    /// Tools of one server, or of all that are on; actions of webtools stand beside them.
    pub fn list_tools(
        &self,
        server: Option<&ServerId>,
    ) -> Result<Vec<Section<Tool>>, RequestError> {
        let webtools = &self.around().webtools;
        if let Some(section) = server.and_then(|owner| webtools.section_of(owner)) {
            return Ok(vec![section]);
        }
        let mut sections = self.sections(server)?;
        if server.is_none() {
            sections.extend(webtools.sections());
        }
        Ok(sections)
    }

    pub fn tool(&self, server: &ServerId, name: &str) -> Result<Shown<Tool>, RequestError> {
        if let Some(webtool) = self.around().webtools.owned_by(server) {
            return webtool.tool(name).ok_or_else(|| {
                RequestError::NotListed(format!(
                    "“{}” has no action called {name} in the version that is used.",
                    webtool.label()
                ))
            });
        }
        let entry = self.require(server)?;
        entry
            .catalog
            .find::<Tool>(|tool| tool.name == name)
            .ok_or_else(|| {
                RequestError::NotListed(format!(
                    "“{}” has no tool called {name} (any more).",
                    entry.label()
                ))
            })
    }

    /// Runs a tool and answers when the call has ended, however it ended. An error means that nothing was sent.
    pub async fn call_tool(&self, mut call: ToolCall) -> Result<CallOutcome, RequestError> {
        let around = self.around();
        if let Some(webtool) = around.webtools.owned_by(&call.server) {
            return self.call_webtool(call, webtool).await;
        }
        let entry = self.require(&call.server)?;
        entry.reach()?;
        let tool = entry.tool(&call.tool);
        if call.check == ArgumentCheck::Refuse
            && let Some(tool) = &tool
        {
            refuse_bad_arguments(tool, &call.arguments).await?;
        }
        let running = around
            .calls
            .begin(&call.id, &call.server, &call.tool, &call.arguments)
            .ok_or_else(|| RequestError::Invalid {
                message: "A call with this identity is running already.".into(),
                faults: Vec::new(),
            })?;

        let began = Instant::now();
        let tool = self
            .admit(&*entry, Some(&entry), &mut call, &running.cancel_token())
            .await?;
        // It may have stopped, or started anew, while the person was asked.
        let connection = entry.reach()?;
        let started_at = around.clock.now_ms();
        let options = CallOptions {
            tag: CallTag(call.id.as_str().to_owned()),
            cancel: running.cancel_token(),
            timeout: around.request_timeout(),
        };
        let run_as = match tool.map(|tool| tool.task_support).unwrap_or_default() {
            TaskSupport::Required => RunAs::Task,
            TaskSupport::Optional => call.run_as,
            TaskSupport::Forbidden => RunAs::Call,
        };
        let started = connection
            .start_tool(&call.tool, Map::clone(&call.arguments), options, run_as)
            .await;
        let cancel = running.cancel_token();
        let ended = self
            .to_the_end(&call, connection, started_at, started, &cancel)
            .await;
        let Some((answer, was_task)) = ended else {
            return Err(RequestError::Unreachable(
                "Usher is closing. The call goes on when Usher runs again.".into(),
            ));
        };
        let duration = began.elapsed().saturating_sub(running.finish());
        let outcome = self
            .conclude(&call, &entry.label(), started_at, duration, answer)
            .await;
        if was_task {
            self.forget_task(&call).await;
        }
        Ok(outcome)
    }

    /// Follows a call that was sent to its end, and says whether it became a task; `None` = Usher is closing, and
    /// the call is taken up again at the next start.
    async fn to_the_end(
        &self,
        call: &ToolCall,
        connection: Connection,
        started_at: i64,
        started: Result<Started, CallError>,
        cancel: &CancellationToken,
    ) -> Option<(Result<ToolResult, CallError>, bool)> {
        let task = match started {
            Ok(Started::Task(task)) => task,
            Ok(Started::Done(result)) => return Some((Ok(result), false)),
            Err(CallError::Closed(_)) if self.outlives_us(&call.id) => return None,
            Err(error) => return Some((Err(error), false)),
        };
        let first_look = connection.first_look(&task);
        // Held no longer, so that a server that is stopped is let go.
        drop(connection);
        let entry = self.servers().entry(&call.server);
        let redactor = entry
            .as_ref()
            .map(|entry| entry.redactor())
            .unwrap_or_default();
        let begun = RunningTask {
            call: call.id.clone(),
            server: call.server.clone(),
            server_label: entry.map(|entry| entry.label()).unwrap_or_default(),
            tool: call.tool.clone(),
            arguments: blanked(&call.arguments, &redactor),
            started_at,
            heard_at: self.around().clock.now_ms(),
            task,
        };
        match self.see_through(begun, first_look, cancel).await {
            Followed::Ended(answer) => Some((answer, true)),
            Followed::Interrupted => None,
        }
    }

    /// A call has ended: what came of it is looked at and kept.
    async fn conclude(
        &self,
        call: &ToolCall,
        label: &str,
        started_at: i64,
        duration: Duration,
        answer: Result<ToolResult, CallError>,
    ) -> CallOutcome {
        let around = self.around();
        rounds::round_over(around, call.id.clone());
        around.approvals.call_ended(&call.id);
        let entry = self.servers().entry(&call.server);
        let doing = format!("Running {} of “{label}”", call.tool);
        let ending = match answer {
            Ok(result) => {
                let tool = entry.as_ref().and_then(|entry| entry.tool(&call.tool));
                // Icons of a server that is gone can only be found if they need no address of its own.
                let transport = entry.as_ref().map_or(Transport::Demo, |entry| {
                    entry.definition().transport.clone()
                });
                outcome::of_result(around, &transport, tool.as_ref(), result).await
            }
            Err(error) => match RequestError::of(&doing, error) {
                RequestError::Cancelled => CallEnding::Cancelled,
                error => CallEnding::Failed(error),
            },
        };
        let mut outcome = CallOutcome {
            call: call.id.clone(),
            history: None,
            started_at,
            duration,
            ending,
        };
        let redactor = entry.map(|entry| entry.redactor()).unwrap_or_default();
        outcome.history = self
            .keep_call(label, &redactor, call, &outcome, history::kept)
            .await;
        outcome
    }

    /// Cancels a running call; the server is told. A call that has ended needs no cancelling.
    pub fn cancel_call(&self, call: &CallId) {
        self.around().calls.cancel(call);
    }
}

/// Arguments as they may be kept.
fn blanked(arguments: &Map<String, Value>, redactor: &Redactor) -> Map<String, Value> {
    match redactor.value(Value::Object(arguments.clone())) {
        Value::Object(arguments) => arguments,
        _ => Map::new(),
    }
}

/// A schema that cannot be used refuses nothing: the server will judge for itself.
async fn refuse_bad_arguments(
    tool: &Tool,
    arguments: &Arc<Map<String, Value>>,
) -> Result<(), RequestError> {
    let (schema, arguments) = (tool.input_schema.clone(), Arc::clone(arguments));
    let faults = spawn_blocking(move || schema::check_arguments(&schema, &arguments))
        .await
        .unwrap_or_default();
    if faults.is_empty() {
        return Ok(());
    }
    Err(RequestError::Invalid {
        message: format!("The arguments do not fit what {} declares.", tool.name),
        faults,
    })
}

/// Why a tool's input schema cannot be used for a form; `None` if it can.
pub async fn schema_problem(tool: &Tool) -> Option<String> {
    let schema = tool.input_schema.clone();
    let nothing = Value::Object(Map::new());
    match spawn_blocking(move || schema::verdict(Some(&schema), Some(&nothing))).await {
        Some(Verdict::BrokenSchema { message }) => Some(message),
        Some(
            Verdict::NotDeclared
            | Verdict::Matches { .. }
            | Verdict::Mismatch { .. }
            | Verdict::Missing,
        )
        | None => None,
    }
}
