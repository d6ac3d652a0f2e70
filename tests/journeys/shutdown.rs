//! Closes the window, and starts Usher twice.

use std::path::Path;

use tokio::process::Command;
use usher_messages::Message;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Binary, PATIENCE, Start, Window, children_of, has, is_alive};

use crate::elicitation::{a_form_is_asked, request};
use crate::{fixture, servers};

#[tokio::test]
async fn closing_the_window_ends_every_server_and_then_usher() {
    let fixture = fixture::new();
    let window = Start::default().open(fixture.data.path()).await;
    servers::start_demo(&window).await;
    let app = window.process();
    let mut started = children_of(app);
    started.extend(started.clone().into_iter().flat_map(children_of));
    assert!(
        started.contains(&servers::demo_process(app)),
        "the demo server must run, or its end shows nothing"
    );
    window.picture("20-before-closing").await;
    window.close().await;
    for process in started {
        process.wait_until_gone().await;
    }
}

#[tokio::test]
async fn closing_with_a_question_open_asks_first_and_is_recorded() {
    let fixture = fixture::new();
    let window = Start::default().open(fixture.data.path()).await;
    a_form_is_asked(&window).await;
    window.ask_to_close();
    window.find("dialog", text("app.close.title")).await;
    window.see("1 pending request").await;
    window.inspect("22-closing").await;
    // The call behind the dialog has a button of the same name.
    let cancel = has(text("common.cancel"));
    let in_dialog = window.all("button", &cancel).await.pop();
    let in_dialog = in_dialog.expect("the dialog can be left");
    in_dialog.click().await.expect("a button can be clicked");
    window.gone("dialog", text("app.close.title")).await;
    ask_anew(&window).await;
    window
        .push(text_with("app.close.show", &[("count", "1")]))
        .await;
    window.find("article", request()).await;
    ask_anew(&window).await;
    window.find("dialog", text("app.close.title")).await;
    window.end_by_click(&text("app.close.confirm")).await;

    let window = Start::default().open(fixture.data.path()).await;
    let listed = serde_json::json!({ "filter": { "approvalKind": "form" }, "limit": 9 });
    let records = window.rpc("approvalRecord.list", listed).await;
    let records = records.expect("the records can be read");
    assert_eq!(
        (&records[0]["ending"], &records[0]["reason"]),
        (
            &serde_json::json!("cancelled"),
            &serde_json::json!(Message::new("ended.closedDismissed"))
        ),
        "{records:#}"
    );
    window.done().await;
}

/// Closing again within five seconds ends Usher at once, as its page may not be able to answer.
async fn ask_anew(window: &Window) {
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    window.ask_to_close();
}

#[tokio::test]
async fn a_question_that_is_open_when_usher_is_ended_from_outside_is_recorded() {
    let fixture = fixture::new();
    let window = Start::default().open(fixture.data.path()).await;
    a_form_is_asked(&window).await;
    window.quit().await;
    let window = Start::default().open(fixture.data.path()).await;
    let listed = serde_json::json!({ "filter": { "approvalKind": "form" }, "limit": 9 });
    let records = window.rpc("approvalRecord.list", listed).await;
    let records = records.expect("the records can be read");
    assert_eq!(records[0]["ending"], "cancelled", "{records:#}");
    window.done().await;
}

#[tokio::test]
async fn a_second_start_on_the_same_data_hands_over_to_the_first() {
    let fixture = fixture::new();
    let window = Start::default().open(fixture.data.path()).await;
    servers::start_demo(&window).await;
    let demo = servers::demo_process(window.process());
    start_again(fixture.data.path()).await;
    assert!(is_alive(demo), "the first one and its server go on");
    servers::open_tool(&window, "Greet").await;
    window.picture("21-second-start").await;
    window.quit().await;
}

/// Starts the app once more on the data folder of a window, and waits until that start has ended.
pub(crate) async fn start_again(data: &Path) {
    let second_start = Command::new(Binary::App.path())
        .env("USHER_DATA_DIR", data.join("usher"))
        .env("HOME", data.join("home"))
        .kill_on_drop(true)
        .output();
    let second = tokio::time::timeout(PATIENCE, second_start)
        .await
        .expect("the second one ends by itself")
        .expect("the app starts");
    assert!(second.status.success(), "{second:?}");
}
