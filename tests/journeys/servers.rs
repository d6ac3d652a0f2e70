//! Adds, opens and runs servers and tools for the other journeys.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use usher_tests::text::{text, text_with};
use usher_tests::window::{Name, Process, Window, children_of, has, repository};

/// The program of a real server from npm, `@modelcontextprotocol/server-everything`.
pub(crate) fn everything() -> PathBuf {
    let program = repository()
        .join("tests/peers/node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    assert!(
        program.is_file(),
        "{} is missing: run `npm ci` in tests/peers",
        program.display()
    );
    program
}

/// Starts the demo server from the first screen, and waits for its tools.
pub(crate) async fn start_demo(window: &Window) {
    window.push(text("common.startDemoServer")).await;
    window.find("option", has("Greet")).await;
}

/// Pastes into the add field, and waits for the form.
pub(crate) async fn paste(window: &Window, pasted: &str) {
    // The page shows its first screen only once it knows that there is neither a server nor a webtool.
    let mut is_first = true;
    for list in ["server.list", "webtool.list"] {
        let listed = window.rpc(list, json!({})).await;
        is_first &= listed.expect("what there is can be listed") == json!([]);
    }
    if is_first {
        window.write(text("firstRun.add.paste"), pasted).await;
        window.type_keys("\u{e007}").await;
        window.find("dialog", text("common.addServer")).await;
    } else {
        window.push(text("common.addServer")).await;
        window.find("dialog", text("common.addServer")).await;
        window.write(text("serverForm.paste.label"), pasted).await;
    }
}

/// Pastes into the add field, waits until the form is filled in, and names what it describes.
pub(crate) async fn paste_named(window: &Window, pasted: &str, label: &str) {
    paste(window, pasted).await;
    window.see(&text("serverForm.paste.filled")).await;
    window.write(text("common.name"), label).await;
}

/// Adds a server by pasting it, naming and testing it, and accepts what it declares.
pub(crate) async fn add_by_hand(window: &Window, pasted: &str, label: &str) {
    connect(window, pasted, label).await;
    trust(window).await;
}

/// Adds a server with what it declares by the page's own operations, waits until it runs, and opens its page.
pub(crate) async fn add(window: &Window, pasted: &str, label: &str) {
    let pasted = json!({ "text": pasted });
    let reading = window.call("server.readPaste", pasted).await;
    let mut config = reading["servers"][0]["config"].clone();
    if let Some(env) = config["env"].as_array_mut() {
        for value in env {
            value["secret"] = value["looksSecret"].clone();
        }
    }
    let draft = json!({ "label": label, "config": config });
    let added = window.call("server.add", json!({ "draft": draft })).await;
    window.accept_declared(&added["id"]).await;
    window.go_to("Servers").await;
    window
        .click("option", has(format!("{label}, Running")))
        .await;
    let tab = has(text("servers.tabs.configuration"));
    window.find("tab", tab).await;
}

/// Adds a server by pasting it, which has nothing to review, and waits until it runs.
pub(crate) async fn connect(window: &Window, pasted: &str, label: &str) {
    paste_named(window, pasted, label).await;
    window.push(text("serverForm.test.run")).await;
    window
        .see(&text_with("serverForm.test.works", &[("server", label)]))
        .await;
    window.push(text("common.save")).await;
    window.gone("dialog", text("common.addServer")).await;
    window
        .find("option", has(format!("{label}, Running")))
        .await;
}

/// Accepts everything the open server declares, by one click.
pub(crate) async fn trust(window: &Window) {
    window.see(&text("servers.review.unreviewedHelp")).await;
    agree(window, has(text("servers.review.approveAll"))).await;
    window
        .gone("button", has(text("servers.review.approveAll")))
        .await;
}

/// Opens a tab of the page of a server or webtool, such as `configuration`.
pub(crate) async fn open_tab(window: &Window, tab: &str) {
    window
        .click("tab", has(text(&format!("servers.tabs.{tab}"))))
        .await;
}

