//! Table `running_tasks`: calls that go on as tasks, so that a restart takes them up again. What came of one
//! is in `history`.

use std::time::Duration;

use serde_json::{Map, Value};
use sqlx::types::Json;
use sqlx_macros::FromRow;
use usher_mcp::{Task, TaskId, TaskStatus};

use super::integrity::Subject;
use super::word::Word;
use super::{Store, StoreError, readable};
use usher_types::caller::Caller;
use usher_types::id::{CallId, ServerId};

/// A call that goes on as a task.
#[derive(Debug, Clone, PartialEq)]
pub struct RunningTask {
    /// The call it came from.
    pub call: CallId,
    /// Whose tool; the server may be gone.
    pub server: ServerId,
    /// Who started it.
    pub caller: Caller,
    /// The server's label at that time.
    pub server_label: String,
    pub tool: String,
    /// What was sent, without known secrets.
    pub arguments: Map<String, Value>,
    /// When it was sent, Unix ms.
    pub started_at: i64,
    /// When the server last said something new about it, Unix ms.
    pub heard_at: i64,
    /// What the server last said about it.
    pub task: Task,
}

#[derive(FromRow)]
struct Row {
    call_id: String,
    server_id: String,
    server_label: String,
    tool: String,
    arguments: Json<Map<String, Value>>,
    task_id: String,
    started_at: i64,
    status: Word<TaskStatus>,
    message: Option<String>,
    ttl_ms: Option<i64>,
    poll_ms: Option<i64>,
    heard_at: i64,
    caller: Json<Caller>,
}

impl From<Row> for RunningTask {
    fn from(row: Row) -> Self {
        let duration = |ms: Option<i64>| Some(Duration::from_millis(u64::try_from(ms?).ok()?));
        Self {
            call: row.call_id.into(),
            server: row.server_id.into(),
            caller: row.caller.0,
            server_label: row.server_label,
            tool: row.tool,
            arguments: row.arguments.0,
            started_at: row.started_at,
            heard_at: row.heard_at,
            task: Task {
                id: TaskId(row.task_id),
                status: row.status.0,
                message: row.message,
                ttl: duration(row.ttl_ms),
                poll: duration(row.poll_ms),
            },
        }
    }
}

impl Store {
    /// Keeps a task, or what is new about it. Whose it is and what it is of are written once, with a tag.
    pub async fn keep_task(&self, running: &RunningTask) -> Result<(), StoreError> {
        let ms = |duration: Option<Duration>| {
            duration.map(|duration| i64::try_from(duration.as_millis()).unwrap_or(i64::MAX))
        };
        let updated = sqlx::query(
            "UPDATE running_tasks SET status = ?, message = ?, ttl_ms = ?, poll_ms = ?, heard_at = ? WHERE call_id = ?",
        )
        .bind(running.task.status.as_db_str())
        .bind(&running.task.message)
        .bind(ms(running.task.ttl))
        .bind(ms(running.task.poll))
        .bind(running.heard_at)
        .bind(running.call.as_str())
        .execute(&self.pool)
        .await
        .map_err(|error| self.failed(error))?;
        if updated.rows_affected() > 0 {
            return Ok(());
        }
        let subject = Subject::task(&running.call);
        let mut change = self.begin_change_anew([subject]).await?;
        sqlx::query(
            "INSERT OR REPLACE INTO running_tasks
             (call_id, server_id, server_label, tool, arguments, task_id, started_at, status, message, ttl_ms, poll_ms, heard_at, caller)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(running.call.as_str())
        .bind(running.server.as_str())
        .bind(&running.server_label)
        .bind(&running.tool)
        .bind(Json(&running.arguments))
        .bind(&running.task.id.0)
        .bind(running.started_at)
        .bind(running.task.status.as_db_str())
        .bind(&running.task.message)
        .bind(ms(running.task.ttl))
        .bind(ms(running.task.poll))
        .bind(running.heard_at)
        .bind(Json(&running.caller))
        .execute(&mut *change)
        .await
        .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }

    /// Forgets a task that has ended.
    pub async fn forget_task(&self, call: &CallId) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([Subject::task(call)]).await?;
        sqlx::query("DELETE FROM running_tasks WHERE call_id = ?")
            .bind(call.as_str())
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }

    /// Tells whether the history says that the call of a task has ended. Its row may be left of a run that was killed
    /// then, or put back.
    pub async fn has_ended(&self, running: &RunningTask) -> Result<bool, StoreError> {
        let ended = sqlx::query(
            "SELECT 1 FROM tool_calls
             WHERE server_id = ? AND tool = ? AND started_at = ? AND outcome ->> '$.call' = ? LIMIT 1",
        )
        .bind(running.server.as_str())
        .bind(&running.tool)
        .bind(running.started_at)
        .bind(running.call.as_str())
        .fetch_optional(&self.pool)
        .await
        .map_err(|error| self.failed(error))?;
        Ok(ended.is_some())
    }

    /// All tasks that have not ended and are Usher's own, newest first.
    pub async fn running_tasks(&self) -> Result<Vec<RunningTask>, StoreError> {
        let mut reading = self.reading_all().await?;
        let rows = sqlx::query("SELECT * FROM running_tasks ORDER BY started_at DESC, call_id")
            .fetch_all(&mut *reading)
            .await
            .map_err(|error| self.failed(error))?;
        let tasks = readable::<Row, RunningTask>("a running task", &rows);
        let is_own = |task: &RunningTask| self.is_verified(Subject::task(&task.call));
        Ok(tasks.into_iter().filter(is_own).collect())
    }
}
