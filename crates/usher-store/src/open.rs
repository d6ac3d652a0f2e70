//! Opens the database: created if missing, unchanged if newer, moved aside if broken.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use sqlx::migrate::{Migration, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, SqliteConnection, SqlitePool};
use usher_types::code::{Code, Coded};

use super::consent_file::ConsentFile;
use super::integrity::Integrity;
use super::pin_cache::PinCache;
use super::revoked_pins::RevokedPins;
use super::unwritten_restrictions::UnwrittenRestrictions;
use super::write_order::WriteOrder;
use super::{FileFailure, Store, result_code};
use usher_messages::{Message, Param};
use usher_system::clock::Clock;
use usher_system::held_folder::HeldFolder;
use usher_system::paths::{Paths, PathsError, aside_path, create_private_file, with_suffix};

/// The header alone; SQLite takes anything shorter for an empty database and writes over it.
const SMALLEST_BYTES: u64 = 100;

static MIGRATIONS: Migrator = sqlx_macros::migrate!("./migrations");

/// What [`Store::open`] came to.
#[derive(Debug)]
pub struct Opened {
    pub store: Store,
    /// What the person should know about this start.
    pub notice: Option<Message>,
}

/// Why the database could not be opened.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum OpenError {
    /// The data directory cannot be used.
    Paths(#[from] PathsError),
    /// A newer Usher wrote it. It was not touched.
    TooNew(PathBuf),
    /// The disk is full, or the file or folder is read-only.
    Unwritable {
        path: PathBuf,
        /// What happened: a message, or the text of the system.
        reason: Param,
        /// What to do.
        hint: Message,
    },
    Other {
        path: PathBuf,
        source: sqlx::Error,
    },
}

impl OpenError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        let at = |code, path: &Path| Message::new(code).with("path", path.display().to_string());
        match self {
            Self::Paths(error) => error.message(),
            Self::TooNew(path) => at("store.tooNew", path),
            Self::Unwritable { path, reason, hint } => at("store.openUnwritable", path)
                .with("reason", reason.clone())
                .with("hint", hint.clone()),
            Self::Other { path, source } => {
                at("store.openOther", path).with("reason", source.to_string())
            }
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        let code = match self {
            Self::TooNew(_) => Code::StoreTooNew,
            Self::Paths(PathsError::InUse(_)) => Code::StoreInUse,
            Self::Paths(_) | Self::Unwritable { .. } => Code::StoreUnwritable,
            Self::Other { .. } => Code::Internal,
        };
        code.into()
    }
}

/// What is found where the database should be.
enum Found {
    Nothing,
    Usable,
    TooNew,
    /// A damaged one, and what is wrong: a message, or the text of SQLite.
    Broken(Param),
}

impl Store {
    /// Opens the database of this data directory.
    pub async fn open(paths: &Paths, clock: &Clock) -> Result<Opened, OpenError> {
        paths.create()?;
        let path = paths.database();
        let folder = Arc::new(HeldFolder::open(paths.data_dir()));
        move_strays(&path, clock.now_ms())?;
        let mut notice = match look(&path).await? {
            Found::Usable => None,
            Found::Nothing => {
                make_file(&path)?;
                None
            }
            Found::TooNew => return Err(OpenError::TooNew(path)),
            Found::Broken(reason) => Some(give_up(&path, clock, reason)?),
        };
        let pool = match connect(options(&path), &folder).await {
            // Damage that shows only where something is to be written.
            Err(error) if notice.is_none() && (is_damage(cause(&error)) || is_misfit(&error)) => {
                notice = Some(give_up(&path, clock, words_of(cause(&error)).into())?);
                connect(options(&path), &folder).await
            }
            connected => connected,
        }
        .map_err(|error| failed(&path, error))?;
        // What an older database holds beside its tables outlives the migrations.
        let (pool, notice) = if is_as_made(&pool)
            .await
            .map_err(|error| failed(&path, error))?
        {
            (pool, notice)
        } else {
            // The file may be moved, so it must not be open.
            pool.close().await;
            let notice = give_up(&path, clock, not_as_made())?;
            let pool = connect(options(&path), &folder).await;
            (pool.map_err(|error| failed(&path, error))?, Some(notice))
        };
        let (consents, lost) = ConsentFile::open(paths.consents(), &folder, clock, &pool).await;
        let integrity = Integrity::read(&pool, consents.had_key())
            .await
            .map_err(|error| failed(&path, error))?;
        Ok(Opened {
            store: Self {
                pool,
                pin_cache: Arc::new(PinCache::of(&path)),
                revoked_pins: RevokedPins::default(),
                path,
                folder,
                consents,
                integrity: Arc::new(Mutex::new(integrity)),
                restrictions: UnwrittenRestrictions::default(),
                write_order: WriteOrder::default(),
            },
            // An empty database has nothing that would have to be agreed to anew.
            notice: notice.or(lost),
        })
    }
}

