//! What a new user does: from the first screen to the first result of a server of one's own. Each step is looked at in both
//! languages.

use serde_json::json;
use usher_messages::Language;
use usher_tests::text::{text, text_in, text_with};
use usher_tests::window::{Name, Theme, Window};

use crate::{fixture, screens, servers};

#[tokio::test]
async fn a_new_user_gets_a_first_result_in_each_language() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    window.see(&text("firstRun.title")).await;
    look(&window, "1-first-run", "firstRun.title").await;

    let command = format!("node {}", servers::everything().display());
    servers::paste_named(&window, &command, "Everything").await;
    look(&window, "2-add", "serverForm.paste.filled").await;
    window
        .click("button", text("serverForm.test.run").as_str())
        .await;
    let works = [("server", "Everything")];
    window
        .see(&text_with("serverForm.test.works", &works))
        .await;
    look(&window, "3-tested", "serverForm.paste.filled").await;
    window.click("button", text("common.save").as_str()).await;
    window
        .gone("dialog", text("serverForm.title.add").as_str())
        .await;

    window.see(&text("servers.review.unreviewedHelp")).await;
    look(&window, "4-server", "servers.review.unreviewedHelp").await;
    servers::trust(&window).await;
    look(&window, "5-reviewed", "servers.tabs.configuration").await;

    window.key("Control+2").await;
    window
        .fill("searchbox", text("tools.list.search").as_str(), "echo")
        .await;
    window.click("option", Name::has("echo")).await;
    window.fill("textbox", Name::has("message"), "hello").await;
    look(&window, "6-tool", "tools.arguments.title").await;
    window.key("Control+Enter").await;
    window.see("Echo: hello").await;
    look(&window, "7-result", "tools.arguments.title").await;
    window.done().await;
}

/// Checks that nothing is inaccessible or cut at a step, in German and then in English; `shown` = the key of a text of it.
async fn look(window: &Window, step: &str, shown: &str) {
    let both = &[Theme::Dark, Theme::Light][..];
    for (language, word, themes) in [
        (Language::German, "de", &both[1..]),
        (Language::English, "en", both),
    ] {
        let settings = window.rpc("setting.get", json!({})).await;
        let mut settings = settings.expect("settings are read");
        settings["language"] = json!(word);
        let set = window.rpc("setting.set", settings).await;
        set.expect("the language is set");
        window.see(&text_in(language, shown, &[])).await;
        for theme in themes {
            window.theme(*theme).await;
            window.check_accessibility(step).await;
        }
        window.pictures(&format!("new-user-{word}-{step}")).await;
        assert_eq!(
            window.script(screens::CUT, vec![]).await,
            json!([]),
            "what does not fit at step {step} in {word}"
        );
    }
}
