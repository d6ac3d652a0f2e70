//! Authenticates the rows that decide what runs and where secrets go.
//!
//! Each subject has a tag over its rows, made with a key outside the database. Rows that were changed by anything but
//! Usher do not fit their tag: their subject is not believed until the person decides about it anew, and then starts
//! without the permissions it had. One more tag is over all tags and a version, which the file of consents holds too:
//! an older database that is put back, or an older tag with its rows, does not fit it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::{digest, hmac};
use sqlx::{Row as _, SqliteConnection, SqlitePool};
use usher_types::id::{CallId, ClientId, ProviderId, ServerId, SourceId, WebtoolId};
use usher_types::secret::Secret;

/// Length of the key, in bytes: that of the digest (RFC 2104, section 3).
const KEY_BYTES: usize = 32;

/// What has a tag of its own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Subject(pub(super) String);

impl Subject {
    /// What holds for all servers: shared folders and the table of models.
    pub(super) fn shared() -> Self {
        Self(String::new())
    }

    /// Whether clients may connect over HTTP, and pages of which origins.
    pub(super) fn http() -> Self {
        Self(HTTP.to_owned())
    }

    /// A call that waits for the person. It has a tag of its own: it comes and goes without its server changing.
    pub(super) fn round(call: &CallId) -> Self {
        Self(format!("{ROUND}{call}"))
    }

    /// What was written into a file of an agent. Undoing it writes and deletes files.
    pub(super) fn receipts(agent: &str, file: &Path) -> Self {
        Self(format!("{RECEIPTS}{agent}:{}", file.to_string_lossy()))
    }

    pub(super) fn is_receipts(&self) -> bool {
        self.0.starts_with(RECEIPTS)
    }

    pub(super) fn is_round(&self) -> bool {
        self.0.starts_with(ROUND)
    }

    /// Returns the subject of a running task, whose tag is its own, as of [`Self::round`].
    pub(super) fn task(call: &CallId) -> Self {
        Self(format!("{TASK}{call}"))
    }

    pub(super) fn is_task(&self) -> bool {
        self.0.starts_with(TASK)
    }

    /// Tells whether it is a call that waits or goes on. Those come and go, and are no decisions.
    pub(super) fn is_call(&self) -> bool {
        self.is_round() || self.is_task()
    }
}

/// The subject of access over HTTP, as in [`ROWS`].
const HTTP: &str = "http:";

/// Begins the subject of what was written into a file of an agent, as in [`ROWS`].
const RECEIPTS: &str = "receipts:";

/// Begins the subject of a call that waits, as in [`ROWS`]. No identity of another kind has a colon.
const ROUND: &str = "round:";

/// Prefix of the subject of a running task, as in [`ROWS`].
const TASK: &str = "task:";

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

impl From<&ClientId> for Subject {
    fn from(id: &ClientId) -> Self {
        Self(id.as_str().to_owned())
    }
}

impl From<&ProviderId> for Subject {
    fn from(id: &ProviderId) -> Self {
        Self(id.as_str().to_owned())
    }
}

/// The key of the tags.
#[derive(Clone)]
pub struct IntegrityKey(hmac::Key);

impl IntegrityKey {
    /// Makes a key, and its text for the keyring; `None` = the system has no random numbers.
    pub fn generate() -> Option<(Self, Secret)> {
        let mut bytes = [0; KEY_BYTES];
        SystemRandom::new().fill(&mut bytes).ok()?;
        let text = STANDARD.encode(bytes);
        Some((Self::new(&bytes), Secret::new(text)))
    }

