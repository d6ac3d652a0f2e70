//! Authenticates the rows that decide what runs and where secrets go.
//!
//! Each subject has a tag over its rows, made with a key outside the database. Rows that were changed by anything but
//! Usher do not fit their tag: their subject is not believed until the person decides about it anew, and then starts
//! without the permissions it had. Putting back an older database with its tags is not noticed here, but by the file
//! of consents.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{MutexGuard, PoisonError};

use ring::rand::{SecureRandom as _, SystemRandom};
use ring::{digest, hmac};
use sqlx::{Row as _, Sqlite, SqliteConnection, SqlitePool, Transaction};
use usher_types::id::{ProviderId, ServerId, SourceId, WebtoolId};
use usher_types::secret::Secret;

use super::{Store, StoreError};

/// Length of the key, in bytes: that of the digest (RFC 2104, section 3).
const KEY_BYTES: usize = 32;

/// What has a tag of its own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Subject(String);

impl Subject {
    /// What holds for all servers: shared folders and the table of models.
    pub(super) fn shared() -> Self {
        Self(String::new())
    }
}

impl From<&SourceId> for Subject {
    fn from(id: &SourceId) -> Self {
        Self(id.as_str().to_owned())
    }
}

impl From<&ServerId> for Subject {
    fn from(id: &ServerId) -> Self {
        Self(id.as_str().to_owned())
    }
}

impl From<&WebtoolId> for Subject {
    fn from(id: &WebtoolId) -> Self {
        Self(id.as_str().to_owned())
    }
}

impl From<&ProviderId> for Subject {
    fn from(id: &ProviderId) -> Self {
        Self(id.as_str().to_owned())
    }
}

/// The key of the tags.
pub struct IntegrityKey(hmac::Key);

impl IntegrityKey {
    /// Makes a key, and its text for the keyring; `None` = the system has no random numbers.
    pub fn generate() -> Option<(Self, Secret)> {
        let mut bytes = [0; KEY_BYTES];
        SystemRandom::new().fill(&mut bytes).ok()?;
        let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Some((Self::new(&bytes), Secret::new(text)))
    }

    fn new(bytes: &[u8; KEY_BYTES]) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, bytes))
    }

    /// Reads the text of [`Self::generate`]; `None` = it is no key.
    pub fn parse(text: &Secret) -> Option<Self> {
        let text = text.expose();
        let bytes: Vec<u8> = (0..text.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok())
            .collect::<Option<_>>()?;
        Some(Self::new(bytes.as_slice().try_into().ok()?))
    }

    fn tag(&self, subject: &Subject, rows: &RowsDigest) -> hmac::Tag {
        hmac::sign(&self.0, &message(subject, rows))
    }

    fn verifies(&self, subject: &Subject, rows: &RowsDigest, tag: &[u8]) -> bool {
        hmac::verify(&self.0, &message(subject, rows), tag).is_ok()
    }
}

impl fmt::Debug for IntegrityKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IntegrityKey")
    }
}

/// Where the key of this start comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyOrigin {
    /// It was kept by an earlier start, which wrote tags with it.
    Stored,
    /// None was kept, so it was made now.
    New,
}

type RowsDigest = [u8; digest::SHA256_OUTPUT_LEN];

/// The subject, then the digest of its rows, which has a fixed length.
fn message(subject: &Subject, rows: &RowsDigest) -> Vec<u8> {
    [subject.0.as_bytes(), rows.as_slice()].concat()
}

/// Whether the rows of a subject are known to be Usher's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// No key was there to look with, and nothing says that there ever was one; or the tag fits.
    Believed,
    /// Usher wrote all of it in this run.
    Written,
    Doubted,
}

/// What is known of all subjects.
#[derive(Debug, Default)]
pub(super) struct Integrity {
    key: Option<IntegrityKey>,
    had_tags: bool,
    subjects: BTreeMap<Subject, (RowsDigest, Standing)>,
}

/// All rows that count, as `subject` and `line`. How often a rule was used, and what was found out, does not count.
const ROWS: &str = "
SELECT id AS subject, json_array('server', definition, consent, enabled, removed_at, sign_in) AS line FROM servers
UNION ALL SELECT server_id, json_array('pin', kind, name, digest) FROM pins
UNION ALL SELECT server_id, json_array('brought', kind, name, digest) FROM brought_pins
UNION ALL SELECT server_id, json_array('rule', id, tool, definition, effect, verdict, until_at, transport, caller)
    FROM policy_rules
UNION ALL SELECT server_id, json_array('trusted', transport) FROM trusted_servers
UNION ALL SELECT server_id, json_array('consent', tool, definition) FROM tool_consents
UNION ALL SELECT server_id, json_array('root', id, path, name) FROM roots WHERE server_id IS NOT NULL
UNION ALL SELECT server_id, json_array('roots', 1) FROM roots_consents
UNION ALL SELECT server_id, json_array('sampling', allowed, requests_per_hour, tokens_per_day, money_per_day)
    FROM sampling_rules
UNION ALL SELECT id, json_array('webtool', definition, current, consent, enabled, checked) FROM webtools
UNION ALL SELECT webtool_id, json_array('document', id, sha256, canonical_sha256, version, url, final_url)
    FROM webtool_pins
UNION ALL SELECT id, json_array('provider', kind, label, base_url, key_ref) FROM model_providers
UNION ALL SELECT '', json_array('root', id, path, name) FROM roots WHERE server_id IS NULL
UNION ALL SELECT '', json_array('model', position, hint, provider_id, model) FROM model_mappings";

