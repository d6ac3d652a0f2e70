//! MCP Apps: shown only as they were reviewed, and bound to their server whatever they say.

mod bounds;
mod duties;

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_api::{AppReport, Code};
use usher_types::id::{AppId, CallId};
use usher_types::mcp_app::AppViolation;

use crate::reviews::Declaring;
use crate::test_host::{TestHost, text};

const URI: &str = "ui://notes/board";

pub(crate) fn page(html: &str, csp: &Value) -> String {
    json!({
        "uri": URI, "mimeType": "text/html;profile=mcp-app", "text": html,
        "_meta": { "ui": { "csp": csp, "permissions": { "camera": {} } } },
    })
    .to_string()
}

/// Tools for models, for apps, and for both.
pub(crate) fn tools() -> String {
    let tool = |name: &str, reads: bool, ui: Value| {
        json!({
            "name": name, "inputSchema": { "type": "object" }, "annotations": { "readOnlyHint": reads },
            "_meta": { "ui": ui },
        })
    };
    json!([
        tool("draw", true, json!({ "resourceUri": URI })),
        tool("read", true, json!({ "visibility": ["app"] })),
        tool("write", false, json!({})),
        tool("hint", true, json!({ "visibility": ["model"] })),
    ])
    .to_string()
}

/// A host with one server that has an app.
struct HostWithApp {
    host: TestHost,
    program: Declaring,
    server: String,
}

impl HostWithApp {
    async fn new() -> Self {
        Self::with_variables([]).await
    }

    /// The server has these variables of its environment.
    async fn with_variables(variables: impl IntoIterator<Item = Value>) -> Self {
        let host = TestHost::open().await;
        let program = Declaring::new(host.scratch());
        program.say("tools", &tools());
        program.say("page", &page("<p>one", &json!({})));
        let mut config = program.config();
        if let Some(env) = config["env"].as_array_mut() {
            env.extend(variables);
        }
        let server = host.add_listed("Notes", config).await;
        Self {
            host,
            program,
            server,
        }
    }

    async fn prepared(&self) -> Value {
        let params = json!({ "serverId": self.server, "tool": "draw" });
        self.host.call(op::McpAppPrepare, params).await
    }

    /// Each time for another call.
    fn opening(&self) -> Value {
        json!({
            "serverId": self.server, "tool": "draw", "callId": CallId::generate(), "arguments": { "n": 1 },
            "result": { "content": [{ "type": "text", "text": "drawn" }] }, "place": { "kind": "hidden" },
        })
    }

    /// Agrees to the page as it is, and opens it.
    async fn open(&self) -> AppId {
        self.prepared().await;
        self.host.review(&self.server).await;
        let app = self.host.call(op::McpAppOpen, self.opening()).await;
        AppId::from(text(&app["id"]))
    }

    fn say(&self, app: &AppId, message: &Value) {
        let report = AppReport::Message(message.to_string());
        self.host.api.app_reports(app, report);
    }

    /// Sends a request as the app, and waits for its answer.
    async fn ask(&self, app: &AppId, id: u32, method: &str, params: Value) -> Value {
        self.say(
            app,
            &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }),
        );
        self.answer(app, id).await
    }

    async fn answer(&self, app: &AppId, id: u32) -> Value {
        let host = &self.host;
        host.until("the app is answered", async || {
            let told = host.views.told(app);
            told.into_iter().find(|message| message["id"] == json!(id))
        })
        .await
    }

    async fn call_tool(&self, app: &AppId, id: u32, name: &str) -> Value {
        self.ask(app, id, "tools/call", json!({ "name": name }))
            .await
    }
}

fn refusal(text: &str) -> Value {
    json!({ "code": -32000, "message": text })
}

