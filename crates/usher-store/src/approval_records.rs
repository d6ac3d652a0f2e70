//! Tables `ask_records` and `muted_servers`: what servers asked and what became of it, bounded as the history of
//! calls is; and the servers that may ask nothing.

use serde_json::Value;
use sqlx::types::Json;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};
use sqlx_macros::FromRow;

use super::retention::Retained;
use super::row_query::{RowQuery, SearchedTable};
use super::search::Search;
use super::word::Word;
use super::write_order::Write;
use super::{Store, StoreError, readable};
use crate::limits;
use usher_messages::Message;
use usher_types::approval::{ApprovalEnding, ApprovalKind};
use usher_types::caller::Caller;
use usher_types::id::{ApprovalId, ApprovalRecordId, CallId, ClientId, ServerId, SourceId};

/// An approval that is over, to be kept. Secrets are taken out before it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct ApprovalRecord {
    pub approval: ApprovalId,
    /// Who asked; the server may be gone.
    pub source: SourceId,
    /// The label at that time.
    pub server_label: String,
    /// The call that caused it.
    pub call: Option<CallId>,
    /// Who started that call.
    pub caller: Option<Caller>,
    pub tool: Option<String>,
    pub arguments: Option<Value>,
    /// The calls open there when it came, if the cause is unknown: a list.
    pub possible_causes: Option<Value>,
    pub kind: ApprovalKind,
    /// What the person was shown.
    pub shown: Value,
    /// What the person changed of it.
    pub changed: Option<Value>,
    /// The content of the answer.
    pub sent: Option<Value>,
    /// When it was asked, Unix ms.
    pub opened_at: i64,
    /// When it was over, Unix ms.
    pub closed_at: i64,
    pub ending: ApprovalEnding,
    /// Why.
    pub reason: Message,
    /// Under which rule it was answered without the person.
    pub policy: Option<Message>,
    /// How often the same happened; more than once only where nobody was asked.
    pub times: u32,
}

