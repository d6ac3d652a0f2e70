//! The setup file: everything is taken from one data folder to another. Nothing starts by that, what was reviewed is
//! compared with, and what lets calls through comes along only if the person says so.

use std::path::Path;

use serde_json::{Value, json};
use usher_tests::text::{text, text_with};
use usher_tests::webtool::WebtoolServer;
use usher_tests::window::{Window, has};

use crate::pins::{Notebook, changed, item};
use crate::{fixture, servers};

/// Decides about a tool as its page does.
async fn decide(window: &Window, server: &Value, tool: &str, decision: Value) {
    let named = json!({ "serverId": server, "name": tool });
    let shown = window.rpc("tool.get", named).await.expect("the tool");
    let rule = json!({
        "serverId": server, "tool": tool, "definition": shown["definition"], "decision": decision,
    });
    window.rpc("policy.setForTool", rule).await.expect("a rule");
}

/// Whether all of the path of the exported file lies in the window with nothing above it.
const IN_SIGHT: &str = "const path = [...document.querySelectorAll('code')]
        .find((each) => each.textContent.includes('usher-setup-'));
    return [...(path?.getClientRects() ?? [])].every(({ left, right, top, bottom }) =>
        [[left + 1, top + 1], [right - 2, bottom - 2]].every(([x, y]) =>
            path.contains(document.elementFromPoint(x, y)))) && path !== undefined;";

/// Exports everything in the window, and yields what is in the file.
async fn export(window: &Window, data: &Path) -> String {
    window.go_to("Settings").await;
    window.resize(900, 600).await;
    window.push(text("common.export")).await;
    window.see("usher-setup-").await;
    window
        .eventually("where it was saved, in sight", || async {
            (window.script(IN_SIGHT, vec![]).await == json!(true)).then_some(())
        })
        .await;
    window.picture("87-setup-exported-in-sight").await;
    window.pictures("87-setup-exported").await;
    let folder = data.join("usher/exports");
    let entry = std::fs::read_dir(folder)
        .expect("the folder of exports")
        .next();
    let entry = entry.expect("a file").expect("its entry");
    std::fs::read_to_string(entry.path()).expect("the file can be read")
}

/// Hands the file to the page as the system's dialog would.
async fn open(window: &Window, file: &str) {
    window.go_to("Settings").await;
    window.find("button", text("settings.setup.import")).await;
    let hand_over = "const input = document.querySelector('input[type=file]');
        const files = new DataTransfer();
        files.items.add(new File([arguments[0]], 'usher-setup.json', { type: 'application/json' }));
        input.files = files.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
        return null;";
    window.script(hand_over, vec![json!(file)]).await;
    window.find("dialog", text("settings.setup.dialog")).await;
}

#[tokio::test]
async fn a_setup_is_taken_to_another_computer_and_looked_at_there() {
    let fixture = fixture::new();
    let [here, there] = ["here", "there"].map(|name| fixture.data.path().join(name));
    for folder in [&here, &there] {
        std::fs::create_dir(folder).expect("the folder can be made");
    }
    let notebook = Notebook::open(fixture.data.path());
    let weather = WebtoolServer::start().await.expect("a webtool server");
    let window = Window::open(&here).await;
    servers::add(&window, &notebook.pasted(), "Notes").await;
    let listed = window.rpc("server.list", json!({})).await.expect("listed");
    let server = &listed[0]["id"];
    decide(&window, server, "tag_note", json!({ "kind": "never" })).await;
    let until = json!({ "kind": "allowUntil", "at": 4_000_000_000_000_i64 });
    decide(&window, server, "list_notes", until).await;
    servers::paste(&window, &weather.url()).await;
    window.see(&text("serverForm.paste.filled")).await;
    window.push(text("serverForm.test.run")).await;
    window
        .find("dialog", text("servers.webtool.found.title"))
        .await;
    window
        .push(text_with(
            "servers.webtool.found.add",
            &[("version", "1.1.0")],
        ))
        .await;
    window
        .gone("dialog", text("servers.webtool.found.title"))
        .await;
    let file = export(&window, &here).await;
    window.done().await;

    notebook.declare(&changed());
    let asked = weather.seen().len();
    let window = Window::open(&there).await;
    let tampered = file.replace("Pin a note to", "Nail a note on");
    open(&window, &tampered).await;
    let left_out = text_with("core.setupFile.review.digest", &[("item", "pin_note")]);
    window.see(&left_out).await;
    window
        .see("1 server · 1 webtool · 4 reviewed definitions")
        .await;
    window
        .see(&format!("tag_note: {}", text("policies.decision.never")))
        .await;
    let until = text_with("policies.decision.until", &[("time", "")]);
    window.see(&format!("list_notes: {until}")).await;
    window.inspect("88-setup-import").await;
    window
        .push(text_with("settings.setup.confirm", &[("count", "2")]))
        .await;
    window.gone("dialog", text("settings.setup.dialog")).await;

    window.go_to("Servers").await;
    window
        .click(
            "option",
            has(format!("Notes, {}", text("shared.state.disabled"))),
        )
        .await;
    window.see(&text("servers.enable.ready")).await;
    window.pictures("89-setup-launch").await;
    servers::agree(&window, text("common.enable").as_str()).await;
    window.find("option", has("Notes, Running")).await;
    window.push(text("common.review")).await;
    window
        .find("option", item("add_note", "unlikeBrought"))
        .await;
    window.find("option", item("list_notes", "asBrought")).await;
    window.find("option", item("share_note", "new")).await;
    window
        .click("option", item("add_note", "unlikeBrought"))
        .await;
    window.see(&text("review.column.imported")).await;
    window.inspect("90-setup-compared").await;
    servers::agree(&window, has("Approve the other")).await;
    window.find("option", item("list_notes", "unchanged")).await;
    servers::agree(&window, text("review.decide.approve")).await;
    window.find("option", item("add_note", "unchanged")).await;
    let policies = window.rpc("policy.list", json!({})).await.expect("listed");
    let rules = policies["rules"].as_array().expect("rules");
    let decisions: Vec<_> = rules.iter().map(|rule| &rule["decision"]["kind"]).collect();
    assert_eq!(decisions, ["never"], "nothing is allowed that nobody chose");

    window.go_to("Servers").await;
    window
        .click("option", has(text("shared.webtool.blocked")))
        .await;
    window
        .see(&text("core.webtools.tampered.notReviewed"))
        .await;
    window.push(text("servers.webtool.review")).await;
    window
        .find("button", text("servers.webtool.agree.approve"))
        .await;
    window.inspect("91-setup-webtool").await;
    assert_eq!(weather.seen().len(), asked, "it was not asked anything");
    servers::agree(&window, text("servers.webtool.agree.approve").as_str()).await;
    window.go_to("Servers").await;
    window
        .click("option", has(text("shared.webtool.needsConfiguration")))
        .await;
    window
        .see(&text("servers.webtool.notice.needsConfiguration"))
        .await;
    window.done().await;
}
