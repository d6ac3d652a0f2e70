//! Tests of authenticated rows: what changes outside Usher is not believed.

use std::path::Path;

use super::{NOON, fresh, open, server, web_server};
use crate::{FileFailure, HttpAccess, IntegrityKey, KeyOrigin, Store, StoreError};
use serde_json::json;
use usher_config::definition::ConfiguredServer;
use usher_llm::provider::Provider;
use usher_messages::Message;
use usher_review::canonical::Digest;
use usher_review::items::{ItemName, Pin};
use usher_review::policy::arguments::NamedArguments;
use usher_review::policy::{Rule, RuleDecision, RuleScope};
use usher_review::varying::Varying;
use usher_types::caller::Caller;
use usher_types::id::{ProviderId, RootId, RuleId, SecretRef, SourceId};
use usher_types::model::{ModelMapping, ModelRef, ProviderKind};
use usher_types::origin::WebOrigin;
use usher_types::review::ItemKind;
use usher_types::roots::{RootFolder, RootScope, RootsConsent};
use usher_types::sampling::{Budget, SamplingRule};
use usher_types::secret::Secret;

/// What the keyring of these tests holds.
pub(super) struct Key(Secret);

impl Key {
    pub(super) fn new() -> (IntegrityKey, Self) {
        let (key, text) = IntegrityKey::generate().expect("random numbers");
        (key, Self(text))
    }

    /// One that was kept in the keyring as this text.
    pub(super) fn kept(text: &str) -> Self {
        Self(Secret::new(text.to_owned()))
    }

    pub(super) fn read(&self) -> IntegrityKey {
        IntegrityKey::parse(&self.0).expect("what was written is a key")
    }
}

/// A new store with a key, and the key as it is kept.
pub(super) async fn fresh_with_key() -> (tempfile::TempDir, Store, Key) {
    let (dir, store) = fresh().await;
    let (key, text) = Key::new();
    store.authenticate(key, KeyOrigin::New).await.unwrap();
    (dir, store, text)
}

/// Everything the person decided, as it is read.
#[derive(Debug, PartialEq)]
pub(super) struct Decisions {
    agreed: Vec<String>,
    pins: usize,
    pub(super) rules: Vec<RuleDecision>,
    trusted: usize,
    last_run: usize,
    folders: usize,
    roots_consents: usize,
    sampling: usize,
    keys: usize,
    mappings: usize,
}

pub(super) async fn decisions(store: &Store) -> Decisions {
    let servers = store.list_servers().await.unwrap();
    let mut pins = 0;
    for server in &servers {
        pins += store.pins(&server.id).await.unwrap().len();
    }
    let agreed = servers.iter().filter(|server| store.has_agreed(server));
    let policies = store.policies().await.unwrap();
    let roots = store.roots().await.unwrap();
    let providers = store.providers().await.unwrap();
    Decisions {
        agreed: agreed
            .map(|server| server.definition.label.to_string())
            .collect(),
        pins,
        rules: policies.rules.iter().map(|rule| rule.decision).collect(),
        trusted: policies.trusted.len(),
        last_run: policies.last_run.len(),
        folders: roots.folders.len(),
        roots_consents: roots.always.len(),
        sampling: store.sampling_rules().await.unwrap().len(),
        keys: providers.iter().filter(|one| one.key.is_some()).count(),
        mappings: store.mappings().await.unwrap().len(),
    }
}

fn rule(source: &SourceId, id: &str, decision: RuleDecision) -> Rule {
    Rule {
        id: RuleId::from(id),
        source: source.clone(),
        caller: Caller::Person,
        scope: RuleScope::Tool {
            name: id.to_owned(),
            definition: "digest".to_owned(),
            claimed: usher_types::policy::Effect::Reads,
        },
        decision,
        transport: "launch".to_owned(),
        given_at: NOON,
        uses: 0,
        last_used_at: None,
    }
}

/// A rule for calls with one argument.
fn rule_with_arguments(source: &SourceId, id: &str) -> Rule {
    let shown = json!({ "path": "/a" });
    Rule {
        scope: RuleScope::ToolWithArguments {
            name: id.to_owned(),
            definition: "digest".to_owned(),
            claimed: usher_types::policy::Effect::Reads,
            arguments: NamedArguments {
                digest: Digest::of_value(&shown),
                shown,
            },
        },
        ..rule(source, id, RuleDecision::AllowAlways)
    }
}

