//! A server that wants a sign-in: what would be opened is shown first, the browser is the person's own, and signing
//! out forgets everything.

use std::path::{Path, PathBuf};

use serde_json::json;
use usher_tests::browser;
use usher_tests::executable::write_program;
use usher_tests::scripted::guarded::{Guarded, Manner};
use usher_tests::text::{text, text_with};
use usher_tests::window::{Start, Window, has};

use crate::{fixture, servers};

#[tokio::test]
async fn a_person_signs_in_through_the_browser_and_out_again() {
    let fixture = fixture::new();
    let guarded = Guarded::start(Manner::Honest)
        .await
        .expect("both servers start");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let opened = browser_in(folder.path());
    let window = Start::default()
        .found_first(folder.path())
        .share(fixture.data.path())
        .await;

    servers::paste_named(&window, &guarded.url(), "Guarded").await;
    window.push(text("serverForm.save.untested")).await;
    window.gone("dialog", text("common.addServer")).await;
    window.click("option", has("Guarded, ")).await;
    window.find("button", text("servers.signIn.open")).await;
    window.pictures("43-needs-sign-in").await;
    window.go_to("Approvals").await;
    let needs = text_with("approvals.need.heading.signIn", &[("server", "Guarded")]);
    let waits = has(&needs);
    window.click("option", waits.clone()).await;
    window.find("article", waits).await;
    window.inspect("43-sign-in-in-approvals").await;
    window.push(text("common.signIn")).await;
    window
        .find(
            "dialog",
            text_with("servers.signIn.title", &[("server", "Guarded")]),
        )
        .await;
    window.see(&guarded.issuer()).await;
    window.picture("44-sign-in").await;
    window.check_accessibility("where to sign in").await;
    assert!(!opened.exists(), "nothing opens before the person says so");
    window.push(text("servers.signIn.inBrowser")).await;
    let address = until_opened(&window, &opened).await;
    window.pictures("45-signing-in").await;
    browser::visit(&address)
        .await
        .expect("the browser comes back");
    window.find("option", has("Guarded, Running")).await;
    servers::open_tab(&window, "permissions").await;
    window.find("button", text("servers.signIn.signOut")).await;
    window.inspect("46-signed-in").await;
    window.push(text("servers.signIn.signOut")).await;
    servers::open_tab(&window, "overview").await;
    window.find("button", text("servers.signIn.open")).await;
    window.done().await;
}

#[tokio::test]
async fn a_test_that_needs_a_sign_in_says_so_and_leads_on_to_it() {
    let fixture = fixture::new();
    let guarded = Guarded::start(Manner::Honest)
        .await
        .expect("both servers start");
    let window = Window::open(fixture.data.path()).await;
    servers::paste_named(&window, &guarded.url(), "Guarded").await;
    window.push(text("serverForm.test.run")).await;
    needs_sign_in(&window).await;
    window.inspect("43-test-needs-sign-in").await;
    window.push(text("serverForm.save.signIn")).await;
    let title = text_with("servers.signIn.title", &[("server", "Guarded")]);
    window.find("dialog", &title).await;
    window.key("Escape").await;
    window.gone("dialog", &title).await;

    // A server that is saved already says the same, and has the same way on.
    servers::open_tab(&window, "configuration").await;
    window.push(text("serverForm.test.run")).await;
    needs_sign_in(&window).await;
    window.pictures("43-saved-test-needs-sign-in").await;
    window.push(text("common.signIn")).await;
    window.find("dialog", &title).await;
    window.done().await;
}

#[tokio::test]
async fn a_call_that_wants_a_sign_in_leads_to_it_and_back_and_runs_once() {
    let fixture = fixture::new();
    let guarded = Guarded::start(Manner::GuardsCalls)
        .await
        .expect("both servers start");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let opened = browser_in(folder.path());
    let window = Start::default()
        .found_first(folder.path())
        .share(fixture.data.path())
        .await;
    servers::connect(&window, &guarded.url(), "Guarded").await;
    servers::review(&window, "Guarded").await;
    servers::open_tool(&window, "echo").await;
    servers::run(&window).await;
    let go_on = text("common.signIn");
    window.find("button", &go_on).await;
    window.inspect("43-call-wants-sign-in").await;
    window.push(&go_on).await;
    window.push(text("servers.signIn.inBrowser")).await;
    let address = until_opened(&window, &opened).await;
    browser::visit(&address)
        .await
        .expect("the browser comes back");
    // The person is back at the call, and sends it as it was.
    window.push(text("common.retry")).await;
    let calls = || {
        let seen = guarded.seen();
        let calls = seen
            .iter()
            .filter(|seen| seen.body["method"] == "tools/call");
        calls
            .map(|call| call.headers.contains_key("authorization"))
            .collect::<Vec<_>>()
    };
    window
        .eventually("the call with a sign-in", || async {
            (calls() == [false, true]).then_some(())
        })
        .await;
    window.done().await;
    assert_eq!(calls(), [false, true], "it ran once");
}

#[cfg(unix)]
#[tokio::test]
async fn a_program_that_waits_for_a_sign_in_says_where_while_it_starts() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let opened = browser_in(folder.path());
    let window = Start::default()
        .found_first(folder.path())
        .share(fixture.data.path())
        .await;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/data/cases/over_stdio.py");
    let config = json!({
        "kind": "stdio", "command": "python3", "args": [script, "waits_for_sign_in", "plain"], "env": [], "cwd": null,
    });
    let draft = json!({ "label": "Calendar", "config": config });
    window.call("server.add", json!({ "draft": draft })).await;
    window.go_to("Servers").await;
    window.click("option", has("Calendar, ")).await;
    window.see(&text("servers.state.needsSignIn")).await;
    window.inspect("43-start-waits-for-sign-in").await;
    assert!(!opened.exists(), "nothing opens by itself");
    window.done().await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_test_that_waits_for_a_sign_in_says_where_and_is_cancelled() {
    let (_fixture, window) = fixture::open().await;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/data/cases/over_stdio.py");
    let command = format!("python3 {script} waits_for_sign_in plain");
    servers::paste_named(&window, &command, "Calendar").await;
    let run = text("serverForm.test.run");
    window.push(&run).await;
    window.see(&text("servers.state.needsSignIn")).await;
    let copy = text("serverForm.test.copyAddress");
    window.find("button", &copy).await;
    window.inspect("43-test-waits-for-sign-in").await;
    let cancel = text("serverForm.test.cancel");
    window.push(&cancel).await;
    window.gone("button", &copy).await;
    window.find("button", &run).await;
    window.done().await;
}

/// Waits until a test says that a sign-in is needed, and not that it failed.
async fn needs_sign_in(window: &Window) {
    window.see(&text("serverForm.test.needsSignIn")).await;
    let shown = window.text().await;
    assert!(!shown.contains(&text("serverForm.test.failed")), "{shown}");
}

/// A browser that only writes down what it is told to open.
pub(crate) fn browser_in(folder: &Path) -> PathBuf {
    let opened = folder.join("opened");
    let script = format!("#!/bin/sh\nprintf '%s\\n' \"$1\" >'{}'\n", opened.display());
    let program = folder.join("xdg-open");
    write_program(&program, script);
    opened
}

/// Waits until that browser was told to open something, and returns it.
pub(crate) async fn until_opened(window: &Window, opened: &Path) -> String {
    window
        .eventually("the browser", || async {
            let text = std::fs::read_to_string(opened).ok()?;
            text.strip_suffix('\n').map(str::to_owned)
        })
        .await
}
