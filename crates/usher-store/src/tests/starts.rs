//! Tests that bad starts end in a clear message and lose nothing.

use std::fs;
use std::path::Path;

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use super::{NOON, call, fresh, open, server};
use crate::{FileFailure, HistoryFilter, OpenError, Store, StoreError};
use usher_config::definition::Label;
use usher_system::paths::Paths;

#[tokio::test]
async fn a_newer_database_is_left_untouched() {
    for sign in [
        "PRAGMA user_version = 99",
        "INSERT INTO _sqlx_migrations VALUES (99990101000000, 'later', 0, 1, x'00', 0)",
    ] {
        let (dir, store) = fresh().await;
        store.add_servers(&[server("Mine")]).await.unwrap();
        sqlx::query(sign).execute(&store.pool).await.unwrap();
        store.close().await;
        let path = Paths::at(dir.path()).database();
        let before = fs::read(&path).unwrap();

        let refused = open(dir.path()).await;
        assert!(
            matches!(&refused, Err(OpenError::TooNew(at)) if *at == path),
            "{sign}: {refused:?}"
        );
        assert!(
            fs::read(&path).unwrap() == before,
            "{sign}: a newer database must stay the same byte for byte"
        );
    }
}

#[tokio::test]
async fn a_newer_database_that_was_not_closed_is_left_untouched() {
    let (dir, store) = fresh().await;
    let path = Paths::at(dir.path()).database();
    store.add_servers(&[server("Mine")]).await.unwrap();
    let before_wal = fs::read(&path).unwrap();
    sqlx::query("PRAGMA user_version = 99")
        .execute(&store.pool)
        .await
        .unwrap();
    // A copy of the files of a running Usher is what a crash leaves behind.
    let crashed = tempfile::tempdir().unwrap();
    for name in ["usher.db", "usher.db-wal"] {
        fs::copy(dir.path().join(name), crashed.path().join(name)).unwrap();
    }
    let wal = fs::read(crashed.path().join("usher.db-wal")).unwrap();
    let refused = open(crashed.path()).await;
    assert!(matches!(refused, Err(OpenError::TooNew(_))), "{refused:?}");
    assert!(fs::read(crashed.path().join("usher.db")).unwrap() == before_wal);
    assert!(
        fs::read(crashed.path().join("usher.db-wal")).unwrap() == wal,
        "what only the write-ahead log holds must stay too"
    );
}

/// Damages a database of one server, opens it, and checks both.
async fn check_damage(what: &str, damage: impl FnOnce(&Path)) {
    let (dir, store) = fresh().await;
    let many: Vec<_> = (0..200).map(|n| server(&format!("Server {n}"))).collect();
    store.add_servers(&many).await.unwrap();
    store.close().await;
    let path = Paths::at(dir.path()).database();
    damage(&path);
    let damaged = fs::read(&path).ok();

    let opened = open(dir.path())
        .await
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    let notice = opened
        .notice
        .unwrap_or_else(|| panic!("{what}: the person must be told"));
    assert_eq!(opened.store.list_servers().await.unwrap(), [], "{what}");
    opened.store.add_servers(&many).await.unwrap();
    let aside = dir.path().join("usher.db.corrupt-20261121T120000Z");
    assert_eq!(
        (&*notice.code, &notice.params["path"]),
        ("notice.databaseMoved", &aside.display().to_string().into()),
        "{what}: {notice}"
    );
    if damaged.is_some() {
        assert!(
            fs::read(&aside).ok() == damaged,
            "{what}: the damaged file is kept as it was"
        );
    }
}

