//! What a new user does: from the first screen to the first result of a server of one's own, in each language.

use serde_json::json;
use usher_messages::Language;
use usher_tests::text::text_in;
use usher_tests::window::{Theme, Window, has};

use crate::{fixture, servers};

#[tokio::test]
async fn a_new_user_gets_a_first_result_in_english() {
    first_result(Language::English, "en").await;
}

#[tokio::test]
async fn a_new_user_gets_a_first_result_in_german() {
    first_result(Language::German, "de").await;
}

async fn first_result(language: Language, word: &str) {
    let text = |key: &str| text_in(language, key, &[]);
    let (_fixture, window) = fixture::open().await;
    let settings = window.rpc("setting.get", json!({})).await;
    let mut settings = settings.expect("settings are read");
    settings["language"] = json!(word);
    let set = window.rpc("setting.set", settings).await;
    set.expect("the language is set");
    window.see(&text("firstRun.title")).await;
    look(&window, word, "1-first-run").await;

    let command = format!("node {}", servers::everything().display());
    window.write(text("firstRun.add.paste"), &command).await;
    window.type_keys("\u{e007}").await;
    window.find("dialog", text("common.addServer")).await;
    window.see(&text("serverForm.paste.filled")).await;
    window.write(text("common.name"), "Everything").await;
    look(&window, word, "2-add").await;
    window.push(text("serverForm.test.run")).await;
    let works = [("server", "Everything")];
    window
        .see(&text_in(language, "serverForm.test.works", &works))
        .await;
    look(&window, word, "3-tested").await;
    window.push(text("common.save")).await;
    window.gone("dialog", text("common.addServer")).await;

    window.see(&text("servers.review.unreviewedHelp")).await;
    look(&window, word, "4-server").await;
    servers::agree(&window, has(text("servers.review.approveAll"))).await;
    window
        .gone("button", has(text("servers.review.approveAll")))
        .await;
    look(&window, word, "5-reviewed").await;

    window.key("Control+2").await;
    window
        .fill("searchbox", text("tools.list.search"), "echo")
        .await;
    window.click("option", has("echo")).await;
    window.write(has("message"), "hello").await;
    look(&window, word, "6-tool").await;
    window.key("Control+Enter").await;
    window.see("Echo: hello").await;
    look(&window, word, "7-result").await;
    window.done().await;
}

/// Nothing is inaccessible or cut, at both sizes and in both themes.
async fn look(window: &Window, language: &str, step: &str) {
    window.settled().await;
    for theme in [Theme::Dark, Theme::Light] {
        window.theme(theme).await;
        window.check_accessibility(step).await;
    }
    window
        .pictures(&format!("new-user-{language}-{step}"))
        .await;
    assert_eq!(
        window.script(crate::screens::CUT, vec![]).await,
        json!([]),
        "what does not fit at step {step}"
    );
}
