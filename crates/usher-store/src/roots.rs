//! Tables `roots` and `roots_consents`: folders shown to servers, and who may see them unasked. What
//! belongs to a server goes with it.

use sqlx_macros::FromRow;

use super::authenticate::Reading;
use super::integrity::Subject;
use super::{Store, StoreError};
use usher_types::id::{RootId, ServerId};
use usher_types::roots::{RootFolder, RootScope, RootsConsent};

#[derive(FromRow)]
struct Row {
    id: String,
    server_id: Option<String>,
    path: String,
    name: String,
}

/// What is kept of folders that servers may see.
#[derive(Debug)]
pub struct StoredRoots {
    /// All folders, in the order they were added.
    pub folders: Vec<RootFolder>,
    /// Servers that may see their folders unasked.
    pub always: Vec<ServerId>,
}

impl Store {
    /// Reads what is kept of folders, all of one moment.
    pub async fn roots(&self) -> Result<StoredRoots, StoreError> {
        let mut reading = self.reading_all().await?;
        Ok(StoredRoots {
            folders: self.root_folders(&mut reading).await?,
            always: self.roots_consents(&mut reading).await?,
        })
    }

    async fn root_folders(&self, reading: &mut Reading) -> Result<Vec<RootFolder>, StoreError> {
        let rows: Vec<Row> =
            sqlx::query_as("SELECT id, server_id, path, name FROM roots ORDER BY created_at, id")
                .fetch_all(&mut **reading)
                .await
                .map_err(|error| self.failed(error))?;
        Ok(rows
            .into_iter()
            .filter_map(|row| {
                let scope = match row.server_id {
                    Some(server) => RootScope::Server(server.into()),
                    None => RootScope::AllServers,
                };
                if !self.is_verified(subject(&scope)) {
                    return None;
                }
                // A path of another system stays in the database and is not shown.
                RootFolder::known(row.id.into(), scope, row.path.into(), &row.name)
            })
            .collect())
    }

    pub async fn add_root(&self, folder: &RootFolder, now_ms: i64) -> Result<(), StoreError> {
        let server = match &folder.scope {
            RootScope::AllServers => None,
            RootScope::Server(server) => Some(server.as_str()),
        };
        let mut change = self.begin_change([subject(&folder.scope)]).await?;
        sqlx::query(
            "INSERT INTO roots (id, server_id, path, name, created_at) VALUES (?, ?, ?, ?, ?)",
        )
        .bind(folder.id.as_str())
        .bind(server)
        .bind(folder.path.to_string_lossy())
        .bind(&folder.name)
        .bind(now_ms)
        .execute(&mut *change)
        .await
        .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }

    /// Removes a folder; one that is gone already is no failure.
    pub async fn remove_root(&self, scope: &RootScope, id: &RootId) -> Result<(), StoreError> {
        let mut change = self.begin_change([subject(scope)]).await?;
        sqlx::query("DELETE FROM roots WHERE id = ?")
            .bind(id.as_str())
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }

    async fn roots_consents(&self, reading: &mut Reading) -> Result<Vec<ServerId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as("SELECT server_id FROM roots_consents")
            .fetch_all(&mut **reading)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(rows
            .into_iter()
            .map(|(server,)| ServerId::from(server))
            .filter(|server| self.is_verified(server))
            .collect())
    }

    /// Keeps or takes back a server's consent.
    pub async fn set_roots_consent(
        &self,
        server: &ServerId,
        consent: RootsConsent,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let query = match consent {
            RootsConsent::Always => sqlx::query(
                "INSERT INTO roots_consents (server_id, granted_at) VALUES (?, ?)
                 ON CONFLICT (server_id) DO NOTHING",
            )
            .bind(server.as_str())
            .bind(now_ms),
            RootsConsent::Ask => {
                sqlx::query("DELETE FROM roots_consents WHERE server_id = ?").bind(server.as_str())
            }
        };
        let mut change = self.begin_change([server]).await?;
        query
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }
}

/// Where the folders of a scope are authenticated.
fn subject(scope: &RootScope) -> Subject {
    match scope {
        RootScope::AllServers => Subject::shared(),
        RootScope::Server(server) => Subject::from(server),
    }
}
