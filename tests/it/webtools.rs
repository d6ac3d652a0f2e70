//! Webtools as the window uses them, against the reference server: what is looked at, added, configured and run, and
//! what the host does when the server says something else than it did.

mod answers;
mod deceptive_text;
mod limits;
mod pins;
mod policies;
mod schedule;
mod tampered;
mod yaml;

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_messages::Message;
use usher_tests::webtool::{API_KEY, Manner, WebtoolServer, metadata, openapi};

use crate::test_host::{TestHost, text};

async fn reference() -> (WebtoolServer, TestHost) {
    let server = WebtoolServer::start().await.expect("a server");
    (server, TestHost::open().await)
}

/// Looks at the server's document and adds it.
pub(crate) async fn add(host: &TestHost, url: &str) -> String {
    let look = host.call(op::WebtoolDiscover, json!({ "url": url })).await;
    assert_eq!(look["kind"], "webtool", "{look:#}");
    let new = json!({ "label": "", "sha256": look["preview"]["sha256"] });
    text(&host.call(op::WebtoolAdd, new).await["id"])
}

async fn configure(host: &TestHost, id: &str) -> Value {
    let key = json!({ "pointer": "/apiKey", "change": { "kind": "set", "value": API_KEY } });
    let params = json!({
        "webtoolId": id, "label": "Weather", "config": { "units": "metric" }, "secrets": [key],
        "token": { "kind": "keep" }, "checkEveryHours": 0,
    });
    host.call(op::WebtoolConfigure, params).await
}

async fn run(host: &TestHost, id: &str, action: &str, request: Value) -> Value {
    let call = json!({
        "callId": format!("call-{action}-{request}"), "serverId": id, "name": action, "arguments": request, "check": "refuse",
    });
    host.call(op::ToolCall, call).await["ending"].clone()
}

/// What Usher notes about a response, as JSON: codes and parameters.
fn notes(ending: &Value) -> String {
    ending["notes"].to_string()
}

