//! What the specification of MCP Apps (2026-01-26) requires of a host, row by row, with the additions of its schema
//! (files, sampling). What has to be seen in a window is in the journeys: the sandbox and its origin, the content
//! policy at work, sizes and themes as drawn.

use serde_json::{Value, json};
use usher_api::AppReport;
use usher_api::operations::op;
use usher_cases::rows;
use usher_types::content::PixelSize;
use usher_types::id::AppId;

use super::HostWithApp;

impl HostWithApp {
    /// Opens the app, and has it listen with these capabilities; yields what it is told at the start.
    pub(super) async fn listening(&self, capabilities: Value) -> (AppId, Value) {
        let app = self.open().await;
        let params = json!({
            "protocolVersion": "2026-01-26", "appInfo": { "name": "board", "version": "1" },
            "appCapabilities": capabilities,
        });
        let started = self.ask(&app, 1, "ui/initialize", params).await;
        self.notify(&app, "ui/notifications/initialized", &json!({}));
        (app, started["result"].clone())
    }

    pub(super) fn notify(&self, app: &AppId, method: &str, params: &Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.say(app, &message);
    }

    /// The newest snapshot of the one app.
    pub(super) async fn snapshot(&self) -> Value {
        let apps = self.host.call(op::McpAppList, json!({})).await;
        apps[0].clone()
    }

    async fn place(&self, app: &AppId, place: &Value) {
        let params = json!({ "appId": app, "place": place });
        self.host.call(op::McpAppPlace, params).await;
    }

    /// What it was told by a method, in order.
    pub(super) fn told_of(&self, app: &AppId, method: &str) -> Vec<Value> {
        let told = self.host.views.told(app);
        let of_method = told.into_iter().filter(|one| one["method"] == method);
        of_method.map(|one| one["params"].clone()).collect()
    }
}

fn inline() -> Value {
    let area = json!({ "x": 0.0, "y": 0.0, "width": 400.0, "height": 300.0 });
    json!({ "kind": "inline", "area": area, "visible": area })
}

#[tokio::test]
async fn an_app_is_told_of_its_host_and_where_it_is_drawn() {
    let with_app = HostWithApp::new().await;
    let look = json!({
        "theme": "dark", "variables": { "--color-text-primary": "light-dark(#111, #eee)" },
        "fonts": "@font-face { font-family: Host; src: local(Host) }",
        "locale": "de", "timeZone": "Europe/Berlin",
    });
    with_app.host.call(op::McpAppSetLook, look).await;
    let (_, started) = with_app.listening(json!({})).await;
    let told = r#"
        /protocolVersion | "2026-01-26"
        /hostInfo/name | "usher"
        /hostCapabilities/openLinks | {}
        /hostCapabilities/downloadFile | {}
        /hostCapabilities/serverTools | { "listChanged": true }
        /hostCapabilities/serverResources | { "listChanged": true }
        /hostCapabilities/logging | {}
        /hostCapabilities/message | { "text": {} }
        /hostCapabilities/updateModelContext | { "text": {}, "structuredContent": {} }
        /hostCapabilities/sampling | { "tools": {} }
        # No permission is granted; what was let through of its hosts is said.
        /hostCapabilities/sandbox/permissions | null
        /hostCapabilities/sandbox/csp/connectDomains | []
        /hostContext/toolInfo/tool/name | "draw"
        /hostContext/theme | "dark"
        /hostContext/styles/variables/--color-text-primary | "light-dark(#111, #eee)"
        /hostContext/styles/css/fonts | "@font-face { font-family: Host; src: local(Host) }"
        /hostContext/displayMode | "inline"
        /hostContext/availableDisplayModes | ["inline", "fullscreen"]
        /hostContext/locale | "de"
        /hostContext/timeZone | "Europe/Berlin"
        /hostContext/userAgent | "Usher/0.0.0-test"
        /hostContext/platform | "desktop"
        /hostContext/deviceCapabilities | { "touch": false, "hover": true }
    "#;
    for [at, expected] in rows(told) {
        let found = started.pointer(&at).cloned().unwrap_or_default();
        let expected: Value = serde_json::from_str(&expected).expect("JSON");
        assert_eq!(found, expected, "{at}: {started:#}");
    }
    with_app.host.api.close().await;
}

