//! Checks rows against their tags, and renews the tags of what Usher changes.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use parking_lot::MutexGuard;
use ring::hmac;
use sqlx::{Sqlite, SqliteConnection, Transaction};
use usher_types::id::ServerId;

use super::integrity::{
    Decisions, Integrity, IntegrityKey, KeyOrigin, RowsDigest, Subject, TagStatus, TaggedForm,
    all_digests, digest_of, named_digests, read_decisions, read_tags, write_decisions,
};
use super::write_order::Write;
use super::{FileFailure, Store, StoreError};

/// What takes back the permissions of a subject, each with the subject as its one parameter.
const RESETS: [&str; 15] = [
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
    "DELETE FROM running_tasks WHERE 'task:' || call_id = ?",
    "DELETE FROM agent_receipts WHERE 'receipts:' || agent || ':' || file = ?",
];

/// A transaction that reads rows which have tags.
pub(super) type Reading = Transaction<'static, Sqlite>;

/// What becomes of a subject that is to be changed and cannot be checked, because the keyring is locked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unchecked {
    Refused,
    Reset,
}

/// The subjects whose rows are read.
enum Subjects {
    One(Subject),
    All,
}

/// A transaction that changes rows which have tags. Ended by [`Store::commit_change`].
pub(super) struct TaggedTx {
    transaction: Write,
    subjects: Vec<Subject>,
}

impl Deref for TaggedTx {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.transaction
    }
}

impl DerefMut for TaggedTx {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.transaction
    }
}

/// Whether something that is no task has the identity of one, which Usher gives to nothing.
async fn has_ids_of_tasks(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let query = "SELECT EXISTS (SELECT 1 FROM
        (SELECT id FROM servers UNION ALL SELECT id FROM webtools UNION ALL SELECT id FROM clients
         UNION ALL SELECT id FROM model_providers) WHERE instr(id, ':') > 0)";
    sqlx::query_scalar(query).fetch_one(connection).await
}

impl Store {
    /// Whether every stored row of a provider, server or webtool is Usher's own, as far as can be known.
    pub(super) fn is_verified(&self, subject: impl Into<Subject>) -> bool {
        !self.integrity().doubts(&subject.into())
    }

    /// How many servers, webtools and providers were changed by anything but Usher.
    pub fn unverified(&self) -> usize {
        let integrity = self.integrity();
        let unverified = integrity.subjects.iter().filter(|(subject, (_, status))| {
            let is_decided = !subject.is_call() && !subject.is_receipts();
            is_decided && *status == TagStatus::Unverified
        });
        unverified.count()
    }

    /// How many calls that waited for the person were changed by anything but Usher, and dropped.
    pub fn dropped_rounds(&self) -> usize {
        self.integrity().dropped_rounds
    }

    /// How many calls that went on as tasks were changed by anything but Usher, and dropped.
    pub fn dropped_tasks(&self) -> usize {
        self.integrity().dropped_tasks
    }

    /// Whether the rows were checked with a key.
    pub fn has_key(&self) -> bool {
        self.integrity().key.is_some()
    }