#[tokio::test]
async fn a_damaged_database_is_moved_aside() {
    check_damage("not a database", |path| {
        fs::write(path, "MCP servers: none\n".repeat(400)).unwrap();
    })
    .await;
    check_damage("one byte", |path| fs::write(path, "x").unwrap()).await;
    check_damage("truncated", |path| {
        let bytes = fs::read(path).unwrap();
        fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
    })
    .await;
    check_damage("header garbage", |path| {
        let mut bytes = fs::read(path).unwrap();
        bytes[16..100].fill(0xA5);
        fs::write(path, bytes).unwrap();
    })
    .await;
    check_damage("pages overwritten", |path| {
        let mut bytes = fs::read(path).unwrap();
        let end = bytes.len();
        bytes[4096..end].fill(0x5A);
        fs::write(path, bytes).unwrap();
    })
    .await;
    check_damage("a column name that is no text", |path| {
        let mut bytes = fs::read(path).unwrap();
        let table = b"CREATE TABLE servers";
        let at = bytes.windows(table.len()).position(|part| part == table);
        let schema = &mut bytes[at.unwrap()..];
        let column = schema.windows(5).position(|part| part == b"label");
        schema[column.unwrap()] = 0xFF;
        fs::write(path, bytes).unwrap();
    })
    .await;
    check_damage("an index of words whose options cannot be read", |path| {
        let mut bytes = fs::read(path).unwrap();
        let option = b"detail = 'none'";
        let at = bytes.windows(option.len()).position(|part| part == option);
        bytes[at.unwrap() + option.len() - 2] ^= 1;
        fs::write(path, bytes).unwrap();
    })
    .await;
    check_damage("a folder", |path| {
        fs::remove_file(path).unwrap();
        fs::create_dir(path).unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_database_whose_migrations_are_not_all_noted_is_moved_aside() {
    for damage in [
        "DELETE FROM _sqlx_migrations",
        "DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)",
        "DELETE FROM _sqlx_migrations WHERE version = (SELECT min(version) FROM _sqlx_migrations)",
        "DELETE FROM _sqlx_migrations WHERE version NOT IN (SELECT version FROM _sqlx_migrations LIMIT 5)",
        "UPDATE _sqlx_migrations SET success = 0",
        "UPDATE _sqlx_migrations SET success = 'yes' WHERE version = (SELECT max(version) FROM _sqlx_migrations)",
        "UPDATE _sqlx_migrations SET checksum = x'00'",
    ] {
        let (dir, store) = fresh().await;
        store.add_servers(&[server("Mine")]).await.unwrap();
        sqlx::query(damage).execute(&store.pool).await.unwrap();
        store.close().await;
        let opened = open(dir.path()).await;
        let opened = opened.unwrap_or_else(|error| panic!("{damage}: {error}"));
        let notice = opened.notice.map(|notice| notice.code);
        assert_eq!(notice.as_deref(), Some("notice.databaseMoved"), "{damage}");
        opened.store.close().await;
        assert_eq!(
            open(dir.path()).await.unwrap().notice,
            None,
            "{damage}: once"
        );
    }
}

#[tokio::test]
async fn a_first_start_that_was_ended_before_the_first_table_is_no_damage() {
    let dir = tempfile::tempdir().unwrap();
    let (made, store) = fresh().await;
    let table: String =
        sqlx::query_scalar("SELECT sql FROM sqlite_schema WHERE name = '_sqlx_migrations'")
            .fetch_one(&store.pool)
            .await
            .unwrap();
    drop((made, store));
    let options = SqliteConnectOptions::new()
        .filename(Paths::at(dir.path()).database())
        .create_if_missing(true);
    let mut ended = sqlx::SqliteConnection::connect_with(&options)
        .await
        .unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(table))
        .execute(&mut ended)
        .await
        .unwrap();
    ended.close().await.unwrap();
    assert_eq!(open(dir.path()).await.unwrap().notice, None);
}

#[cfg(unix)]
#[tokio::test]
async fn what_stands_beside_the_database_keeps_nobody_from_starting() {
    type Put = fn(&Path);
    let journal = |path: &Path| {
        // As SQLite begins one with a page to be played back (file format, section 3).
        let mut bytes = vec![0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
        for field in [1_u32, 7, 1, 512, 4096] {
            bytes.extend(field.to_be_bytes());
        }
        bytes.resize(512 + 4096 + 8, 0);
        fs::write(path, bytes).unwrap();
    };
    let folder = |path: &Path| fs::create_dir(path).unwrap();
    let link = |path: &Path| {
        let other = path.with_file_name("other");
        fs::write(&other, "theirs").unwrap();
        std::os::unix::fs::symlink(other, path).unwrap();
    };
    let strays: [(&str, Put); 7] = [
        ("journal", journal),
        ("journal", folder),
        ("journal", link),
        ("wal", folder),
        ("wal", link),
        ("shm", folder),
        ("shm", link),
    ];
    for (companion, put) in strays {
        let (dir, store) = fresh().await;
        let mine = server("Mine");
        store
            .add_servers(std::slice::from_ref(&mine))
            .await
            .unwrap();
        store.close().await;
        let stray = format!("usher.db-{companion}");
        put(&dir.path().join(&stray));
        let opened = open(dir.path()).await;
        let opened = opened.unwrap_or_else(|error| panic!("{stray}: {error}"));
        assert_eq!(
            (opened.notice, opened.store.list_servers().await.unwrap()),
            (None, vec![mine]),
            "{stray}: the database is not at fault"
        );
        let aside = dir.path().join(format!("{stray}.corrupt-20261121T120000Z"));
        assert!(aside.symlink_metadata().is_ok(), "{stray}: it is kept");
        if let Ok(theirs) = fs::read_to_string(dir.path().join("other")) {
            assert_eq!(theirs, "theirs", "{stray}: nothing is written through it");
        }
    }
}

#[tokio::test]
async fn a_database_of_another_program_is_moved_aside() {
    check_damage("another program's", |path| {
        fs::remove_file(path).unwrap();
        let path = path.to_owned();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let options = SqliteConnectOptions::new()
                    .filename(&path)
                    .create_if_missing(true);
                let mut connection = sqlx::SqliteConnection::connect_with(&options)
                    .await
                    .unwrap();
                sqlx::query("CREATE TABLE servers (name TEXT)")
                    .execute(&mut connection)
                    .await
                    .unwrap();
                connection.close().await.unwrap();
            });
        })
        .join()
        .unwrap();
    })
    .await;
}

