//! Table `pins`: what servers declared when the person last looked at it; and `brought_pins`: what a setup file says
//! was looked at elsewhere; `declined_pins`: what the person does not want in place of a pin; and `pin_copies`: a second
//! copy of each pin. All go with their server.

use std::collections::HashMap;
use std::sync::Arc;

use sqlx::SqliteConnection;
use sqlx_macros::FromRow;

use super::authenticate::Reading;
use super::{Store, StoreError, readable};
use usher_review::canonical::Digest;
use usher_review::items::{ItemName, Pin, StoredItems};
use usher_types::id::ServerId;
use usher_types::review::ItemKind;

#[derive(FromRow)]
struct Row {
    kind: String,
    name: String,
    definition: String,
    digest: String,
    reviewed_at: i64,
    /// JSON; `None` = nothing.
    varying: Option<String>,
}

impl Row {
    /// `None` for a kind this Usher does not know.
    fn read(self) -> Option<Pin> {
        Some(Pin {
            item: ItemName {
                kind: ItemKind::try_from(self.kind).ok()?,
                name: self.name,
            },
            definition: self.definition,
            digest: Digest::kept(self.digest),
            reviewed_at: self.reviewed_at,
            // What cannot be read permits nothing.
            varying: self
                .varying
                .and_then(|text| serde_json::from_str(&text).ok())
                .unwrap_or_default(),
        })
    }
}

/// A [`Row`], of any of the tables. Only of what was reviewed here anything may vary.
macro_rules! select {
    ("pins", $which:literal) => {
        select!("varying", "pins", $which)
    };
    ($table:literal, $which:literal) => {
        select!("NULL AS varying", $table, $which)
    };
    ($varying:literal, $table:literal, $which:literal) => {
        concat!(
            "SELECT kind, name, definition, digest, reviewed_at, ",
            $varying,
            " FROM ",
            $table,
            " WHERE server_id = ? ",
            $which
        )
    };
}

const PINS: &str = select!("pins", "ORDER BY kind, name");
const BROUGHT_PINS: &str = select!("brought_pins", "ORDER BY kind, name");

impl Store {
    /// All pins of a server.
    pub async fn pins(&self, server: &ServerId) -> Result<Vec<Pin>, StoreError> {
        let mut reading = self.reading(server).await?;
        self.listed(&mut reading, server, PINS).await
    }

    /// What is kept of the items of a server, all of one moment.
    pub async fn stored_items(&self, server: &ServerId) -> Result<StoredItems, StoreError> {
        let mut reading = self.reading(server).await?;
        let mut declined = self.declined_pins(&mut reading, server).await?;
        declined.retain(|item, _| !self.revoked_pins.contains(server, item));
        Ok(StoredItems {
            pins: self.listed(&mut reading, server, PINS).await?,
            imported: self.listed(&mut reading, server, BROUGHT_PINS).await?,
            declined,
        })
    }

    async fn listed(
        &self,
        reading: &mut Reading,
        server: &ServerId,
        query: &'static str,
    ) -> Result<Vec<Pin>, StoreError> {
        if !self.is_verified(server) {
            return Ok(Vec::new());
        }
        let rows = sqlx::query(query)
            .bind(server.as_str())
            .fetch_all(&mut **reading)
            .await
            .map_err(|error| self.failed(error))?;
        let rows = readable::<Row, Row>("a pin", &rows);
        let mut pins: Vec<Pin> = rows.into_iter().filter_map(Row::read).collect();
        pins.retain(|pin| !self.revoked_pins.contains(server, &pin.item));
        Ok(pins)
    }

    /// Keeps what a setup file says was looked at elsewhere.
    pub async fn import_pins(&self, server: &ServerId, pins: &[Pin]) -> Result<(), StoreError> {
        let mut change = self.begin_change([server]).await?;
        let insert =
            "INSERT INTO brought_pins (server_id, kind, name, definition, digest, reviewed_at)
             VALUES (?, ?, ?, ?, ?, ?)";
        self.put_pins(&mut change, insert, server, pins).await?;
        self.commit_change(change).await
    }