#[tokio::test]
async fn each_request_of_an_app_is_answered_as_specified() {
    let with_app = HostWithApp::new().await;
    let (app, _) = with_app.listening(json!({})).await;
    // The method and its parameters, and the result or the code of the error.
    let requests = r#"
        ping | {} | {}
        ui/request-display-mode | { "mode": "pip" } | { "mode": "inline" }
        ui/request-display-mode | { "mode": "fullscreen" } | { "mode": "inline" }
        ui/request-display-mode | {} | -32602
        ui/message | { "role": "user", "content": { "type": "text", "text": "Hi" } } | {}
        ui/message | { "role": "user", "content": [{ "type": "text", "text": "Hi" }] } | {}
        ui/message | { "role": "user", "content": [] } | -32602
        ui/update-model-context | { "structuredContent": { "n": 1 } } | {}
        ui/open-link | { "url": "javascript:alert(1)" } | -32000
        ui/open-link | {} | -32602
        ui/download-file | {} | -32602
        ui/download-file | { "contents": [{ "type": "text", "text": "no file" }] } | -32602
        sampling/createMessage | { "messages": [] } | -32602
        tools/call | { "name": "read", "arguments": 5 } | -32602
        tools/call | { "name": "hint" } | -32000
        tools/call | {} | -32602
        # Bound to the server it came from, whatever it names.
        resources/read | { "uri": "file:///a", "server": "another" } | { "resultType": "complete", "contents": [{ "uri": "file:///a", "text": "read" }], "ttlMs": 60000 }
        resources/read | {} | -32602
        roots/list | {} | -32601
        elicitation/create | {} | -32601
        logging/setLevel | { "level": "debug" } | -32601
        ui/unknown | {} | -32601
    "#;
    for (at, [method, params, expected]) in rows(requests).enumerate() {
        let json = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        let id = u32::try_from(at).expect("a short table") + 10;
        let answer = with_app.ask(&app, id, &method, json(&params)).await;
        let code = &answer["error"]["code"];
        let found = if code.is_null() {
            &answer["result"]
        } else {
            code
        };
        assert_eq!(found, &json(&expected), "{method} {params}: {answer:#}");
    }
    let listed = with_app.ask(&app, 99, "tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().cloned();
    let names: Vec<_> = tools
        .iter()
        .flatten()
        .map(|tool| tool["name"].clone())
        .collect();
    assert_eq!(names, ["draw", "read", "write"], "those an app may call");
    let snapshot = with_app.snapshot().await;
    assert_eq!(
        [&snapshot["message"], &snapshot["modelContext"]],
        [&json!("Hi"), &json!("{\"n\":1}")],
        "offered to the person; the last context counts"
    );
    with_app.host.api.close().await;
}

#[tokio::test]
async fn an_app_changes_its_display_mode_as_it_declares_and_the_person_lets_it() {
    let with_app = HostWithApp::new().await;
    let modes = json!({ "availableDisplayModes": ["inline", "fullscreen"] });
    let (app, _) = with_app.listening(modes).await;
    let asked = async |id: u32, mode: &str| {
        let answer = with_app
            .ask(&app, id, "ui/request-display-mode", json!({ "mode": mode }))
            .await;
        answer["result"]["mode"].clone()
    };
    assert_eq!(asked(2, "fullscreen").await, "inline", "nobody sees it");
    let here = inline();
    let (at_start, ()) = tokio::join!(asked(3, "fullscreen"), with_app.place(&app, &here));
    assert_eq!(at_start, "fullscreen", "it is about to be seen");
    let changed = with_app.told_of(&app, "ui/notifications/host-context-changed");
    let last = changed.last().cloned().unwrap_or_default();
    assert_eq!(last["displayMode"], "fullscreen", "{changed:?}");
    assert_eq!(asked(4, "pip").await, "fullscreen", "no such mode here");
    assert_eq!(asked(5, "inline").await, "inline");
    with_app.place(&app, &inline()).await;
    assert_eq!(asked(6, "fullscreen").await, "inline", "it was there once");
    let back = json!({ "appId": app });
    with_app.host.call(op::McpAppShowInPage, back).await;
    with_app.place(&app, &inline()).await;
    assert_eq!(
        asked(7, "fullscreen").await,
        "inline",
        "the person has chosen"
    );
    with_app.host.api.close().await;
}

#[tokio::test]
async fn an_app_in_a_window_of_its_own_is_told_how_large_it_is() {
    let with_app = HostWithApp::new().await;
    let (app, _) = with_app.listening(json!({})).await;
    let resized = |width, height| {
        let size = PixelSize { width, height };
        with_app
            .host
            .api
            .app_reports(&app, AppReport::Resized(size));
    };
    resized(400, 90);
    with_app.place(&app, &inline()).await;
    with_app.place(&app, &json!({ "kind": "ownWindow" })).await;
    resized(960, 696);
    resized(960, 696);
    resized(500, 300);
    with_app
        .host
        .call(op::McpAppShowInPage, json!({ "appId": app }))
        .await;
    let told = with_app.told_of(&app, "ui/notifications/host-context-changed");
    let sizes: Vec<_> = told
        .iter()
        .filter_map(|context| context.get("containerDimensions"))
        .collect();
    let expected = [
        json!({ "width": 400.0, "maxHeight": 800.0 }),
        json!({}),
        json!({ "width": 960, "height": 696 }),
        json!({ "width": 500, "height": 300 }),
        json!({}),
    ];
    assert_eq!(
        sizes,
        expected.iter().collect::<Vec<_>>(),
        "each size once: {told:#?}"
    );
    with_app.host.api.close().await;
}

#[tokio::test]
async fn notifications_of_an_app_are_taken() {
    let with_app = HostWithApp::new().await;
    let (app, _) = with_app.listening(json!({})).await;
    for (height, expected) in [(320.5, 320.5), (9_000.0, 800.0), (-4.0, 1.0)] {
        let size = json!({ "width": 10, "height": height });
        with_app.notify(&app, "ui/notifications/size-changed", &size);
        assert_eq!(with_app.snapshot().await["height"], json!(expected));
    }
    let logged = json!({ "level": "warning", "data": { "seats": 3 } });
    with_app.notify(&app, "notifications/message", &logged);
    let host = &with_app.host;
    let log = host
        .until_event("serverLogged", |event| event["level"] == "warning")
        .await;
    assert_eq!(log["text"], json!("{\"seats\":3}"), "{log:#}");
    let is_policy = |event: &Value| {
        let text = event["text"].as_str();
        text.is_some_and(|text| text.contains("default-src 'none'"))
    };
    let policy = host.until_event("serverLogged", is_policy).await;
    assert_eq!(policy["logger"], super::URI, "it is logged for review");
    let told = host.views.told(&app).len();
    with_app.notify(&app, "ui/notifications/unknown", &json!({}));
    assert_eq!(
        host.views.told(&app).len(),
        told,
        "what is unknown is left out"
    );
    with_app.notify(&app, "ui/notifications/request-teardown", &json!({}));
    host.until("it is asked to save what it must", async || {
        let asked = !with_app.told_of(&app, "ui/resource-teardown").is_empty();
        asked.then_some(())
    })
    .await;
    host.api.close().await;
}

#[tokio::test]
async fn an_app_hears_of_a_cancelled_call_and_of_changed_lists() {
    let with_app = HostWithApp::new().await;
    with_app.prepared().await;
    with_app.host.review(&with_app.server).await;
    let mut opening = with_app.opening();
    opening["result"] = Value::Null;
    let opened = with_app.host.call(op::McpAppOpen, opening).await;
    let app = AppId::from(super::text(&opened["id"]));
    with_app.ask(&app, 1, "ui/initialize", json!({})).await;
    with_app.notify(&app, "ui/notifications/initialized", &json!({}));
    let methods: Vec<_> = with_app
        .host
        .views
        .told(&app)
        .into_iter()
        .filter_map(|one| one["method"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(
        methods[..2],
        [
            "ui/notifications/tool-input",
            "ui/notifications/tool-cancelled"
        ],
        "{methods:?}"
    );
    let refresh = json!({ "serverId": with_app.server });
    with_app.host.call(op::CatalogRefresh, refresh).await;
    with_app
        .host
        .until("it hears that the tools may be others", async || {
            let heard = with_app.told_of(&app, "notifications/tools/list_changed");
            (!heard.is_empty()).then_some(())
        })
        .await;
    with_app.host.api.close().await;
}

#[tokio::test]
async fn a_model_writes_for_an_app_only_as_the_person_lets_it() {
    let with_app = HostWithApp::new().await;
    let (app, _) = with_app.listening(json!({})).await;
    let ask = |id: u32| {
        with_app.say(&app, &json!({ "jsonrpc": "2.0", "id": id, "method": "sampling/createMessage", "params": {
            "messages": [{ "role": "user", "content": { "type": "text", "text": "Name a colour." } }],
            "maxTokens": 20,
        } }));
    };
    let host = &with_app.host;
    let opened = async |seen: usize| {
        host.until("it waits for the person", async || {
            host.heard("approvalOpened").get(seen).cloned()
        })
        .await["approval"]
            .clone()
    };
    ask(2);
    let approval = opened(0).await;
    assert_eq!(
        [
            &approval["request"]["kind"],
            &approval["request"]["app"],
            &approval["serverLabel"]
        ],
        [&json!("sample"), &json!(super::URI), &json!("Notes")],
        "{approval:#}"
    );
    host.answer(&approval, json!({ "kind": "decline" })).await;
    assert_eq!(with_app.answer(&app, 2).await["error"]["code"], -1);

    ask(3);
    let approval = opened(1).await;
    let content = json!([{ "type": "text", "text": "Blue." }]);
    let written = json!({
        "kind": "sampled", "author": "person", "content": content, "stopReason": "endTurn",
    });
    host.answer(&approval, written).await;
    let answer = with_app.answer(&app, 3).await;
    assert_eq!(answer["result"]["content"]["text"], "Blue.", "{answer:#}");

    ask(4);
    opened(2).await;
    with_app.notify(&app, "notifications/cancelled", &json!({ "requestId": 4 }));
    host.until_unasked().await;
    host.api.close().await;
}

#[tokio::test]
async fn files_of_an_app_are_offered_and_it_hears_what_became_of_them() {
    let with_app = HostWithApp::new().await;
    let (app, _) = with_app.listening(json!({})).await;
    let offer = |id: u32| {
        with_app.say(&app, &json!({ "jsonrpc": "2.0", "id": id, "method": "ui/download-file", "params": {
            "contents": [
                { "type": "resource", "resource": { "uri": "file:///../a.csv", "mimeType": "text/csv", "text": "a,b" } },
                { "type": "resource_link", "uri": "file:///linked.txt", "name": "linked" },
            ],
        } }));
    };
    let host = &with_app.host;
    let offered = async || {
        host.until("they are offered", async || {
            let files = with_app.snapshot().await["files"].clone();
            (files != json!([])).then_some(files)
        })
        .await
    };
    offer(2);
    let files = offered().await;
    let names: Vec<_> = files
        .as_array()
        .into_iter()
        .flatten()
        .map(|file| &file["name"])
        .collect();
    assert_eq!(names, ["a.csv", "linked.txt"], "{files:#}");
    offer(3);
    let refused = with_app.answer(&app, 3).await;
    assert_eq!(
        refused["error"]["code"], -32000,
        "one offer at a time: {refused:#}"
    );

    let folder = tempfile::tempdir().expect("a temporary directory");
    *host.chosen.lock() = Some(folder.path().to_owned());
    let save = json!({ "contentId": files[0]["contentId"] });
    host.call(op::ContentSave, save).await;
    let saved = std::fs::read_to_string(folder.path().join("a.csv"));
    assert_eq!(saved.expect("the file"), "a,b");
    let answer = async |saved: bool| {
        let params = json!({ "appId": app, "saved": saved });
        host.call(op::McpAppAnswerFiles, params).await;
    };
    answer(true).await;
    assert_eq!(with_app.answer(&app, 2).await["result"], json!({}));
    offer(4);
    offered().await;
    answer(false).await;
    assert_eq!(
        with_app.answer(&app, 4).await["result"],
        json!({ "isError": true })
    );
    host.api.close().await;
}

#[tokio::test]
async fn an_app_may_save_what_it_must_before_it_ends() {
    let with_app = HostWithApp::new().await;
    let host = &with_app.host;
    let ended = async || {
        host.until("the app is gone", async || {
            let apps = host.call(op::McpAppList, json!({})).await;
            (apps == json!([])).then_some(())
        })
        .await;
    };
    let (app, _) = with_app.listening(json!({})).await;
    host.api.app_reports(&app, AppReport::Closed);
    ended().await;
    assert_eq!(
        with_app.told_of(&app, "ui/resource-teardown").len(),
        1,
        "its window was closed"
    );

    let (app, _) = with_app.listening(json!({})).await;
    for _ in 0..2 {
        host.api.app_reports(&app, AppReport::Closed);
    }
    ended().await;
    assert_eq!(
        with_app.told_of(&app, "ui/resource-teardown").len(),
        1,
        "two things ended it at once"
    );

    let (app, _) = with_app.listening(json!({})).await;
    host.api.app_reports(&app, AppReport::OutOfMemory);
    ended().await;
    let stopped = host.until_event("mcpAppStopped", |event| event["appId"] == app.as_str());
    assert_eq!(stopped.await["why"]["code"], "uiApp.memory");

    let (app, _) = with_app.listening(json!({})).await;
    let remove = json!({ "serverId": with_app.server });
    host.call(op::ServerRemove, remove).await;
    ended().await;
    assert_eq!(
        with_app.told_of(&app, "ui/resource-teardown").len(),
        1,
        "its server was removed"
    );
    host.api.close().await;
}