/// Decides one thing of each kind: about a server (in two tables of its own), a provider, and what holds for all.
pub(super) async fn decide(store: &Store) -> ConfiguredServer {
    let mut tools = server("Tools");
    tools.consent = tools.definition.fingerprint();
    let mut other = web_server("Other");
    other.consent = other.definition.fingerprint();
    store.add_servers(&[tools.clone(), other]).await.unwrap();
    let source = SourceId::from(&tools.id);
    let pin = Pin {
        item: ItemName {
            kind: ItemKind::Tool,
            name: "read".to_owned(),
        },
        definition: "{}".to_owned(),
        digest: Digest::of_bytes(b"{}"),
        reviewed_at: NOON,
        varying: vec![Varying::Order {
            at: "/inputSchema/required".to_owned(),
        }],
    };
    store.change_pins(&tools.id, &[pin], &[]).await.unwrap();
    for (id, decision) in [
        ("read", RuleDecision::AllowUntil(NOON + 1)),
        ("search", RuleDecision::AllowAlways),
        ("write", RuleDecision::Never),
    ] {
        let rule = rule(&source, id, decision);
        store.put_policy_rule(&rule).await.unwrap();
        store.count_policy_rule(&rule).await.unwrap();
    }
    let named = rule_with_arguments(&source, "zoom");
    store.put_policy_rule(&named).await.unwrap();
    store
        .set_trusted_server(&source, Some("launch"), NOON)
        .await
        .unwrap();
    store
        .keep_tool_consent(&source, "read", "digest", NOON)
        .await
        .unwrap();
    for scope in [RootScope::AllServers, RootScope::Server(tools.id.clone())] {
        let folder = RootFolder::known(RootId::generate(), scope, std::env::temp_dir(), "Folder");
        store.add_root(&folder.unwrap(), NOON).await.unwrap();
    }
    store
        .set_roots_consent(&tools.id, RootsConsent::Always, NOON)
        .await
        .unwrap();
    let rule = SamplingRule {
        allowed: true,
        budget: Budget {
            requests_per_hour: 1,
            tokens_per_day: 1,
            money_per_day: 1,
        },
    };
    store.set_sampling_rule(&tools.id, rule).await.unwrap();
    let provider = Provider {
        id: ProviderId::generate(),
        kind: ProviderKind::Compatible,
        label: "Models".to_owned(),
        base: "https://models.example/v1".parse().unwrap(),
        key: Some(SecretRef::generate()),
        changed_outside: false,
        models: Vec::new(),
        fetched_at: None,
    };
    store.add_provider(&provider, NOON).await.unwrap();
    store.edit_provider(&provider).await.unwrap();
    let mapping = ModelMapping {
        hint: "fast".to_owned(),
        model: ModelRef {
            provider_id: provider.id,
            model: "m".to_owned(),
        },
        prices: None,
    };
    store.set_mappings(&[mapping]).await.unwrap();
    store.set_server_enabled(&tools.id, false).await.unwrap();
    store.remove_server(&tools.id, NOON).await.unwrap();
    store.restore_server(&tools.id).await.unwrap();
    tools
}

pub(super) fn all() -> Decisions {
    Decisions {
        agreed: vec!["Tools".to_owned(), "Other".to_owned()],
        pins: 1,
        rules: vec![
            RuleDecision::AllowUntil(NOON + 1),
            RuleDecision::AllowAlways,
            RuleDecision::Never,
            RuleDecision::AllowAlways,
        ],
        trusted: 1,
        last_run: 1,
        folders: 2,
        roots_consents: 1,
        sampling: 1,
        keys: 1,
        mappings: 1,
    }
}

/// Of the changed server nothing is left but what restricts it.
fn without_server() -> Decisions {
    Decisions {
        agreed: vec!["Other".to_owned()],
        pins: 0,
        rules: vec![RuleDecision::Never],
        trusted: 0,
        last_run: 0,
        folders: 1,
        roots_consents: 0,
        sampling: 0,
        ..all()
    }
}

pub(super) async fn reopened(dir: &Path, key: Option<(&Key, KeyOrigin)>) -> Store {
    let store = open(dir).await.unwrap().store;
    if let Some((key, origin)) = key {
        store.authenticate(key.read(), origin).await.unwrap();
    }
    store
}

pub(super) async fn run(store: &Store, change: &str) {
    sqlx::raw_sql(sqlx::AssertSqlSafe(change.to_owned()))
        .execute(&store.pool)
        .await
        .unwrap();
}