/// Replaces a damaged database by an empty one, and returns a notice.
fn give_up(path: &Path, clock: &Clock, reason: Param) -> Result<Message, OpenError> {
    let kept = move_aside(path, clock.now_ms())?;
    make_file(path)?;
    Ok(Message::new("notice.databaseMoved")
        .with("reason", reason)
        .with("path", kept.display().to_string()))
}

/// Why a database with other tables, or more than them, is not used.
fn not_as_made() -> Param {
    Message::new("damage.tables").into()
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
        // What is deleted is overwritten, so that it cannot be read from the file any more.
        .pragma("secure_delete", "ON")
        // A database is data: its schema may not call functions with side effects.
        .pragma("trusted_schema", "OFF")
}

async fn connect(
    options: SqliteConnectOptions,
    folder: &Arc<HeldFolder>,
) -> Result<SqlitePool, sqlx::Error> {
    let folder = Arc::clone(folder);
    let pool = SqlitePoolOptions::new()
        .max_connections(4)
        .acquire_timeout(Duration::from_secs(15))
        // It was opened by its path, where another database may be by now.
        .after_connect(move |_, _| {
            let in_place = folder.check().map_err(sqlx::Error::Io);
            Box::pin(async move { in_place })
        })
        .after_release(|connection, _| Box::pin(is_usable(connection)))
        .connect_with(options)
        .await?;
    if let Err(error) = migrate(&pool).await {
        // The file may be moved, so it must not be open.
        pool.close().await;
        return Err(error);
    }
    Ok(pool)
}

/// Runs the migrations that are missing, all in one transaction: one write to the disk, and all or none.
async fn migrate(pool: &SqlitePool) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin().await?;
    MIGRATIONS
        .run_direct(None, &mut *transaction, false)
        .await
        .map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
    transaction.commit().await
}

/// Whether a connection can begin another transaction. SQLite itself ends one that comes upon a full disk, and sqlx does
/// not learn of it: each later transaction of the connection would fail.
async fn is_usable(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // Waits until a transaction that was dropped is rolled back.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

/// Looks at the file without changing a byte of it.
async fn look(path: &Path) -> Result<Found, OpenError> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => return Err(unwritable(path, &error)),
        Ok(meta) if meta.is_symlink() => {
            return Err(OpenError::Unwritable {
                path: path.to_owned(),
                reason: Message::new("store.reason.link").into(),
                hint: Message::new("store.hint.link"),
            });
        }
        Ok(meta) if meta.is_dir() => return Ok(broken("damage.folder")),
        Ok(meta) if meta.len() == 0 => return Ok(Found::Usable),
        Ok(meta) if meta.len() < SMALLEST_BYTES => {
            return Ok(broken("damage.cutOff"));
        }
        Ok(_) => {}
    }
    match inspect(path).await {
        Ok(found) => Ok(found),
        Err(error) if is_damage(&error) || is_unreadable_schema(&error) => {
            Ok(Found::Broken(words_of(&error).into()))
        }
        Err(error) => Err(failed(path, error)),
    }
}

async fn inspect(path: &Path) -> Result<Found, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .busy_timeout(Duration::from_secs(5));
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let found = inspect_open(&mut connection).await;
    // What closing says does not matter: nothing was written.
    let _ = connection.close().await;
    found
}

