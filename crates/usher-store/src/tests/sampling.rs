//! What servers may have of models, on a real disk.

use super::{fresh, server};
use usher_types::sampling::{Budget, SamplingRule};

#[tokio::test]
async fn a_decision_that_cannot_be_read_takes_no_other_with_it() {
    let (_dir, store) = fresh().await;
    let servers = ["Good", "Bad"].map(server);
    store.add_servers(&servers).await.unwrap();
    let rule = SamplingRule {
        allowed: false,
        budget: Budget::default(),
    };
    for server in &servers {
        store.set_sampling_rule(&server.id, rule).await.unwrap();
    }
    // One connection for all three: the switch is the connection's own.
    let mut connection = store.pool.acquire().await.unwrap();
    for statement in [
        "PRAGMA foreign_keys = OFF",
        "UPDATE sampling_rules SET server_id = CAST(x'ff' AS TEXT) WHERE rowid = 2",
        "PRAGMA foreign_keys = ON",
    ] {
        let done = sqlx::query(statement).execute(&mut *connection).await;
        done.unwrap();
    }
    let [good, _] = servers;
    assert_eq!(
        store.sampling_rules().await.unwrap(),
        [(good.id, rule)],
        "who may have no models still may not"
    );
}
