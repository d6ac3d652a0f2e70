//! Checks a call against its item, sends it to its source, and follows it to its end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;
use usher_content::schema::{self, Formats};
use usher_content::worker::Queue;
use usher_mcp::{
    CallError, CallOptions, CallTag, Completion, Connection, Prompt, RunAs, Started, TaskSupport,
    Tool,
};
use usher_messages::Message;
use usher_store::RunningTask;
use usher_types::call::ArgumentCheck;
use usher_types::caller::Caller;
use usher_types::fault::Fault;
use usher_types::id::ServerId;

use super::Calls;
use super::authorize::Approved;
use super::call::Call;
use super::call_secrets::CallSecrets;
use super::ended_call::Answer;
use super::new_call::{NewCall, Subject, texts};
use super::tasks::TaskEnd;
use crate::running_calls::RunningCall;
use usher_content::argument_marks::ArgumentMarks;
use usher_servers::catalog::EntryWithIcon;
use usher_servers::request_error::RequestError;
use usher_servers::servers::ServerEntry;
use usher_servers::tool_source::{OutgoingCall, Sent, ToolSource};

/// A call that was sent, and what came back.
pub(super) struct Delivered {
    pub(super) label: String,
    pub(super) sent: SentAt,
    pub(super) secrets: CallSecrets,
    pub(super) answer: Answer,
    pub(super) was_task: bool,
}

/// When a call was sent.
#[derive(Clone, Copy)]
pub(super) struct SentAt {
    /// Unix ms.
    pub(super) started_at: i64,
    pub(super) at: Instant,
    /// How long the person had been asked by then.
    pub(super) asked: Duration,
}

impl Call {
    /// Checks that the item can be requested with these arguments, before anybody is asked about it.
    pub(super) async fn check_item(&self) -> Result<(), RequestError> {
        let Subject::Tool { check, .. } = self.request.subject else {
            return self.entry().map(drop);
        };
        let source = self.calls.source(&self.request)?;
        refuse_hidden(&*source, &self.request)?;
        if check == ArgumentCheck::Refuse {
            self.check_arguments(&*source).await?;
        }
        // What cannot be sent need not be asked about.
        source
            .check_ready(&self.request.name, &self.request.arguments)
            .await
    }

    /// Refuses arguments that break the schema or cannot be checked.
    async fn check_arguments(&self, source: &dyn ToolSource) -> Result<(), RequestError> {
        let call = &self.request;
        let Some(tool) = source.tool(&call.name) else {
            return Ok(());
        };
        let workers = &self.calls.context().workers;
        let worker = workers.of(Queue::Schemas, call.source.as_str());
        let arguments = Arc::clone(&call.arguments);
        let schema = tool.entry.input_schema.clone();
        let checked = schema::faults(worker, schema, arguments, Formats::Annotated).await;
        let (message, faults) = match checked {
            Ok(faults) if faults.is_empty() => return Ok(()),
            Ok(faults) => (
                Message::new("request.arguments").with("tool", call.name.as_str()),
                faults,
            ),
            Err(not_checked) => (
                Message::new("request.notChecked")
                    .with("tool", call.name.as_str())
                    .with("reason", not_checked.0),
                Vec::new(),
            ),
        };
        Err(RequestError::Invalid { message, faults })
    }

    /// The server of a request that is no call of a tool.
    pub(super) fn entry(&self) -> Result<Arc<ServerEntry>, RequestError> {
        let server = ServerId::from(self.request.source.as_str());
        self.calls.context().servers.require(&server)
    }

    /// Sends the request and follows it to its end. An error means that nothing was sent.
    pub(super) async fn deliver(
        &self,
        approved: Option<Approved>,
    ) -> Result<Delivered, RequestError> {
        let delivered = match approved {
            Some(approved) => self.deliver_call(approved).await,
            None => self.deliver_request().await,
        }?;
        self.calls.round_over(self.request.id.clone());
        self.calls.context().approvals.call_ended(&self.request.id);
        Ok(delivered)
    }

