//! Checks rows against their tags, and renews the tags of what Usher changes.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::{MutexGuard, PoisonError};

use ring::hmac;
use sqlx::SqliteConnection;
use usher_types::id::ServerId;

use super::integrity::{Integrity, IntegrityKey, KeyOrigin, Standing, Subject, digest_of};
use super::write_order::Write;
use super::{FileFailure, Store, StoreError};

/// What takes back the permissions of a subject, each with the subject as its one parameter.
const RESETS: [&str; 14] = [
    "UPDATE servers SET consent = '', sign_in = NULL, verdict = NULL WHERE id = ?",
    "UPDATE webtools SET consent = '' WHERE id = ?",
    "UPDATE model_providers SET key_ref = NULL, models = '[]' WHERE id = ?",
    "DELETE FROM pins WHERE server_id = ?",
    "DELETE FROM brought_pins WHERE server_id = ?",
    "DELETE FROM policy_rules WHERE server_id = ? AND verdict LIKE 'allow%'",
    "DELETE FROM trusted_servers WHERE server_id = ?",
    "DELETE FROM tool_consents WHERE server_id = ?",
    "DELETE FROM roots WHERE coalesce(server_id, '') = ?",
    "DELETE FROM roots_consents WHERE server_id = ?",
    "DELETE FROM sampling_rules WHERE server_id = ?",
    "UPDATE clients SET status = 'waiting', profile = '{}', token = NULL WHERE id = ?",
    "DELETE FROM asked_rounds WHERE 'round:' || call_id = ?",
    "DELETE FROM agent_receipts WHERE 'receipts:' || agent || ':' || file = ?",
];

/// A transaction that changes rows which have tags. Ended by [`Store::commit_change`].
pub(super) struct Change {
    transaction: Write,
    subjects: Vec<Subject>,
}

impl Deref for Change {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.transaction
    }
}

impl DerefMut for Change {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.transaction
    }
}

impl Store {
    /// Whether every stored row of a provider, server or webtool is Usher's own, as far as can be known.
    pub(super) fn believes(&self, subject: impl Into<Subject>) -> bool {
        let integrity = self.integrity();
        integrity
            .subjects
            .get(&subject.into())
            .is_none_or(|(_, standing)| *standing != Standing::Doubted)
    }

    /// How many servers, webtools and providers were changed by anything but Usher.
    pub fn doubted(&self) -> usize {
        let integrity = self.integrity();
        let doubted = integrity
            .subjects
            .iter()
            .filter(|(subject, (_, standing))| {
                let is_decided = !subject.is_round() && !subject.is_receipts();
                is_decided && *standing == Standing::Doubted
            });
        doubted.count()
    }

    /// How many calls that waited for the person were changed by anything but Usher, and dropped.
    pub fn dropped_rounds(&self) -> usize {
        self.integrity().dropped_rounds
    }

    /// Whether the rows were checked with a key.
    pub fn has_key(&self) -> bool {
        self.integrity().key.is_some()
    }

    /// Whether a server cannot be checked yet: there was a key, and there is none now.
    pub fn is_unchecked(&self, server: &ServerId) -> bool {
        self.awaits_key() && !self.believes(server)
    }

    /// Whether there was a key, and none is there now.
    pub fn awaits_key(&self) -> bool {
        let integrity = self.integrity();
        integrity.key.is_none() && integrity.had_key
    }

