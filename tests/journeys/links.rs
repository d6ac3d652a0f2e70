//! An address a server sent: it is asked about where it stands, opens in the person's own browser exactly as shown, and
//! stands in the record.

use serde_json::{Value, json};
use usher_tests::executable::write_program;
use usher_tests::text::text;
use usher_tests::window::{Process, Start, Window, has, is_alive};

use crate::{elicitation, fixture, servers, sign_in};

const WEBSITE: &str = "https://example.com/theatre";

#[tokio::test]
async fn a_browser_that_does_not_start_is_told_of_and_the_server_gets_no_yes() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a folder can be made");
    for program in ["xdg-open", "gio", "gnome-open"] {
        write_program(&folder.path().join(program), "#!/bin/sh\nexit 3\n");
    }
    let window = Start::default()
        .found_first(folder.path())
        .share(fixture.data.path())
        .await;
    servers::start_demo(&window).await;
    window.go_to("Servers").await;
    window.click("option", has("Demo server, ")).await;
    click_at_the_website(&window).await;
    elicitation::takes_answers(&window).await;
    window.push(text("approvals.url.open")).await;
    window.see(&text("errors.title.browserUnavailable")).await;
    window.pictures("47-no-browser").await;
    window.type_keys("\u{e00c}").await;
    window.gone("dialog", text("approvals.url.dialog")).await;

    servers::open_tool(&window, "Ask to open a page").await;
    servers::run(&window).await;
    window.see(&text("tools.running.waiting")).await;
    window.go_to("Approvals").await;
    window.find("article", elicitation::request()).await;
    elicitation::takes_answers(&window).await;
    window.push(text("approvals.url.open")).await;
    window.see(&text("errors.title.browserUnavailable")).await;
    window.pictures("47-no-browser-for-a-question").await;
    let open = window.rpc("approval.list", json!({})).await;
    let open = open.expect("what is open can be listed");
    assert_eq!(
        open[0]["request"]["visitedAt"],
        Value::Null,
        "the server got no yes, and the question is open: {open:#}"
    );
    window.done().await;
}

#[tokio::test]
async fn what_was_opened_for_the_person_outlives_usher() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let started = folder.path().join("started");
    let browser = format!(
        "#!/bin/sh\necho $$ $http_proxy $GIO_USE_PROXY_RESOLVER >'{}'\nexec sleep 700\n",
        started.display()
    );
    write_program(&folder.path().join("xdg-open"), browser);
    let window = Start::default()
        .found_first(folder.path())
        .env("http_proxy", "http://proxy.example")
        // The driver reaches the app.
        .env("no_proxy", "127.0.0.1")
        .open(fixture.data.path())
        .await;
    servers::start_demo(&window).await;
    window.go_to("Servers").await;
    window.click("option", has("Demo server, ")).await;
    click_at_the_website(&window).await;
    elicitation::takes_answers(&window).await;
    window.push(text("approvals.url.open")).await;
    let told = window
        .eventually("the browser", || async {
            let text = std::fs::read_to_string(&started).ok()?;
            text.ends_with('\n').then_some(text)
        })
        .await;
    let told: Vec<_> = told.split_whitespace().collect();
    assert_eq!(told[1..], ["http://proxy.example"], "its environment");
    let browser = Process(told[0].parse().expect("an identifier"));
    window.quit().await;
    assert!(is_alive(browser), "the person goes on reading");
    browser.kill();
}

#[tokio::test]
async fn a_servers_website_opens_only_after_it_was_looked_at() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let opened = sign_in::browser_in(folder.path());
    let window = Start::default()
        .found_first(folder.path())
        .share(fixture.data.path())
        .await;
    servers::start_demo(&window).await;
    window.go_to("Servers").await;
    window.click("option", has("Demo server, ")).await;

    click_at_the_website(&window).await;
    window.see(WEBSITE).await;
    window.inspect("47-open-a-page").await;
    window.type_keys("\u{e00c}").await;
    window.gone("dialog", text("approvals.url.dialog")).await;

    click_at_the_website(&window).await;
    elicitation::takes_answers(&window).await;
    assert!(!opened.exists(), "nothing opens before the person says so");
    window.push(text("approvals.url.open")).await;
    assert_eq!(sign_in::until_opened(&window, &opened).await, WEBSITE);
    window.gone("dialog", text("approvals.url.dialog")).await;
    let endings = window
        .eventually("both are recorded", || async {
            let list = json!({ "filter": { "approvalKind": "link" }, "limit": 9 });
            let heads = window.rpc("approvalRecord.list", list).await.ok()?;
            let heads = heads.as_array()?.clone();
            (heads.len() == 2).then(|| heads.iter().map(ending).collect::<Vec<_>>())
        })
        .await;
    assert_eq!(endings, ["accepted", "cancelled"], "newest first");

    window.go_to("Approvals").await;
    window
        .click("option", has("Demo server: Link · Accepted"))
        .await;
    window.see(WEBSITE).await;
    window.pictures("48-page-opened").await;
    window.done().await;
}

async fn click_at_the_website(window: &Window) {
    window.push(text("shared.openPage")).await;
    window.find("dialog", text("approvals.url.dialog")).await;
}

fn ending(head: &Value) -> String {
    head["ending"].as_str().unwrap_or_default().to_owned()
}