    fn new(bytes: &[u8; KEY_BYTES]) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, bytes))
    }

    /// Reads the text of [`Self::generate`]; `None` = it is no key.
    pub fn parse(text: &Secret) -> Option<Self> {
        let bytes = STANDARD.decode(text.expose()).ok()?;
        Some(Self::new(bytes.as_slice().try_into().ok()?))
    }

    pub(super) fn tag(&self, subject: &Subject, rows: &RowsDigest) -> hmac::Tag {
        hmac::sign(&self.0, &message(subject, rows))
    }

    /// Makes the tag over all tags of decisions, which are in the order of their subjects.
    fn tag_decisions(&self, last: Decisions, tags: &RowsDigest) -> hmac::Tag {
        hmac::sign(&self.0, &decisions_message(last, tags))
    }

    fn verifies_decisions(&self, last: Decisions, tags: &RowsDigest, tag: &[u8]) -> bool {
        hmac::verify(&self.0, &decisions_message(last, tags), tag).is_ok()
    }

    pub(super) fn verifies(&self, subject: &Subject, rows: &RowsDigest, tag: &[u8]) -> bool {
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

pub(super) type RowsDigest = [u8; digest::SHA256_OUTPUT_LEN];

/// The subject, then the digest of its rows, which has a fixed length.
fn message(subject: &Subject, rows: &RowsDigest) -> Vec<u8> {
    [subject.0.as_bytes(), rows.as_slice()].concat()
}

/// No subject has a line break.
fn decisions_message(last: Decisions, tags: &RowsDigest) -> Vec<u8> {
    let what: &[u8] = match last.form {
        TaggedForm::WithoutTasks => b"decisions\n",
        TaggedForm::NamedClients => b"decisions, with tasks\n",
        TaggedForm::ClientIds => b"decisions, with tasks and ids of clients\n",
    };
    [what, last.version.to_be_bytes().as_slice(), tags].concat()
}

/// What is known of the decisions that Usher wrote last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decisions {
    /// How many there were.
    pub(super) version: i64,
    pub(super) form: TaggedForm,
}

impl Decisions {
    /// Those of this Usher.
    pub(super) fn of_version(version: i64) -> Self {
        Self {
            version,
            form: TaggedForm::ClientIds,
        }
    }
}

/// What had tags when decisions were written, and how rows named a client. Each is of a later Usher than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TaggedForm {
    /// Running tasks had none, and rows had the name of a client.
    WithoutTasks,
    /// Rows had the name of a client.
    NamedClients,
    ClientIds,
}

/// Whether the rows of a subject are known to be Usher's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TagStatus {
    /// No key was there to look with, and nothing says that there ever was one; or the tag fits.
    Verified,
    /// Usher wrote all of it in this run.
    Written,
    Unverified,
}

/// What is known of all subjects.
#[derive(Debug, Default)]
pub(super) struct Integrity {
    /// How many calls that waited for the person were dropped, because they were not Usher's own.
    pub(super) dropped_rounds: usize,
    /// As many that went on as tasks.
    pub(super) dropped_tasks: usize,
    pub(super) key: Option<IntegrityKey>,
    /// Whether an earlier start had a key.
    pub(super) had_key: bool,
    pub(super) subjects: BTreeMap<Subject, (RowsDigest, TagStatus)>,
    /// Version of the decisions: how many changes were written with a key.
    pub(super) version: i64,
}

/// All rows that count, as `subject` and `line`. How often a rule was used, and what was found out, does not count.
const ROWS: &str = "
SELECT id AS subject, json_array('server', definition, consent, enabled, removed_at, sign_in) AS line FROM servers
UNION ALL SELECT server_id, json_array('pin', kind, name, digest) FROM pins
UNION ALL SELECT server_id, json_array('pin varying', kind, name, varying) FROM pins WHERE varying IS NOT NULL
UNION ALL SELECT server_id, json_array('brought', kind, name, digest) FROM brought_pins
UNION ALL SELECT server_id, json_array('rule', id, tool, definition, effect, verdict, until_at, transport, caller)
    FROM policy_rules
UNION ALL SELECT server_id, json_array('rule arguments', id, arguments_digest, arguments) FROM policy_rules
    WHERE arguments_digest IS NOT NULL
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
UNION ALL SELECT id, json_array('client', name, connects_as, program, parent, status, profile) FROM clients
UNION ALL SELECT id, json_array('client token', token) FROM clients WHERE token IS NOT NULL
UNION ALL SELECT id, json_array('client identity', script, script_digest, client_key) FROM clients WHERE identity = 1
UNION ALL SELECT '', json_array('root', id, path, name) FROM roots WHERE server_id IS NULL
UNION ALL SELECT 'round:' || call_id, json_array('round', server_id, transport, tool, arguments, questions, state, caller)
    FROM asked_rounds
UNION ALL SELECT 'task:' || call_id, json_array('task', server_id, server_label, caller, tool, arguments, task_id, started_at)
    FROM running_tasks
