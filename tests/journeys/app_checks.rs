//! What the specification of MCP Apps (2026-01-26) asks of a host, as a page in it sees it: the same points that the
//! public conformance suite for hosts looks at from inside, in a page of our own.

use serde_json::{Value, json};
use usher_tests::text::{text, text_with};
use usher_tests::window::Window;

use crate::pins::Notebook;
use crate::{fixture, servers};

/// Four addresses each of the host of Usher's documents, of its own origin, and of its own host.
const ALL_REFUSED: [bool; 12] = [true; 12];

const PAGE: &str = include_str!("app_checks.html");

#[tokio::test]
async fn a_page_sees_all_that_is_asked_of_its_host() {
    let fixture = fixture::new();
    let notebook = Notebook::open(fixture.data.path());
    let tool = |name: &str, ui: Value| {
        json!({
            "name": name, "description": name, "inputSchema": { "type": "object" },
            "annotations": { "readOnlyHint": true }, "_meta": { "ui": ui },
        })
    };
    notebook.declare(&json!([
        tool("check_host", json!({ "resourceUri": "ui://notes/checks" })),
        tool("for_apps", json!({ "visibility": ["app"] })),
        tool("for_models", json!({ "visibility": ["model"] })),
    ]));
    notebook.declare_page(&json!({
        "uri": "ui://notes/checks", "mimeType": "text/html;profile=mcp-app", "text": PAGE,
        "_meta": { "ui": { "csp": { "connectDomains": ["https://api.example.com/"] } } },
    }));
    let window = Window::open(fixture.data.path()).await;
    servers::add(&window, &notebook.pasted(), "Notes").await;
    servers::open_tool(&window, "check_host").await;
    servers::run(&window).await;
    window
        .see(&text_with("apps.first", &[("server", "Notes")]))
        .await;
    servers::agree(&window, text("apps.show")).await;
    let address = window.script("return location.href", vec![]).await;
    let mut expected = json!({
        "capabilities": "object",
        "context": "object",
        "variablesOfBothThemes": true,
        "frameInFrame": true,
        "distinctOrigin": true,
        "proxyUnreadable": true,
        "topUnreadable": true,
        "hasOrigin": false,
        "sandboxed": true,
        "textsBecomeNoScripts": true,
        "toolInput": true,
        "toolResult": true,
        "partialInput": false,
        "call": "ran for_apps",
        "hiddenToolRefused": true,
        "listed": ["check_host", "for_apps"],
        "resourcesListed": true,
        "undeclaredMode": true,
        "sameMode": true,
        "grows": true,
        "undeclaredForbidden": true,
        "declaredForbidden": false,
        "policyNamesDeclared": true,
        "popup": true,
        "topStays": true,
        "camera": true,
        "microphone": true,
        "keeps": ["yes", "yes"],
        "replay": true,
        "hostRefuses": ALL_REFUSED,
        "noMessages": true,
        "noClipboard": true,
        "noSharedWorker": true,
        "ofFrame": "it has another origin",
        "frameOfItself": "nothing",
        "ownAddress": true,
        "referrer": "",
        "stays": true,
    });
    let seen_inline = seen(&window).await;
    let apps = window.rpc("mcpApp.list", json!({})).await;
    assert_eq!(
        seen_inline,
        expected,
        "seen by the page: {seen_inline:#}\nof the app: {apps:#?}\nin the window: {}",
        window.text().await
    );

    let server = &[("server", "Notes")];
    window.push(text_with("apps.stopOf", server)).await;
    window.see(&text_with("apps.stopped", server)).await;
    window.push(text("apps.openWindow")).await;
    window
        .is_titled(&text_with("desktop.app.title", server))
        .await;
    let seen_apart = seen(&window).await;
    expected["hasOrigin"] = json!(true);
    expected["ofFrame"] = json!(["undefined", "undefined"]);
    // Its window has the height that the person gives it.
    expected["grows"] = json!(false);
    assert_eq!(
        seen_apart, expected,
        "seen in a window of its own: {seen_apart:#}"
    );
    let now = window.script("return location.href", vec![]).await;
    assert_eq!(now, address, "the page of Usher has gone nowhere");
    let apps = window.rpc("mcpApp.list", json!({})).await;
    let apps = apps.expect("apps can be listed");
    assert_eq!(
        apps.as_array().map(Vec::len),
        Some(1),
        "no other is opened: {apps:#}"
    );
    assert_eq!(apps[0]["place"]["kind"], "ownWindow", "{apps:#}");
    let home = fixture.data.path().join("home");
    let saved = ["app.txt", "Downloads/app.txt", "Desktop/app.txt"].map(|file| home.join(file));
    assert!(
        !saved.iter().any(|file| file.exists()),
        "nothing is downloaded"
    );
    window.done().await;
}

/// What the page has seen, once it has looked at everything.
async fn seen(window: &Window) -> Value {
    window
        .eventually("the page has looked at everything", || async {
            let apps = window.rpc("mcpApp.list", json!({})).await.ok()?;
            let told = apps[0]["modelContext"].as_str()?.to_owned();
            serde_json::from_str::<Value>(&told).ok()
        })
        .await
}
