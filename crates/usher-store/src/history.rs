//! Table `tool_calls`: finished calls of tools, and requests for prompts and resources that are kept as calls are; newest
//! kept, bounded by number and by size.

use serde_json::Value;
use sqlx::types::Json;
use sqlx::{QueryBuilder, Sqlite};
use sqlx_macros::FromRow;

use super::retention::Retained;
use super::row_query::{RowQuery, SearchedTable};
use super::search::Search;
use super::word::Word;
use super::{Store, StoreError, readable};
use usher_types::call::{CallStatus, CallTimes, RequestKind};
use usher_types::caller::Caller;
use usher_types::id::{ClientId, HistoryId, SourceId};

/// So many calls are put into the index of their texts in one transaction: others wait for it.
const INDEXED_TOGETHER: i64 = 256;

/// A call that has ended, to be kept.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedCall {
    pub source: SourceId,
    pub caller: Caller,
    /// The label at that time.
    pub server_label: String,
    pub kind: RequestKind,
    /// The name in the protocol; of a resource its URI.
    pub name: String,
    /// When it was sent, Unix ms.
    pub started_at: i64,
    /// How long it took.
    pub duration_ms: u64,
    pub status: CallStatus,
    pub arguments: Value,
    /// What came of it, in whatever form the caller can read again.
    pub outcome: Value,
    /// How its time divides; `None` = not known.
    pub times: Option<CallTimes>,
    /// What passed between Usher and the client that made it, in whatever form the caller can read again.
    pub client_leg: Option<Value>,
}

/// A finished call as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptCall {
    pub row: HistoryRow,
    /// As it was given to [`Store::add_calls`], as are the others.
    pub outcome: Value,
    pub times: Option<CallTimes>,
    pub client_leg: Option<Value>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HistoryFilter {
    pub source: Option<SourceId>,
    pub kind: Option<RequestKind>,
    /// Tools, prompts and resources may be named alike: which is meant says `kind`.
    pub name: Option<String>,
    /// Only what one of these did.
    pub callers: Option<Vec<Caller>>,
    /// Only those with all its words in their names, arguments or outcome.
    pub query: Option<String>,
    /// Only older than this one.
    pub before: Option<HistoryId>,
}

/// A row without its outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryRow {
    pub id: HistoryId,
    /// Whose tool, prompt or resource; it may be gone.
    pub source: SourceId,
    pub caller: Caller,
    /// The label at that time.
    pub server_label: String,
    pub kind: RequestKind,
    /// The name in the protocol; of a resource its URI.
    pub name: String,
    /// When it was sent, Unix ms.
    pub started_at: i64,
    /// How long it took.
    pub duration_ms: u64,
    pub status: CallStatus,
    pub arguments: Value,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    server_id: String,
    server_label: String,
    kind: Word<RequestKind>,
    tool: String,
    started_at: i64,
    duration_ms: i64,
    status: Word<CallStatus>,
    arguments: Json<Value>,
    caller: Json<Caller>,
}

impl From<Row> for HistoryRow {
    fn from(row: Row) -> Self {
        Self {
            id: HistoryId(row.id),
            source: row.server_id.into(),
            caller: row.caller.0,
            server_label: row.server_label,
            kind: row.kind.0,
            name: row.tool,
            started_at: row.started_at,
            duration_ms: u64::try_from(row.duration_ms).unwrap_or_default(),
            status: row.status.0,
            arguments: row.arguments.0,
        }
    }
}

/// What is read of a row.
const COLUMNS: &str =
    "id, server_id, tool_calls.server_label, kind, tool_calls.tool, started_at, duration_ms, status,
     tool_calls.arguments, caller";

/// Where calls and their words stand.
const CALLS: SearchedTable = SearchedTable {
    rows: "tool_calls",
    index: "calls_search",
    texts: &["tool_calls.server_label", "tool_calls.tool"],
    json: &["tool_calls.arguments", "tool_calls.outcome"],
};

/// The query of rows without their outcome.
pub(super) fn calls_query(filter: &HistoryFilter, limit: u32) -> QueryBuilder<Sqlite> {
    let search = filter.query.as_deref().and_then(Search::typed);
    let before = filter.before.map(|id| id.0);
    let mut rows = RowQuery::begin(&CALLS, COLUMNS, search, before);
    if let Some(source) = &filter.source {
        rows.and("server_id = ").push_bind(source.to_string());
    }
    if let Some(name) = &filter.name {
        rows.and("tool_calls.tool = ").push_bind(name.clone());
    }
    if let Some(kind) = filter.kind {
        rows.and("kind = ").push_bind(kind.as_db_str());
    }
    if let Some(callers) = &filter.callers {
        rows.and("caller IN (SELECT value FROM json_each(")
            .push_bind(Json(callers.clone()))
            .push("))");
    }
    rows.end(limit)
}