#[tokio::test]
async fn an_app_takes_the_web_view_that_was_prepared_for_the_next_one() {
    let with_app = HostWithApp::new().await;
    let host = &with_app.host;
    let prepare = async || host.call(op::McpAppPrepareView, json!({})).await;
    let opened = async |place: &str| {
        let mut opening = with_app.opening();
        opening["place"]["kind"] = place.into();
        let app = host.call(op::McpAppOpen, opening).await;
        AppId::from(text(&app["id"]))
    };
    prepare().await;
    prepare().await;
    let [(what, ready)] = host.views.done().try_into().expect("one is enough");
    assert_eq!(what, "prepared");
    let apps = host.call(op::McpAppList, json!({})).await;
    assert_eq!(apps, json!([]), "it is no app yet");
    with_app.prepared().await;
    host.review(&with_app.server).await;
    let apart = opened("ownWindow").await;
    assert_ne!(
        apart, ready,
        "a page in a window of its own has another origin"
    );
    assert_eq!(opened("hidden").await, ready, "the next one is drawn in it");
    assert_ne!(opened("hidden").await, ready, "it is taken once");

    prepare().await;
    let (_, second) = host.views.done().pop().expect("another");
    host.api.app_reports(&second, AppReport::Crashed);
    let last = host.views.done().pop();
    assert_eq!(last, Some(("closed", second.clone())), "it has ended");
    assert_ne!(opened("hidden").await, second, "and is not waited for");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_app_takes_no_web_view_that_is_not_there_yet() {
    let with_app = HostWithApp::new().await;
    let host = &with_app.host;
    with_app.prepared().await;
    host.review(&with_app.server).await;
    let prepare = async || host.call(op::McpAppPrepareView, json!({})).await;
    let open = async || {
        let app = host.call(op::McpAppOpen, with_app.opening()).await;
        AppId::from(text(&app["id"]))
    };
    let views = &host.views;
    let runtime = tokio::runtime::Handle::current();
    let (app, coming) = tokio::task::block_in_place(|| {
        std::thread::scope(|scope| {
            let _preparing = views.preparing.lock();
            scope.spawn(|| runtime.block_on(prepare()));
            runtime.block_on(async {
                let coming = host.until("one is coming", async || views.done().pop());
                let (_, coming) = coming.await;
                (open().await, coming)
            })
        })
    });
    assert_ne!(app, coming, "it is opened under its own name");
    assert_eq!(open().await, coming, "the next one is drawn in it");
}

#[tokio::test]
async fn a_page_is_shown_only_as_it_was_reviewed() {
    let with_app = HostWithApp::new().await;
    let host = &with_app.host;
    let first = with_app.prepared().await;
    assert_eq!(
        [&first["review"]["state"]["kind"], &first["permissions"]],
        [&json!("new"), &json!(["camera"])],
        "{first:#}"
    );
    let refused = async || host.fails(op::McpAppOpen, with_app.opening()).await.code;
    assert_eq!(refused().await, Code::NeedsReview, "never reviewed");
    with_app.open().await;

    let hosts = json!({ "connectDomains": ["https://api.example.com"] });
    for (what, changed) in [
        ("the document", page("<p>two", &json!({}))),
        ("what it may reach", page("<p>one", &hosts)),
    ] {
        with_app.program.say("page", &changed);
        let now = with_app.prepared().await;
        assert_eq!(now["review"]["state"]["kind"], "changed", "{what}");
        assert_eq!(refused().await, Code::NeedsReview, "{what}");
        let detail = host
            .call(op::ServerGet, json!({ "serverId": with_app.server }))
            .await;
        assert_eq!(
            detail["snapshot"]["need"], "changed",
            "the server's row says so: {what}"
        );
    }
    host.review(&with_app.server).await;
    let now = with_app.prepared().await;
    assert_eq!(
        [&now["review"]["state"]["kind"], &now["hosts"]["connect"]],
        [&json!("unchanged"), &json!(["https://api.example.com"])]
    );
    host.call(op::McpAppOpen, with_app.opening()).await;
    host.api.close().await;
}

#[tokio::test]
async fn a_page_that_is_none_says_why() {
    let with_app = HostWithApp::new().await;
    let params = || json!({ "serverId": with_app.server, "tool": "draw" });
    let plain = json!({ "uri": URI, "mimeType": "text/html", "text": "<p>" });
    with_app.program.say("page", &plain.to_string());
    let error = with_app.host.fails(op::McpAppPrepare, params()).await;
    assert_eq!(
        error.message.to_string(),
        "The app ui://notes/board of “Notes” can’t be shown. Its media type is “text/html”, not \
        “text/html;profile=mcp-app”."
    );
    let without = json!({ "serverId": with_app.server, "tool": "read" });
    let error = with_app.host.fails(op::McpAppPrepare, without).await;
    assert_eq!(error.message.to_string(), "read of “Notes” has no app.");
    with_app.host.api.close().await;
}

#[tokio::test]
async fn a_page_has_an_origin_only_if_it_is_opened_in_a_window_of_its_own() {
    let with_app = HostWithApp::new().await;
    let inline = with_app.open().await;
    let mut opening = with_app.opening();
    opening["place"] = json!({ "kind": "ownWindow" });
    let apart = with_app.host.call(op::McpAppOpen, opening).await;
    let apart = AppId::from(text(&apart["id"]));
    let sandbox = [inline, apart].map(|app| {
        let document = with_app.host.api.app_document(&app);
        let policy = document.map(|found| found.content_policy);
        policy.and_then(|policy| Some(policy.split_once(';')?.0.to_owned()))
    });
    let expected = [
        "sandbox allow-scripts",
        "sandbox allow-scripts allow-same-origin",
    ];
    assert_eq!(sandbox, expected.map(|text| Some(text.to_owned())));
    with_app.host.api.close().await;
}

#[tokio::test]
async fn an_app_hears_of_its_call_once_it_listens() {
    let with_app = HostWithApp::new().await;
    let app = with_app.open().await;
    let document = with_app.host.api.app_document(&app);
    assert_eq!(document.as_ref().map(|found| &*found.html), Some("<p>one"));
    assert_eq!(
        with_app.host.api.app_document(&app),
        None,
        "handed out once"
    );

    let params = json!({ "appCapabilities": { "availableDisplayModes": ["inline"] } });
    let started = with_app.ask(&app, 1, "ui/initialize", params).await;
    let result = &started["result"];
    assert_eq!(result["protocolVersion"], "2026-01-26", "{started:#}");
    assert_eq!(result["hostContext"]["toolInfo"]["tool"]["name"], "draw");
    assert_eq!(
        with_app.host.views.told(&app).len(),
        1,
        "nothing but the answer is sent before it listens"
    );
    let ready = json!({ "jsonrpc": "2.0", "method": "ui/notifications/initialized" });
    with_app.say(&app, &ready);
    with_app.say(&app, &ready);
    let told: Vec<_> = with_app.host.views.told(&app).into_iter().skip(1).collect();
    assert_eq!(
        told,
        [
            json!({ "jsonrpc": "2.0", "method": "ui/notifications/tool-input",
                "params": { "arguments": { "n": 1 } } }),
            json!({ "jsonrpc": "2.0", "method": "ui/notifications/tool-result",
                "params": { "content": [{ "type": "text", "text": "drawn" }] } }),
        ],
        "input, then result, once"
    );
    let look =
        json!({ "theme": "dark", "variables": {}, "fonts": "", "locale": "de", "timeZone": "UTC" });
    with_app.host.call(op::McpAppSetLook, look).await;
    assert_eq!(
        with_app.host.views.told(&app).last(),
        Some(
            &json!({ "jsonrpc": "2.0", "method": "ui/notifications/host-context-changed",
            "params": { "theme": "dark", "locale": "de", "timeZone": "UTC" } })
        ),
        "what has changed, and no more"
    );
    with_app.host.api.close().await;
}

#[tokio::test]
async fn an_app_calls_tools_of_its_own_server_as_far_as_it_may() {
    let with_app = HostWithApp::new().await;
    let other = with_app.host.add_demo().await;
    let app = with_app.open().await;
    let ran = |name: &str| json!([{ "type": "text", "text": format!("ran {name}") }]);
    let read = with_app.call_tool(&app, 1, "read").await;
    assert_eq!(read["result"]["content"], ran("read"), "{read:#}");

    let hidden = with_app.call_tool(&app, 2, "hint").await;
    assert_eq!(
        hidden["error"],
        refusal("hint of “Notes” didn’t run: the server hides this tool from apps.")
    );
    let params = json!({ "name": "greet", "serverId": other, "server": "Demo" });
    let foreign = with_app.ask(&app, 3, "tools/call", params).await;
    assert!(
        foreign["error"].is_object(),
        "a frame can name no server: {foreign:#}"
    );
    with_app.say(
        &app,
        &json!({ "jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": { "name": "write" } }),
    );
    let opened = with_app.host.until_event("approvalOpened", |_| true).await;
    let asked = &opened["approval"]["request"]["call"];
    assert_eq!(
        [&asked["tool"], &asked["app"], &asked["why"]["kind"]],
        [&json!("write"), &json!(URI), &json!("destructive")],
        "the question says whose call it is: {opened:#}"
    );
    with_app
        .host
        .answer(&opened["approval"], json!({ "kind": "decline" }))
        .await;
    let declined = with_app.answer(&app, 5).await;
    assert_eq!(
        declined["error"],
        refusal("You declined to run write of “Notes”. Nothing was sent.")
    );
    with_app.host.api.close().await;
}

#[tokio::test]
async fn an_app_has_one_open_question_of_a_kind() {
    let with_app = HostWithApp::new().await;
    let app = with_app.open().await;
    let host = &with_app.host;
    let asked = |id: u32, method: &str, params: Value| {
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        with_app.say(&app, &message);
    };
    // The one question that is open, once it is another than this.
    let question = async |other_than: &Value| {
        host.until("one question is open", async || {
            let open = host.questions().await;
            let open = open.as_array().cloned().unwrap_or_default();
            (open.len() == 1 && open[0]["id"] != *other_than).then(|| open[0].clone())
        })
        .await
    };
    for id in 10..13 {
        asked(id, "tools/call", json!({ "name": "write" }));
    }
    let first = question(&Value::Null).await;
    // What asks nobody is not held up.
    let read = with_app.call_tool(&app, 20, "read").await;
    assert!(read["result"].is_object(), "{read:#}");
    let run = json!({ "kind": "run", "arguments": {}, "grant": { "kind": "once" } });
    host.answer(&first, run).await;
    let next = question(&first["id"]).await;
    // The last of the three waits again once a call that was sent later has its answer.
    with_app.call_tool(&app, 21, "read").await;
    host.answer(&next, json!({ "kind": "decline" })).await;
    let mut ends = Vec::new();
    for id in 10..13 {
        let end = with_app.answer(&app, id).await;
        ends.push(end.get("error").cloned().unwrap_or_default());
    }
    ends.sort_by_key(Value::to_string);
    let mut expected = [
        Value::Null,
        refusal("You declined to run write of “Notes”. Nothing was sent."),
        refusal(
            "write of “Notes” didn’t run: a call of the same tool that waited before it was declined.",
        ),
    ];
    expected.sort_by_key(Value::to_string);
    assert_eq!(
        ends, expected,
        "one ran, one was declined, and the last with it"
    );

    for id in 30..33 {
        asked(id, "ui/open-link", json!({ "url": "https://example.com/" }));
    }
    for id in 31..33 {
        let refused = with_app.answer(&app, id).await;
        let why = refusal("The user is still asked about another ui/open-link");
        assert_eq!(refused["error"], why, "{id}");
    }
    let link = question(&next["id"]).await;
    assert_eq!(link["request"]["kind"], "link", "{link:#}");
    host.api.close().await;
}

#[tokio::test]
async fn an_app_in_a_window_of_its_own_stays_there_until_it_is_taken_back() {
    let with_app = HostWithApp::new().await;
    let app = with_app.open().await;
    let host = &with_app.host;
    let area = json!({ "x": 0.0, "y": 0.0, "width": 100.0, "height": 50.0 });
    let inline = json!({ "kind": "inline", "area": area, "visible": area });
    let place = async |place: &Value| {
        let params = json!({ "appId": app, "place": place });
        host.call(op::McpAppPlace, params).await;
        let apps = host.call(op::McpAppList, json!({})).await;
        apps[0]["place"]["kind"].clone()
    };
    assert_eq!(place(&inline).await, "inline");
    assert_eq!(place(&json!({ "kind": "ownWindow" })).await, "ownWindow");
    assert_eq!(
        place(&inline).await,
        "ownWindow",
        "a late report of the page does not take it back"
    );
    assert_eq!(place(&json!({ "kind": "hidden" })).await, "ownWindow");
    host.call(op::McpAppShowInPage, json!({ "appId": app }))
        .await;
    assert_eq!(place(&inline).await, "inline", "it is in the page again");
    with_app.host.api.close().await;
}

#[tokio::test]
async fn a_link_of_an_app_opens_only_if_the_person_agrees() {
    let with_app = HostWithApp::new().await;
    let app = with_app.open().await;
    for (id, url) in [
        (1, "http://example.com/"),
        (2, "file:///etc/passwd"),
        (3, "javascript:alert(1)"),
        (4, "no address"),
    ] {
        let answer = with_app
            .ask(&app, id, "ui/open-link", json!({ "url": url }))
            .await;
        assert!(answer["error"].is_object(), "{url}: {answer:#}");
    }
    with_app.say(
        &app,
        &json!({ "jsonrpc": "2.0", "id": 9, "method": "ui/open-link", "params": { "url": "https://example.com/" } }),
    );
    let opened = with_app.host.until_event("approvalOpened", |_| true).await;
    let approval = &opened["approval"];
    assert_eq!(
        approval["request"]["place"],
        json!({ "kind": "app", "uri": URI }),
        "{opened:#}"
    );
    assert!(with_app.host.opened.lock().is_empty());
    let params = json!({ "approvalId": approval["id"] });
    with_app.host.call(op::ApprovalOpenUrl, params).await;
    let answer = with_app.answer(&app, 9).await;
    assert_eq!(answer["result"], json!({}), "{answer:#}");
    assert_eq!(*with_app.host.opened.lock(), ["https://example.com/"]);
    with_app.host.api.close().await;
}

#[tokio::test]
async fn what_is_malformed_or_too_much_is_left_out() {
    let with_app = HostWithApp::new().await;
    let app = with_app.open().await;
    for message in [
        json!({ "jsonrpc": "2.0", "method": "ui/notifications/sandbox-proxy-ready" }),
        json!([{ "jsonrpc": "2.0", "id": 1, "method": "ping" }]),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "ping", "pad": "x".repeat(1024 * 1024) }),
    ] {
        with_app.say(&app, &message);
    }
    assert_eq!(
        with_app.host.views.told(&app),
        Vec::<Value>::new(),
        "none of it is answered"
    );
    let violation = AppViolation {
        directive: "connect-src".into(),
        blocked: "https://undeclared.example/".into(),
    };
    let api = &with_app.host.api;
    api.app_reports(&app, violations(&[violation]));
    api.app_reports(&AppId::from("another"), AppReport::Message("{}".into()));
    let apps = with_app.host.call(op::McpAppList, json!({})).await;
    assert_eq!(
        [&apps[0]["violations"], &apps[0]["lastViolations"]],
        [
            &json!(1),
            &json!([{ "directive": "connect-src", "blocked": "https://undeclared.example/" }])
        ]
    );
    api.close().await;
}

