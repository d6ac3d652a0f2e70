//! Tests of the file of consents: content, damage, write failures.

use std::fs::{self, File};
use std::path::Path;

use super::{NOON, fresh, open, server};
use crate::limits;
use crate::{Store, StoreError};
use usher_config::definition::{ConfiguredServer, Label, ServerDefinition};
use usher_messages::Message;
use usher_system::paths::Paths;

/// A server the person agreed to.
fn agreed(label: &str) -> ConfiguredServer {
    let mut server = server(label);
    server.consent = server.definition.fingerprint();
    server
}

/// A database with one server the person agreed to.
async fn with_kept() -> (tempfile::TempDir, Store, ConfiguredServer) {
    let (dir, store) = fresh().await;
    let kept = agreed("Kept");
    let added = store.add_servers(std::slice::from_ref(&kept)).await;
    added.unwrap();
    (dir, store, kept)
}

fn renamed(server: &ConfiguredServer, label: &str) -> ServerDefinition {
    ServerDefinition {
        label: Label::trusted(label),
        ..server.definition.clone()
    }
}

/// Who of all servers that are not removed is agreed to.
async fn agreed_to(store: &Store) -> Vec<String> {
    let all = store.list_servers().await.unwrap();
    let agreed = all.iter().filter(|server| store.has_agreed(server));
    agreed
        .map(|server| server.definition.label.to_string())
        .collect()
}

async fn run(store: &Store, change: &'static str) {
    sqlx::query(change).execute(&store.pool).await.unwrap();
}

#[tokio::test]
async fn without_a_file_the_database_is_believed_and_the_file_written() {
    let (dir, store) = fresh().await;
    let file = Paths::at(dir.path()).consents();
    let unseen = server("Unseen");
    let all = [agreed("Kept"), agreed("Changed"), agreed("Removed"), unseen];
    store.add_servers(&all).await.unwrap();
    let of_all = fs::read(&file).unwrap();
    run(
        &store,
        "UPDATE servers SET definition = replace(definition, 'npx', 'npm') WHERE label_key = 'changed'",
    )
    .await;
    store.remove_server(&all[2].id, NOON).await.unwrap();
    store.close().await;
    fs::remove_file(&file).unwrap();

    let opened = open(dir.path()).await.unwrap();
    assert_eq!(opened.notice, None, "a first start says nothing");
    let store = opened.store;
    assert_eq!(agreed_to(&store).await, ["Kept"], "by the database alone");
    assert!(
        fs::read(&file).unwrap() == of_all,
        "also what a changed and a removed one were agreed to, and nothing of the unseen one"
    );
    let back = store.restore_server(&all[2].id).await.unwrap();
    assert!(store.has_agreed(&back), "a removal is undone as it was");
    store.remove_server(&all[2].id, NOON).await.unwrap();
    store.purge_removed_servers(NOON).await.unwrap();
    assert_eq!(
        store.agreed_last(&(&all[2].id).into()),
        None,
        "it is gone for good"
    );
    assert!(
        !fs::read_to_string(&file)
            .unwrap()
            .contains(all[2].id.as_str()),
        "in the file too"
    );
}

