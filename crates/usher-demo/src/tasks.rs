//! Calls that go on as tasks (2025-11-25, basic/utilities/tasks).
//!
//! The demo keeps nothing on disk, and yet its tasks survive the end of its process: the id of a task says when it
//! began and how long it takes, so that any process of this server can tell how far it is. Only that one was cancelled
//! is remembered, for as long as the connection lives. A server with private data needs unguessable ids.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::fault::Fault;
use crate::params;
use crate::session::Session;
use crate::tools::task;

/// How often a client should poll, in ms.
const POLL_MS: u64 = 1000;

/// The key by which a result says whose it is.
const RELATED: &str = "io.modelcontextprotocol/related-task";

/// What the server declares.
pub(crate) fn declared() -> Value {
    json!({ "cancel": {}, "requests": { "tools": { "call": {} } } })
}

/// One task: a rehearsal, which began then and takes so long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Task {
    began_ms: u64,
    seconds: u64,
    ttl_ms: u64,
}

#[derive(Deserialize)]
struct CallParams {
    name: String,
    #[serde(default)]
    arguments: Map<String, Value>,
    task: RequestedTask,
}

#[derive(Deserialize)]
struct RequestedTask {
    ttl: Option<u64>,
}

#[derive(Deserialize)]
struct TaskParams {
    #[serde(rename = "taskId")]
    task_id: String,
}

/// A `tools/call` that is to go on as a task.
pub(crate) fn begin(params: Map<String, Value>) -> Result<Value, Fault> {
    let params: CallParams = params::parse("tools/call", params)?;
    if params.name != task::NAME {
        let words = format!("{} does not run as a task", params.name);
        return Err(Fault::no_method(&words));
    }
    let seconds = task::seconds(params.arguments).map_err(Fault::invalid_params)?;
    let task = Task {
        began_ms: now_ms(),
        seconds,
        ttl_ms: params.task.ttl.unwrap_or(86_400_000),
    };
    Ok(json!({ "task": task.state(Ending::Open) }))
}

/// `tasks/get`.
pub(crate) fn get(session: &Session, params: Map<String, Value>) -> Result<Value, Fault> {
    let (task, ending) = find(session, "tasks/get", params)?;
    Ok(task.state(ending))
}

/// `tasks/cancel`.
pub(crate) fn cancel(session: &Session, params: Map<String, Value>) -> Result<Value, Fault> {
    let (task, ending) = find(session, "tasks/cancel", params)?;
    if ending == Ending::Cancelled || task.is_over() {
        return Err(Fault::invalid_params(
            "The task has ended; it cannot be cancelled any more",
        ));
    }
    session.cancel_task(task.id());
    Ok(task.state(Ending::Cancelled))
}

/// The work of `tasks/result`, which waits until there is one.
pub(crate) fn result(
    session: &Arc<Session>,
    params: Map<String, Value>,
) -> Result<impl Future<Output = Result<Value, Fault>> + Send + 'static, Fault> {
    let (task, _) = find(session, "tasks/result", params)?;
    let session = Arc::clone(session);
    Ok(async move {
        while !task.is_over() {
            if session.is_task_cancelled(&task.id()) {
                return Err(Fault::invalid_request("The rehearsal was cancelled"));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let mut result = task::done(task.seconds);
        result["_meta"] = json!({ RELATED: { "taskId": task.id() } });
        Ok(result)
    })
}

/// Whether somebody has ended a task before its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Open,
    Cancelled,
}

fn find(
    session: &Session,
    method: &str,
    params: Map<String, Value>,
) -> Result<(Task, Ending), Fault> {
    let params: TaskParams = params::parse(method, params)?;
    let task = Task::read(&params.task_id)
        .ok_or_else(|| Fault::invalid_params(format!("Task not found: {}", params.task_id)))?;
    let ending = if session.is_task_cancelled(&params.task_id) {
        Ending::Cancelled
    } else {
        Ending::Open
    };
    Ok((task, ending))
}

impl Task {
    fn id(self) -> String {
        format!(
            "rehearsal-{}-{}-{}",
            self.began_ms, self.seconds, self.ttl_ms
        )
    }

    fn read(id: &str) -> Option<Self> {
        let mut parts = id.strip_prefix("rehearsal-")?.split('-');
        let mut next = || parts.next()?.parse().ok();
        let task = Self {
            began_ms: next()?,
            seconds: next()?,
            ttl_ms: next()?,
        };
        (task.id() == id && task.seconds <= task::LONGEST_SECONDS).then_some(task)
    }

    fn ends_ms(self) -> u64 {
        self.began_ms.saturating_add(self.seconds * 1000)
    }

    fn is_over(self) -> bool {
        now_ms() >= self.ends_ms()
    }

    /// The task as `tasks/get` shows it.
    fn state(self, ending: Ending) -> Value {
        let (status, words) = match ending {
            Ending::Cancelled => ("cancelled", "The actors went home.".to_owned()),
            Ending::Open if self.is_over() => ("completed", "The curtain may rise.".to_owned()),
            Ending::Open => {
                let left = self.ends_ms().saturating_sub(now_ms()).div_ceil(1000);
                ("working", format!("On stage, {left} s to go"))
            }
        };
        json!({
            "taskId": self.id(),
            "status": status,
            "statusMessage": words,
            "createdAt": moment(self.began_ms),
            "lastUpdatedAt": moment(now_ms().max(self.began_ms)),
            "ttl": self.ttl_ms,
            "pollInterval": POLL_MS,
        })
    }
}

fn now_ms() -> u64 {
    #[expect(
        clippy::disallowed_methods,
        reason = "a task goes on by the real time, also between two processes"
    )]
    let now = SystemTime::now();
    let passed = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)
}

/// A Unix time as the protocol writes it.
fn moment(ms: u64) -> String {
    let seconds = i64::try_from(ms / 1000).unwrap_or_default();
    OffsetDateTime::from_unix_timestamp(seconds)
        .ok()
        .and_then(|moment| moment.format(&Rfc3339).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Task;

    #[test]
    fn a_task_is_known_by_its_id_and_no_other() {
        let task = Task {
            began_ms: 1_795_000_000_000,
            seconds: 30,
            ttl_ms: 60_000,
        };
        assert_eq!(Task::read(&task.id()), Some(task));
        for id in [
            "",
            "rehearsal",
            "rehearsal-1-2",
            "rehearsal-1-2-3-4",
            "rehearsal-+1-2-3",
            "rehearsal-1-99999999-3",
            "other-1-2-3",
        ] {
            assert_eq!(Task::read(id), None, "{id:?} is nobody's");
        }
    }
}
