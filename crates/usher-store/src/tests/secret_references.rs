//! Tests that no row another program wrote takes the secrets of others along.

use super::integrity::{fresh_with_key, run};
use super::{NOON, fresh, open, server, web_server};
use crate::{KeyOrigin, Store};
use usher_llm::provider::Provider;
use usher_types::id::{ProviderId, SecretRef, ServerId};
use usher_types::model::ProviderKind;
use usher_types::signed_in::SignedIn;

/// Writes a removed server that names the secrets of all others, as another program could.
const PLANTED: &str = "
    INSERT INTO servers (id, position, label_key, definition, consent, consented, enabled, created_at, removed_at)
    SELECT 'planted', 9, 'planted', definition, consent, consented, 0, created_at, 1 FROM servers";

async fn planted(store: &Store) -> i64 {
    let count = sqlx::query_scalar("SELECT count(*) FROM servers WHERE id = 'planted'");
    count.fetch_one(&store.pool).await.unwrap()
}

#[tokio::test]
async fn a_removed_server_that_another_program_wrote_is_deleted_without_its_secrets() {
    let (dir, store, text) = fresh_with_key().await;
    let mine = server("Mine");
    store
        .add_servers(std::slice::from_ref(&mine))
        .await
        .unwrap();
    run(&store, PLANTED).await;
    store.close().await;

    let store = open(dir.path()).await.unwrap().store;
    let gone = store.purge_removed_servers(NOON).await.unwrap();
    assert_eq!(
        (gone, planted(&store).await),
        (Vec::new(), 1),
        "nobody can say whose it is while the keyring is locked"
    );
    store
        .authenticate(text.read(), KeyOrigin::Stored)
        .await
        .unwrap();
    store.remove_server(&mine.id, NOON).await.unwrap();
    let gone = store.purge_removed_servers(NOON).await.unwrap();
    assert_eq!(
        (gone, planted(&store).await),
        (vec![mine], 0),
        "only what Usher removed takes its secrets along"
    );
}

#[tokio::test]
async fn a_removed_server_that_another_program_changed_comes_back_without_its_permissions() {
    let (_dir, store, _) = fresh_with_key().await;
    let mine = server("Mine");
    store
        .add_servers(std::slice::from_ref(&mine))
        .await
        .unwrap();
    store.remove_server(&mine.id, NOON).await.unwrap();
    run(
        &store,
        "UPDATE servers SET definition = replace(definition, 'npx', 'evil')",
    )
    .await;
    let restored = store.restore_server(&mine.id).await.unwrap();
    assert_eq!(restored.consent, "", "nobody has agreed to that");
}

#[tokio::test]
async fn a_secret_that_something_names_is_not_forgotten() {
    let (_dir, store) = fresh().await;
    let (own, gone) = (web_server("Mine"), server("Gone"));
    let removed = [own.clone(), gone.clone()];
    store.add_servers(&removed).await.unwrap();
    store.remove_server(&gone.id, NOON).await.unwrap();
    let [tokens, key, credential, free] = [(); 4].map(|()| SecretRef::generate());
    let signed_in = SignedIn {
        issuer: "https://id.example/".into(),
        resource: None,
        asked: Vec::new(),
        scopes: Vec::new(),
        signed_in_at: NOON,
        secret: tokens.clone(),
    };
    store.set_sign_in(&own.id, Some(&signed_in)).await.unwrap();
    let provider = Provider {
        id: ProviderId::generate(),
        kind: ProviderKind::Compatible,
        label: "Models".to_owned(),
        base: "https://models.example/v1".parse().unwrap(),
        key: Some(key.clone()),
        changed_outside: false,
        models: Vec::new(),
        fetched_at: None,
    };
    store.add_provider(&provider, NOON).await.unwrap();
    sqlx::query(
        "INSERT INTO webtools (id, position, definition, current, consent, enabled, created_at)
         VALUES ('w', 1, json_object('token', ?), 0, '', 1, 0)",
    )
    .bind(credential.as_str())
    .execute(&store.pool)
    .await
    .unwrap();

    let of = |id: &ServerId| {
        let found = removed.iter().find(|server| &server.id == id);
        found.unwrap().definition.transport.secret_refs()
    };
    let named = [of(&own.id), of(&gone.id), vec![tokens, key, credential]].concat();
    let strange = [
        String::new(),
        "integrity-1".to_owned(),
        free.as_str().to_uppercase(),
    ]
    .map(SecretRef::from);
    let asked = [named, strange.to_vec(), vec![free.clone()]].concat();
    let unnamed = store.unnamed_secrets(asked.clone()).await.unwrap();
    assert_eq!(unnamed, std::slice::from_ref(&free));
    store.purge_removed_servers(NOON).await.unwrap();
    let unnamed = store.unnamed_secrets(asked).await.unwrap();
    assert_eq!(
        unnamed,
        [of(&gone.id), vec![free]].concat(),
        "and once its server is gone"
    );
}
