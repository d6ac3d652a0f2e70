//! Tables `sampling_rules` and `sampling_spent`: what servers may have of models, and what they have had.

use std::time::Duration;

use sqlx_macros::FromRow;

use super::{Store, StoreError, readable};
use usher_types::id::ServerId;
use usher_types::sampling::{Budget, SamplingRule, Spent};

/// What was had longer ago than this counts nowhere.
const RETENTION: Duration = Duration::from_hours(48);

#[derive(FromRow)]
struct RuleRow {
    server_id: String,
    allowed: bool,
    requests_per_hour: i64,
    tokens_per_day: i64,
    money_per_day: i64,
}

impl From<RuleRow> for (ServerId, SamplingRule) {
    fn from(row: RuleRow) -> Self {
        let rule = SamplingRule {
            allowed: row.allowed,
            budget: Budget {
                requests_per_hour: u32::try_from(row.requests_per_hour).unwrap_or_default(),
                tokens_per_day: to_u64(row.tokens_per_day),
                money_per_day: to_u64(row.money_per_day),
            },
        };
        (row.server_id.into(), rule)
    }
}

impl Store {
    /// What the person has decided about servers and models, oldest decision first.
    pub async fn sampling_rules(&self) -> Result<Vec<(ServerId, SamplingRule)>, StoreError> {
        let mut reading = self.reading_all().await?;
        let rows = sqlx::query(
            "SELECT server_id, allowed, requests_per_hour, tokens_per_day, money_per_day FROM sampling_rules ORDER BY rowid",
        )
        .fetch_all(&mut *reading)
        .await
        .map_err(|error| self.failed(error))?;
        let rules: Vec<(ServerId, SamplingRule)> =
            readable::<RuleRow, _>("what a server may have of models", &rows);
        let is_verified = |(server, _): &(ServerId, SamplingRule)| self.is_verified(server);
        Ok(rules.into_iter().filter(is_verified).collect())
    }

    /// What the person has decided about one server.
    pub async fn sampling_rule(
        &self,
        server: &ServerId,
    ) -> Result<Option<SamplingRule>, StoreError> {
        let mut reading = self.reading(server).await?;
        let row: Option<RuleRow> = sqlx::query_as(
            "SELECT server_id, allowed, requests_per_hour, tokens_per_day, money_per_day FROM sampling_rules WHERE server_id = ?",
        )
        .bind(server.as_str())
        .fetch_optional(&mut *reading)
        .await
        .map_err(|error| self.failed(error))?;
        let row = row.filter(|_| self.is_verified(server));
        Ok(row.map(|row| <(ServerId, SamplingRule)>::from(row).1))
    }

    /// Decides about a server.
    pub async fn set_sampling_rule(
        &self,
        server: &ServerId,
        rule: SamplingRule,
    ) -> Result<(), StoreError> {
        let mut change = self.begin_change([server]).await?;
        sqlx::query(
            "INSERT INTO sampling_rules (server_id, allowed, requests_per_hour, tokens_per_day, money_per_day)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (server_id) DO UPDATE
             SET allowed = ?2, requests_per_hour = ?3, tokens_per_day = ?4, money_per_day = ?5",
        )
        .bind(server.as_str())
        .bind(rule.allowed)
        .bind(i64::from(rule.budget.requests_per_hour))
        .bind(to_i64(rule.budget.tokens_per_day))
        .bind(to_i64(rule.budget.money_per_day))
        .execute(&mut *change)
        .await
        .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }

    /// What a server has had: requests since `hour_ago`, tokens and money since `day_ago`, Unix ms.
    pub async fn sampling_spent(
        &self,
        server: &ServerId,
        hour_ago: i64,
        day_ago: i64,
    ) -> Result<Spent, StoreError> {
        let (requests, tokens, money): (i64, i64, i64) = sqlx::query_as(
            "SELECT COUNT(*) FILTER (WHERE at > ?2), IFNULL(SUM(tokens), 0), IFNULL(SUM(money), 0)
             FROM sampling_spent WHERE server_id = ?1 AND at > ?3",
        )
        .bind(server.as_str())
        .bind(hour_ago)
        .bind(day_ago)
        .fetch_one(&self.pool)
        .await
        .map_err(|error| self.failed(error))?;
        Ok(Spent {
            requests: u32::try_from(requests).unwrap_or(u32::MAX),
            tokens: to_u64(tokens),
            money: to_u64(money),
        })
    }

    /// Counts a run with its maximum, and deletes expired counts.
    pub async fn reserve_sampling(
        &self,
        server: &ServerId,
        now_ms: i64,
        tokens: u64,
        money: u64,
    ) -> Result<i64, StoreError> {
        let old = now_ms.saturating_sub(i64::try_from(RETENTION.as_millis()).unwrap_or(i64::MAX));
        sqlx::query("DELETE FROM sampling_spent WHERE at < ?")
            .bind(old)
            .execute(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        let done = sqlx::query(
            "INSERT INTO sampling_spent (server_id, at, tokens, money) VALUES (?, ?, ?, ?)",
        )
        .bind(server.as_str())
        .bind(now_ms)
        .bind(to_i64(tokens))
        .bind(to_i64(money))
        .execute(&self.pool)
        .await
        .map_err(|error| self.failed(error))?;
        Ok(done.last_insert_rowid())
    }

    /// Counts what a run took.
    pub async fn settle_sampling(
        &self,
        reservation: i64,
        tokens: u64,
        money: u64,
    ) -> Result<(), StoreError> {
        sqlx::query("UPDATE sampling_spent SET tokens = ?, money = ? WHERE id = ?")
            .bind(to_i64(tokens))
            .bind(to_i64(money))
            .bind(reservation)
            .execute(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(())
    }

    /// A run took nothing.
    pub async fn release_sampling(&self, reservation: i64) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM sampling_spent WHERE id = ?")
            .bind(reservation)
            .execute(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(())
    }
}

fn to_i64(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn to_u64(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}
