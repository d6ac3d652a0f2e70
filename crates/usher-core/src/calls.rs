//! Running tools: argument check, progress, cancel, what came of it, and the history of it.

mod history;
mod outcome;
mod running;

use std::time::Instant;

use serde_json::{Map, Value};
use usher_mcp::{CallOptions, CallTag, Tool};

pub use history::{HistoryEntry, HistoryError};
pub use outcome::{CallEnding, CallOutcome};
pub(crate) use running::RunningCalls;

use crate::background::in_background;
use crate::catalog::{Section, Shown};
use crate::host::Host;
use crate::id::{CallId, ServerId};
use crate::schema::{self, Verdict};
use crate::servers::RequestError;

/// What is to be run.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// Made by the caller, so that it can cancel and follow the call.
    pub id: CallId,
    /// Whose tool.
    pub server: ServerId,
    /// Its name.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// What to do with arguments that break the schema.
    pub check: ArgumentCheck,
}

/// What to do with arguments that break the declared schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentCheck {
    /// Refuse them, naming each field.
    Refuse,
    /// Send them all the same.
    SendAnyway,
}

impl Host {
    /// Tools of one server, or of all that are on.
    pub fn list_tools(
        &self,
        server: Option<&ServerId>,
    ) -> Result<Vec<Section<Tool>>, RequestError> {
        self.sections(server)
    }

    /// One tool.
    pub fn tool(&self, server: &ServerId, name: &str) -> Result<Shown<Tool>, RequestError> {
        let room = self.room_of(server)?;
        room.catalog
            .find::<Tool>(|tool| tool.name == name)
            .ok_or_else(|| {
                RequestError::NotListed(format!(
                    "“{}” has no tool called {name} (any more).",
                    room.label()
                ))
            })
    }

    /// Runs a tool and answers when the call has ended, however it ended. An error means that nothing was sent.
    pub async fn call_tool(&self, call: ToolCall) -> Result<CallOutcome, RequestError> {
        let around = self.around();
        let room = self.room_of(&call.server)?;
        let connection = room.reach()?;
        let tool = room
            .catalog
            .find::<Tool>(|tool| tool.name == call.tool)
            .map(|shown| shown.entry);
        if call.check == ArgumentCheck::Refuse
            && let Some(tool) = &tool
        {
            refuse_bad_arguments(tool, &call.arguments).await?;
        }
        let running = around
            .calls
            .begin(&call)
            .ok_or_else(|| RequestError::Invalid {
                message: "A call with this identity is running already.".into(),
                faults: Vec::new(),
            })?;

        let started_at = around.clock.now_ms();
        let began = Instant::now();
        let answer = connection
            .call_tool(
                &call.tool,
                call.arguments.clone(),
                CallOptions {
                    tag: CallTag(call.id.as_str().to_owned()),
                    cancel: running.cancel_token(),
                    timeout: around.request_timeout(),
                },
            )
            .await;
        around.asks.call_ended(&call.id);
        let duration = began.elapsed().saturating_sub(running.finish());

        let doing = format!("Running {} of “{}”", call.tool, room.label());
        let ending = match answer {
            Ok(result) => {
                outcome::of_result(around, &room.definition().transport, tool.as_ref(), result)
                    .await
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
        outcome.history = self.keep_call(&room, &call, &outcome).await;
        Ok(outcome)
    }

    /// Cancels a running call; the server is told. A call that has ended needs no cancelling.
    pub fn cancel_call(&self, call: &CallId) {
        self.around().calls.cancel(call);
    }
}

/// A schema that cannot be used refuses nothing: the server will judge for itself.
async fn refuse_bad_arguments(
    tool: &Tool,
    arguments: &Map<String, Value>,
) -> Result<(), RequestError> {
    let (schema, arguments) = (tool.input_schema.clone(), arguments.clone());
    let faults = in_background(move || schema::check_arguments(&schema, &arguments))
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
    match in_background(move || schema::verdict(Some(&schema), Some(&nothing))).await {
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