#[tokio::test]
async fn a_webtool_is_looked_at_added_configured_and_run() {
    let (server, host) = reference().await;
    let look = host
        .call(op::WebtoolDiscover, json!({ "url": server.url() }))
        .await;
    let looked = &look["preview"];
    assert_eq!(looked["document"]["name"], "weather_desk", "{look:#}");
    assert_eq!(
        looked["text"],
        metadata("1.1.0").to_string(),
        "the exact text is shown"
    );
    assert_eq!(
        looked["document"]["credentials"],
        json!(["API key"]),
        "what it will ask for is known before it is added"
    );
    assert_eq!(
        host.call(op::WebtoolList, json!({})).await,
        json!([]),
        "looking adds nothing"
    );
    let id = add(&host, &server.url()).await;
    let detail = host.call(op::WebtoolGet, json!({ "webtoolId": id })).await;
    assert_eq!(
        detail["snapshot"]["state"],
        json!({ "kind": "needsConfiguration", "faults": [
            { "path": "API key", "message": { "code": "schema.missing", "params": {} } },
        ] })
    );
    assert_eq!(
        detail["config"],
        json!({ "units": "metric" }),
        "the proposed values are filled in"
    );
    assert_eq!(
        detail["slots"],
        json!([{ "pointer": "/apiKey", "name": "API key", "description": "From your account page.", "carrier": null, "required": true, "kept": false }])
    );
    assert!(
        !detail["formSchema"].to_string().contains("apiKey"),
        "the form has no field for a credential: {detail:#}"
    );
    let call = json!({ "callId": "early", "serverId": id, "name": "count", "arguments": {}, "check": "refuse" });
    let error = host.fails(op::ToolCall, call).await;
    assert!(
        error.message.to_string().contains("is not configured"),
        "{error:?}"
    );
    assert!(server.last_post().is_null(), "nothing was sent");

    let snapshot = configure(&host, &id).await;
    assert_eq!(
        (&snapshot["state"]["kind"], &snapshot["label"]),
        (&json!("ready"), &json!("Weather"))
    );
    let sections = host.call(op::ToolList, json!({})).await;
    let names: Vec<&Value> = sections[0]["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| &item["name"])
        .collect();
    assert_eq!(
        names,
        ["forecast", "count", "fail", "lie", "echo"],
        "actions are listed as tools: {sections:#}"
    );

    let ending = run(&host, &id, "forecast", json!({ "place": "Paris" })).await;
    assert_eq!(
        (
            &ending["isError"],
            &ending["structured"]["celsius"],
            &ending["verdict"]
        ),
        (
            &json!(false),
            &json!(21.5),
            &json!({ "kind": "matches", "valuesChecked": 3 })
        ),
        "{ending:#}"
    );
    let sent = server.last_post();
    let session = text(&sent["sessionId"]);
    assert_eq!(
        sent,
        json!({
            "sessionId": session, "version": "1.1.0", "action": "forecast",
            "config": { "units": "metric", "apiKey": API_KEY }, "request": { "place": "Paris" },
        })
    );
    let refused = json!({ "callId": "bad", "serverId": id, "name": "forecast", "arguments": { "place": 7 }, "check": "refuse" });
    let error = host.fails(op::ToolCall, refused).await;
    assert_eq!(
        error.detail.as_deref(),
        Some(&json!({ "fields": [{ "field": "place", "message": {
                "code": "schema.type",
                "params": {
                    "found": { "kind": "message", "message": { "code": "schema.typeName.number", "params": {} } },
                    "wanted": { "kind": "message", "message": { "code": "schema.typeName.string", "params": {} } },
                },
            } }] }))
    );

    let count = async |request: Value| {
        run(&host, &id, "count", request).await["structured"]["count"].clone()
    };
    assert_eq!(count(json!({})).await, json!(1));
    assert_eq!(
        count(json!({ "a": 1 })).await,
        json!(2),
        "a session is one for many calls"
    );
    let renewed = host
        .call(op::WebtoolRenewSession, json!({ "webtoolId": id }))
        .await;
    assert_ne!(text(&renewed["session"]), session);
    assert_eq!(
        count(json!({ "a": 2 })).await,
        json!(1),
        "a new session begins anew"
    );

    let echoed = run(&host, &id, "echo", json!({})).await;
    assert!(
        !echoed.to_string().contains(API_KEY),
        "a credential that comes back is blanked: {echoed:#}"
    );
    let history = host
        .call(op::HistoryList, json!({ "serverId": id, "limit": 10 }))
        .await;
    assert_eq!(history.as_array().map(Vec::len), Some(5), "{history:#}");
    let entry = host
        .call(op::HistoryGet, json!({ "id": history[4]["id"] }))
        .await;
    assert_eq!(
        entry["outcome"]["ending"], ending,
        "what is kept is what was shown"
    );
    let files = std::fs::read_dir(host.data_dir()).expect("a directory");
    for file in files.flatten().filter(|file| file.path().is_file()) {
        let bytes = std::fs::read(file.path()).expect("a file");
        let found = bytes
            .windows(API_KEY.len())
            .any(|window| window == API_KEY.as_bytes());
        assert!(!found, "the credential is in {}", file.path().display());
    }
}

#[tokio::test]
async fn a_guarded_webtool_gets_its_token_and_a_removed_one_leaves_nothing() {
    let (server, host) = reference().await;
    server.be(Manner::Guarded("canary-token".into()));
    let look = host
        .call(op::WebtoolDiscover, json!({ "url": server.url() }))
        .await;
    assert!(
        text(&look["message"]).contains("401")
            && look.to_string().contains("webtools.fetch.statusWith")
            && text(&look["message"]).contains("A token is needed"),
        "{look:#}"
    );
    let look = host
        .call(
            op::WebtoolDiscover,
            json!({ "url": server.url(), "token": "canary-token" }),
        )
        .await;
    let new =
        json!({ "label": "Guarded", "sha256": look["preview"]["sha256"], "token": "canary-token" });
    let id = text(&host.call(op::WebtoolAdd, new).await["id"]);
    configure(&host, &id).await;
    assert_eq!(run(&host, &id, "count", json!({})).await["isError"], false);
    let checked = host
        .call(op::WebtoolCheck, json!({ "webtoolId": id }))
        .await;
    assert_eq!(checked["checked"]["found"]["kind"], "identical");
    host.call(
        op::WebtoolSetEnabled,
        json!({ "webtoolId": id, "enabled": false }),
    )
    .await;
    let call = json!({ "callId": "off", "serverId": id, "name": "count", "arguments": {}, "check": "refuse" });
    assert!(
        host.fails(op::ToolCall, call)
            .await
            .message
            .to_string()
            .contains("is disabled")
    );
    assert_eq!(host.call(op::ToolList, json!({})).await, json!([]));
    host.call(op::WebtoolRemove, json!({ "webtoolId": id }))
        .await;
    assert_eq!(host.call(op::WebtoolList, json!({})).await, json!([]));
    let unseen = json!({ "label": "", "sha256": "0".repeat(64) });
    assert!(host.fails(op::WebtoolAdd, unseen).await.message.code == "webtools.notReviewed");
}

#[tokio::test]
async fn openapi_operations_run_as_actions() {
    let (server, host) = reference().await;
    let id = add(&host, &format!("{}/openapi.json", server.url())).await;
    let ending = run(&host, &id, "add", json!({ "a": 7, "b": 3 })).await;
    assert_eq!(
        (&ending["structured"], &ending["verdict"]["kind"]),
        (&json!({ "result": "10.0" }), &json!("matches")),
        "{ending:#}"
    );
    let key = json!({ "pointer": "/key", "change": { "kind": "set", "value": API_KEY } });
    let params = json!({
        "webtoolId": id, "label": "Calculator", "config": {}, "secrets": [key], "token": { "kind": "keep" }, "checkEveryHours": 0,
    });
    host.call(op::WebtoolConfigure, params).await;
    let request = json!({ "id": "a/../b ü", "tag": ["x", "y"], "X-Trace": "t" });
    let ending = run(&host, &id, "item", request).await;
    assert_eq!(
        (
            &ending["structured"]["line"],
            &ending["structured"]["trace"]
        ),
        (
            &json!("GET /items/a%2F..%2Fb%20%C3%BC?tag=x&tag=y"),
            &json!("t")
        ),
        "{ending:#}"
    );
    assert_ne!(
        ending["structured"]["key"], API_KEY,
        "a credential that comes back is blanked"
    );
    let seen = server.seen();
    let sent = seen.last().and_then(|seen| seen.headers.get("x-key"));
    assert_eq!(sent.map(String::as_str), Some(API_KEY));
    let ending = run(&host, &id, "item", json!({ "id": "none" })).await;
    assert!(
        notes(&ending).contains("webtools.answer.notFound") && notes(&ending).contains("404"),
        "{ending:#}"
    );
    assert_eq!(
        ending["structured"],
        json!({ "error": "no such item" }),
        "what it says is shown"
    );
    let injected = json!({ "callId": "inject", "serverId": id, "name": "item", "arguments": { "id": "1", "X-Trace": "a\r\nX-Key: b" }, "check": "refuse" });
    let refused = host.fails(op::ToolCall, injected).await;
    assert!(
        json!(refused.message)
            .to_string()
            .contains("net.headerValue"),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_document_from_a_file_runs_at_the_server_the_person_chose() {
    let (server, host) = reference().await;
    let mut document = openapi();
    let elsewhere = "http://127.0.0.1:9/";
    document["servers"] = json!([{ "url": elsewhere }, { "url": server.url() }]);
    document["paths"]["/upload"] = json!({ "post": {
        "requestBody": { "content": { "multipart/form-data": { "schema": { "type": "object" } } } },
        "responses": {},
    }});
    let read = json!({ "text": document.to_string() });
    let looked = host.call(op::WebtoolParse, read).await;
    assert_eq!(
        (&looked["url"], &looked["finalUrl"]),
        (&Value::Null, &Value::Null),
        "it came from no address: {looked:#}"
    );
    assert_eq!(
        looked["document"]["leftOut"],
        json!([{ "request": "POST /upload", "reason": Message::new("document.omitted.body") }]),
        "what cannot be run is said before it is added"
    );
    let bases = looked["bases"].as_array().expect("a list of addresses");
    assert_eq!(bases[0], elsewhere, "the first is proposed");
    let chosen = text(&bases[1]);
    assert!(chosen.starts_with(&server.url()), "{chosen}");

    let new = json!({ "label": "", "sha256": looked["sha256"], "base": chosen });
    let added = host.call(op::WebtoolAdd, new).await;
    assert_eq!(added["base"], chosen, "{added:#}");
    let id = text(&added["id"]);
    assert!(server.seen().is_empty(), "nothing was asked for so far");
    let ending = run(&host, &id, "add", json!({ "a": 7, "b": 3 })).await;
    assert_eq!(
        ending["structured"],
        json!({ "result": "10.0" }),
        "{ending:#}"
    );
    let lines: Vec<_> = server.seen().into_iter().map(|seen| seen.line).collect();
    assert_eq!(lines, ["POST /tools/add"], "and only the call went there");
}
