//! Tests what becomes of a data folder that is moved while it is open, with another in its place.

use std::fs;
use std::path::{Path, PathBuf};

use super::integrity::{fresh_with_key, reopened};
use super::{NOON, call, open, server};
use crate::{FileFailure, HistoryFilter, KeyOrigin, StoreError};
use usher_types::id::SourceId;

/// All files in a folder, with what is in them.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| {
            let bytes = fs::read(&path).unwrap();
            (path, bytes)
        })
        .collect();
    files.sort();
    files
}

fn is_moved<T: std::fmt::Debug>(refused: &Result<T, StoreError>) -> bool {
    matches!(
        refused,
        Err(StoreError::Unwritable {
            cause: FileFailure::Moved,
            ..
        })
    )
}

#[tokio::test]
async fn a_folder_in_the_place_of_the_own_one_gets_nothing_of_it() {
    let (dir, store, text) = fresh_with_key().await;
    let tools = server("Tools");
    store
        .add_servers(std::slice::from_ref(&tools))
        .await
        .unwrap();
    let moved = dir.path().with_extension("moved");
    for another in ["none", "an empty one", "one of another Usher"] {
        fs::rename(dir.path(), &moved).unwrap();
        let other = match another {
            "none" => None,
            "an empty one" => {
                fs::create_dir(dir.path()).unwrap();
                None
            }
            _ => Some(open(dir.path()).await.unwrap().store),
        };
        let before = dir.path().exists().then(|| files(dir.path()));
        let refused = store.add_servers(&[server("Other")]).await;
        assert!(is_moved(&refused), "{another}: {refused:?}");
        // What decides nothing goes to the database that is open.
        store
            .add_call(&call(&SourceId::from(&tools.id), "read", 1), 9)
            .await
            .unwrap();
        let refused = store
            .set_trusted_server(&SourceId::from(&tools.id), Some("launch"), NOON)
            .await;
        assert!(is_moved(&refused), "{another}: {refused:?}");
        assert_eq!(
            dir.path().exists().then(|| files(dir.path())),
            before,
            "{another}"
        );
        if let Some(other) = other {
            other.close().await;
        }
        if dir.path().exists() {
            fs::remove_dir_all(dir.path()).unwrap();
        }
        fs::rename(&moved, dir.path()).unwrap();
    }
    store.set_server_enabled(&tools.id, false).await.unwrap();
    store.close().await;
    let store = reopened(dir.path(), Some((&text, KeyOrigin::Stored))).await;
    let mut expected = tools;
    expected.enabled = false;
    assert_eq!(
        (store.list_servers().await.unwrap(), store.unverified()),
        (vec![expected], 0),
        "the folder that is back is whole"
    );
    let calls = store.list_calls(&HistoryFilter::default(), 9).await;
    assert_eq!(calls.unwrap().len(), 3, "with the calls of that time");
}

#[tokio::test]
async fn what_decides_nothing_waits_for_the_connection_that_is_open() {
    let (dir, store, _) = fresh_with_key().await;
    let tools = server("Tools");
    store
        .add_servers(std::slice::from_ref(&tools))
        .await
        .unwrap();
    let moved = dir.path().with_extension("moved");
    let reading = store.reading_all().await.unwrap();
    fs::rename(dir.path(), &moved).unwrap();
    let release = async {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        drop(reading);
    };
    let source = SourceId::from(&tools.id);
    let added = call(&source, "read", 1);
    let (added, ()) = tokio::join!(store.add_call(&added, 9), release);
    assert!(
        added.is_ok(),
        "no other one is opened by the path: {added:?}"
    );
    store.close().await;
    fs::remove_dir_all(&moved).unwrap();
}

#[tokio::test]
async fn no_database_in_the_place_of_the_own_one_is_read() {
    let (dir, store, _) = fresh_with_key().await;
    let moved = dir.path().with_extension("moved");
    // As many readers as there may be connections: those that are open read what was moved, more are not opened.
    fs::rename(dir.path(), &moved).unwrap();
    let other = open(dir.path()).await.unwrap().store;
    other.add_servers(&[server("Evil")]).await.unwrap();
    let mut readings = Vec::new();
    for _ in 0..4 {
        let reading = tokio::time::timeout(std::time::Duration::from_secs(1), store.reading_all());
        let Ok(reading) = reading.await else { break };
        let mut reading = reading.unwrap();
        let found: Vec<(String,)> = sqlx::query_as("SELECT id FROM servers")
            .fetch_all(&mut *reading)
            .await
            .unwrap();
        assert_eq!(found, [], "connection {}", readings.len());
        readings.push(reading);
    }
    assert!(!readings.is_empty(), "the open ones read on");
    drop(readings);
    let before = files(dir.path());
    store.close().await;
    assert_eq!(
        files(dir.path()),
        before,
        "closing takes nothing from there, be it the log of that database"
    );
    other.close().await;
    fs::remove_dir_all(&moved).unwrap();
    let other = open(dir.path()).await.unwrap().store;
    assert_eq!(other.list_servers().await.unwrap().len(), 1);
}