fn violations(last: &[AppViolation]) -> AppReport {
    let count = u32::try_from(last.len()).expect("a few");
    let last = last.to_vec();
    AppReport::Violations { count, last }
}

#[tokio::test]
async fn an_app_ends_with_a_word_and_with_its_server() {
    let with_app = HostWithApp::new().await;
    let (host, app) = (&with_app.host, with_app.open().await);
    let message = json!({ "role": "user", "content": [{ "type": "text", "text": "Hello" }] });
    with_app.ask(&app, 1, "ui/message", message).await;
    let apps = host.call(op::McpAppList, json!({})).await;
    assert_eq!(apps[0]["message"], "Hello", "it can be copied");
    with_app.say(
        &app,
        &json!({ "jsonrpc": "2.0", "method": "ui/notifications/initialized" }),
    );
    host.call(op::McpAppStop, json!({ "appId": app.as_str() }))
        .await;
    let last = host.views.told(&app).pop().unwrap_or_default();
    assert_eq!(last["method"], "ui/resource-teardown", "{last:#}");
    assert_eq!(host.call(op::McpAppList, json!({})).await, json!([]));

    host.call(op::McpAppOpen, with_app.opening()).await;
    host.call(op::ServerRemove, json!({ "serverId": with_app.server }))
        .await;
    host.until("the app is gone", async || {
        let apps = host.call(op::McpAppList, json!({})).await;
        (apps == json!([])).then_some(())
    })
    .await;
    host.api.close().await;
}
