//! Bookmarks, entries opened last and values given last.

use std::collections::BTreeMap;

use super::{fresh, server};
use crate::{EntryTable, Store};
use usher_types::id::SourceId;
use usher_types::kept_entry::{EntryKey, KeptEntry, RecentValues};
use usher_types::protocol::ListKind;

fn kept(source: &SourceId, key: &str, at: i64) -> KeptEntry {
    KeptEntry {
        entry: EntryKey {
            source: source.clone(),
            list: ListKind::Resources,
            key: key.to_owned(),
        },
        title: format!("Title of {key}"),
        at,
    }
}

async fn keys(store: &Store, table: EntryTable) -> Vec<String> {
    let entries = store.kept_entries(table).await.unwrap();
    entries.into_iter().map(|kept| kept.entry.key).collect()
}

#[tokio::test]
async fn the_latest_entries_come_first_and_only_recent_ones_are_bounded() {
    let (_dir, store) = fresh().await;
    let source = SourceId::from("s".to_owned());
    for table in [EntryTable::Bookmarks, EntryTable::Recent] {
        for (key, at) in [("a", 1), ("b", 2), ("c", 2), ("a", 3), ("d", 4)] {
            let kept = kept(&source, key, at);
            store.keep_entry(table, &kept, 3).await.unwrap();
        }
    }
    assert_eq!(
        store.kept_entries(EntryTable::Recent).await.unwrap(),
        [
            kept(&source, "d", 4),
            kept(&source, "a", 3),
            kept(&source, "c", 2)
        ],
        "what is opened again is the latest, and the oldest is forgotten"
    );
    assert_eq!(
        keys(&store, EntryTable::Bookmarks).await,
        ["d", "a", "c", "b"],
        "a bookmark stays until it is removed"
    );
    let forgotten = kept(&source, "c", 0).entry;
    for _ in 0..2 {
        let done = store.forget_entry(EntryTable::Bookmarks, &forgotten).await;
        done.unwrap();
    }
    assert_eq!(keys(&store, EntryTable::Bookmarks).await, ["d", "a", "b"]);
    store.clear_recent().await.unwrap();
    assert_eq!(keys(&store, EntryTable::Recent).await, [""; 0]);
    assert_eq!(keys(&store, EntryTable::Bookmarks).await.len(), 3);
}

#[tokio::test]
async fn what_is_kept_goes_with_its_server() {
    let (_dir, store) = fresh().await;
    let [gone, stays] = [server("Gone"), server("Stays")];
    store
        .add_servers(&[gone.clone(), stays.clone()])
        .await
        .unwrap();
    for (id, key) in [(&gone.id, "gone"), (&stays.id, "stays")] {
        let kept = kept(&id.into(), key, 1);
        for table in [EntryTable::Bookmarks, EntryTable::Recent] {
            store.keep_entry(table, &kept, 10).await.unwrap();
        }
        let values = BTreeMap::from([("city".to_owned(), key.to_owned())]);
        let template = template_of(&kept.entry.source);
        store.keep_values(&template, &values, 1, 10).await.unwrap();
    }
    store.remove_server(&gone.id, 1).await.unwrap();
    assert_eq!(
        keys(&store, EntryTable::Bookmarks).await.len(),
        2,
        "the removal can still be undone"
    );
    store.purge_removed_servers(1).await.unwrap();
    for table in [EntryTable::Bookmarks, EntryTable::Recent] {
        assert_eq!(keys(&store, table).await, ["stays"], "{table:?}");
    }
    let of_gone = template_of(&(&gone.id).into());
    assert_eq!(store.recent_values(&of_gone).await.unwrap(), []);
    let of_other = template_of(&(&stays.id).into());
    assert_eq!(store.recent_values(&of_other).await.unwrap().len(), 1);
}

fn template_of(source: &SourceId) -> EntryKey {
    EntryKey {
        source: source.clone(),
        list: ListKind::Templates,
        key: "demo://{city}/{day}".to_owned(),
    }
}

#[tokio::test]
async fn the_latest_values_of_each_argument_are_kept() {
    let (_dir, store) = fresh().await;
    let template = template_of(&SourceId::from("s".to_owned()));
    for (at, city, day) in [
        (1, "Paris", "1"),
        (2, "Rome", "1"),
        (3, "Oslo", "1"),
        (4, "Paris", "2"),
    ] {
        let values = [("city", city), ("day", day)]
            .map(|(argument, value)| (argument.to_owned(), value.to_owned()));
        store
            .keep_values(&template, &BTreeMap::from(values), at, 2)
            .await
            .unwrap();
    }
    let of = |argument: &str, values: [&str; 2]| RecentValues {
        argument: argument.to_owned(),
        values: values.map(str::to_owned).to_vec(),
    };
    assert_eq!(
        store.recent_values(&template).await.unwrap(),
        [of("city", ["Paris", "Oslo"]), of("day", ["2", "1"])],
        "a value given again is the latest"
    );
}