impl ApprovalRecord {
    /// Whether the person decided it.
    fn is_by_person(&self) -> bool {
        let decided = [
            ApprovalEnding::Accepted,
            ApprovalEnding::Declined,
            ApprovalEnding::Cancelled,
        ];
        self.policy.is_none() && decided.contains(&self.ending)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ApprovalRecordFilter {
    pub source: Option<SourceId>,
    /// Only decisions about these clients, and about calls they made.
    pub clients: Option<Vec<ClientId>>,
    /// Only of this kind.
    pub kind: Option<ApprovalKind>,
    /// Only those that ended in one of these ways; empty = all.
    pub endings: Vec<ApprovalEnding>,
    /// Only those with all its words in their texts.
    pub text: Option<String>,
    /// Only over since then, Unix ms.
    pub since: Option<i64>,
    /// Only older than this one.
    pub before: Option<ApprovalRecordId>,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    ask_id: String,
    server_id: String,
    server_label: String,
    call_id: Option<String>,
    tool: Option<String>,
    arguments: Option<Json<Value>>,
    kind: Word<ApprovalKind>,
    shown: Json<Value>,
    changed: Option<Json<Value>>,
    sent: Option<Json<Value>>,
    opened_at: i64,
    closed_at: i64,
    ending: Word<ApprovalEnding>,
    reason: String,
    policy: Option<String>,
    caller: Option<Json<Caller>>,
    times: u32,
    possible_causes: Option<Json<Value>>,
}

impl From<Row> for (ApprovalRecordId, ApprovalRecord) {
    fn from(row: Row) -> Self {
        let record = ApprovalRecord {
            approval: row.ask_id.into(),
            source: row.server_id.into(),
            server_label: row.server_label,
            call: row.call_id.map(Into::into),
            caller: row.caller.map(|json| json.0),
            tool: row.tool,
            arguments: row.arguments.map(|json| json.0),
            possible_causes: row.possible_causes.map(|json| json.0),
            kind: row.kind.0,
            shown: row.shown.0,
            changed: row.changed.map(|json| json.0),
            sent: row.sent.map(|json| json.0),
            opened_at: row.opened_at,
            closed_at: row.closed_at,
            ending: row.ending.0,
            reason: Message::from_stored(&row.reason),
            policy: row.policy.as_deref().map(Message::from_stored),
            times: row.times,
        };
        (ApprovalRecordId(row.id), record)
    }
}

/// Where records and their words stand.
const RECORDS: SearchedTable = SearchedTable {
    rows: "ask_records AS record",
    index: "records_search",
    texts: &[
        "record.server_label",
        "coalesce(record.tool, '')",
        "iif(json_valid(record.reason), record.reason ->> '$.text', record.reason)",
        "coalesce(iif(json_valid(record.policy), record.policy ->> '$.text', record.policy), '')",
    ],
    json: &["record.shown", "coalesce(record.sent, '')"],
};

/// The query of records.
pub(super) fn records_query(filter: &ApprovalRecordFilter, limit: u32) -> QueryBuilder<Sqlite> {
    let search = filter.text.as_deref().and_then(Search::typed);
    let before = filter.before.map(|id| id.0);
    let mut rows = RowQuery::begin(&RECORDS, "record.*", search, before);
    if let Some(source) = &filter.source {
        rows.and("server_id = ").push_bind(source.to_string());
    }
    if let Some(kind) = filter.kind {
        rows.and("kind = ").push_bind(kind.as_db_str());
    }
    if !filter.endings.is_empty() {
        let endings: String = filter
            .endings
            .iter()
            .map(|ending| ending.as_db_str())
            .collect();
        rows.and("instr(").push_bind(endings).push(", ending) > 0");
    }
    if let Some(since) = filter.since {
        rows.and("closed_at >= ").push_bind(since);
    }
    if let Some(clients) = &filter.clients {
        rows.and("(caller ->> '$.kind' = 'client' AND caller ->> '$.id' IN (SELECT value FROM json_each(")
            .push_bind(Json(clients.clone()))
            .push(")) OR kind = 'client' AND server_id IN (SELECT value FROM json_each(")
            .push_bind(Json(clients.clone()))
            .push(")))");
    }
    rows.end(limit)
}

impl Store {
    /// Keeps records, and lets the oldest go beyond `keep_rows`; of what ended without the person as many, the
    /// noisiest server's first, so that a server that asks without end pushes out nothing but its own. What happens
    /// more than [`limits::SAME_RECORDS`] times within a minute is counted in the last of its like. With 0 none is
    /// kept at all.
    pub async fn add_approval_records(
        &self,
        records: &[ApprovalRecord],
        keep_rows: u32,
    ) -> Result<(), StoreError> {
        let transaction = self.begin().await?;
        self.add_records(transaction, records, keep_rows).await
    }

    /// As [`Self::add_approval_records`], where nobody waits for it.
    pub async fn add_automatic_records(
        &self,
        records: &[ApprovalRecord],
        keep_rows: u32,
    ) -> Result<(), StoreError> {
        let transaction = self.begin_in_background().await?;
        self.add_records(transaction, records, keep_rows).await
    }

    async fn add_records(
        &self,
        mut transaction: Write,
        records: &[ApprovalRecord],
        keep_rows: u32,
    ) -> Result<(), StoreError> {
        if keep_rows > 0 {
            for record in records {
                let is_counted = !record.is_by_person()
                    && count_again(&mut transaction, record)
                        .await
                        .map_err(|error| self.failed(error))?;
                if !is_counted {
                    insert(&mut transaction, record)
                        .await
                        .map_err(|error| self.failed(error))?;
                }
            }
        }
        for kept in [Retained::Records, Retained::AutomaticRecords] {
            kept.trim(&mut transaction, keep_rows)
                .await
                .map_err(|error| self.failed(error))?;
        }
        self.commit(transaction).await
    }

    /// Records, newest first, at most `limit`.
    pub async fn approval_records(
        &self,
        filter: &ApprovalRecordFilter,
        limit: u32,
    ) -> Result<Vec<(ApprovalRecordId, ApprovalRecord)>, StoreError> {
        let rows = records_query(filter, limit)
            .build()
            .fetch_all(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(readable::<Row, _>("a record", &rows))
    }

    pub async fn approval_record(
        &self,
        id: ApprovalRecordId,
    ) -> Result<(ApprovalRecordId, ApprovalRecord), StoreError> {
        let row: Option<Row> = sqlx::query_as("SELECT * FROM ask_records WHERE id = ?")
            .bind(id.0)
            .fetch_optional(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        row.map(Into::into).ok_or(StoreError::NotFound)
    }

    /// Deletes records, only those of a server and of clients if given.
    pub async fn clear_approval_records(
        &self,
        source: Option<&SourceId>,
        clients: Option<&[ClientId]>,
    ) -> Result<(), StoreError> {
        self.clear(
            "DELETE FROM ask_records WHERE (?1 IS NULL OR server_id = ?1)
              AND (?2 IS NULL OR caller ->> '$.kind' = 'client'
                  AND caller ->> '$.id' IN (SELECT value FROM json_each(?2))
                OR kind = 'client' AND server_id IN (SELECT value FROM json_each(?2)))",
            "INSERT INTO records_search (records_search) VALUES ('optimize')",
            source,
            clients,
        )
        .await
    }

    /// Servers that may ask nothing.
    pub async fn muted_servers(&self) -> Result<Vec<ServerId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as("SELECT server_id FROM muted_servers")
            .fetch_all(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(rows.into_iter().map(|(server,)| server.into()).collect())
    }

    /// Keeps that a server may ask nothing.
    pub async fn mute_server(&self, server: &ServerId, now_ms: i64) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        sqlx::query(
            "INSERT INTO muted_servers (server_id, muted_at) VALUES (?, ?) ON CONFLICT (server_id) DO NOTHING",
        )
        .bind(server.as_str())
        .bind(now_ms)
        .execute(&mut *transaction)
        .await
        .map_err(|error| self.failed(error))?;
        self.commit(transaction).await
    }

    /// Keeps that a server may ask again.
    pub async fn unmute_server(&self, server: &ServerId) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        sqlx::query("DELETE FROM muted_servers WHERE server_id = ?")
            .bind(server.as_str())
            .execute(&mut *transaction)
            .await
            .map_err(|error| self.failed(error))?;
        self.commit(transaction).await
    }
}

/// Counts what happened too often lately to be kept by itself. Returns whether it did.
async fn count_again(
    connection: &mut SqliteConnection,
    record: &ApprovalRecord,
) -> Result<bool, sqlx::Error> {
    let (same, last): (i64, Option<i64>) = sqlx::query_as(
        "SELECT count(*), max(id) FROM
             (SELECT * FROM ask_records
              WHERE server_id = ? AND (policy IS NOT NULL OR ending NOT IN ('accepted', 'declined', 'cancelled'))
              ORDER BY id DESC LIMIT 100)
         WHERE kind = ? AND ending = ? AND reason = ? AND policy IS ? AND tool IS ? AND closed_at > ?",
    )
    .bind(record.source.as_str())
    .bind(record.kind.as_db_str())
    .bind(record.ending.as_db_str())
    .bind(record.reason.to_stored())
    .bind(record.policy.as_ref().map(Message::to_stored))
    .bind(&record.tool)
    .bind(record.closed_at - limits::SAME_WITHIN_MS)
    .fetch_one(&mut *connection)
    .await?;
    let Some(last) = last.filter(|_| same >= limits::SAME_RECORDS) else {
        return Ok(false);
    };
    sqlx::query("UPDATE ask_records SET times = times + ?, closed_at = ? WHERE id = ?")
        .bind(record.times)
        .bind(record.closed_at)
        .bind(last)
        .execute(connection)
        .await?;
    Ok(true)
}

async fn insert(
    connection: &mut SqliteConnection,
    record: &ApprovalRecord,
) -> Result<(), sqlx::Error> {
    let json = |value: &Option<Value>| value.as_ref().map(Value::to_string);
    let (arguments, possible_causes, changed, sent) = (
        json(&record.arguments),
        json(&record.possible_causes),
        json(&record.changed),
        json(&record.sent),
    );
    let shown = record.shown.to_string();
    let size: usize = [&arguments, &possible_causes, &changed, &sent]
        .into_iter()
        .flatten()
        .map(String::len)
        .sum();
    sqlx::query(
        "INSERT INTO ask_records
         (ask_id, server_id, server_label, call_id, tool, arguments, kind, shown, changed, sent, opened_at,
          closed_at, ending, reason, policy, size_bytes, caller, possible_causes, times)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(record.approval.as_str())
    .bind(record.source.as_str())
    .bind(&record.server_label)
    .bind(record.call.as_ref().map(CallId::as_str))
    .bind(&record.tool)
    .bind(arguments)
    .bind(record.kind.as_db_str())
    .bind(&shown)
    .bind(changed)
    .bind(sent)
    .bind(record.opened_at)
    .bind(record.closed_at)
    .bind(record.ending.as_db_str())
    .bind(record.reason.to_stored())
    .bind(record.policy.as_ref().map(Message::to_stored))
    .bind(i64::try_from(size + shown.len()).unwrap_or(i64::MAX))
    .bind(record.caller.as_ref().map(Json))
    .bind(possible_causes)
    .bind(record.times)
    .execute(connection)
    .await
    .map(|_| ())
}