/// Flipped bits anywhere: the app starts, nothing is lost that could be read, and the damaged file is kept if it is given up.
#[tokio::test]
async fn flipped_bits_never_keep_the_app_from_starting() {
    let (dir, store) = fresh().await;
    let many: Vec<_> = (0..60).map(|n| server(&format!("Server {n}"))).collect();
    store.add_servers(&many).await.unwrap();
    for _ in 0..20 {
        let echo = call(&(&many[0].id).into(), "echo", 300);
        store.add_call(&echo, 100).await.unwrap();
    }
    store.close().await;
    let good = fs::read(Paths::at(dir.path()).database()).unwrap();
    // A fixed walk over the file, so that a failure can be repeated.
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random % below as u64).unwrap()
    };
    let mut given_up = 0;
    for round in 0..60 {
        let dir = tempfile::tempdir().unwrap();
        let mut bytes = good.clone();
        let flips: Vec<(usize, u8)> = (0..=round % 5)
            .map(|_| (next(bytes.len()), 1 << next(8)))
            .collect();
        for (at, bit) in &flips {
            bytes[*at] ^= bit;
        }
        fs::write(dir.path().join("usher.db"), &bytes).unwrap();
        let opened = match open(dir.path()).await {
            Ok(opened) => opened,
            // A flipped bit in the version reads as a newer one; then nothing may be touched.
            Err(OpenError::TooNew(path)) => {
                assert!(fs::read(path).unwrap() == bytes, "{flips:?}");
                continue;
            }
            Err(error) => panic!("{flips:?}: {error}"),
        };
        let listed = opened.store.list_servers().await;
        let listed = listed.unwrap_or_else(|error| panic!("{flips:?}: {error}"));
        opened
            .store
            .list_calls(&HistoryFilter::default(), 100)
            .await
            .unwrap_or_else(|error| panic!("{flips:?}: {error}"));
        opened
            .store
            .add_servers(&[server("Another")])
            .await
            .unwrap_or_else(|error| panic!("{flips:?}: {error}"));
        if let Some(notice) = opened.notice {
            given_up += 1;
            let kept = fs::read(dir.path().join("usher.db.corrupt-20261121T120000Z"));
            assert!(kept.unwrap() == bytes, "{flips:?}: {notice}");
        } else {
            assert!(
                listed.len() + 5 >= many.len(),
                "{flips:?}: {} servers are left",
                listed.len()
            );
        }
        opened.store.close().await;
    }
    assert!(given_up > 0, "some of these files are beyond use");
}

#[tokio::test]
async fn two_damaged_databases_of_one_second_are_both_kept() {
    let dir = tempfile::tempdir().unwrap();
    for text in ["first", "second"] {
        fs::write(dir.path().join("usher.db"), text).unwrap();
        open(dir.path()).await.unwrap().store.close().await;
    }
    let kept = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
    assert_eq!(kept("usher.db.corrupt-20261121T120000Z"), "first");
    assert_eq!(kept("usher.db.corrupt-20261121T120000Z-2"), "second");
}

#[tokio::test]
async fn an_empty_file_is_a_new_database() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("usher.db"), "").unwrap();
    let opened = open(dir.path()).await.unwrap();
    assert_eq!(opened.notice, None);
    assert_eq!(opened.store.list_servers().await.unwrap(), []);
}

#[tokio::test]
async fn a_data_directory_that_cannot_be_made_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    let refused = open(&file.join("data")).await.unwrap_err();
    assert!(matches!(refused, OpenError::Paths(_)), "{refused:?}");
    let message = refused.to_string();
    assert!(
        message.contains(&file.display().to_string()) && message.contains("Make it writable"),
        "{message}"
    );
}

/// A store whose connections have one more property, over an existing database.
async fn with_options(
    store: &Store,
    change: impl FnOnce(SqliteConnectOptions) -> SqliteConnectOptions,
) -> Store {
    let options = change(SqliteConnectOptions::new().filename(&store.path));
    Store {
        pool: SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(options)
            .await
            .unwrap(),
        path: store.path.clone(),
        folder: std::sync::Arc::clone(&store.folder),
        pin_cache: std::sync::Arc::clone(&store.pin_cache),
        revoked_pins: store.revoked_pins.clone(),
        consents: std::sync::Arc::clone(&store.consents),
        integrity: std::sync::Arc::clone(&store.integrity),
        restrictions: store.restrictions.clone(),
        write_order: store.write_order.clone(),
    }
}