UNION ALL SELECT 'receipts:' || agent || ':' || file, json_array('receipt', receipt, written_at) FROM agent_receipts
UNION ALL SELECT 'http:', json_array('http', name, value) FROM settings
    WHERE (name = 'http_access' AND value <> 'false') OR (name = 'http_origins' AND value <> '[]')
UNION ALL SELECT '', json_array('model', position, hint, provider_id, model, input_price, output_price)
    FROM model_mappings";

/// A caller in [`ROWS`] as it was before clients were named by their identity: the text that had a tag.
const NAMED_CALLER: &str = "
    iif(caller ->> '$.kind' = 'client', json_object('kind', 'agent', 'name', coalesce(
        (SELECT name FROM clients WHERE id = caller ->> '$.id'),
        (SELECT name FROM former_clients WHERE id = caller ->> '$.id'))) || '', caller)";

/// Digests the rows of all subjects.
pub(super) async fn all_digests(
    connection: &mut SqliteConnection,
) -> Result<BTreeMap<Subject, RowsDigest>, sqlx::Error> {
    digests_of(connection, ROWS).await
}

/// As [`all_digests`], of rows as they were before clients were named by their identity.
pub(super) async fn named_digests(
    connection: &mut SqliteConnection,
) -> Result<BTreeMap<Subject, RowsDigest>, sqlx::Error> {
    let rows = ROWS.replace(", caller", &format!(", {NAMED_CALLER}"));
    digests_of(connection, &rows).await
}

async fn digests_of(
    connection: &mut SqliteConnection,
    rows: &str,
) -> Result<BTreeMap<Subject, RowsDigest>, sqlx::Error> {
    // As bytes: damage may have left text that is none.
    let query = format!(
        "SELECT CAST(subject AS BLOB), CAST(line AS BLOB) FROM ({rows}) ORDER BY subject, line"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(query))
        .fetch_all(connection)
        .await?;
    let mut running = BTreeMap::new();
    for row in rows {
        let (subject, line): (Vec<u8>, Vec<u8>) = (row.try_get(0)?, row.try_get(1)?);
        let context = running
            .entry(Subject(String::from_utf8_lossy(&subject).into_owned()))
            .or_insert_with(|| digest::Context::new(&digest::SHA256));
        add_line(context, &line);
    }
    Ok(running
        .into_iter()
        .map(|(subject, context)| (subject, finish(context)))
        .collect())
}