#[tokio::test]
async fn a_file_that_cannot_be_read_holds_nothing_and_is_kept() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 6] = [
        ("cut off", |file| {
            let bytes = fs::read(file).unwrap();
            fs::write(file, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("empty", |file| fs::write(file, "").unwrap()),
        ("not text", |file| fs::write(file, [0xff, 0xfe]).unwrap()),
        ("of another kind", |file| fs::write(file, "[]").unwrap()),
        ("too large", |file| {
            let file = File::options().write(true).open(file).unwrap();
            file.set_len(limits::CONSENTS_BYTES + 1).unwrap();
        }),
        ("a folder", |file| {
            fs::remove_file(file).unwrap();
            fs::create_dir(file).unwrap();
        }),
    ];
    for (what, damage) in damages {
        let (dir, store) = fresh().await;
        let file = Paths::at(dir.path()).consents();
        let both = [agreed("One"), agreed("Two")];
        store.add_servers(&both).await.unwrap();
        store.close().await;
        damage(&file);

        let opened = open(dir.path()).await.unwrap();
        let aside = dir.path().join("consents.json.corrupt-20261121T120000Z");
        let moved = Message::new("notice.approvalsMoved").with("path", aside.display().to_string());
        let notice = opened
            .notice
            .unwrap_or_else(|| panic!("{what}: the person must be told"));
        assert_eq!(
            (aside.exists(), &notice.params["next"]),
            (true, &moved.into()),
            "{what}: the damaged one is kept, and the person told: {notice}"
        );
        let store = opened.store;
        let nobody: [&str; 0] = [];
        assert_eq!(agreed_to(&store).await, nobody, "{what}: all have to wait");
        store.close().await;
        let opened = open(dir.path()).await.unwrap();
        assert_eq!(opened.notice, None, "{what}: it was written anew");
        let store = opened.store;
        assert_eq!(agreed_to(&store).await, nobody, "{what}: they still wait");
        store
            .replace_definition(&both[0].id, &both[0].definition)
            .await
            .unwrap();
        store.close().await;
        let store = open(dir.path()).await.unwrap().store;
        assert_eq!(agreed_to(&store).await, ["One"], "{what}: agreed to anew");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_planted_link_is_not_followed() {
    let (dir, store) = fresh().await;
    store.add_servers(&[agreed("One")]).await.unwrap();
    store.close().await;
    let file = Paths::at(dir.path()).consents();
    let elsewhere = dir.path().join("elsewhere");
    fs::rename(&file, &elsewhere).unwrap();
    let precious = fs::read(&elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &file).unwrap();

    let store = open(dir.path()).await.unwrap().store;
    assert_eq!(agreed_to(&store).await.len(), 0, "what it says is no word");
    store.add_servers(&[agreed("Two")]).await.unwrap();
    assert!(
        fs::read(&elsewhere).unwrap() == precious,
        "and where it leads nothing is written"
    );
    assert!(fs::symlink_metadata(&file).unwrap().is_file());
}

#[tokio::test]
async fn without_the_file_nothing_is_agreed_to_and_it_is_said() {
    let (dir, store, kept) = with_kept().await;
    let file = Paths::at(dir.path()).consents();
    let before = fs::read(&file).unwrap();
    // A folder of that name blocks the temporary file.
    let in_its_way = dir.path().join("consents.json.new");
    fs::create_dir(&in_its_way).unwrap();

    let other = renamed(&kept, "Other");
    let refusals = [
        store.replace_definition(&kept.id, &other).await,
        store.add_servers(&[agreed("New")]).await,
    ];
    for refused in refusals {
        assert!(
            matches!(&refused, Err(StoreError::Unwritable { path, .. }) if *path == file),
            "{refused:?}"
        );
    }
    let listed = store.list_servers().await.unwrap();
    assert_eq!(
        listed,
        std::slice::from_ref(&kept),
        "and nothing was changed, as is said"
    );
    assert_eq!(agreed_to(&store).await, ["Kept"], "that one goes on");
    assert!(fs::read(&file).unwrap() == before);

    store.remove_server(&kept.id, NOON).await.unwrap();
    assert!(store.purge_removed_servers(NOON).await.is_err());
    fs::remove_dir(&in_its_way).unwrap();
    let gone = store.purge_removed_servers(NOON).await.unwrap();
    assert_eq!(gone, [kept], "it is tried again");
}

#[tokio::test]
async fn what_the_database_does_not_take_does_not_stay_in_the_file() {
    let (dir, store, kept) = with_kept().await;
    let file = Paths::at(dir.path()).consents();
    let before = fs::read(&file).unwrap();

    let mut change = store.begin_change([&kept.id]).await.unwrap();
    // What belongs to a server that is not there is found out only at the end.
    for late in [
        "PRAGMA defer_foreign_keys = ON",
        "INSERT INTO pins VALUES ('ghost', 'tool', 't', '{}', '', 0, NULL)",
    ] {
        sqlx::query(late).execute(&mut *change).await.unwrap();
    }
    let other = renamed(&kept, "Other");
    let ghost = renamed(&kept, "Ghost");
    let agreed = [
        ((&kept.id).into(), Some(other.to_json())),
        ("ghost".into(), Some(ghost.to_json())),
    ];
    let refused = store.commit_with_consents(change, agreed).await;
    assert!(matches!(refused, Err(StoreError::Other(_))), "{refused:?}");
    assert!(
        fs::read(&file).unwrap() == before,
        "it is as it was before both"
    );
    assert_eq!(agreed_to(&store).await, ["Kept"]);
}