async fn inspect_open(connection: &mut SqliteConnection) -> Result<Found, sqlx::Error> {
    let (format,): (i64,) = sqlx::query_as("PRAGMA user_version")
        .fetch_one(&mut *connection)
        .await?;
    let known = i64::try_from(MIGRATIONS.iter().count()).unwrap_or(i64::MAX);
    if format > known {
        return Ok(Found::TooNew);
    }
    let checked: Vec<(String,)> = sqlx::query_as("PRAGMA quick_check(1)")
        .fetch_all(&mut *connection)
        .await?;
    if let Some((fault,)) = checked.into_iter().find(|(line,)| line != "ok") {
        return Ok(Found::Broken(fault.into()));
    }
    let (tables,): (i64,) = sqlx::query_as("SELECT count(*) FROM sqlite_schema")
        .fetch_one(&mut *connection)
        .await?;
    if tables == 0 {
        return Ok(Found::Usable);
    }
    // The driver's thread would panic on a name that is no text, and its caller would wait for ever.
    let schema: Vec<(Vec<u8>,)> =
        sqlx::query_as("SELECT CAST(name || coalesce(sql, '') AS BLOB) FROM sqlite_schema")
            .fetch_all(&mut *connection)
            .await?;
    if schema
        .iter()
        .any(|(text,)| std::str::from_utf8(text).is_err())
    {
        return Ok(broken("damage.name"));
    }
    let applied: Result<Vec<(i64, Vec<u8>, bool)>, _> = sqlx::query_as(
        "SELECT version, CAST(checksum AS BLOB), success IS TRUE FROM _sqlx_migrations ORDER BY version",
    )
    .fetch_all(&mut *connection)
    .await;
    let Ok(applied) = applied else {
        return Ok(broken("damage.foreign"));
    };
    let newest_known = MIGRATIONS
        .iter()
        .map(|migration| migration.version)
        .max()
        .unwrap_or_default();
    if applied.iter().any(|(version, ..)| *version > newest_known) {
        return Ok(Found::TooNew);
    }
    // They never change, and each runs after the one before it or not at all, so what does not fit is damage; left to the
    // driver, it would keep Usher from starting.
    let known: Vec<Migration> = MIGRATIONS.iter().cloned().collect();
    let fits =
        |((version, checksum, has_succeeded), known): (&(i64, Vec<u8>, bool), &Migration)| {
            *has_succeeded && *version == known.version && *known.checksum == **checksum
        };
    if applied.len() > known.len() || !applied.iter().zip(&known).all(fits) {
        return Ok(broken("damage.migrations"));
    }
    // A first start that was ended at once has made nothing but the table of what it has run.
    if applied.is_empty() && made_by(connection).await?.count() > 1 {
        return Ok(broken("damage.migrations"));
    }
    // What a table demands of its rows is read only where one is written, so damage there would show too late.
    if applied.len() == known.len() && !made_by(connection).await?.eq(as_made()) {
        return Ok(Found::Broken(not_as_made()));
    }
    // A file in which tables are missing or rows cannot be read passes the structural check.
    if !applied.is_empty() {
        for table in ["servers", "tool_calls", "settings"] {
            let readable = sqlx::query(sqlx::AssertSqlSafe(format!(
                "SELECT * FROM {table} LIMIT 1"
            )))
            .fetch_optional(&mut *connection)
            .await;
            if readable.is_err() {
                let fault = Message::new("damage.table").with("table", table);
                return Ok(Found::Broken(fault.into()));
            }
        }
    }
    Ok(Found::Usable)
}

fn broken(code: &'static str) -> Found {
    Found::Broken(Message::new(code).into())
}

/// Renames the database and what belongs to it; the new name is free and says when.
fn move_aside(path: &Path, now_ms: i64) -> Result<PathBuf, OpenError> {
    let aside = aside_path(path, now_ms);
    for companion in ["-wal", "-shm", "-journal"] {
        let old = with_suffix(path, companion);
        if old.exists() {
            fs::rename(&old, with_suffix(&aside, companion))
                .map_err(|error| unwritable(path, &error))?;
        }
    }
    fs::rename(path, &aside).map_err(|error| unwritable(path, &error))?;
    Ok(aside)
}

/// Moves aside what stands beside the database and is not Usher's: a rollback journal, which SQLite would want to play
/// back at each start, although this database has a write-ahead log; and what is no file in the place of that log.
fn move_strays(path: &Path, now_ms: i64) -> Result<(), OpenError> {
    for companion in ["-wal", "-shm", "-journal"] {
        let stray = with_suffix(path, companion);
        let Ok(found) = fs::symlink_metadata(&stray) else {
            continue;
        };
        let belongs = found.is_file() && (companion != "-journal" || !has_log(path));
        if !belongs {
            let aside = aside_path(&stray, now_ms);
            tracing::warn!(path = %stray.display(), "what does not belong to the database is moved aside");
            fs::rename(&stray, &aside).map_err(|error| unwritable(&stray, &error))?;
        }
    }
    Ok(())
}

/// Whether the header of a database says that it has a write-ahead log (file format, section 1.3.3).
fn has_log(path: &Path) -> bool {
    use io::Read as _;
    // No link, and nothing that could keep a reader waiting.
    if !fs::symlink_metadata(path).is_ok_and(|found| found.is_file()) {
        return false;
    }
    let mut header = [0; 20];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && header[18..] == [2, 2]
}

/// Creates the database for the owner alone; SQLite's companion files inherit that.
fn make_file(path: &Path) -> Result<(), OpenError> {
    create_private_file(path)
        .map(|_| ())
        .map_err(|error| unwritable(path, &error))
}

/// The damage codes of SQLite: corrupt, not a database, a file shorter than it says.
fn is_damage(error: &sqlx::Error) -> bool {
    const SHORT_READ: i64 = 522;
    result_code(error).is_some_and(|code| matches!(code & 0xff, 11 | 26) || code == SHORT_READ)
}

/// Whether SQLite made no sense of a fixed statement, so that the schema in the file is at fault (`SQLITE_ERROR`).
fn is_unreadable_schema(error: &sqlx::Error) -> bool {
    result_code(error) == Some(1)
}