/// Digests the rows of one subject; `None` = it has none.
pub(super) async fn digest_of(
    connection: &mut SqliteConnection,
    subject: &Subject,
) -> Result<Option<RowsDigest>, sqlx::Error> {
    let query = format!("SELECT CAST(line AS BLOB) FROM ({ROWS}) WHERE subject = ? ORDER BY line");
    let lines: Vec<(Vec<u8>,)> = sqlx::query_as(sqlx::AssertSqlSafe(query))
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
fn add_line(context: &mut digest::Context, line: &[u8]) {
    context.update(line);
    context.update(b"\n");
}

fn finish(context: digest::Context) -> RowsDigest {
    let mut rows = RowsDigest::default();
    rows.copy_from_slice(context.finish().as_ref());
    rows
}

/// The tag of each subject.
pub(super) type Tags = BTreeMap<Subject, Vec<u8>>;

/// Reads all tags.
pub(super) async fn read_tags(connection: &mut SqliteConnection) -> Result<Tags, sqlx::Error> {
    let tags: Vec<(String, Vec<u8>)> = sqlx::query_as("SELECT subject, tag FROM row_tags")
        .fetch_all(connection)
        .await?;
    let tags = tags.into_iter();
    Ok(tags.map(|(subject, tag)| (Subject(subject), tag)).collect())
}

/// Digests all tags of decisions.
fn tags_digest(tags: &Tags) -> RowsDigest {
    let mut context = digest::Context::new(&digest::SHA256);
    for (subject, tag) in tags.iter().filter(|(subject, _)| !subject.is_call()) {
        add_line(&mut context, subject.0.as_bytes());
        add_line(&mut context, STANDARD.encode(tag).as_bytes());
    }
    finish(context)
}

/// Writes the tag over all tags, and what is known of them.
pub(super) async fn write_decisions(
    connection: &mut SqliteConnection,
    key: &IntegrityKey,
    last: Decisions,
) -> Result<(), sqlx::Error> {
    let tags = read_tags(connection).await?;
    let tag = key.tag_decisions(last, &tags_digest(&tags));
    sqlx::query("DELETE FROM decisions")
        .execute(&mut *connection)
        .await?;
    sqlx::query("INSERT INTO decisions (version, tag, tasks, client_ids) VALUES (?, ?, ?, ?)")
        .bind(last.version)
        .bind(tag.as_ref())
        .bind(last.form != TaggedForm::WithoutTasks)
        .bind(last.form == TaggedForm::ClientIds)
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns what is known of the decisions; `None` = they are not those that Usher wrote last. `on_file` is the version in
/// the file of consents, which is written after the database.
pub(super) async fn read_decisions(
    connection: &mut SqliteConnection,
    key: &IntegrityKey,
    tags: &Tags,
    on_file: Option<i64>,
) -> Result<Option<Decisions>, sqlx::Error> {
    let written: Option<(i64, Vec<u8>, bool, bool)> =
        sqlx::query_as("SELECT version, tag, tasks, client_ids FROM decisions")
            .fetch_optional(connection)
            .await?;
    let ((version, tag, has_tasks, has_client_ids), on_file) = match (written, on_file) {
        (Some(written), Some(on_file)) => (written, on_file),
        // An older Usher wrote both.
        (None, None) => {
            return Ok(Some(Decisions {
                version: 0,
                form: TaggedForm::WithoutTasks,
            }));
        }
        (Some(_), None) | (None, Some(_)) => return Ok(None),
    };
    let form = match (has_tasks, has_client_ids) {
        (false, false) => TaggedForm::WithoutTasks,
        (true, false) => TaggedForm::NamedClients,
        (true, true) => TaggedForm::ClientIds,
        (false, true) => return Ok(None),
    };
    let last = Decisions { version, form };
    let is_last = version >= on_file && key.verifies_decisions(last, &tags_digest(tags), &tag);
    Ok(is_last.then_some(last))
}

impl Integrity {
    /// Tells whether a subject was found to be changed by another program.
    pub(super) fn doubts(&self, subject: &Subject) -> bool {
        let known = self.subjects.get(subject);
        known.is_some_and(|(_, status)| *status == TagStatus::Unverified)
    }

    /// Tells whether these are the rows of a subject as Usher wrote them.
    pub(super) fn is_own(&self, subject: &Subject, rows: Option<RowsDigest>) -> bool {
        let known = self.subjects.get(subject).map(|(known, _)| *known);
        !self.doubts(subject) && known == rows
    }

    /// Returns the rows of all subjects, and of those that are known and have none.
    pub(super) fn with_missing(
        &self,
        rows: BTreeMap<Subject, RowsDigest>,
    ) -> Vec<(Subject, Option<RowsDigest>)> {
        let known = self.subjects.keys();
        let missing: Vec<_> = known
            .filter(|subject| !rows.contains_key(subject))
            .map(|subject| (subject.clone(), None))
            .collect();
        let rows = rows
            .into_iter()
            .map(|(subject, rows)| (subject, Some(rows)));
        rows.chain(missing).collect()
    }

    /// Reads all rows. They are believed until there is a key, unless the file of consents or tags show that there was
    /// one before.
    pub(super) async fn read(pool: &SqlitePool, had_key: bool) -> Result<Self, sqlx::Error> {
        let mut connection = pool.acquire().await?;
        let (tags,): (i64,) = sqlx::query_as("SELECT count(*) FROM row_tags")
            .fetch_one(&mut *connection)
            .await?;
        let had_key = had_key || tags > 0;
        let status = if had_key {
            TagStatus::Unverified
        } else {
            TagStatus::Verified
        };
        let subjects = all_digests(&mut connection)
            .await?
            .into_iter()
            .map(|(subject, rows)| (subject, (rows, status)))
            .collect();
        Ok(Self {
            dropped_rounds: 0,
            dropped_tasks: 0,
            key: None,
            had_key,
            subjects,
            version: 0,
        })
    }
}
