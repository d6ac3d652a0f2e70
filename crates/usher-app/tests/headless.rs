//! A host without a window: it opens, serves many subscribers, and says what it cannot show.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::pin::pin;
use std::time::Duration;

use futures::{Stream, StreamExt as _};
use serde_json::{Value, json};
use usher_api::{AppEvent, Code};
use usher_app::{Desktop, Environment, open_host};

#[tokio::test]
async fn a_program_without_a_window_says_what_it_cannot_show() {
    let dir = tempfile::tempdir().unwrap();
    let environment = Environment::at(dir.path());
    let api = open_host(&environment, Desktop::default()).await;
    let info = api.call("app.info", json!({})).await.unwrap();
    assert_eq!(info["blocked"], Value::Null, "{info}");
    let error = api.call("root.choose", json!({})).await.unwrap_err();
    assert_eq!(
        json!(error.message),
        json!({ "code": "folder.noWindow", "params": {} })
    );
    let second = open_host(&environment, Desktop::default()).await;
    let refused = second.call("setting.get", json!({})).await.unwrap_err();
    assert_eq!(refused.code, Code::StoreInUse, "{refused:?}");
    api.close().await;
}

#[tokio::test]
async fn every_subscriber_has_a_stream_of_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let api = open_host(&Environment::at(dir.path()), Desktop::default()).await;
    let (first, second) = (api.subscribe(), api.subscribe());
    let mut second = pin!(second);
    let settings = api.call("setting.get", json!({})).await.unwrap();
    {
        let mut first = pin!(first);
        api.call("setting.set", settings.clone()).await.unwrap();
        assert_eq!(next(&mut first).await, "settingsChanged");
    }
    api.call("setting.set", settings).await.unwrap();
    for _ in 0..2 {
        assert_eq!(
            next(&mut second).await,
            "settingsChanged",
            "it goes on when another subscriber is gone"
        );
    }
    api.close().await;
}

/// Waits for the next event and names its kind.
async fn next(events: &mut (impl Stream<Item = AppEvent> + Unpin)) -> String {
    let event = tokio::time::timeout(Duration::from_secs(20), events.next());
    let event = serde_json::to_value(event.await.unwrap().unwrap()).unwrap();
    event["kind"].as_str().unwrap().to_owned()
}
