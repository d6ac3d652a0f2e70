//! What an app that sends without end, or too much at once, gets: the window hears of it a few times, and an answer or a
//! text that is too large is refused by name.

use std::time::Instant;

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_api::{AppReport, Code};
use usher_tests::scripted::declares::UNANSWERED;
use usher_types::id::AppId;
use usher_types::mcp_app::AppViolation;

use super::{HostWithApp, URI, refusal, violations};

/// How often an app does something at once.
const FLOOD: u32 = 1_000;

#[tokio::test]
async fn a_flood_of_messages_and_violations_is_counted_and_seldom_shown() {
    let with_app = HostWithApp::new().await;
    let (app, _) = with_app.listening(json!({})).await;
    let host = &with_app.host;
    let started = Instant::now();
    let before = host.heard("mcpAppChanged").len();
    for nth in 1..=FLOOD {
        host.api.app_reports(
            &app,
            violations(&[AppViolation {
                directive: "connect-src".into(),
                blocked: format!("https://{nth}.example/"),
            }]),
        );
        let text = format!("context {nth}");
        let params = json!({ "content": [{ "type": "text", "text": text }] });
        let message = json!({
            "jsonrpc": "2.0", "id": nth + 1, "method": "ui/update-model-context", "params": params,
        });
        with_app.say(&app, &message);
    }
    let last = host
        .until("the window has heard of the last violation", async || {
            let heard = host.heard("mcpAppChanged");
            let last = heard.last().cloned()?;
            (last["app"]["violations"] == json!(FLOOD)).then_some(last)
        })
        .await;
    let kept = last["app"]["lastViolations"].as_array().map(Vec::len);
    assert_eq!(kept, Some(20), "{last:#}");
    // In so many parts of a second the window may hear of it once each.
    let seconds = started.elapsed().as_secs() + 1;
    let parts = usize::try_from(seconds * 5).expect("a few");
    let heard = host.heard("mcpAppChanged").len() - before;
    assert!(heard <= parts + 1, "heard {heard} times in {seconds} s");
    let lines = host
        .until("the log is heard", async || {
            let lines = host.heard("serverLogged");
            (lines.len() > 1).then_some(lines)
        })
        .await;
    let of_app = lines.iter().filter(|line| line["logger"] == URI).count();
    let most = usize::try_from((seconds + 1) * 60).expect("a few");
    assert!(of_app <= most, "{of_app} lines in {seconds} s");
    let first = "connect-src of the content policy blocked https://1.example/";
    let mut lines = lines.iter();
    assert!(
        lines.any(|line| line["text"] == first && line["level"] == "warning"),
        "the log of the server has the first"
    );
    host.api.close().await;
}

#[tokio::test]
async fn text_that_nobody_could_look_through_is_refused() {
    let with_app = HostWithApp::new().await;
    let (app, _) = with_app.listening(json!({})).await;
    let too_long = refusal("The text is longer than 64 KiB");
    let hidden = "\u{200b}".repeat(300_000);
    for (id, method, params) in [
        (
            10,
            "ui/update-model-context",
            json!({ "content": [{ "type": "text", "text": hidden }] }),
        ),
        (
            11,
            "ui/update-model-context",
            json!({ "structuredContent": { "pad": hidden } }),
        ),
        (
            12,
            "ui/message",
            json!({ "role": "user", "content": [{ "type": "text", "text": hidden }] }),
        ),
    ] {
        let answer = with_app.ask(&app, id, method, params).await;
        assert_eq!(answer["error"], too_long, "{method}");
    }
    let kept = with_app.snapshot().await;
    assert_eq!(
        [&kept["message"], &kept["modelContext"]],
        [&Value::Null, &Value::Null],
        "none of it is kept"
    );
    let longest = "x".repeat(64 * 1024);
    let params = json!({ "content": [{ "type": "text", "text": longest }] });
    let answer = with_app
        .ask(&app, 20, "ui/update-model-context", params)
        .await;
    assert_eq!(answer["result"], json!({}), "as long as it may be");
    with_app.host.api.close().await;
}

