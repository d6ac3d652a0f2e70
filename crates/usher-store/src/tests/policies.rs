//! Rules on a real disk.

use super::{NOON, fresh, server};
use usher_review::policy::{Rule, RuleDecision, RuleScope};
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
        caller: Caller::Agent {
            name: "Editor".to_owned(),
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
        store.put_policy_rule(rule, None).await.unwrap();
    }
    sqlx::query("UPDATE policy_rules SET transport = CAST(x'ff' AS TEXT) WHERE id = 'b'")
        .execute(&store.pool)
        .await
        .unwrap();
    assert_eq!(
        store.policy_rules().await.unwrap(),
        [good],
        "what the person forbade stays forbidden"
    );
}