    /// Writes rows of either table by a query that takes one.
    async fn put_pins(
        &self,
        connection: &mut SqliteConnection,
        insert: &'static str,
        server: &ServerId,
        pins: &[Pin],
    ) -> Result<(), StoreError> {
        for pin in pins {
            sqlx::query(insert)
                .bind(server.as_str())
                .bind(pin.item.kind.as_db_str())
                .bind(&pin.item.name)
                .bind(&pin.definition)
                .bind(pin.digest.as_str())
                .bind(pin.reviewed_at)
                .execute(&mut *connection)
                .await
                .map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    /// Keeps what of pins may vary, and when that was reviewed.
    async fn put_varying(
        &self,
        connection: &mut SqliteConnection,
        server: &ServerId,
        pins: &[Pin],
    ) -> Result<(), StoreError> {
        for pin in pins {
            let varying = match &pin.varying[..] {
                [] => None,
                some => serde_json::to_string(some).ok(),
            };
            sqlx::query(
                "UPDATE pins SET varying = ?1, reviewed_at = ?2
                 WHERE server_id = ?3 AND kind = ?4 AND name = ?5 AND varying IS NOT ?1",
            )
            .bind(varying)
            .bind(pin.reviewed_at)
            .bind(server.as_str())
            .bind(pin.item.kind.as_db_str())
            .bind(&pin.item.name)
            .execute(&mut *connection)
            .await
            .map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    /// One pin, as it is in the database at this moment.
    pub async fn pin(
        &self,
        server: &ServerId,
        item: &ItemName,
    ) -> Result<Option<Arc<Pin>>, StoreError> {
        if !self.is_verified(server) || self.revoked_pins.contains(server, item) {
            return Ok(None);
        }
        let stamp = match self.pin_cache.get(server, item) {
            Ok(known) => return Ok(known),
            Err(stamp) => stamp,
        };
        let mut reading = self.reading(server).await?;
        if !self.is_verified(server) {
            return Ok(None);
        }
        let row: Option<Row> = sqlx::query_as(select!("pins", "AND kind = ? AND name = ?"))
            .bind(server.as_str())
            .bind(item.kind.as_db_str())
            .bind(&item.name)
            .fetch_optional(&mut *reading)
            .await
            .map_err(|error| self.failed(error))?;
        let pin = row.and_then(Row::read).map(Arc::new);
        self.pin_cache.keep(server, item, pin.as_ref(), &stamp);
        Ok(pin)
    }

    /// The second copy of a pin, whether or not it is intact.
    pub async fn pin_copy(
        &self,
        server: &ServerId,
        item: &ItemName,
    ) -> Result<Option<Pin>, StoreError> {
        let row: Option<Row> = sqlx::query_as(select!("pin_copies", "AND kind = ? AND name = ?"))
            .bind(server.as_str())
            .bind(item.kind.as_db_str())
            .bind(&item.name)
            .fetch_optional(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(row.and_then(Row::read))
    }

    /// Replaces pins and deletes others, all or none. One that is the same already stays as it is; one that is gone
    /// already is no failure. What was brought of them is over.
    pub async fn change_pins(
        &self,
        server: &ServerId,
        kept: &[Pin],
        forgotten: &[ItemName],
    ) -> Result<(), StoreError> {
        let mut change = self.begin_change([server]).await?;
        let insert = "INSERT INTO pins (server_id, kind, name, definition, digest, reviewed_at)
             VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT (server_id, kind, name) DO UPDATE SET definition = excluded.definition,
             digest = excluded.digest, reviewed_at = excluded.reviewed_at
             WHERE definition <> excluded.definition OR digest <> excluded.digest";
        self.put_pins(&mut change, insert, server, kept).await?;
        let copy =
            "INSERT OR REPLACE INTO pin_copies (server_id, kind, name, definition, digest, reviewed_at)
             VALUES (?, ?, ?, ?, ?, ?)";
        self.put_pins(&mut change, copy, server, kept).await?;
        self.put_varying(&mut change, server, kept).await?;
        let over = [
            "DELETE FROM pins WHERE server_id = ? AND kind = ? AND name = ?",
            "DELETE FROM brought_pins WHERE server_id = ? AND kind = ? AND name = ?",
            "DELETE FROM declined_pins WHERE server_id = ? AND kind = ? AND name = ?",
            "DELETE FROM pin_copies WHERE server_id = ? AND kind = ? AND name = ?",
        ];
        let forget = forgotten
            .iter()
            .flat_map(|item| over.map(|query| (item, query)));
        let settle = kept
            .iter()
            .flat_map(|pin| [over[1], over[2]].map(|query| (&pin.item, query)));
        for (item, query) in forget.chain(settle) {
            sqlx::query(query)
                .bind(server.as_str())
                .bind(item.kind.as_db_str())
                .bind(&item.name)
                .execute(&mut *change)
                .await
                .map_err(|error| self.failed(error))?;
        }
        self.commit_change(change).await?;
        let kept = kept.iter().map(|pin| &pin.item);
        self.revoked_pins.remove(server, kept.chain(forgotten));
        Ok(())
    }

    /// Takes back pins of a server: they hold no longer, whether or not that can be written.
    ///
    /// # Errors
    /// [`StoreError::Held`] if it could not be written: that is tried again until Usher is closed.
    pub async fn revoke_pins(
        &self,
        server: &ServerId,
        items: &[ItemName],
    ) -> Result<(), StoreError> {
        self.revoked_pins.add(server, items);
        let restricted = server.clone();
        let delete = move |store: Store| {
            let server = restricted.clone();
            async move {
                // Some may be accepted anew by then.
                let revoked = store.revoked_pins.of(&server);
                store.change_pins(&server, &[], &revoked).await
            }
        };
        self.restrict(format!("pins {server}"), delete).await
    }

    /// What the person has seen in place of pins of a server and does not want, by its digest.
    async fn declined_pins(
        &self,
        reading: &mut Reading,
        server: &ServerId,
    ) -> Result<HashMap<ItemName, Digest>, StoreError> {
        let rows: Vec<(String, String, String)> =
            sqlx::query_as("SELECT kind, name, digest FROM declined_pins WHERE server_id = ?")
                .bind(server.as_str())
                .fetch_all(&mut **reading)
                .await
                .map_err(|error| self.failed(error))?;
        let read = |(kind, name, digest): (String, String, String)| {
            let kind = ItemKind::try_from(kind).ok()?;
            Some((ItemName { kind, name }, Digest::kept(digest)))
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// Keeps that the person does not want these, which are declared in place of pins.
    pub async fn decline_pins(
        &self,
        server: &ServerId,
        declined: &[(ItemName, Digest)],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        for (item, digest) in declined {
            sqlx::query(
                "INSERT INTO declined_pins (server_id, kind, name, digest) VALUES (?, ?, ?, ?)
                 ON CONFLICT (server_id, kind, name) DO UPDATE SET digest = excluded.digest",
            )
            .bind(server.as_str())
            .bind(item.kind.as_db_str())
            .bind(&item.name)
            .bind(digest.as_str())
            .execute(&mut *transaction)
            .await
            .map_err(|error| self.failed(error))?;
        }
        self.commit(transaction).await
    }
}