#[tokio::test]
async fn an_answer_or_a_result_that_is_too_large_is_refused_by_name() {
    let with_app = HostWithApp::new().await;
    let large = "x".repeat(9 * 1024 * 1024);
    with_app.prepared().await;
    with_app.host.review(&with_app.server).await;
    let mut opening = with_app.opening();
    opening["result"] = json!({ "content": [{ "type": "text", "text": large }] });
    let opened = with_app.host.call(op::McpAppOpen, opening).await;
    let app = AppId::from(super::text(&opened["id"]));
    with_app.ask(&app, 1, "ui/initialize", json!({})).await;
    with_app.notify(&app, "ui/notifications/initialized", &json!({}));
    assert_eq!(
        with_app.told_of(&app, "ui/notifications/tool-cancelled"),
        [json!({ "reason": "The result is larger than 8 MiB, the most an app is sent." })],
    );

    let page = super::page(&large, &json!({}));
    with_app.program.say("page", &page);
    let answer = with_app
        .ask(&app, 2, "resources/read", json!({ "uri": URI }))
        .await;
    assert_eq!(
        answer["error"],
        refusal("The answer is larger than 8 MiB, the most an app is sent")
    );
    with_app.host.api.close().await;
}

#[tokio::test]
async fn an_app_takes_the_place_of_the_one_before_also_where_no_more_may_run() {
    let with_app = HostWithApp::new().await;
    let host = &with_app.host;
    for _ in 0..7 {
        let app = with_app.open().await;
        let place = json!({ "appId": app, "place": { "kind": "ownWindow" } });
        host.call(op::McpAppPlace, place).await;
    }
    // It listens, and takes its time when it is asked to save what it must.
    let (before, _) = with_app.listening(json!({})).await;
    let after = with_app.open().await;
    host.until("the one before has ended", async || {
        let apps = host.call(op::McpAppList, json!({})).await;
        let ids: Vec<_> = apps.as_array()?.iter().map(|app| &app["id"]).collect();
        (!ids.contains(&&json!(before)) && ids.contains(&&json!(after))).then_some(())
    })
    .await;
    let place = json!({ "appId": after, "place": { "kind": "ownWindow" } });
    host.call(op::McpAppPlace, place).await;
    let refused = host.fails(op::McpAppOpen, with_app.opening()).await;
    assert_eq!(
        (refused.code, refused.message.to_string().as_str()),
        (
            Code::ServerRejected,
            "The app can’t be shown: 8 apps are running. Stop one and try again."
        ),
        "the ninth takes nobody's place"
    );
    host.api.close().await;
}

#[tokio::test]
async fn the_log_of_its_server_says_what_an_app_asks_for() {
    let with_app = HostWithApp::new().await;
    let (app, _) = with_app.listening(json!({})).await;
    let host = &with_app.host;
    let text = json!({ "type": "text", "text": "Hi" });
    for (id, method, params) in [
        (10, "ui/open-link", json!({ "url": "javascript:alert(1)" })),
        (
            11,
            "ui/message",
            json!({ "role": "user", "content": [text] }),
        ),
        (12, "ui/request-display-mode", json!({ "mode": "pip" })),
        (13, "tools/list", json!({})),
        (14, "resources/read", json!({ "uri": "file:///a" })),
        (15, "tools/call", json!({ "name": "read" })),
        (16, "ping", json!({})),
        (17, "ui/update-model-context", json!({ "content": [text] })),
    ] {
        with_app.ask(&app, id, method, params).await;
    }
    let expected = [
        "ui/initialize",
        "ui/open-link javascript:alert(1)",
        "ui/message",
        "ui/request-display-mode pip",
        "tools/list",
        "resources/read file:///a",
        "tools/call read",
        "ui/update-model-context",
    ];
    let lines = host
        .until("the last line is there", async || {
            let lines = host.heard("serverLogged").into_iter();
            let of_app = lines.filter(|line| line["logger"] == URI && line["level"] == "info");
            let texts: Vec<_> = of_app.map(|line| super::text(&line["text"])).collect();
            texts.contains(&expected[7].to_owned()).then_some(texts)
        })
        .await;
    assert_eq!(lines[1..], expected, "after the content policy");
    host.api.close().await;
}

#[tokio::test]
async fn a_link_that_an_app_takes_back_is_asked_about_no_more() {
    let with_app = HostWithApp::new().await;
    let app = with_app.open().await;
    let host = &with_app.host;
    let open = async || {
        let open = host.questions().await;
        open.as_array().map_or(0, Vec::len)
    };
    let ask = |id: u32| {
        let url = format!("https://example.com/{id}");
        let params = json!({ "url": url });
        let ask = json!({ "jsonrpc": "2.0", "id": id, "method": "ui/open-link", "params": params });
        with_app.say(&app, &ask);
    };
    for id in 1..4 {
        ask(id);
        host.until("it is asked about", async || {
            (open().await == 1).then_some(())
        })
        .await;
        let back = json!({ "requestId": id });
        let back = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": back });
        with_app.say(&app, &back);
        host.until("nothing is asked", async || {
            (open().await == 0).then_some(())
        })
        .await;
    }
    ask(9);
    host.until("it is asked about", async || {
        (open().await == 1).then_some(())
    })
    .await;
    host.call(op::McpAppStop, json!({ "appId": app })).await;
    host.until("of an app that has ended nothing is asked", async || {
        (open().await == 0).then_some(())
    })
    .await;
    with_app.host.api.close().await;
}