impl Store {
    /// Keeps calls, all or none, and lets the oldest go beyond `keep_rows`. `calls` are in the order of their ends.
    pub async fn add_calls(
        &self,
        calls: &[FinishedCall],
        keep_rows: u32,
    ) -> Result<Vec<HistoryId>, StoreError> {
        if keep_rows == 0 || calls.is_empty() {
            return Ok(Vec::new());
        }
        let mut transaction = self.begin().await?;
        let pins = self.pin_cache.current();
        // In one statement: each is a round trip to the thread of the database.
        let mut insert = QueryBuilder::new(
            "INSERT INTO tool_calls
             (server_id, server_label, kind, tool, started_at, duration_ms, status, arguments, outcome, size_bytes,
              caller, times, client_leg) ",
        );
        insert.push_values(calls, |mut row, call| {
            let arguments = call.arguments.to_string();
            let outcome = call.outcome.to_string();
            let client_leg = call.client_leg.as_ref().map(Value::to_string);
            let bytes =
                arguments.len() + outcome.len() + client_leg.as_ref().map_or(0, String::len);
            let size_bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
            row.push_bind(call.source.as_str())
                .push_bind(&call.server_label)
                .push_bind(call.kind.as_db_str())
                .push_bind(&call.name)
                .push_bind(call.started_at)
                .push_bind(i64::try_from(call.duration_ms).unwrap_or(i64::MAX))
                .push_bind(call.status.as_db_str())
                .push_bind(arguments)
                .push_bind(outcome)
                .push_bind(size_bytes)
                .push_bind(Json(&call.caller))
                .push_bind(call.times.map(Json))
                .push_bind(client_leg);
        });
        let ids: Vec<(i64,)> = insert
            .push(" RETURNING id")
            .build_query_as()
            .fetch_all(&mut *transaction)
            .await
            .map_err(|error| self.failed(error))?;
        Retained::Calls
            .trim(&mut transaction, keep_rows)
            .await
            .map_err(|error| self.failed(error))?;
        self.commit(transaction).await?;
        self.pin_cache.carry_over(pins);
        Ok(ids.into_iter().map(|(id,)| HistoryId(id)).collect())
    }

    /// Lets the oldest calls go beyond `keep_rows`.
    pub async fn trim_calls(&self, keep_rows: u32) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        Retained::Calls
            .trim(&mut transaction, keep_rows)
            .await
            .map_err(|error| self.failed(error))?;
        self.commit(transaction).await
    }

    /// Puts the calls that the index of their texts does not have yet into it. [`Store::list_calls`] does so before it
    /// searches; done before, the search does not wait for it.
    pub async fn index_calls(&self) -> Result<(), StoreError> {
        loop {
            let last: Option<i64> = sqlx::query_scalar(
                "SELECT max(id) FROM (SELECT id FROM tool_calls WHERE id > (SELECT up_to FROM calls_indexed)
                                      ORDER BY id LIMIT ?)",
            )
            .bind(INDEXED_TOGETHER)
            .fetch_one(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
            let Some(last) = last else {
                return Ok(());
            };
            let mut transaction = self.begin().await?;
            let pins = self.pin_cache.current();
            for statement in [
                "INSERT INTO calls_search (rowid, server_label, tool, arguments, outcome)
                 SELECT id, server_label, tool, arguments, outcome FROM tool_calls
                 WHERE id > (SELECT up_to FROM calls_indexed) AND id <= ? ORDER BY id",
                "UPDATE calls_indexed SET up_to = max(up_to, ?)",
            ] {
                sqlx::query(statement)
                    .bind(last)
                    .execute(&mut *transaction)
                    .await
                    .map_err(|error| self.failed(error))?;
            }
            self.commit(transaction).await?;
            self.pin_cache.carry_over(pins);
        }
    }

    /// Finished calls, newest first, at most `limit`.
    pub async fn list_calls(
        &self,
        filter: &HistoryFilter,
        limit: u32,
    ) -> Result<Vec<HistoryRow>, StoreError> {
        let search = filter.query.as_deref().and_then(Search::typed);
        if search.is_some_and(|search| search.matched.is_some()) {
            self.index_calls().await?;
        }
        let rows = calls_query(filter, limit)
            .build()
            .fetch_all(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(readable::<Row, _>("a finished call", &rows))
    }

    /// One finished call with all that is kept of it.
    pub async fn call(&self, id: HistoryId) -> Result<KeptCall, StoreError> {
        #[derive(FromRow)]
        struct Whole {
            #[sqlx(flatten)]
            row: Row,
            outcome: Json<Value>,
            times: Option<Json<CallTimes>>,
            client_leg: Option<Json<Value>>,
        }
        let whole: Option<Whole> = sqlx::query_as("SELECT * FROM tool_calls WHERE id = ?")
            .bind(id.0)
            .fetch_optional(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        whole
            .map(|whole| KeptCall {
                row: whole.row.into(),
                outcome: whole.outcome.0,
                times: whole.times.map(|times| times.0),
                client_leg: whole.client_leg.map(|leg| leg.0),
            })
            .ok_or(StoreError::NotFound)
    }

    /// Deletes finished calls, only those of a server and of clients if given.
    pub async fn clear_calls(
        &self,
        source: Option<&SourceId>,
        clients: Option<&[ClientId]>,
    ) -> Result<(), StoreError> {
        self.clear(
            "DELETE FROM tool_calls WHERE (?1 IS NULL OR server_id = ?1)
              AND (?2 IS NULL OR caller ->> '$.kind' = 'client'
                AND caller ->> '$.id' IN (SELECT value FROM json_each(?2)))",
            "INSERT INTO calls_search (calls_search) VALUES ('optimize')",
            source,
            clients,
        )
        .await
    }
}
