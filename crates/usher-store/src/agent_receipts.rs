//! Table `agent_receipts`: what was written into the configuration files of agents. Those of one file are undone from the
//! latest on.

use std::path::Path;

use sqlx::types::Json;
use sqlx_macros::FromRow;
use usher_agents::Receipt;

use super::integrity::Subject;
use super::{Store, StoreError, readable};

/// What was written into a file of an agent, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptReceipt {
    pub id: i64,
    pub receipt: Receipt,
    /// Unix ms.
    pub written_at: i64,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    agent: String,
    file: String,
    receipt: Json<Receipt>,
    written_at: i64,
}

impl From<Row> for KeptReceipt {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            receipt: row.receipt.0,
            written_at: row.written_at,
        }
    }
}

impl Store {
    /// All receipts that are Usher's own, the latest first.
    pub async fn agent_receipts(&self) -> Result<Vec<KeptReceipt>, StoreError> {
        let mut reading = self.reading_all().await?;
        let rows = sqlx::query(
            "SELECT id, agent, file, receipt, written_at FROM agent_receipts ORDER BY written_at DESC, id DESC",
        )
        .fetch_all(&mut *reading)
        .await
        .map_err(|error| self.failed(error))?;
        let rows = readable::<Row, Row>("a receipt of an agent", &rows);
        // The tag is by the columns: a receipt that names another agent or file has none.
        let is_own = |row: &Row| {
            let of_columns = Subject::receipts(&row.agent, Path::new(&row.file));
            subject(&row.receipt) == of_columns && self.is_verified(of_columns)
        };
        Ok(rows.into_iter().filter(is_own).map(Into::into).collect())
    }

    /// Keeps a receipt as the latest of its file.
    pub async fn keep_agent_receipt(&self, receipt: &Receipt, at: i64) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([subject(receipt)]).await?;
        sqlx::query(
            "INSERT INTO agent_receipts (agent, file, receipt, written_at) VALUES (?, ?, ?, ?)",
        )
        .bind(&receipt.agent)
        .bind(receipt.file.to_string_lossy())
        .bind(Json(receipt))
        .bind(at)
        .execute(&mut *change)
        .await
        .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }

    /// Forgets a receipt: what it is of was undone.
    pub async fn delete_agent_receipt(&self, kept: &KeptReceipt) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([subject(&kept.receipt)]).await?;
        sqlx::query("DELETE FROM agent_receipts WHERE id = ?")
            .bind(kept.id)
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }
}

fn subject(receipt: &Receipt) -> Subject {
    Subject::receipts(&receipt.agent, &receipt.file)
}