    /// Whether a server cannot be checked yet: there was a key, and there is none now.
    pub fn is_unchecked(&self, server: &ServerId) -> bool {
        self.awaits_key() && !self.is_verified(server)
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
        self.is_in_place()?;
        let tags = read_tags(&mut transaction)
            .await
            .map_err(|error| self.failed(error))?;
        // Before there ever was a key, there is nothing to check with.
        let (mut subjects, had_key) = {
            let integrity = self.integrity();
            (integrity.subjects.clone(), integrity.had_key)
        };
        let is_first = origin == KeyOrigin::New && !had_key;
        let on_file = self.consents.version();
        let last = read_decisions(&mut transaction, &key, &tags, on_file)
            .await
            .map_err(|error| self.failed(error))?;
        if last.is_none() && !is_first {
            tracing::warn!("the decisions are older than the file of consents, or were changed");
        }
        let form = last.map(|last| last.form);
        // Tasks of an older Usher have no tags. Once they got them, no task without one is believed.
        let of_older = form == Some(TaggedForm::WithoutTasks)
            && !has_ids_of_tasks(&mut transaction)
                .await
                .map_err(|error| self.failed(error))?;
        let named = if form.is_some_and(|form| form != TaggedForm::ClientIds) {
            self.named_rows(&mut transaction, &subjects).await?
        } else {
            BTreeMap::new()
        };
        let mut is_changed = form != Some(TaggedForm::ClientIds);
        for (subject, (rows, status)) in &mut subjects {
            let has_tag = |rows: &RowsDigest| {
                tags.get(subject)
                    .is_some_and(|tag| last.is_some() && key.verifies(subject, rows, tag))
            };
            let fits = has_tag(rows);
            let of_older = of_older && subject.is_task() || named.get(subject).is_some_and(has_tag);
            *status = match *status {
                TagStatus::Written => TagStatus::Written,
                _ if is_first || fits || of_older => TagStatus::Verified,
                _ => TagStatus::Unverified,
            };
            if *status != TagStatus::Unverified && !fits {
                let tag = key.tag(subject, rows);
                self.put_tag(&mut transaction, subject, Some(tag)).await?;
                is_changed |= !subject.is_call();
            } else if last.is_none() {
                // A tag that is older than it may be fits rows of its time.
                self.put_tag(&mut transaction, subject, None).await?;
            }
        }
        // Nobody decides about a call that waits or goes on: one that is not Usher's own is over.
        let dropped: Vec<Subject> = subjects
            .extract_if(.., |subject, (_, status)| {
                subject.is_call() && *status == TagStatus::Unverified
            })
            .map(|(subject, _)| subject)
            .collect();
        for subject in &dropped {
            self.reset(&mut transaction, subject).await?;
            self.put_tag(&mut transaction, subject, None).await?;
        }
        let version = match last.map(|last| last.version) {
            Some(version) if version > 0 && !is_changed => version,
            last => {
                let version = 1 + last.max(on_file).unwrap_or_default();
                write_decisions(&mut transaction, &key, Decisions::of_version(version))
                    .await
                    .map_err(|error| self.failed(error))?;
                version
            }
        };
        let turn = self.commit_in_turn(transaction).await?;
        {
            let mut integrity = self.integrity();
            integrity.key = Some(key);
            integrity.had_key = true;
            integrity.dropped_tasks = dropped.iter().filter(|one| one.is_task()).count();
            integrity.dropped_rounds = dropped.len() - integrity.dropped_tasks;
            integrity.subjects = subjects;
            integrity.version = version;
        }
        drop(turn);
        self.consents
            .keep_version(version)
            .await
            .map_err(|error| FileFailure::of_file(&error).at(self.consents.path()))
    }

    /// Digests the rows of those subjects that are as they were read, in the form of an Usher that named clients by
    /// their names.
    async fn named_rows(
        &self,
        connection: &mut SqliteConnection,
        known: &BTreeMap<Subject, (RowsDigest, TagStatus)>,
    ) -> Result<BTreeMap<Subject, RowsDigest>, StoreError> {
        let now = all_digests(connection)
            .await
            .map_err(|error| self.failed(error))?;
        let mut named = named_digests(connection)
            .await
            .map_err(|error| self.failed(error))?;
        named.retain(|subject, _| {
            let known = known.get(subject).map(|(rows, _)| rows);
            known == now.get(subject)
        });
        Ok(named)
    }

    /// Begins a change of what these subjects may do. One that is not believed loses its permissions first.
    ///
    /// # Errors
    /// [`FileFailure::Locked`] while a subject cannot be checked: it keeps what it may do, and gets no more.
    pub(super) async fn begin_change<S: Into<Subject>>(
        &self,
        subjects: impl IntoIterator<Item = S>,
    ) -> Result<TaggedTx, StoreError> {
        self.begin_change_of(subjects, Unchecked::Refused).await
    }

    /// As [`Self::begin_change`], for what is decided anew: one that cannot be checked loses its permissions as well.
    pub(super) async fn begin_change_anew<S: Into<Subject>>(
        &self,
        subjects: impl IntoIterator<Item = S>,
    ) -> Result<TaggedTx, StoreError> {
        self.begin_change_of(subjects, Unchecked::Reset).await
    }