#[tokio::test]
async fn an_app_ends_when_its_page_or_its_server_is_no_longer_what_was_agreed_to() {
    let with_app = HostWithApp::new().await;
    let host = &with_app.host;
    let server = &with_app.server;
    let running = async || {
        let apps = host.call(op::McpAppList, json!({})).await;
        apps.as_array().map_or(0, Vec::len)
    };
    let ends = async |why: &str| {
        host.until(why, async || (running().await == 0).then_some(()))
            .await;
    };
    with_app.open().await;
    let listed = host.call_on(op::PinList, &server).await;
    let items = listed.as_array().into_iter().flatten();
    let page = items.filter(|item| item["kind"] == "uiResource");
    let page: Vec<_> = page
        .map(|item| json!({ "kind": item["kind"], "name": item["name"], "digest": item["digest"] }))
        .collect();
    host.call(op::PinForget, json!({ "serverId": server, "items": page }))
        .await;
    ends("its page is to be reviewed").await;

    with_app.open().await;
    let mut config = with_app.program.config();
    config["args"] = json!(["declares", "again"]);
    let draft = json!({ "label": "Notes", "config": config });
    host.call(
        op::ServerUpdate,
        json!({ "serverId": server, "draft": draft }),
    )
    .await;
    ends("another program would answer it").await;
    with_app.host.api.close().await;
}

#[tokio::test]
async fn what_an_app_reads_is_on_record_without_secrets_and_can_be_taken_back() {
    let secret = json!({ "name": "KEY", "secret": true, "value": "swordfish-9" });
    let with_app = HostWithApp::with_variables([secret]).await;
    let host = &with_app.host;
    let app = with_app.open().await;
    with_app.ask(&app, 1, "ui/initialize", json!({})).await;
    with_app.notify(&app, "ui/notifications/initialized", &json!({}));

    let uri = "file:///swordfish-9/a";
    let read = with_app.ask(&app, 2, "resources/read", json!({ "uri": uri }));
    assert_eq!(read.await["result"]["contents"][0]["text"], "read");
    with_app.say(
        &app,
        &json!({
            "jsonrpc": "2.0", "id": 3, "method": "resources/read", "params": { "uri": UNANSWERED },
        }),
    );
    let sent = async |part: &str| {
        let texts = host.wire_texts(&with_app.server).await;
        texts.iter().any(|text| text.contains(part)).then_some(())
    };
    host.until("the read is sent", || sent(UNANSWERED)).await;
    with_app.notify(&app, "notifications/cancelled", &json!({ "requestId": 3 }));
    host.until("the server hears of it", || sent("notifications/cancelled"))
        .await;

    let kept = host.until("both reads are on record", async || {
        let rows = host.call(op::HistoryList, json!({ "limit": 9 })).await;
        let of_row = |row: &Value| json!([row["kind"], row["name"], row["status"]]);
        let rows: Vec<_> = rows.as_array().into_iter().flatten().map(of_row).collect();
        (rows.len() == 2).then_some(rows)
    });
    assert_eq!(
        kept.await,
        [
            json!(["resource", UNANSWERED, "cancelled"]),
            json!(["resource", "file:///•••/a", "completed"]),
        ]
    );

    for id in 10..70 {
        let params = json!({ "uri": "file:///a" });
        with_app.ask(&app, id, "resources/read", params).await;
    }
    let rows = host.call(op::HistoryList, json!({ "limit": 100 })).await;
    let rows = rows.as_array().map_or(0, Vec::len);
    assert_eq!(rows, 50, "an app fills the history with no more");
    with_app.host.api.close().await;
}

#[tokio::test]
async fn an_app_ends_with_its_server_however_much_happens_meanwhile() {
    let with_app = HostWithApp::new().await;
    let (app, _) = with_app.listening(json!({})).await;
    let host = &with_app.host;
    let server = json!({ "serverId": with_app.server });
    host.call(op::ServerRemove, server).await;
    // More than is kept for a listener, before any has its turn.
    for nth in 0..5_000 {
        let report = AppReport::Responds(nth % 2 == 0);
        host.api.app_reports(&app, report);
    }
    host.until("the app has ended", async || {
        let apps = host.call(op::McpAppList, json!({})).await;
        (apps == json!([])).then_some(())
    })
    .await;
    host.api.close().await;
}
