//! Tables `webtools` and `webtool_pins`: the webtools of the person, and every document that was kept of them.

use serde_json::Value;
use sqlx::SqliteConnection;
use sqlx::types::Json;
use sqlx_macros::FromRow;
use usher_types::webtool::{PinId, WebtoolStanding};

use super::{Store, StoreError, found, readable};
use usher_review::canonical::Digest;
use usher_types::id::{SourceId, WebtoolId};
use usher_webtools::pin::{ConfiguredWebtool, Pin};

#[derive(FromRow)]
struct Row {
    id: String,
    definition: String,
    current: i64,
    consent: String,
    enabled: bool,
    checked: Option<String>,
    created_at: i64,
}

#[derive(FromRow)]
struct PinRow {
    id: i64,
    bytes: Vec<u8>,
    sha256: String,
    canonical_sha256: String,
    version: String,
    url: String,
    final_url: String,
    media_type: String,
    fetched_at: i64,
    standing: String,
}

impl TryFrom<Row> for ConfiguredWebtool {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let definition = serde_json::from_str(&row.definition)
            .map_err(|error| StoreError::Other(sqlx::Error::Decode(Box::new(error))))?;
        Ok(Self {
            id: row.id.into(),
            definition,
            current: PinId(row.current),
            consent: row.consent,
            consent_on_file: None,
            enabled: row.enabled,
            // Then it counts as not reviewed.
            checked: row
                .checked
                .and_then(|checked| serde_json::from_str(&checked).ok()),
            created_at: row.created_at,
        })
    }
}

impl From<PinRow> for Pin {
    fn from(row: PinRow) -> Self {
        Self {
            id: PinId(row.id),
            bytes: row.bytes,
            sha256: Digest::kept(row.sha256),
            canonical_sha256: Digest::kept(row.canonical_sha256),
            version: row.version,
            url: row.url.parse().ok(),
            final_url: row.final_url.parse().ok(),
            media_type: row.media_type,
            fetched_at: row.fetched_at,
            standing: WebtoolStanding::of_db_str(&row.standing),
        }
    }
}

impl Store {
    /// All webtools, in the person's order. One that cannot be read hides no other.
    pub async fn list_webtools(&self) -> Result<Vec<ConfiguredWebtool>, StoreError> {
        let mut reading = self.reading_all().await?;
        let rows = sqlx::query(
            "SELECT id, definition, current, consent, enabled, checked, created_at FROM webtools
             ORDER BY position, created_at, id",
        )
        .fetch_all(&mut *reading)
        .await
        .map_err(|error| self.failed(error))?;
        let webtools = readable::<Row, _>("a webtool", &rows).into_iter();
        Ok(webtools
            .map(|webtool| self.with_consent_on_file(webtool))
            .collect())
    }

    pub async fn webtool(&self, id: &WebtoolId) -> Result<ConfiguredWebtool, StoreError> {
        let mut reading = self.reading(id).await?;
        let row: Option<Row> = sqlx::query_as(
            "SELECT id, definition, current, consent, enabled, checked, created_at FROM webtools WHERE id = ?",
        )
        .bind(id.as_str())
        .fetch_optional(&mut *reading)
        .await
        .map_err(|error| self.failed(error))?;
        let webtool = row.ok_or(StoreError::NotFound)?.try_into()?;
        Ok(self.with_consent_on_file(webtool))
    }