#[tokio::test]
async fn what_usher_writes_is_believed_at_the_next_start() {
    let (dir, store, text) = fresh_with_key().await;
    decide(&store).await;
    assert_eq!(decisions(&store).await, all(), "in the same run");
    store.close().await;
    let store = reopened(dir.path(), Some((&text, KeyOrigin::Stored))).await;
    assert_eq!(
        (decisions(&store).await, store.unverified()),
        (all(), 0),
        "each way of writing renews the tag"
    );
}

#[tokio::test]
async fn what_was_there_before_the_first_key_is_believed() {
    let (dir, store) = fresh().await;
    decide(&store).await;
    store.close().await;
    let (_, text) = Key::new();
    let store = reopened(dir.path(), Some((&text, KeyOrigin::New))).await;
    assert_eq!((decisions(&store).await, store.unverified()), (all(), 0));
    store.close().await;
    let store = reopened(dir.path(), Some((&text, KeyOrigin::Stored))).await;
    assert_eq!((decisions(&store).await, store.unverified()), (all(), 0));
}

/// Changes the database, and reads what is still believed: while Usher runs, and at its next start.
async fn after(attack: &str) -> Decisions {
    let (dir, store, text) = fresh_with_key().await;
    decide(&store).await;
    run(&store, attack).await;
    let now = decisions(&store).await;
    store.close().await;
    let store = reopened(dir.path(), Some((&text, KeyOrigin::Stored))).await;
    let later = decisions(&store).await;
    assert_eq!(now, later, "while it runs and later: {attack}");
    later
}

/// Nothing but what restricts is left of all servers and providers.
pub(super) fn nothing_allowed() -> Decisions {
    Decisions {
        agreed: Vec::new(),
        folders: 0,
        keys: 0,
        mappings: 0,
        ..without_server()
    }
}

#[tokio::test]
async fn a_changed_database_decides_nothing() {
    let server = "(SELECT id FROM servers WHERE label_key = 'tools')";
    for attack in [
        "UPDATE servers SET definition = replace(definition, 'npx', 'evil') WHERE label_key = 'tools'",
        "UPDATE servers SET enabled = 1 WHERE label_key = 'tools'",
        "UPDATE servers SET sign_in = '{}' WHERE label_key = 'tools'",
        "UPDATE pins SET digest = 'another'",
        "UPDATE pins SET varying = '[]'",
        "UPDATE pins SET varying = NULL",
        "DELETE FROM policy_rules WHERE tool = 'write'",
        "UPDATE policy_rules SET until_at = until_at + 1 WHERE tool = 'read'",
        "UPDATE policy_rules SET definition = 'another' WHERE tool = 'search'",
        "UPDATE policy_rules SET verdict = 'allow_always' WHERE tool = 'write'",
        "UPDATE policy_rules SET arguments_digest = 'another' WHERE tool = 'zoom'",
        "UPDATE policy_rules SET arguments = '{}' WHERE tool = 'zoom'",
        "UPDATE policy_rules SET arguments_digest = NULL, arguments = NULL WHERE tool = 'zoom'",
        "UPDATE policy_rules SET arguments_digest = 'another', arguments = '{}' WHERE tool = 'read'",
        "UPDATE trusted_servers SET transport = 'another'",
        "UPDATE tool_consents SET definition = 'another'",
        "UPDATE roots SET path = '/' WHERE server_id IS NOT NULL",
        "DELETE FROM roots_consents",
        "UPDATE sampling_rules SET tokens_per_day = 1000000",
    ] {
        let mut left = without_server();
        if attack.contains("'write'") {
            left.rules = Vec::new();
        }
        assert_eq!(after(attack).await, left, "{attack}");
    }
    let planted = format!(
        "INSERT INTO policy_rules SELECT 'planted', id, NULL, NULL, NULL, 'allow_until', 9, 'l', 9, 0, NULL, '{{\"kind\":\"person\"}}', NULL, NULL FROM servers WHERE id = {server}"
    );
    assert_eq!(after(&planted).await, without_server(), "{planted}");
    assert_eq!(
        after("UPDATE model_providers SET base_url = 'https://evil.example/'").await,
        Decisions { keys: 0, ..all() },
        "a key goes to no other address"
    );
    assert_eq!(
        after("UPDATE roots SET path = '/' WHERE server_id IS NULL").await,
        Decisions {
            folders: 1,
            mappings: 0,
            ..all()
        },
        "no other folder is shown to all servers"
    );
}

