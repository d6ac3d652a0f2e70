//! A call is run again from Activity: a value that was masked as a secret is asked for, not sent as its mask.

use serde_json::json;
use usher_tests::text::text;
use usher_tests::window::has;

use crate::{fixture, restart, servers};

const SECRET: &str = "canary-9a417d";

#[tokio::test]
async fn a_masked_value_is_entered_again_before_its_call_is_run_again() {
    let (_fixture, window) = fixture::open().await;
    let config = json!({ "mcpServers": { "Everything": {
        "command": "node", "args": [servers::everything()], "env": { "USHER_JOURNEY_TOKEN": SECRET },
    } } });
    servers::paste(&window, &config.to_string()).await;
    window.see(&text("serverForm.paste.filled")).await;
    restart::mark_as_secret(&window, "USHER_JOURNEY_TOKEN").await;
    window.push(text("serverForm.save.untested")).await;
    window.find("option", "Everything, Running").await;
    servers::trust(&window).await;

    servers::open_tool(&window, "echo").await;
    let message = has("message");
    window.write(message.clone(), SECRET).await;
    servers::run(&window).await;
    window.see("Echo: ").await;

    window.go_to("Activity").await;
    window.click("option", has("echo")).await;
    window.push(text("common.runAgain")).await;
    let not_stored = text("tools.arguments.notStored").replace(": arguments", ": message");
    window.see(&not_stored).await;
    let value =
        "return document.querySelector('form textarea, form input, fieldset textarea')?.value";
    assert_eq!(
        window.script(value, vec![]).await,
        json!(""),
        "the mask is no value"
    );
    window.inspect("run-again-masked").await;
    servers::run(&window).await;
    let missing = "return document.querySelectorAll('[aria-invalid=true]').length";
    window
        .eventually("the fault of the empty field", || async {
            (window.script(missing, vec![]).await == json!(1)).then_some(())
        })
        .await;

    window.write(message, "hello again").await;
    servers::run(&window).await;
    window.see("Echo: hello again").await;
    assert!(!window.text().await.contains(&not_stored), "it was entered");
    window.done().await;
}