    async fn begin_change_of<S: Into<Subject>>(
        &self,
        subjects: impl IntoIterator<Item = S>,
        unchecked: Unchecked,
    ) -> Result<TaggedTx, StoreError> {
        let subjects: Vec<Subject> = subjects.into_iter().map(Into::into).collect();
        let is_refused = unchecked == Unchecked::Refused && self.awaits_key();
        let mut transaction = self.begin().await?;
        self.is_in_place()?;
        for subject in &subjects {
            let now = digest_of(&mut transaction, subject)
                .await
                .map_err(|error| self.failed(error))?;
            if self.integrity().is_own(subject, now) {
                continue;
            }
            if is_refused {
                return Err(FileFailure::Locked.at(&self.path));
            }
            self.reset(&mut transaction, subject).await?;
        }
        Ok(TaggedTx {
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
    pub(super) async fn commit_change(&self, change: TaggedTx) -> Result<(), StoreError> {
        let TaggedTx {
            mut transaction,
            subjects,
        } = change;
        let mut changed = Vec::new();
        for subject in subjects {
            let rows = digest_of(&mut transaction, &subject)
                .await
                .map_err(|error| self.failed(error))?;
            let (has_key, tag) = {
                let integrity = self.integrity();
                let key = integrity.key.as_ref();
                let tag = key.zip(rows).map(|(key, rows)| key.tag(&subject, &rows));
                (key.is_some(), tag)
            };
            // Without a key the old tag stays: it shows that there was one.
            if has_key {
                self.put_tag(&mut transaction, &subject, tag).await?;
            }
            changed.push((subject, rows));
        }
        let is_decision = changed.iter().any(|(subject, _)| !subject.is_call());
        let version = if is_decision {
            self.write_next_decisions(&mut transaction).await?
        } else {
            None
        };
        let turn = self.commit_in_turn(transaction).await?;
        self.pin_cache.clear();
        {
            let mut integrity = self.integrity();
            for (subject, rows) in changed {
                match rows {
                    Some(rows) => integrity
                        .subjects
                        .insert(subject, (rows, TagStatus::Written)),
                    None => integrity.subjects.remove(&subject),
                };
            }
            integrity.version = version.unwrap_or(integrity.version);
        }
        drop(turn);
        if let Some(version) = version
            && let Err(error) = self.consents.keep_version(version).await
        {
            // The database is the newer one until the next change is written.
            let path = self.consents.path().display();
            tracing::warn!(%path, %error, "the file of consents could not be written");
        }
        Ok(())
    }

    /// Writes the tag over all tags, with the next version. Returns it; `None` = there is no key.
    async fn write_next_decisions(
        &self,
        connection: &mut SqliteConnection,
    ) -> Result<Option<i64>, StoreError> {
        let (key, version) = {
            let integrity = self.integrity();
            let Some(key) = integrity.key.clone() else {
                return Ok(None);
            };
            (key, integrity.version + 1)
        };
        write_decisions(connection, &key, Decisions::of_version(version))
            .await
            .map_err(|error| self.failed(error))?;
        Ok(Some(version))
    }

    /// Begins to read rows of a subject. If another program has changed them since Usher wrote them, the subject is
    /// doubted from now on.
    pub(super) async fn reading(&self, subject: impl Into<Subject>) -> Result<Reading, StoreError> {
        self.reading_own(&Subjects::One(subject.into())).await
    }

    /// As [`Self::reading`], for rows of all subjects.
    pub(super) async fn reading_all(&self) -> Result<Reading, StoreError> {
        self.reading_own(&Subjects::All).await
    }

    async fn reading_own(&self, subjects: &Subjects) -> Result<Reading, StoreError> {
        loop {
            let mut reading = self.begin_reading().await?;
            if self.changed(&mut reading, subjects).await?.is_empty() {
                return Ok(reading);
            }
            reading
                .rollback()
                .await
                .map_err(|error| self.failed(error))?;
            self.doubt_changed(subjects).await?;
        }
    }

    async fn begin_reading(&self) -> Result<Reading, StoreError> {
        let begun = self.pool.begin().await;
        begun.map_err(|error| self.failed(error))
    }

    /// Returns those of the subjects whose rows are not what Usher wrote, each with its rows, and that are not doubted yet.
    async fn changed(
        &self,
        connection: &mut SqliteConnection,
        subjects: &Subjects,
    ) -> Result<Vec<(Subject, Option<RowsDigest>)>, StoreError> {
        let now = match subjects {
            Subjects::One(subject) => {
                let rows = digest_of(connection, subject).await;
                rows.map(|rows| vec![(subject.clone(), rows)])
            }
            Subjects::All => {
                let rows = all_digests(connection).await;
                rows.map(|rows| self.integrity().with_missing(rows))
            }
        };
        let mut now = now.map_err(|error| self.failed(error))?;
        let integrity = self.integrity();
        now.retain(|(subject, rows)| {
            !integrity.doubts(subject) && !integrity.is_own(subject, *rows)
        });
        Ok(now)
    }

    /// Doubts those of the subjects whose rows are not what Usher wrote. Meanwhile Usher writes nothing: rows that it has
    /// just written are known.
    async fn doubt_changed(&self, subjects: &Subjects) -> Result<(), StoreError> {
        let mut writing = self.begin().await?;
        for (subject, rows) in self.changed(&mut writing, subjects).await? {
            tracing::warn!(subject = subject.0, "rows were changed outside Usher");
            let unverified = (rows.unwrap_or_default(), TagStatus::Unverified);
            self.integrity().subjects.insert(subject, unverified);
        }
        self.commit(writing).await
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
        self.integrity.lock()
    }
}
