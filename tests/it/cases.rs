//! Servers that real users met, as programs of their own (`tests/data/cases`): what the person is told of each.
//!
//! Cases whose whole outcome another test compares are not repeated here.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use usher_api::operations::op;
use usher_cases::rows;
use usher_mcp::Limits as ConnectionLimits;
use usher_tests::browser;

use crate::test_host::{TestHost, program, text};

/// How a server is reached, the case and its variant, how often its tool is called, and what becomes of it, one thing a
/// line.
const CASES: &str = r"
    stdio | answer_ids | text | 1 | running: 2025-11-25␊ok
    stdio | answer_ids | zero | 0 | failed: Command “python3” responds, but not with MCP. Check the arguments; some programs need one for MCP over stdio. it responds under the id 0, which no request has
    stdio | answer_ids | null | 1 | running: 2025-11-25␊failed: Running t of “answer_ids null” was refused by the server: the database is gone␊repaired: An error had no id of its request.
    stdio | slow_start | legacy | 0 | running: 2025-11-25␊starts: 1
    stdio | slow_start | modern | 0 | running: 2026-07-28␊starts: 1
    stdio | slow_start | dual | 0 | running: 2026-07-28␊starts: 1
    stdio | talks_on_stdout | works | 0 | running: 2025-11-25␊repaired: The server printed text that is not MCP: “Welcome to Foo MCP”.
    stdio | talks_on_stdout | exits | 0 | failed: Command “python3” exited with code 1 before it was ready. The server printed text that is not MCP: “Welcome to Foo MCP”.
    stdio | list_changed_storm | plain | 1 | running: 2025-11-25␊at most 9 lists
    http | discover_status | 404 | 0 | running: 2025-11-25
    http | discover_status | 400 | 0 | running: 2025-11-25
    http | host_check | plain | 0 | failed: http://127.0.0.1:PORT accepts another name of this computer only. Use http://localhost:PORT/mcp as the URL. Access is only allowed at localhost:PORT
    http | redirects | login | 0 | failed: http://127.0.0.1:PORT redirects to http://127.0.0.1:PORT/login, where no MCP server responds. If that is a sign-in page, add the credentials; else correct the URL.
    http | redirects | moved | 0 | running: 2025-11-25
    http | redirects | elsewhere | 0 | failed: http://127.0.0.1:PORT redirects to another site: http://localhost:PORT/mcp Use that URL if you trust the site.
    http | redirects | circle | 0 | failed: http://127.0.0.1:PORT redirects in a circle (http://127.0.0.1:PORT/mcp). Check the URL; only the server’s operator can correct the redirect.
    http | bare_401 | bare | 0 | needsSignIn: http://127.0.0.1:PORT requires sign-in.
    http | bare_401 | basic | 0 | needsSignIn: http://127.0.0.1:PORT requires sign-in.
    http | bare_401 | key | 0 | needsSignIn: http://127.0.0.1:PORT requires sign-in: Send your key in the header X-API-Key
    http | bare_401 | loop | 0 | needsSignIn: http://127.0.0.1:PORT requires sign-in.
    http | error_pages | 500 | 1 | running: 2025-11-25␊failed: Running t of “error_pages 500” was refused by the server: the index is being rebuilt
    http | error_pages | 502 | 1 | running: 2025-11-25␊failed: Running t of “error_pages 502” failed: the server responded with HTTP status 502: Bad Gateway
    http | error_pages | 429 | 1 | running: 2025-11-25␊failed: Running t of “error_pages 429” failed: the server responded with HTTP status 429: rate limited; it asks to wait 2 s
    http | error_pages | 403 | 1 | running: 2025-11-25␊failed: Running t of “error_pages 403” failed: the server responded with HTTP status 403: Your plan does not include this tool
    http | error_pages | 413 | 1 | running: 2025-11-25␊failed: Running t of “error_pages 413” failed: the server responded with HTTP status 413
    http | error_pages | page | 1 | running: 2025-11-25␊failed: Running t of “error_pages page” failed: the server responded with HTTP status 200 and no message: Please log in
    http | error_pages | 200 | 1 | running: 2025-11-25␊failed: Running t of “error_pages 200” failed: the server responded with HTTP status 200 and an empty body
    http | error_pages | torn | 1 | running: 2025-11-25␊failed: Running t of “error_pages torn” failed: the server responded with HTTP status 500
    http | error_pages | plain | 1 | running: 2025-11-25␊failed: Running t of “error_pages plain” failed: the server responded with HTTP status 503: overloaded
    http | session_lost | 404 | 4 | running: 2025-11-25␊ok␊ok␊ok␊ok␊repaired: The server ended the session; a new session was started.
    http | session_lost | 400 | 4 | running: 2025-11-25␊ok␊ok␊ok␊ok␊repaired: The server ended the session; a new session was started.
    http | session_lost | 401 | 4 | running: 2025-11-25␊ok␊ok␊ok␊ok␊repaired: The server ended the session; a new session was started.
    http | session_lost | 503 | 4 | running: 2025-11-25␊ok␊ok␊ok␊ok␊repaired: The server ended the session; a new session was started.
    http | session_lost | 410 | 4 | running: 2025-11-25␊ok␊ok␊ok␊ok␊repaired: The server ended the session; a new session was started.
