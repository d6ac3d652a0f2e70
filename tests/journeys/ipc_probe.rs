//! Checks that only the page of the main window reaches an operation.

use std::time::Duration;

use serde_json::{Value, json};
use usher_tests::window::{Binary, clear_display};

use crate::fixture;

const FRAMES: [&str; 6] = ["sameOrigin", "opaque", "srcdoc", "data", "blob", "scheme"];

#[tokio::test]
async fn as_shipped_only_the_page_reaches_an_operation() {
    let report = probe("shipped").await;
    let windows = &report["windows"];
    assert_eq!(
        windows["main"]["stolen"],
        json!(true),
        "the probe must have had the key: {report:#}"
    );
    // The page's own frame is the one kind the content policy lets run.
    assert!(
        tried(&report, "sameOrigin", "MessageKey: sent"),
        "the probe must really have tried: {report:#}"
    );
    for (app, kinds) in [
        ("opaque", ["appTop", "appProxy", "appPage"]),
        ("own", ["ownTop", "ownProxy", "ownPage"]),
    ] {
        for kind in kinds {
            let tried = report["windows"][app]["frames"][kind].as_array();
            let tried: Vec<_> = tried
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            let mut tried = tried
                .iter()
                .filter(|tried| tried.starts_with("MessageKey: "));
            assert!(
                tried.next().is_some_and(|tried| !tried.ends_with(": sent")),
                "{kind} must really have tried, and nothing takes its messages: {report:#}"
            );
        }
    }
    only_the_page_was_heard(&report);
}

#[tokio::test]
async fn without_policy_and_navigation_hook_isolation_still_holds() {
    let report = probe("open").await;
    for kind in FRAMES {
        for attempt in [
            "FetchNoKey: sent",
            "FetchKey: sent",
            "MessageNoKey: sent",
            "MessageKey: sent",
        ] {
            assert!(
                tried(&report, kind, attempt),
                "{kind} must have {attempt}, or the probe shows nothing: {report:#}"
            );
        }
    }
    only_the_page_was_heard(&report);
}

fn tried(report: &Value, kind: &str, attempt: &str) -> bool {
    let tried = report["windows"]["main"]["frames"][kind].as_array();
    tried.is_some_and(|tried| tried.contains(&json!(attempt)))
}

/// The page's own calls prove that the probe notices success.
fn only_the_page_was_heard(report: &Value) {
    assert_eq!(
        report["dispatches"],
        json!({ "control.main": 1, "control.after": 1 }),
        "an operation was reached from elsewhere: {report:#}"
    );
    assert_eq!(
        report["windows"]["main"]["misshaped"],
        json!([]),
        "the page itself may call nothing but the two commands"
    );
    let second = &report["windows"]["second"];
    let refused = second["control"].as_str().unwrap_or_default();
    assert!(
        refused.starts_with("refused: "),
        "the second window must have been refused in so many words: {second:#}"
    );
}

async fn probe(walls: &str) -> Value {
    let fixture = fixture::new();
    clear_display();
    let run = tokio::process::Command::new(Binary::IpcProbe.path())
        .arg(walls)
        .env("USHER_DATA_DIR", fixture.data.path())
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(Duration::from_mins(2), run)
        .await
        .expect("the probe ends")
        .expect("the probe runs");
    let lines = String::from_utf8_lossy(&output.stdout);
    let report = lines.lines().rev().find(|line| line.starts_with('{'));
    serde_json::from_str(report.unwrap_or_else(|| panic!("no report: {output:?}"))).expect("JSON")
}
