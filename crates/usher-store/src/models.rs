//! Tables `model_providers` and `model_mappings`: where models are reached, and the person's own table of hints. Keys are
//! not here, only where they are.

use sqlx::types::Json;
use sqlx_macros::FromRow;

use super::integrity::Subject;
use super::{Store, StoreError, found};
use usher_llm::provider::Provider;
use usher_types::id::ProviderId;
use usher_types::model::ProviderKind;
use usher_types::model::{Model, ModelRef};
use usher_types::model::{ModelMapping, ModelPrices};

#[derive(FromRow)]
struct Row {
    id: String,
    kind: String,
    label: String,
    base_url: String,
    key_ref: Option<String>,
    models: Json<Vec<Model>>,
    fetched_at: Option<i64>,
}

#[derive(FromRow)]
struct MappingRow {
    hint: String,
    provider_id: String,
    model: String,
    input_price: Option<i64>,
    output_price: Option<i64>,
}

impl Store {
    /// All providers, in the order they were added. One of a kind this Usher does not know is left alone.
    pub async fn providers(&self) -> Result<Vec<Provider>, StoreError> {
        let mut reading = self.reading_all().await?;
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT id, kind, label, base_url, key_ref, models, fetched_at FROM model_providers ORDER BY created_at, id",
        )
        .fetch_all(&mut *reading)
        .await
        .map_err(|error| self.failed(error))?;
        Ok(rows
            .into_iter()
            .filter_map(|row| {
                let id = ProviderId::from(row.id);
                let is_verified = self.is_verified(&id);
                Some(Provider {
                    kind: ProviderKind::from_name(&row.kind)?,
                    base: row.base_url.parse().ok()?,
                    id,
                    label: row.label,
                    key: row.key_ref.filter(|_| is_verified).map(Into::into),
                    changed_outside: !is_verified,
                    models: row.models.0,
                    fetched_at: row.fetched_at,
                })
            })
            .collect())
    }

    pub async fn add_provider(&self, provider: &Provider, now_ms: i64) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([&provider.id]).await?;
        sqlx::query(
            "INSERT INTO model_providers (id, kind, label, base_url, key_ref, models, fetched_at, created_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(provider.id.as_str())
        .bind(provider.kind.name())
        .bind(&provider.label)
        .bind(provider.base.as_str())
        .bind(provider.key.as_ref().map(|key| key.as_str().to_owned()))
        .bind(Json(&provider.models))
        .bind(provider.fetched_at)
        .bind(now_ms)
        .execute(&mut *change)
        .await
        .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }

    /// Replaces all of a provider.
    pub async fn edit_provider(&self, provider: &Provider) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([&provider.id]).await?;
        let done = sqlx::query(
            "UPDATE model_providers SET kind = ?, label = ?, base_url = ?, key_ref = ?, models = ?, fetched_at = ? WHERE id = ?",
        )
        .bind(provider.kind.name())
        .bind(&provider.label)
        .bind(provider.base.as_str())
        .bind(provider.key.as_ref().map(|key| key.as_str().to_owned()))
        .bind(Json(&provider.models))
        .bind(provider.fetched_at)
        .bind(provider.id.as_str())
        .execute(&mut *change)
        .await
        .map_err(|error| self.failed(error))?;
        found(done.rows_affected())?;
        self.commit_change(change).await
    }

    /// Removes a provider, and the rows of the table that name it.
    pub async fn remove_provider(&self, id: &ProviderId) -> Result<(), StoreError> {
        let subjects = [Subject::from(id), Subject::shared()];
        let mut change = self.begin_change_anew(subjects).await?;
        sqlx::query("DELETE FROM model_providers WHERE id = ?")
            .bind(id.as_str())
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }

    /// The table of hints, in order.
    pub async fn mappings(&self) -> Result<Vec<ModelMapping>, StoreError> {
        let mut reading = self.reading(Subject::shared()).await?;
        if !self.is_verified(Subject::shared()) {
            return Ok(Vec::new());
        }
        let rows: Vec<MappingRow> = sqlx::query_as(
            "SELECT hint, provider_id, model, input_price, output_price FROM model_mappings ORDER BY position",
        )
        .fetch_all(&mut *reading)
        .await
        .map_err(|error| self.failed(error))?;
        Ok(rows
            .into_iter()
            .map(|row| ModelMapping {
                hint: row.hint,
                model: ModelRef {
                    provider_id: row.provider_id.into(),
                    model: row.model,
                },
                prices: row
                    .input_price
                    .zip(row.output_price)
                    .map(|(input, output)| ModelPrices {
                        input: u64::try_from(input).unwrap_or_default(),
                        output: u64::try_from(output).unwrap_or_default(),
                    }),
            })
            .collect())
    }

    /// Replaces the table of hints.
    pub async fn set_mappings(&self, rows: &[ModelMapping]) -> Result<(), StoreError> {
        let whole = |price: u64| i64::try_from(price).unwrap_or(i64::MAX);
        let mut change = self.begin_change_anew([Subject::shared()]).await?;
        sqlx::query("DELETE FROM model_mappings")
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        for (position, row) in (0_i64..).zip(rows) {
            sqlx::query(
                "INSERT INTO model_mappings (position, hint, provider_id, model, input_price, output_price)
                 VALUES (?, ?, ?, ?, ?, ?)",
            )
            .bind(position)
            .bind(row.hint.trim())
            .bind(row.model.provider_id.as_str())
            .bind(&row.model.model)
            .bind(row.prices.map(|prices| whole(prices.input)))
            .bind(row.prices.map(|prices| whole(prices.output)))
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        }
        self.commit_change(change).await
    }
}
