//! Rules on a real disk.

use super::integrity::{fresh_with_key, reopened};
use super::{NOON, fresh, server};
use crate::KeyOrigin;
use serde_json::{Value, json};
use usher_review::canonical::Digest;
use usher_review::policy::arguments::NamedArguments;
use usher_review::policy::{Rule, RuleDecision, RuleScope};
use usher_system::paths::Paths;
use usher_types::caller::Caller;
use usher_types::policy::Effect;

#[tokio::test]
async fn a_policy_that_cannot_be_read_takes_no_other_with_it() {
    let (_dir, store) = fresh().await;
    let of = server("Of");
    store.add_servers(std::slice::from_ref(&of)).await.unwrap();
    let never = |id: &str, effect: Effect| Rule {
        id: id.to_owned().into(),
        source: (&of.id).into(),
        caller: Caller::Client {
            id: "editor".into(),
        },
        scope: RuleScope::WithEffect(effect),
        decision: RuleDecision::Never,
        transport: "t".to_owned(),
        given_at: NOON,
        uses: 0,
        last_used_at: None,
    };
    let good = never("a", Effect::Destroys);
    for rule in [&good, &never("b", Effect::Reads)] {
        store.put_policy_rule(rule).await.unwrap();
    }
    sqlx::query("UPDATE policy_rules SET transport = CAST(x'ff' AS TEXT) WHERE id = 'b'")
        .execute(&store.pool)
        .await
        .unwrap();
    assert_eq!(
        store.policies().await.unwrap().rules,
        [good],
        "what the person forbade stays forbidden"
    );
}

#[tokio::test]
async fn rules_from_before_they_could_name_arguments_are_for_all_calls_and_stay_believed() {
    let (dir, store, text) = fresh_with_key().await;
    let tools = server("Tools");
    store
        .add_servers(std::slice::from_ref(&tools))
        .await
        .unwrap();
    let (name, definition, claimed) = ("read".to_owned(), "digest".to_owned(), Effect::Reads);
    let before = Rule {
        id: "before".into(),
        source: (&tools.id).into(),
        caller: Caller::Person,
        scope: RuleScope::Tool {
            name: name.clone(),
            definition: definition.clone(),
            claimed,
        },
        decision: RuleDecision::AllowAlways,
        transport: "launch".to_owned(),
        given_at: NOON,
        uses: 0,
        last_used_at: None,
    };
    store.put_policy_rule(&before).await.unwrap();
    let as_it_was =
        "ALTER TABLE pins DROP COLUMN varying; DROP TABLE resource_owners; DROP TABLE decisions; DROP TABLE former_clients;
         ALTER TABLE clients DROP COLUMN identity; ALTER TABLE clients DROP COLUMN client_key;
         ALTER TABLE clients DROP COLUMN script_digest; ALTER TABLE clients DROP COLUMN script;
         ALTER TABLE tool_calls DROP COLUMN kind; DROP TABLE listed_resources;
         DROP TRIGGER tool_calls_lost; DROP TABLE calls_indexed;
         CREATE TRIGGER tool_calls_found AFTER INSERT ON tool_calls BEGIN SELECT 1; END;
         CREATE TRIGGER tool_calls_lost AFTER DELETE ON tool_calls BEGIN SELECT 1; END;
         ALTER TABLE policy_rules DROP COLUMN arguments;
         ALTER TABLE policy_rules DROP COLUMN arguments_digest;
         DELETE FROM _sqlx_migrations WHERE version >= 20261127170000";
    sqlx::raw_sql(as_it_was).execute(&store.pool).await.unwrap();
    store.close().await;
    let consents = Paths::at(dir.path()).consents();
    let file = std::fs::read_to_string(&consents).unwrap();
    let mut file: Value = serde_json::from_str(&file).unwrap();
    file.as_object_mut().unwrap().remove("version");
    std::fs::write(&consents, file.to_string()).unwrap();

    let shown = json!({ "path": "/a" });
    let named = Rule {
        id: "named".into(),
        scope: RuleScope::ToolWithArguments {
            name,
            definition,
            claimed,
            arguments: NamedArguments {
                digest: Digest::of_value(&shown),
                shown,
            },
        },
        given_at: NOON + 1,
        ..before.clone()
    };
    let mut expected = vec![before];
    for why in ["their tags have not changed", "both are for one tool"] {
        let store = reopened(dir.path(), Some((&text, KeyOrigin::Stored))).await;
        assert_eq!(store.policies().await.unwrap().rules, expected, "{why}");
        if expected.len() == 1 {
            store.put_policy_rule(&named).await.unwrap();
            expected.push(named.clone());
        }
        store.close().await;
    }
}