#[tokio::test]
async fn access_over_http_is_what_the_person_turned_on() {
    let origin = |text: &str| WebOrigin::parse(text).expect("an origin");
    let own = HttpAccess {
        is_on: true,
        port: Some(4_000),
        origins: vec![origin("https://app.example")],
    };
    let port_alone = HttpAccess {
        port: own.port,
        ..HttpAccess::default()
    };
    let off = HttpAccess::default();
    let open_to_evil = "INSERT OR REPLACE INTO settings (name, value) VALUES
        ('http_access', 'true'), ('http_origins', '[\"https://evil.example\"]')";
    let cases = [
        (&own, "SELECT 1", &own),
        (
            &own,
            "UPDATE settings SET value = '5000' WHERE name = 'http_port'",
            &HttpAccess {
                port: Some(5_000),
                ..own.clone()
            },
        ),
        (&own, open_to_evil, &port_alone),
        (&off, open_to_evil, &off),
        (
            &off,
            "INSERT OR REPLACE INTO settings (name, value) VALUES ('http_access', ' true')",
            &off,
        ),
        (&off, "SELECT 1", &off),
    ];
    for (wanted, attack, expected) in cases {
        let (dir, store, text) = fresh_with_key().await;
        store.set_http_access(wanted).await.unwrap();
        run(&store, attack).await;
        assert_eq!(
            store.http_access().await.unwrap(),
            *expected,
            "now: {attack}"
        );
        store.close().await;
        let store = reopened(dir.path(), Some((&text, KeyOrigin::Stored))).await;
        assert_eq!(store.http_access().await.unwrap(), *expected, "{attack}");
        store.set_http_access(&own).await.unwrap();
        assert_eq!(store.http_access().await.unwrap(), own, "turned on again");
        store.close().await;
        let store = reopened(dir.path(), None).await;
        assert!(!store.http_access().await.unwrap().is_on, "not checked yet");
        store.keep_http_port(6_000).await.unwrap();
        store.close().await;
        let store = reopened(dir.path(), Some((&text, KeyOrigin::Stored))).await;
        let expected = HttpAccess {
            port: Some(6_000),
            ..own.clone()
        };
        assert_eq!(
            store.http_access().await.unwrap(),
            expected,
            "a port takes nothing back"
        );
    }
}

#[tokio::test]
async fn without_the_key_what_has_tags_waits() {
    let (dir, store, text) = fresh_with_key().await;
    decide(&store).await;
    store.close().await;
    let store = reopened(dir.path(), None).await;
    assert!(store.awaits_key(), "the tags show that there was a key");
    let servers = store.list_servers().await.unwrap();
    assert!(
        servers.iter().all(|server| store.is_unchecked(&server.id)),
        "and none of them starts"
    );
    let source = SourceId::from(&servers[0].id);
    let allowed = rule(&source, "more", RuleDecision::AllowAlways);
    let refused = store.put_policy_rule(&allowed).await;
    assert!(
        matches!(
            &refused,
            Err(StoreError::Unwritable {
                cause: FileFailure::Locked,
                ..
            })
        ),
        "what cannot be checked gets no more: {refused:?}"
    );
    store
        .authenticate(text.read(), KeyOrigin::Stored)
        .await
        .unwrap();
    assert_eq!(decisions(&store).await, all(), "the keyring was unlocked");
    store.close().await;

    let (_, another) = Key::new();
    let store = reopened(dir.path(), Some((&another, KeyOrigin::New))).await;
    assert_eq!(
        decisions(&store).await.agreed,
        Vec::<String>::new(),
        "a key that is lost is not replaced by believing the database"
    );
}

#[tokio::test]
async fn a_doubted_server_starts_anew_without_its_permissions() {
    let (dir, store, text) = fresh_with_key().await;
    let tools = decide(&store).await;
    run(&store, "UPDATE trusted_servers SET transport = 'another'").await;
    store.close().await;
    let stored = Some((&text, KeyOrigin::Stored));
    let store = reopened(dir.path(), stored).await;
    assert_eq!(store.unverified(), 1);
    store
        .replace_definition(&tools.id, &tools.definition)
        .await
        .unwrap();
    let mut anew = without_server();
    anew.agreed = all().agreed;
    assert_eq!(decisions(&store).await, anew, "agreed to anew");
    store.close().await;
    let store = reopened(dir.path(), stored).await;
    assert_eq!((decisions(&store).await, store.unverified()), (anew, 0));
}