/// What takes back the permissions of a subject, each with the subject as its one parameter.
const RESETS: [&str; 11] = [
    "UPDATE servers SET consent = '', sign_in = NULL, verdict = NULL WHERE id = ?",
    "UPDATE webtools SET consent = '' WHERE id = ?",
    "UPDATE model_providers SET key_ref = NULL, models = '[]' WHERE id = ?",
    "DELETE FROM pins WHERE server_id = ?",
    "DELETE FROM brought_pins WHERE server_id = ?",
    "DELETE FROM policy_rules WHERE server_id = ? AND verdict = 'allow_until'",
    "DELETE FROM trusted_servers WHERE server_id = ?",
    "DELETE FROM tool_consents WHERE server_id = ?",
    "DELETE FROM roots WHERE coalesce(server_id, '') = ?",
    "DELETE FROM roots_consents WHERE server_id = ?",
    "DELETE FROM sampling_rules WHERE server_id = ?",
];

/// Digests the rows of all subjects.
async fn all_digests(
    connection: &mut SqliteConnection,
) -> Result<BTreeMap<Subject, RowsDigest>, sqlx::Error> {
    let query = format!("SELECT subject, line FROM ({ROWS}) ORDER BY subject, line");
    let rows = sqlx::query(sqlx::AssertSqlSafe(query))
        .fetch_all(connection)
        .await?;
    let mut running = BTreeMap::new();
    for row in rows {
        let (subject, line): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        let context = running
            .entry(Subject(subject))
            .or_insert_with(|| digest::Context::new(&digest::SHA256));
        add_line(context, &line);
    }
    Ok(running
        .into_iter()
        .map(|(subject, context)| (subject, finish(context)))
        .collect())
}

/// Digests the rows of one subject; `None` = it has none.
async fn digest_of(
    connection: &mut SqliteConnection,
    subject: &Subject,
) -> Result<Option<RowsDigest>, sqlx::Error> {
    let query = format!("SELECT line FROM ({ROWS}) WHERE subject = ? ORDER BY line");
    let lines: Vec<(String,)> = sqlx::query_as(sqlx::AssertSqlSafe(query))
        .bind(&subject.0)
        .fetch_all(connection)
        .await?;
    if lines.is_empty() {
        return Ok(None);
    }
    let mut context = digest::Context::new(&digest::SHA256);
    for (line,) in lines {
        add_line(&mut context, &line);
    }
    Ok(Some(finish(context)))
}

/// JSON has no line breaks of its own, so that lines cannot run together.
fn add_line(context: &mut digest::Context, line: &str) {
    context.update(line.as_bytes());
    context.update(b"\n");
}

fn finish(context: digest::Context) -> RowsDigest {
    let mut rows = RowsDigest::default();
    rows.copy_from_slice(context.finish().as_ref());
    rows
}

impl Integrity {
    /// Reads all rows. They are believed until there is a key, unless tags show that there was one before.
    pub(super) async fn read(pool: &SqlitePool) -> Result<Self, sqlx::Error> {
        let mut connection = pool.acquire().await?;
        let (tags,): (i64,) = sqlx::query_as("SELECT count(*) FROM row_tags")
            .fetch_one(&mut *connection)
            .await?;
        let standing = if tags == 0 {
            Standing::Believed
        } else {
            Standing::Doubted
        };
        let subjects = all_digests(&mut connection)
            .await?
            .into_iter()
            .map(|(subject, rows)| (subject, (rows, standing)))
            .collect();
        Ok(Self {
            key: None,
            had_tags: tags > 0,
            subjects,
        })
    }
}

/// A transaction that changes rows which have tags. Ended by [`Store::commit_change`].
pub(super) struct Change {
    transaction: Transaction<'static, Sqlite>,
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
        let standings = integrity.subjects.values();
        standings
            .filter(|(_, standing)| *standing == Standing::Doubted)
            .count()
    }

    /// Whether the rows were checked with a key.
    pub fn has_key(&self) -> bool {
        self.integrity().key.is_some()
    }

    /// Whether a server cannot be checked yet: it has a tag, and there is no key.
    pub fn is_unchecked(&self, server: &ServerId) -> bool {
        self.awaits_key() && !self.believes(server)
    }

    /// Whether the database has tags but no key is there to check them with.
    pub fn awaits_key(&self) -> bool {
        let integrity = self.integrity();
        integrity.key.is_none() && integrity.had_tags
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
        let is_first = origin == KeyOrigin::New && tags.is_empty();
        let mut subjects = self.integrity().subjects.clone();
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
        transaction
            .commit()
            .await
            .map_err(|error| self.failed(error))?;
        let mut integrity = self.integrity();
        integrity.key = Some(key);
        integrity.subjects = subjects;
        Ok(())
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
            tracing::warn!(subject = subject.0, "rows were changed outside Usher");
            for reset in RESETS {
                sqlx::query(reset)
                    .bind(&subject.0)
                    .execute(&mut *transaction)
                    .await
                    .map_err(|error| self.failed(error))?;
            }
            if *subject == Subject::shared() {
                sqlx::query("DELETE FROM model_mappings")
                    .execute(&mut *transaction)
                    .await
                    .map_err(|error| self.failed(error))?;
            }
        }
        Ok(Change {
            transaction,
            subjects,
        })
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
        transaction
            .commit()
            .await
            .map_err(|error| self.failed(error))?;
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