#[tokio::test]
async fn a_full_disk_is_said_and_nothing_is_half_written() {
    let (_dir, store) = fresh().await;
    // The page limit makes SQLite answer exactly as a full disk does.
    let full = with_options(&store, |options| options.pragma("max_page_count", "20")).await;
    let many: Vec<_> = (0..500).map(|n| server(&format!("Server {n}"))).collect();
    let refused = full.add_servers(&many).await.unwrap_err();
    assert!(
        matches!(
            &refused,
            StoreError::Unwritable {
                cause: FileFailure::Full,
                ..
            }
        ),
        "{refused:?}"
    );
    assert_eq!(store.list_servers().await.unwrap(), []);
    store.add_servers(&many).await.unwrap();
    assert_eq!(
        store.list_servers().await.unwrap().len(),
        500,
        "it works again once there is space"
    );
}

#[tokio::test]
async fn a_connection_whose_transaction_sqlite_has_ended_is_not_used_again() {
    let (_dir, store) = fresh().await;
    // As on a full disk, SQLite ends the transaction by itself.
    let full =
        "CREATE TRIGGER full BEFORE INSERT ON servers BEGIN SELECT RAISE(ROLLBACK, 'no room'); END";
    sqlx::query(full).execute(&store.pool).await.unwrap();
    let add = async |label: &str| store.add_servers(&[server(label)]).await;
    // On every connection.
    for _ in 0..4 {
        let refused = tokio::join!(add("A"), add("B"), add("C"), add("D"));
        assert!(
            matches!(&refused, (Err(_), Err(_), Err(_), Err(_))),
            "{refused:?}"
        );
    }
    sqlx::query("DROP TRIGGER full")
        .execute(&store.pool)
        .await
        .unwrap();
    for n in 0..16 {
        let added = add(&format!("Server {n}")).await;
        assert!(added.is_ok(), "{n}: {added:?}");
    }
}

#[tokio::test]
async fn a_read_only_database_is_said() {
    let (_dir, store) = fresh().await;
    let read_only = with_options(&store, |options| options.read_only(true)).await;
    let refused = read_only.add_servers(&[server("A")]).await.unwrap_err();
    assert!(
        matches!(
            &refused,
            StoreError::Unwritable {
                cause: FileFailure::ReadOnly,
                ..
            }
        ),
        "{refused:?}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_data() {
    use std::os::unix::fs::PermissionsExt;
    let parent = tempfile::tempdir().unwrap();
    let dir = parent.path().join("data");
    let store = open(&dir).await.unwrap().store;
    store.add_servers(&[server("A")]).await.unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&dir), 0o700);
    for entry in fs::read_dir(&dir).unwrap() {
        let path = entry.unwrap().path();
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode(&path), expected, "{}", path.display());
    }

    store.close().await;
    fs::set_permissions(&dir, fs::Permissions::from_mode(0o755)).unwrap();
    open(&dir).await.unwrap().store.close().await;
    assert_eq!(mode(&dir), 0o700, "what was made readable before is closed");

    fs::set_permissions(&dir, fs::Permissions::from_mode(0o777)).unwrap();
    let refused = open(&dir).await.unwrap_err();
    assert!(refused.to_string().contains("Other users"), "{refused}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_planted_link_is_refused() {
    let (dir, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let aim = target.path().join("aim");
    fs::write(&aim, "precious").unwrap();
    std::os::unix::fs::symlink(&aim, dir.path().join("usher.db")).unwrap();
    let refused = open(dir.path()).await.unwrap_err();
    assert!(refused.to_string().contains("link"), "{refused}");
    assert_eq!(fs::read_to_string(&aim).unwrap(), "precious");
}

#[tokio::test]
async fn deleted_text_cannot_be_read_from_the_file() {
    let (dir, store) = fresh().await;
    let canary = "canary-3b1f9c";
    let mut gone = server("Gone");
    gone.definition.label = Label::trusted(canary);
    store
        .add_servers(std::slice::from_ref(&gone))
        .await
        .unwrap();
    store.remove_server(&gone.id, NOON).await.unwrap();
    store.purge_removed_servers(NOON).await.unwrap();
    store.close().await;
    let bytes = fs::read(dir.path().join("usher.db")).unwrap();
    let found = bytes
        .windows(canary.len())
        .any(|window| window == canary.as_bytes());
    assert!(!found, "deleting means deleting");
}