/// Takes everything a running server declares, by the page's own door.
pub(crate) async fn review(window: &Window, label: &str) {
    let servers = listed(window).await;
    let mut found = servers.iter();
    let server = found.rfind(|server| server["label"] == label);
    let id = server.expect("the server is listed")["id"].clone();
    window.accept_declared(&id).await;
}

/// How many messages of a method went `out` to the first server, or came `in` from it, as its wire log has them.
pub(crate) async fn messages(window: &Window, method: &str, direction: &str) -> usize {
    let server = &listed(window).await[0]["id"];
    let log = window.rpc("wire.list", json!({ "serverId": server })).await;
    let log = log.expect("the messages can be listed");
    let frames = log["frames"].as_array().into_iter().flatten();
    let is_meant = |frame: &&Value| frame["method"] == method && frame["direction"] == direction;
    frames.filter(is_meant).count()
}

/// Agrees by a button; one that was just shown or moved takes no click yet.
pub(crate) async fn agree(window: &Window, name: impl Into<Name>) {
    let name = name.into();
    let ready = || async {
        let found = window.all("button", &name).await;
        let [button] = found.as_slice() else {
            return None;
        };
        let disabled = button.attr("aria-disabled").await.ok()??;
        (disabled == "false").then_some(())
    };
    window
        .eventually("a button that can be clicked", || async {
            ready().await?;
            // The page looks every 100 ms whether the button has moved: a label that just changed moved it.
            tokio::time::sleep(Duration::from_millis(250)).await;
            ready().await
        })
        .await;
    window.push(name).await;
}

/// Opens a tool's page.
pub(crate) async fn open_tool(window: &Window, tool: &str) {
    window.go_to("Tools").await;
    window
        .fill("searchbox", text("tools.list.search"), tool)
        .await;
    window.click("option", has(tool)).await;
    window
        .find("button", has(format!("{} Ctrl", text("common.run"))))
        .await;
}

/// Runs the tool whose page is open.
pub(crate) async fn run(window: &Window) {
    window
        .push(has(format!("{} Ctrl", text("common.run"))))
        .await;
}

/// The one demo server an app has started.
pub(crate) fn demo_process(app: Process) -> Process {
    let demo = |process: &Process| {
        process
            .command()
            .get(1)
            .is_some_and(|word| word == "--demo-server")
    };
    // Below its supervisor.
    let below = children_of(app).into_iter().flat_map(children_of);
    let found: Vec<Process> = below.filter(demo).collect();
    match found.as_slice() {
        [one] => *one,
        others => panic!("one demo server should run, not {others:?}"),
    }
}

/// Adds a server by an operation. It runs at once.
pub(crate) async fn add_scripted(window: &Window, label: &str) {
    let config = json!({
        "kind": "stdio", "command": env!("CARGO_BIN_EXE_scripted_server"), "args": ["modern"], "env": [], "cwd": null,
    });
    let draft = json!({ "label": label, "config": config });
    window.call("server.add", json!({ "draft": draft })).await;
}

/// The servers in their order, as the page gets them.
pub(crate) async fn listed(window: &Window) -> Vec<Value> {
    let servers = window.rpc("server.list", json!({})).await;
    let servers = servers.expect("servers can be listed");
    servers.as_array().cloned().unwrap_or_default()
}

/// Waits until the servers stand in this order and these groups.
pub(crate) async fn groups_are(window: &Window, expected: &[(&str, &str)]) {
    window
        .eventually("the servers in their groups", || async {
            let servers = listed(window).await;
            let found = servers
                .iter()
                .map(|server| (server["label"].as_str(), server["group"].as_str()));
            let expected = expected
                .iter()
                .map(|(label, group)| (Some(*label), Some(*group)));
            found.eq(expected).then_some(())
        })
        .await;
}
