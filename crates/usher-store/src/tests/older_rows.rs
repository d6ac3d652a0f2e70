//! Tests that older files, and rows with a tag of others, decide nothing.

use usher_agents::{Edit, Receipt};

use super::NOON;
use super::integrity::{
    Decisions, all, decide, decisions, fresh_with_key, nothing_allowed, reopened, run,
};
use crate::{KeyOrigin, Store};

/// Reads what is still believed where files are as they were before a change.
async fn put_back_after(change: impl AsyncFnOnce(&Store), files: &[&str]) -> Decisions {
    let (dir, store, text) = fresh_with_key().await;
    decide(&store).await;
    store.close().await;
    let before: Vec<_> = files
        .iter()
        .map(|file| std::fs::read(dir.path().join(file)).unwrap())
        .collect();
    let stored = Some((&text, KeyOrigin::Stored));
    let store = reopened(dir.path(), stored).await;
    change(&store).await;
    store.close().await;
    for (file, before) in files.iter().zip(before) {
        std::fs::write(dir.path().join(file), before).unwrap();
    }
    let store = reopened(dir.path(), stored).await;
    let first = decisions(&store).await;
    store.close().await;
    let store = reopened(dir.path(), stored).await;
    assert_eq!(
        decisions(&store).await,
        first,
        "nothing comes back by itself"
    );
    first
}

/// Takes back a permission of the server *Tools*.
async fn take_back(store: &Store) {
    let rules = store.policies().await.unwrap().rules;
    let rule = &rules[0];
    store
        .remove_policy_rule(&rule.source, &rule.id)
        .await
        .unwrap();
}

#[tokio::test]
async fn an_older_database_put_back_allows_nothing() {
    let older = put_back_after(take_back, &["usher.db"]).await;
    assert_eq!(
        older,
        nothing_allowed(),
        "what was taken back since is not back"
    );
    let whole = put_back_after(take_back, &["usher.db", "consents.json"]).await;
    assert_eq!(
        whole,
        all(),
        "a folder put back as a whole is not known as such"
    );
    let crashed = put_back_after(take_back, &["consents.json"]).await;
    let mut taken_back = all();
    taken_back.rules.remove(0);
    assert_eq!(
        crashed, taken_back,
        "the database is written before the file: a crash between takes nothing"
    );
}

#[tokio::test]
async fn an_older_row_with_its_tag_allows_nothing() {
    let replayed = put_back_after(
        async |store| {
            let keep = "CREATE TABLE kept AS SELECT * FROM policy_rules WHERE tool = 'read';
                CREATE TABLE kept_tags AS SELECT * FROM row_tags";
            run(store, keep).await;
            take_back(store).await;
            let replay = "INSERT INTO policy_rules SELECT * FROM kept; DROP TABLE kept;
                INSERT OR REPLACE INTO row_tags SELECT * FROM kept_tags; DROP TABLE kept_tags";
            run(store, replay).await;
        },
        &[],
    )
    .await;
    assert_eq!(replayed, nothing_allowed());
}

#[tokio::test]
async fn rows_whose_tags_are_gone_allow_nothing() {
    let without_tags = async |store: &Store| run(store, "DELETE FROM row_tags").await;
    assert_eq!(put_back_after(without_tags, &[]).await, nothing_allowed());
}

#[tokio::test]
async fn a_receipt_counts_for_the_file_of_its_tag_alone() {
    let receipt = |file: &str| Receipt {
        agent: "cursor".to_owned(),
        file: file.into(),
        real_place: None,
        edit: Edit::Remove(Vec::new()),
        before: None,
        after: String::new(),
        backup: None,
        folders: Vec::new(),
    };
    let planted = "INSERT INTO agent_receipts (agent, file, receipt, written_at)
        SELECT 'other', '/other', receipt, written_at FROM agent_receipts";
    for attack in [
        planted,
        "UPDATE agent_receipts SET receipt = replace(receipt, '/a', '/b')",
        "UPDATE agent_receipts SET agent = 'other', file = '/other'",
    ] {
        let (dir, store, text) = fresh_with_key().await;
        store
            .keep_agent_receipt(&receipt("/a"), NOON)
            .await
            .unwrap();
        let own = usize::from(attack == planted);
        run(&store, attack).await;
        assert_eq!(store.agent_receipts().await.unwrap().len(), own, "{attack}");
        store.close().await;
        let store = reopened(dir.path(), Some((&text, KeyOrigin::Stored))).await;
        assert_eq!(
            store.agent_receipts().await.unwrap().len(),
            own,
            "later: {attack}"
        );
    }
}