";

fn script(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/cases");
    file.join(name).display().to_string()
}

/// Starts a server over HTTP; returns its port.
async fn listen(name: &str, variant: &str) -> (Child, String) {
    let mut server = Command::new("python3")
        .args([&*script("over_http.py"), name, variant])
        .stdout(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("python3 starts");
    let stdout = server.stdout.take().expect("it is piped");
    let mut lines = BufReader::new(stdout).lines();
    let port = lines.next_line().await.expect("it is read");
    (server, port.expect("the server prints its port"))
}

async fn get(host: &TestHost, server: &str) -> Value {
    host.call_on(op::ServerGet, &server).await
}

/// Calls the tool; returns what came of it.
async fn called(host: &TestHost, server: &str, number: usize) -> String {
    let call = json!({
        "callId": format!("{server}-{number}"), "serverId": server, "name": "t", "arguments": {}, "check": "sendAnyway",
    });
    let ending = host.call(op::ToolCall, call).await["ending"].clone();
    match text(&ending["kind"]).as_str() {
        "failed" => format!("failed: {}", text(&ending["error"]["message"])),
        _ => text(&ending["content"][0]["text"]),
    }
}

/// Describes what became of a server: its state, its calls, and what was repaired.
async fn outcome(host: &TestHost, case: &[String; 5]) -> String {
    let [way, name, variant, calls, expected] = case;
    let (config, port, _process) = if way == "stdio" {
        let args = [&*script("over_stdio.py"), name, variant];
        (program("python3", &args), String::new(), None)
    } else {
        let (process, port) = listen(name, variant).await;
        let url = format!("http://127.0.0.1:{port}/mcp");
        let config = json!({ "kind": "http", "url": url, "headers": [] });
        (config, port, Some(process))
    };
    let label = format!("{name} {variant}");
    let server = host.add(&label, config).await;
    let state = host
        .until("it has started or failed", async || {
            let state = get(host, &server).await["snapshot"]["state"].clone();
            let is_under_way = ["queued", "starting"].contains(&text(&state["kind"]).as_str());
            (!is_under_way).then_some(state)
        })
        .await;
    let kind = text(&state["kind"]);
    let mut told = Vec::new();
    if kind == "running" {
        host.until("its tools are listed", async || {
            let detail = get(host, &server).await;
            detail["snapshot"]["counts"]["tools"].is_u64().then_some(())
        })
        .await;
        host.review(&server).await;
        let detail = get(host, &server).await;
        let version = text(&detail["snapshot"]["negotiated"]["protocolVersion"]);
        told.push(format!("running: {version}"));
        for number in 0..calls.parse().expect("a number") {
            told.push(called(host, &server, number).await);
        }
    } else {
        let said = [
            &state["reason"],
            &state["failure"]["summary"],
            &state["failure"]["nextStep"],
            &state["failure"]["detail"],
        ];
        let said: Vec<_> = said.into_iter().map(text).collect();
        let kind = kind.replace("retrying", "failed");
        told.push(format!("{kind}: {}", said.join(" ").trim()));
    }
    let is_repaired = expected.contains("repaired: ");
    let detail = host
        .until("repairs are told", async || {
            let detail = get(host, &server).await;
            let is_told = detail["repairs"] != json!([]);
            (is_told || !is_repaired).then_some(detail)
        })
        .await;
    let starts = detail["stderr"].as_array().into_iter().flatten();
    let starts = starts.filter(|line| *line == "started").count();
    if name == "slow_start" {
        told.push(format!("starts: {starts}"));
    }
    let repairs = detail["repairs"].as_array().into_iter().flatten();
    told.extend(repairs.map(|repair| format!("repaired: {}", text(repair))));
    match port.as_str() {
        "" => told.join("\n"),
        port => told.join("\n").replace(port, "PORT"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_server_that_a_user_met_works_or_says_why_not() {
    let limits = ConnectionLimits {
        // Less than a slow server takes.
        probe_wait: Duration::from_secs(1),
        ..ConnectionLimits::default()
    };
    let host = TestHost::open_within(limits).await;
    let cases: Vec<_> = rows(CASES).collect();
    let outcomes = cases.iter().map(|case| outcome(&host, case));
    let outcomes = futures::future::join_all(outcomes).await;
    for (case, outcome) in cases.iter().zip(outcomes) {
        let [_, name, variant, _, expected] = case;
        assert_eq!(&outcome, expected, "{name} {variant}");
    }
    host.api.close().await;
}

#[tokio::test]
async fn a_program_that_waits_for_a_sign_in_says_where_while_it_starts() {
    let host = TestHost::open().await;
    let args = [&*script("over_stdio.py"), "waits_for_sign_in", "plain"];
    let server = host.add("Waits", program("python3", &args)).await;
    let url = host
        .until("the address is told", async || {
            let state = get(&host, &server).await["snapshot"]["state"].clone();
            Some(state["signInUrl"].as_str()?.to_owned())
        })
        .await;
    assert!(host.opened.lock().is_empty(), "nothing opens by itself");
    let link = json!({ "serverId": server, "address": url, "place": { "kind": "signIn" } });
    let asked = host.call(op::ApprovalRequestOpenLink, link).await;
    let visit = json!({ "approvalId": asked["id"] });
    host.call(op::ApprovalOpenUrl, visit).await;
    let opened = host.opened.lock().clone();
    assert_eq!(opened, [url.as_str()], "the person opens what was printed");
    browser::visit(&url).await.expect("the page is there");
    host.until_state(&server, "running").await;
    host.api.close().await;
}

#[tokio::test]
async fn a_test_of_a_draft_that_waits_for_a_sign_in_says_where_and_waits() {
    let host = TestHost::open().await;
    let args = [&*script("over_stdio.py"), "waits_for_sign_in", "plain"];
    let draft = json!({ "label": "Waits", "config": program("python3", &args) });
    let test = json!({ "draft": draft, "serverId": null, "testId": "a-test" });
    let sign_in = async {
        let told = host.until_event("testAwaitsSignIn", |_| true).await;
        let url = text(&told["url"]);
        browser::visit(&url).await.expect("the page is there");
        told
    };
    let (report, told) = tokio::join!(host.call(op::ServerTest, test), sign_in);
    assert_eq!(
        (&report["failure"], &report["counts"]["tools"]),
        (&json!(null), &json!(1))
    );
    assert_eq!(host.heard("testAwaitsSignIn").len(), 1, "once");
    assert_eq!(told["testId"], "a-test");
    assert!(host.opened.lock().is_empty(), "nothing opens by itself");
    host.api.close().await;
}

#[tokio::test]
async fn a_test_that_is_ended_ends_its_program() {
    let host = TestHost::open().await;
    let args = [&*script("over_stdio.py"), "waits_for_sign_in", "plain"];
    let draft = json!({ "label": "Waits", "config": program("python3", &args) });
    let test = json!({ "draft": draft, "serverId": null, "testId": "a-test" });
    let end = async {
        let told = host.until_event("testAwaitsSignIn", |_| true).await;
        host.until_event("testProgressed", |event| {
            event["testId"] == "a-test"
                && event["steps"][0]["name"]["code"] == "connectionTest.programFound"
                && event["stderr"].to_string().contains(&*text(&told["url"]))
        })
        .await;
        let ended = json!({ "testId": "a-test" });
        host.call(op::ServerEndTest, ended).await;
        text(&told["url"])
    };
    let (report, url) = tokio::join!(host.call(op::ServerTest, test), end);
    assert_eq!(report["failure"]["kind"], "timeout", "{report:#}");
    host.until("the program is gone", async || {
        browser::visit(&url).await.err().map(drop)
    })
    .await;
    host.api.close().await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_probe_says_once_where_a_program_waits_for_a_sign_in() {
    let mut probe = Command::new(usher_tests::window::Binary::Terminal.path())
        .args(["probe", "--", "python3", &script("over_stdio.py")])
        .args(["waits_for_sign_in", "plain"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("it starts");
    let stderr = probe.stderr.take().expect("it is piped");
    let mut lines = BufReader::new(stderr).lines();
    let line = lines.next_line().await.expect("it is read");
    let line = line.expect("it says where");
    let (said, url) = line.split_once(": ").expect("an address");
    assert_eq!(
        said,
        "The server waits for a sign-in. Open this URL in a browser"
    );
    browser::visit(url).await.expect("the page is there");
    assert_eq!(lines.next_line().await.expect("it is read"), None, "once");
    let ended = probe.wait().await.expect("it ends");
    assert!(ended.success(), "{ended}");
}