#[tokio::test]
async fn rows_changed_while_usher_runs_are_not_given_a_tag() {
    let (_dir, store, _) = fresh_with_key().await;
    let tools = decide(&store).await;
    run(
        &store,
        "UPDATE policy_rules SET verdict = 'allow_until', until_at = 9",
    )
    .await;
    store.set_server_enabled(&tools.id, true).await.unwrap();
    assert_eq!(
        decisions(&store).await.rules,
        [],
        "what somebody else wrote is gone, and not confirmed by the next change"
    );
}

#[tokio::test]
async fn what_somebody_added_to_the_tables_writes_nothing() {
    let planted = [
        // Of tables that no later migration makes anew.
        "CREATE TRIGGER planted AFTER INSERT ON servers BEGIN
         INSERT INTO trusted_servers (server_id, transport, given_at) VALUES (new.id, 'launch', 1); END",
        "CREATE UNIQUE INDEX planted ON trusted_servers (transport)",
        "CREATE VIEW planted AS SELECT * FROM servers",
        "CREATE TABLE planted (id TEXT REFERENCES servers (id) ON DELETE CASCADE)",
    ];
    for older in [false, true] {
        for planted in planted {
            let (dir, store) = fresh().await;
            run(&store, planted).await;
            if older {
                run(
                    &store,
                    "DROP TABLE declined_pins; ALTER TABLE servers DROP COLUMN group_name;
                     DROP TABLE pin_copies; DROP TABLE calls_indexed; DROP TRIGGER tool_calls_lost;
                     DROP TRIGGER ask_records_found; DROP TRIGGER ask_records_lost;
                     DROP TABLE calls_search; DROP TABLE records_search;
                     DROP TRIGGER server_takes_its_bookmarks; DROP TRIGGER webtool_takes_its_bookmarks;
                     DROP TABLE bookmarks; DROP TABLE recent; DROP TABLE recent_values;
                     DROP TRIGGER server_takes_its_prefix; DROP TRIGGER webtool_takes_its_prefix;
                     DROP TABLE clients; DROP TABLE exposed_prefixes; DROP TABLE agent_receipts;
                     DROP TABLE listed_resources; DROP TABLE resource_owners; DROP TABLE decisions; DROP TABLE former_clients;
                     ALTER TABLE webtool_pins DROP COLUMN standing;
                     ALTER TABLE tool_calls DROP COLUMN times; ALTER TABLE tool_calls DROP COLUMN client_leg;
                     ALTER TABLE tool_calls DROP COLUMN kind;
                     ALTER TABLE policy_rules DROP COLUMN arguments;
                     ALTER TABLE policy_rules DROP COLUMN arguments_digest;
                     DELETE FROM _sqlx_migrations WHERE version >= 20261124160000; PRAGMA user_version = 21",
                )
                .await;
            }
            store.close().await;
            let opened = open(dir.path()).await.unwrap();
            let reason = opened
                .notice
                .map(|mut notice| notice.params.remove("reason"));
            assert_eq!(
                reason,
                Some(Some(Message::new("damage.tables").into())),
                "{planted}, found by its migrations: {older}"
            );
        }
    }
}

#[tokio::test]
async fn statistics_of_the_tables_are_no_damage() {
    let (dir, store) = fresh().await;
    decide(&store).await;
    run(&store, "ANALYZE").await;
    store.close().await;
    let opened = open(dir.path()).await.unwrap();
    assert_eq!(opened.notice, None);
}

#[tokio::test]
async fn a_database_without_tags_is_not_one_from_before_the_key() {
    for consents in ["kept", "unreadable"] {
        let (dir, store, _) = fresh_with_key().await;
        decide(&store).await;
        run(&store, "DELETE FROM row_tags").await;
        store.close().await;
        if consents == "unreadable" {
            std::fs::write(dir.path().join("consents.json"), "{").unwrap();
        }
        let nothing = nothing_allowed();
        let store = reopened(dir.path(), None).await;
        assert!(
            store.awaits_key(),
            "the file of consents says that there was a key: {consents}"
        );
        let mut waits = decisions(&store).await;
        waits.agreed.clear();
        assert_eq!(waits, nothing, "a keyring that is locked: {consents}");
        store.close().await;
        let (_, another) = Key::new();
        let store = reopened(dir.path(), Some((&another, KeyOrigin::New))).await;
        assert_eq!(
            decisions(&store).await,
            nothing,
            "a keyring that has lost it: {consents}"
        );
    }
}