    async fn deliver_call(&self, approved: Approved) -> Result<Delivered, RequestError> {
        let call = &self.request;
        let cancel = self.running.cancel_token();
        // It may have stopped, started anew or been changed while the person was asked.
        let source = self.calls.source(call)?;
        let marked = approved.marks.marked(&call.arguments);
        let sent_at = self.sends()?;
        let still_approved = || self.still_approved(&approved);
        let sent = {
            let mut sending = source.send(OutgoingCall {
                tool: &call.name,
                arguments: &call.arguments,
                marked: &marked,
                run_as: run_as(call, approved.tool.as_deref()),
                options: self.calls.options(call, &cancel),
                still_approved: &still_approved,
            });
            // A server ends with Usher, or goes on; a webtool would be waited for.
            let closing = &self.calls.context().closing;
            tokio::select! {
                sent = &mut sending => sent,
                () = closing.cancelled(), if source.server_id().is_none() => {
                    cancel.cancel();
                    sending.await
                }
            }?
        };
        let secrets = CallSecrets {
            redactor: sent.redactor(),
            marks: approved.marks,
        };
        let followed = self.calls.follow(
            call,
            &self.running,
            &secrets,
            sent_at.started_at,
            sent,
            &cancel,
        );
        let Some((answer, was_task)) = followed.await else {
            return Err(RequestError::Unreachable(Message::new("request.closing")));
        };
        Ok(Delivered {
            label: source.label(),
            sent: sent_at,
            secrets,
            answer,
            was_task,
        })
    }

    async fn deliver_request(&self) -> Result<Delivered, RequestError> {
        let (call, entry) = (&self.request, self.entry()?);
        let connection = entry.reach()?;
        if let Some(prompt) = entry
            .catalog
            .find::<Prompt>(|prompt| prompt.name == call.name)
            && call.subject == Subject::Prompt
        {
            check_prompt(&prompt.entry, &call.arguments)?;
        }
        let sent = self.sends()?;
        let secrets = CallSecrets {
            marks: ArgumentMarks::default(),
            redactor: entry.redactor(),
        };
        let answer = self.request(&connection, &entry.label()).await;
        if call.caller != Caller::Person {
            // What the server reported meanwhile reaches the caller before the result.
            connection.reported().await;
        }
        Ok(Delivered {
            label: entry.label(),
            sent,
            secrets,
            answer,
            was_task: false,
        })
    }

    async fn request(&self, connection: &Connection, server: &str) -> Answer {
        let call = &self.request;
        let options = Some(self.calls.options(call, &self.running.cancel_token()));
        let doing = |code, name, value: &str| {
            let doing = Message::new(code).with(name, value).with("server", server);
            |error| RequestError::of(doing, error)
        };
        match &call.subject {
            Subject::Prompt | Subject::Tool { .. } => {
                let arguments = Map::clone(&call.arguments);
                let got = connection.get_prompt_with(&call.name, arguments, options);
                let failed = doing("request.doing.prompt", "prompt", &call.name);
                Answer::Prompt(got.await.map_err(failed))
            }
            Subject::Resource => {
                let read = connection.read_resource_with(&call.name, options);
                let failed = doing("request.doing.read", "uri", &call.name);
                Answer::Read(read.await.map_err(failed))
            }
            Subject::Completion {
                reference,
                argument,
                value,
                context,
            } => {
                let context = texts(context);
                let completed = connection.complete(reference, argument, value, context, options);
                let failed = doing("request.doing.complete", "argument", argument);
                Answer::Completion(match completed.await {
                    // One that cannot has no proposals.
                    Err(CallError::NotOffered { .. }) => Ok((
                        Completion::default(),
                        json!({ "completion": { "values": [] } }),
                    )),
                    completed => completed.map_err(failed),
                })
            }
        }
    }

    /// The request goes to its source now.
    fn sends(&self) -> Result<SentAt, RequestError> {
        let sent = SentAt {
            started_at: self.calls.context().clock.now_ms(),
            at: Instant::now(),
            asked: self.running.asked(),
        };
        self.running.sends()?;
        Ok(sent)
    }
}

impl Calls {
    pub(super) fn source(&self, call: &NewCall) -> Result<Arc<dyn ToolSource>, RequestError> {
        self.context().sources.require(&call.source)
    }