    /// Adds a webtool with the document it is to be used with; `consent` makes the agreement to that.
    pub async fn add_webtool(
        &self,
        webtool: &ConfiguredWebtool,
        pin: &Pin,
    ) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([&webtool.id]).await?;
        sqlx::query(
            "INSERT INTO webtools (id, position, definition, current, consent, enabled, created_at)
             VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM webtools), ?, 0, ?, ?, ?)",
        )
        .bind(webtool.id.as_str())
        .bind(Json(&webtool.definition))
        .bind(&webtool.consent)
        .bind(webtool.enabled)
        .bind(webtool.created_at)
        .execute(&mut *change)
        .await
        .map_err(|error| self.failed(error))?;
        let pin = insert(&mut change, &webtool.id, pin)
            .await
            .map_err(|error| self.failed(error))?;
        sqlx::query("UPDATE webtools SET current = ? WHERE id = ?")
            .bind(pin)
            .bind(webtool.id.as_str())
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        if !webtool.consent.is_empty() {
            let pin = PinId(pin);
            self.set_standing(&mut change, &webtool.id, pin, WebtoolStanding::Used)
                .await?;
        }
        self.commit_with_consents(change, agreed(webtool)).await
    }

    /// Replaces a webtool except its documents and consent.
    pub async fn replace_webtool(&self, webtool: &ConfiguredWebtool) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([&webtool.id]).await?;
        self.update(&mut change, webtool).await?;
        self.commit_change(change).await
    }

    /// Replaces a webtool except its documents and consent: the person declines this document.
    pub async fn decline_webtool_pin(
        &self,
        webtool: &ConfiguredWebtool,
        pin: PinId,
    ) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([&webtool.id]).await?;
        self.update(&mut change, webtool).await?;
        self.set_standing(&mut change, &webtool.id, pin, WebtoolStanding::Declined)
            .await?;
        self.commit_change(change).await
    }

    /// Replaces everything about a webtool but its documents: the person agrees to exactly this.
    pub async fn agree_to_webtool(&self, webtool: &ConfiguredWebtool) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([&webtool.id]).await?;
        self.update(&mut change, webtool).await?;
        self.set_standing(
            &mut change,
            &webtool.id,
            webtool.current,
            WebtoolStanding::Used,
        )
        .await?;
        sqlx::query("UPDATE webtools SET current = ?, consent = ? WHERE id = ?")
            .bind(webtool.current.0)
            .bind(&webtool.consent)
            .bind(webtool.id.as_str())
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        self.commit_with_consents(change, agreed(webtool)).await
    }

    async fn update(
        &self,
        connection: &mut SqliteConnection,
        webtool: &ConfiguredWebtool,
    ) -> Result<(), StoreError> {
        let done = sqlx::query(
            "UPDATE webtools SET definition = ?, enabled = ?, checked = ? WHERE id = ?",
        )
        .bind(Json(&webtool.definition))
        .bind(webtool.enabled)
        .bind(webtool.checked.as_ref().map(Json))
        .bind(webtool.id.as_str())
        .execute(connection)
        .await
        .map_err(|error| self.failed(error))?;
        found(done.rows_affected())
    }

    async fn set_standing(
        &self,
        connection: &mut SqliteConnection,
        webtool: &WebtoolId,
        pin: PinId,
        standing: WebtoolStanding,
    ) -> Result<(), StoreError> {
        sqlx::query("UPDATE webtool_pins SET standing = ? WHERE webtool_id = ? AND id = ?")
            .bind(standing.as_db_str())
            .bind(webtool.as_str())
            .bind(pin.0)
            .execute(connection)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(())
    }

    /// Deletes a webtool with all its documents.
    pub async fn remove_webtool(&self, id: &WebtoolId) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([id]).await?;
        sqlx::query("DELETE FROM webtools WHERE id = ?")
            .bind(id.as_str())
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        self.commit_with_consents(change, [(SourceId::from(id), None)])
            .await
    }

    /// Keeps a document; one that is kept already keeps its identity, and its bytes are what was fetched again.
    pub async fn keep_pin(&self, webtool: &WebtoolId, pin: &Pin) -> Result<PinId, StoreError> {
        let mut change = self.begin_change_anew([webtool]).await?;
        let id = insert(&mut change, webtool, pin)
            .await
            .map_err(|error| self.failed(error))?;
        self.commit_change(change).await?;
        Ok(PinId(id))
    }

    /// All documents of a webtool, newest first.
    pub async fn list_pins(&self, webtool: &WebtoolId) -> Result<Vec<Pin>, StoreError> {
        let mut reading = self.reading(webtool).await?;
        let rows: Vec<PinRow> =
            sqlx::query_as("SELECT * FROM webtool_pins WHERE webtool_id = ? ORDER BY id DESC")
                .bind(webtool.as_str())
                .fetch_all(&mut *reading)
                .await
                .map_err(|error| self.failed(error))?;
        Ok(rows.into_iter().map(Pin::from).collect())
    }

    /// One document of a webtool.
    pub async fn webtool_pin(&self, webtool: &WebtoolId, id: PinId) -> Result<Pin, StoreError> {
        let mut reading = self.reading(webtool).await?;
        let row: Option<PinRow> =
            sqlx::query_as("SELECT * FROM webtool_pins WHERE webtool_id = ? AND id = ?")
                .bind(webtool.as_str())
                .bind(id.0)
                .fetch_optional(&mut *reading)
                .await
                .map_err(|error| self.failed(error))?;
        row.map(Pin::from).ok_or(StoreError::NotFound)
    }
}

/// Returns its entry of the consent file, if there is one.
fn agreed(webtool: &ConfiguredWebtool) -> Option<(SourceId, Option<Value>)> {
    let consent = Some(&webtool.consent).filter(|consent| !consent.is_empty())?;
    Some((SourceId::from(&webtool.id), Some(consent.as_str().into())))
}

async fn insert(
    connection: &mut SqliteConnection,
    webtool: &WebtoolId,
    pin: &Pin,
) -> Result<i64, sqlx::Error> {
    let text = |url: &Option<url::Url>| url.as_ref().map(url::Url::to_string).unwrap_or_default();
    let (id,): (i64,) = sqlx::query_as(
        "INSERT INTO webtool_pins
         (webtool_id, bytes, sha256, canonical_sha256, version, url, final_url, media_type, fetched_at, standing)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (webtool_id, sha256, final_url) DO UPDATE SET bytes = excluded.bytes
         RETURNING id",
    )
    .bind(webtool.as_str())
    .bind(&pin.bytes)
    .bind(pin.sha256.as_str())
    .bind(pin.canonical_sha256.as_str())
    .bind(&pin.version)
    .bind(text(&pin.url))
    .bind(text(&pin.final_url))
    .bind(&pin.media_type)
    .bind(pin.fetched_at)
    .bind(pin.standing.as_db_str())
    .fetch_one(connection)
    .await?;
    Ok(id)
}