    /// Checks all rows against their tags, and writes the tags that are missing because no key was there.
    pub async fn authenticate(
        &self,
        key: IntegrityKey,
        origin: KeyOrigin,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let tags: Vec<(String, Vec<u8>)> = sqlx::query_as("SELECT subject, tag FROM row_tags")
            .fetch_all(&mut *transaction)
            .await
            .map_err(|error| self.failed(error))?;
        let tags: BTreeMap<Subject, Vec<u8>> = tags
            .into_iter()
            .map(|(subject, tag)| (Subject(subject), tag))
            .collect();
        // Before there ever was a key, there is nothing to check with.
        let (mut subjects, had_key) = {
            let integrity = self.integrity();
            (integrity.subjects.clone(), integrity.had_key)
        };
        let is_first = origin == KeyOrigin::New && !had_key;
        for (subject, (rows, standing)) in &mut subjects {
            let fits = tags
                .get(subject)
                .is_some_and(|tag| key.verifies(subject, rows, tag));
            *standing = match *standing {
                Standing::Written => Standing::Written,
                _ if is_first || fits => Standing::Believed,
                _ => Standing::Doubted,
            };
            if *standing != Standing::Doubted && !fits {
                let tag = key.tag(subject, rows);
                self.put_tag(&mut transaction, subject, Some(tag)).await?;
            }
        }
        // Nobody decides about a call that waits: one that is not Usher's own is over.
        let before = subjects.len();
        let dropped =
            |subject: &Subject, standing| subject.is_round() && standing == Standing::Doubted;
        for (subject, _) in subjects
            .iter()
            .filter(|(subject, (_, standing))| dropped(subject, *standing))
        {
            self.reset(&mut transaction, subject).await?;
            self.put_tag(&mut transaction, subject, None).await?;
        }
        subjects.retain(|subject, (_, standing)| !dropped(subject, *standing));
        self.commit(transaction).await?;
        {
            let mut integrity = self.integrity();
            integrity.key = Some(key);
            integrity.had_key = true;
            integrity.dropped_rounds = before - subjects.len();
            integrity.subjects = subjects;
        }
        self.consents
            .keep_had_key()
            .await
            .map_err(|error| FileFailure::of_file(&error).at(self.consents.path()))
    }

    /// Begins a change of what these subjects may do. One that is not believed loses its permissions first.
    pub(super) async fn begin_change<S: Into<Subject>>(
        &self,
        subjects: impl IntoIterator<Item = S>,
    ) -> Result<Change, StoreError> {
        let subjects: Vec<Subject> = subjects.into_iter().map(Into::into).collect();
        let mut transaction = self.begin().await?;
        for subject in &subjects {
            let now = digest_of(&mut transaction, subject)
                .await
                .map_err(|error| self.failed(error))?;
            let known = self.integrity().subjects.get(subject).copied();
            let is_own = match known {
                Some((rows, standing)) => standing != Standing::Doubted && now == Some(rows),
                None => now.is_none(),
            };
            if is_own {
                continue;
            }
            self.reset(&mut transaction, subject).await?;
        }
        Ok(Change {
            transaction,
            subjects,
        })
    }

    /// Takes back what a subject may do.
    async fn reset(
        &self,
        connection: &mut SqliteConnection,
        subject: &Subject,
    ) -> Result<(), StoreError> {
        tracing::warn!(subject = subject.0, "rows were changed outside Usher");
        for reset in RESETS {
            sqlx::query(reset)
                .bind(&subject.0)
                .execute(&mut *connection)
                .await
                .map_err(|error| self.failed(error))?;
        }
        if *subject == Subject::shared() {
            sqlx::query("DELETE FROM model_mappings")
                .execute(&mut *connection)
                .await
                .map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    /// Ends a change, with the tags of what it changed.
    pub(super) async fn commit_change(&self, change: Change) -> Result<(), StoreError> {
        let Change {
            mut transaction,
            subjects,
        } = change;
        let mut changed = Vec::new();
        for subject in subjects {
            let rows = digest_of(&mut transaction, &subject)
                .await
                .map_err(|error| self.failed(error))?;
            let tag = match (&self.integrity().key, rows) {
                (Some(key), Some(rows)) => Some(key.tag(&subject, &rows)),
                _ => None,
            };
            // Without a key the old tag stays: it shows that there was one.
            if tag.is_some() || rows.is_none() {
                self.put_tag(&mut transaction, &subject, tag).await?;
            }
            changed.push((subject, rows));
        }
        self.commit(transaction).await?;
        self.pin_cache.clear();
        let mut integrity = self.integrity();
        for (subject, rows) in changed {
            match rows {
                Some(rows) => integrity
                    .subjects
                    .insert(subject, (rows, Standing::Written)),
                None => integrity.subjects.remove(&subject),
            };
        }
        Ok(())
    }

    async fn put_tag(
        &self,
        connection: &mut SqliteConnection,
        subject: &Subject,
        tag: Option<hmac::Tag>,
    ) -> Result<(), StoreError> {
        let query = match &tag {
            Some(tag) => {
                sqlx::query("INSERT OR REPLACE INTO row_tags (subject, tag) VALUES (?, ?)")
                    .bind(&subject.0)
                    .bind(tag.as_ref())
            }
            None => sqlx::query("DELETE FROM row_tags WHERE subject = ?").bind(&subject.0),
        };
        query
            .execute(connection)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(())
    }

    fn integrity(&self) -> MutexGuard<'_, Integrity> {
        self.integrity
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
