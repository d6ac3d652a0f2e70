//! Table `asked_rounds`: calls that wait for the person's answers and can go on after a restart. What came of one
//! is in `history`.

use serde_json::{Map, Value};
use sqlx::types::Json;
use sqlx_macros::FromRow;

use super::integrity::Subject;
use super::{Store, StoreError, readable};
use usher_types::caller::Caller;
use usher_types::id::{CallId, ServerId};

/// A call whose server asked something before it answers (2026-07-28, basic/patterns/mrtr).
#[derive(Debug, Clone, PartialEq)]
pub struct PendingRound {
    pub call: CallId,
    /// Whose tool; the server may be gone.
    pub server: ServerId,
    /// Who started it.
    pub caller: Caller,
    /// The server's label at that time.
    pub server_label: String,
    /// The digest of what was started or reached: only that gets the answers.
    pub transport: String,
    pub tool: String,
    pub arguments: Map<String, Value>,
    /// The requests of the server, by their keys.
    pub questions: Map<String, Value>,
    /// Goes back exactly as it came.
    pub state: Option<Value>,
    /// When the server asked, Unix ms.
    pub asked_at: i64,
}

#[derive(FromRow)]
struct Row {
    call_id: String,
    server_id: String,
    server_label: String,
    transport: String,
    tool: String,
    arguments: Json<Map<String, Value>>,
    questions: Json<Map<String, Value>>,
    state: Option<Json<Value>>,
    asked_at: i64,
    caller: Json<Caller>,
}

impl From<Row> for PendingRound {
    fn from(row: Row) -> Self {
        Self {
            call: row.call_id.into(),
            server: row.server_id.into(),
            caller: row.caller.0,
            server_label: row.server_label,
            transport: row.transport,
            tool: row.tool,
            arguments: row.arguments.0,
            questions: row.questions.0,
            state: row.state.map(|json| json.0),
            asked_at: row.asked_at,
        }
    }
}

impl Store {
    /// Stores a round, replacing an earlier one of its call.
    pub async fn keep_round(&self, round: &PendingRound) -> Result<(), StoreError> {
        let mut change = self
            .begin_change_anew([Subject::round(&round.call)])
            .await?;
        sqlx::query(
            "INSERT OR REPLACE INTO asked_rounds
             (call_id, server_id, server_label, transport, tool, arguments, questions, state, asked_at, caller)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(round.call.as_str())
        .bind(round.server.as_str())
        .bind(&round.server_label)
        .bind(&round.transport)
        .bind(&round.tool)
        .bind(Json(&round.arguments))
        .bind(Json(&round.questions))
        .bind(round.state.as_ref().map(Value::to_string))
        .bind(round.asked_at)
        .bind(Json(&round.caller))
        .execute(&mut *change)
        .await
        .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }

    /// Forgets a round that is over.
    pub async fn forget_round(&self, call: &CallId) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([Subject::round(call)]).await?;
        sqlx::query("DELETE FROM asked_rounds WHERE call_id = ?")
            .bind(call.as_str())
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }

    /// All rounds that are not over and are Usher's own, oldest first. One that asks nothing would go on by itself; Usher
    /// keeps none of those.
    pub async fn asked_rounds(&self) -> Result<Vec<PendingRound>, StoreError> {
        let mut reading = self.reading_all().await?;
        let rows = sqlx::query("SELECT * FROM asked_rounds ORDER BY asked_at, call_id")
            .fetch_all(&mut *reading)
            .await
            .map_err(|error| self.failed(error))?;
        let rounds = readable::<Row, PendingRound>("a question that waits", &rows);
        let is_own = |round: &PendingRound| {
            self.is_verified(Subject::round(&round.call)) && !round.questions.is_empty()
        };
        Ok(rounds.into_iter().filter(is_own).collect())
    }
}