    pub(super) fn options(&self, call: &NewCall, cancel: &CancellationToken) -> CallOptions {
        CallOptions {
            meta: call.meta.clone(),
            tag: CallTag(call.id.as_str().to_owned()),
            cancel: cancel.clone(),
            timeout: Duration::from_millis(self.context().settings.borrow().request_timeout_ms),
        }
    }

    /// Follows a sent call to its end. Returns whether it became a task; `None` = Usher is closing, and the call is
    /// taken up again at the next start.
    pub(super) async fn follow(
        &self,
        call: &NewCall,
        running: &RunningCall,
        secrets: &CallSecrets,
        started_at: i64,
        sent: Sent,
        cancel: &CancellationToken,
    ) -> Option<(Answer, bool)> {
        let (server, connection, started) = match sent {
            Sent::Answered { ending, .. } => return Some((Answer::Webtool(ending), false)),
            Sent::Started {
                server,
                connection,
                started,
                ..
            } => (server, connection, started),
        };
        let task = match started {
            Ok(Started::Task(task)) => {
                running.became_task();
                task
            }
            Ok(Started::Done(result)) => {
                if call.caller.client().is_some() {
                    // What the server reported meanwhile reaches the client before the result.
                    connection.reported().await;
                }
                return Some((Answer::Server(Ok(result)), false));
            }
            Err(CallError::Closed(_)) if self.outlives_us(&call.id) => return None,
            Err(error) => return Some((Answer::Server(Err(error)), false)),
        };
        let first_poll = connection.first_poll(&task);
        // Held no longer, so that a server that is stopped is let go.
        drop(connection);
        // It may have been removed meanwhile, and can be brought back.
        let entry = self.context().servers.entry(&server);
        let begun = RunningTask {
            call: call.id.clone(),
            server,
            caller: call.caller.clone(),
            server_label: entry.map(|entry| entry.label()).unwrap_or_default(),
            tool: call.name.clone(),
            arguments: secrets.kept_arguments(&call.arguments),
            started_at,
            heard_at: self.context().clock.now_ms(),
            task,
        };
        match self.follow_task(begun, first_poll, cancel).await {
            TaskEnd::Ended(answer) => Some((Answer::Server(answer), true)),
            TaskEnd::Interrupted => None,
        }
    }
}

/// Refuses a tool that its server hides from such callers (2026-01-26, visibility).
fn refuse_hidden(source: &dyn ToolSource, call: &NewCall) -> Result<(), RequestError> {
    let Some(tool) = source.tool(&call.name) else {
        return Ok(());
    };
    if tool.entry.ui.visibility.allows(&call.caller) {
        return Ok(());
    }
    let code = match call.caller {
        Caller::App { .. } => "uiApp.hiddenFromApps",
        Caller::Person | Caller::Client { .. } | Caller::Conversation { .. } => {
            "uiApp.hiddenFromModels"
        }
    };
    Err(RequestError::Forbidden(
        Message::new(code)
            .with("tool", call.name.as_str())
            .with("server", source.label()),
    ))
}

fn run_as(call: &NewCall, tool: Option<&EntryWithIcon<Tool>>) -> RunAs {
    let wanted = match call.subject {
        Subject::Tool { run_as, .. } => run_as,
        _ => RunAs::Call,
    };
    match tool.map(|tool| tool.entry.task_support).unwrap_or_default() {
        TaskSupport::Required => RunAs::Task,
        TaskSupport::Optional => wanted,
        TaskSupport::Forbidden => RunAs::Call,
    }
}

fn check_prompt(prompt: &Prompt, arguments: &Map<String, Value>) -> Result<(), RequestError> {
    let is_given = |name: &str| {
        let given = arguments.get(name).and_then(Value::as_str);
        given.is_some_and(|given| !given.is_empty())
    };
    let missing = prompt.arguments.iter();
    let missing = missing.filter(|argument| argument.required && !is_given(&argument.name));
    let faults: Vec<_> = missing
        .map(|argument| Fault {
            path: argument.name.clone(),
            message: Message::new("field.required"),
        })
        .collect();
    if faults.is_empty() {
        return Ok(());
    }
    Err(RequestError::Invalid {
        message: Message::new("request.promptArguments").with("prompt", prompt.name.as_str()),
        faults,
    })
}