/// Whether a migration made no sense of what is there (`SQLITE_ERROR`): one that has run and is not noted finds its own
/// tables, and would find them at each start.
fn is_misfit(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Migrate(_)) && is_unreadable_schema(cause(error))
}

fn words_of(error: &sqlx::Error) -> String {
    error
        .as_database_error()
        .map_or_else(|| error.to_string(), |error| error.message().to_owned())
}

fn unwritable(path: &Path, error: &io::Error) -> OpenError {
    OpenError::Unwritable {
        path: path.to_owned(),
        reason: error.to_string().into(),
        hint: Message::new("store.hint.start"),
    }
}

/// What the database itself said.
fn cause(error: &sqlx::Error) -> &sqlx::Error {
    match error {
        sqlx::Error::Migrate(migration) => match migration.as_ref() {
            sqlx::migrate::MigrateError::Execute(inner)
            | sqlx::migrate::MigrateError::ExecuteMigration(inner, _) => inner,
            _ => error,
        },
        other => other,
    }
}

fn failed(path: &Path, error: sqlx::Error) -> OpenError {
    match FileFailure::of(cause(&error)) {
        Some(trouble) => OpenError::Unwritable {
            path: path.to_owned(),
            reason: trouble.reason().into(),
            hint: trouble.hint(),
        },
        None => OpenError::Other {
            path: path.to_owned(),
            source: error,
        },
    }
}

/// Whether a database is what the migrations come to. A trigger, view or index of somebody else would change what
/// Usher writes, within Usher's own transaction.
async fn is_as_made(pool: &SqlitePool) -> Result<bool, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    Ok(made_by(&mut connection).await?.eq(as_made()))
}

/// How everything in a database was made. Statistics of the query planner are no part of it.
async fn made_by(
    connection: &mut SqliteConnection,
) -> Result<impl Iterator<Item = String>, sqlx::Error> {
    // A flipped bit makes a text of it a blob, which is nothing that Usher made.
    let made: Vec<String> = sqlx::query_scalar(
        "SELECT CASE typeof(sql) WHEN 'text' THEN sql ELSE '' END FROM sqlite_schema WHERE sql IS NOT NULL AND sql NOT IN
         ('CREATE TABLE sqlite_stat1(tbl,idx,stat)', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)')
         ORDER BY sql",
    )
    .fetch_all(connection)
    .await?;
    Ok(made.into_iter())
}

/// How they are made by this Usher: what its migrations come to, without the time it takes to run them.
fn as_made() -> impl Iterator<Item = &'static str> {
    let file = include_str!("schema.sql").trim_end();
    file.trim_end_matches(';').split(";\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_schema_on_file_is_what_the_migrations_come_to() {
        // A database in memory is its connection's own.
        let alone = SqlitePoolOptions::new().max_connections(1);
        let fresh = alone.connect("sqlite::memory:").await.unwrap();
        migrate(&fresh).await.unwrap();
        let mut connection = fresh.acquire().await.unwrap();
        let made: Vec<String> = made_by(&mut connection).await.unwrap().collect();
        let on_file: Vec<&str> = as_made().collect();
        assert!(
            made == on_file,
            "a migration was added, so store/schema.sql has to be:\n{};",
            made.join(";\n\n")
        );
    }

    #[tokio::test]
    async fn a_migration_that_fails_leaves_an_older_database_as_it_was() {
        let alone = SqlitePoolOptions::new().max_connections(1);
        let older = alone.connect("sqlite::memory:").await.unwrap();
        let known: Vec<_> = MIGRATIONS.iter().cloned().collect();
        let in_the_way = "CREATE TABLE decisions (";
        let fails = known
            .iter()
            .position(|migration| migration.sql.as_str().contains(in_the_way))
            .expect("choose what fails");
        let of_older = known[..fails - 2].to_vec();
        Migrator::with_migrations(of_older)
            .run(&older)
            .await
            .unwrap();
        sqlx::query("CREATE TABLE decisions (by_others TEXT)")
            .execute(&older)
            .await
            .unwrap();
        let mut connection = older.acquire().await.unwrap();
        let before: Vec<String> = made_by(&mut connection).await.unwrap().collect();
        drop(connection);

        migrate(&older).await.unwrap_err();

        let mut connection = older.acquire().await.unwrap();
        let after: Vec<String> = made_by(&mut connection).await.unwrap().collect();
        assert_eq!(after, before, "the two before the one that fails");
        let applied: Vec<(i64,)> = sqlx::query_as("SELECT version FROM _sqlx_migrations")
            .fetch_all(&mut *connection)
            .await
            .unwrap();
        assert_eq!(applied.len(), fails - 2, "none is noted as run");
    }
}
