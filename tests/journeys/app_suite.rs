//! The public suite of checks for hosts of MCP Apps, as far as its checks need no conversation. The suite is not part of
//! this repository: it runs elsewhere, and `USHER_APP_SUITE` is its address (`cargo xtask bench app_suite`). It fetches
//! `https://modelcontextprotocol.io/`, which has to be reachable.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use usher_tests::text::{text, text_with};
use usher_tests::window::{Name, Start, Theme, Window, repository};

use crate::{elicitation, fixture, servers, sign_in};

const ADDRESS: &str = "USHER_APP_SUITE";
const LABEL: &str = "Suite";
const TOOL: &str = "run_conformance";

/// Checks that need a conversation, which Usher has not.
const OF_CONVERSATIONS: [&str; 5] = [
    "app-tools/call",
    "messages/add-to-conversation",
    "model-context/last-wins",
    "model-context/provide-future-turns",
    "visibility/app-tool-hidden",
];

/// What Usher does otherwise. An origin of its own would give a page of a server cookies and storage (docs/security.md).
/// The proxy document is no frame in a page of the host: it is all there is in a web view of its own.
const OTHERWISE: [&str; 2] = [
    "security/sandbox-permissions",
    "security/sandbox-proxy-required",
];

/// How many checks have to pass: all others of the 33.
const PASSED: usize = 26;

#[tokio::test]
async fn the_public_suite_for_hosts_passes() {
    let address = std::env::var(ADDRESS).expect("the address of the suite");
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let opened = sign_in::browser_in(folder.path());
    let start = Start::default().found_first(folder.path());
    let window = start.open(fixture.data.path()).await;
    let peer = repository().join("tests/peers/app_suite.mjs");
    let command = format!(
        "node {} {address} {}",
        peer.display(),
        folder.path().display()
    );
    servers::add(&window, &command, LABEL).await;
    let server = window.rpc("server.list", json!({})).await.expect("a list")[0]["id"].clone();
    let trust = json!({ "serverId": server, "trust": "yes" });
    let trusted = window.rpc("policy.setTrust", trust).await;
    trusted.expect("the server can be trusted");
    servers::open_tool(&window, TOOL).await;
    servers::run(&window).await;
    servers::agree(&window, &*text("apps.show")).await;
    let suite = Suite {
        folder: folder.path(),
        opened: &opened,
        window: &window,
    };
    let results = suite.run().await;
    let table = table(&results);
    println!("{table}");
    let artifacts = repository().join("artifacts");
    std::fs::create_dir_all(&artifacts).expect("a folder can be made");
    std::fs::write(artifacts.join("app-suite.md"), &table).expect("a file can be written");
    window.quit().await;
    let failed: Vec<&str> = named(&results, |status| status != "PASS")
        .filter(|id| !OF_CONVERSATIONS.contains(id) && !OTHERWISE.contains(id))
        .collect();
    assert_eq!(failed, Vec::<&str>::new(), "{table}");
    assert_eq!(
        named(&results, |status| status == "PASS").count(),
        PASSED,
        "{table}"
    );
}

struct Suite<'a> {
    /// Where the page's steps are kept, and read their answers from.
    folder: &'a Path,
    /// What the browser was opened with.
    opened: &'a Path,
    window: &'a Window,
}

impl Suite<'_> {
    /// Runs all checks, and does for the suite what a person does.
    async fn run(&self) -> Vec<Value> {
        let mut asked = Value::Null;
        self.answer(&json!({ "start": true }));
        loop {
            tokio::time::sleep(Duration::from_millis(100)).await;
            self.allow_calls().await;
            let Some((poll, origin)) = self.step() else {
                continue;
            };
            match poll["state"].as_str() {
                Some("done") => return poll["results"].as_array().cloned().unwrap_or_default(),
                Some("running") => {}
                _ => continue,
            }
            let now = json!([poll["runningId"], poll["request"]]);
            if poll["request"].is_null() || now == asked {
                continue;
            }
            asked = now;
            let answer = self.fulfil(&poll["request"], &origin).await;
            self.answer(&answer);
            // The step that brought the request may be told once more.
            self.taken().await;
        }
    }

    /// Does what a check asks of the person or of the host.
    async fn fulfil(&self, request: &Value, origin: &Value) -> Value {
        let window = self.window;
        let done = json!({ "resolve": { "ok": true } });
        match request["kind"].as_str().unwrap_or_default() {
            "resetIsolation" => done,
            "clickTrigger" => json!({ "click": true, "resolve": { "ok": true } }),
            "toggleTheme" => {
                let theme = if request["to"] == json!("dark") {
                    Theme::Dark
                } else {
                    Theme::Light
                };
                window.theme(theme).await;
                done
            }
            "checkLinkOpen" => {
                window.go_to("Approvals").await;
                elicitation::takes_answers(window).await;
                window.click("button", &*text("approvals.url.open")).await;
                let address = window
                    .eventually("the browser is opened", || async {
                        std::fs::read_to_string(self.opened).ok()
                    })
                    .await;
                servers::open_tool(window, TOOL).await;
                let is_same = request["url"] == json!(address.trim_end());
                json!({ "resolve": { "ok": is_same } })
            }
            "confirmDialog" if request["dialog"] == json!("download") => {
                window.click("button", &*text("apps.dismissFiles")).await;
                done
            }
            "confirmDialog" => {
                window.go_to("Approvals").await;
                let heading = text_with("approvals.heading.appSampling", &[("server", LABEL)]);
                window.find("heading", Name::has(&heading)).await;
                elicitation::takes_answers(window).await;
                window
                    .click("button", &*text("sampling.action.write"))
                    .await;
                window
                    .fill("textbox", &*text("sampling.response.text"), "pong")
                    .await;
                elicitation::takes_answers(window).await;
                window.click("button", &*text("sampling.action.send")).await;
                servers::open_tool(window, TOOL).await;
                done
            }
            // A page without an origin is in a sandbox: its address has one.
            "inspectFrame" => {
                let is_sandboxed = origin == &json!("null");
                json!({ "resolve": { "ok": is_sandboxed, "value": { "viewSandboxed": is_sandboxed } } })
            }
            // What it looks for stands in the log of the server.
            "readConsole" => {
                window.go_to("Activity").await;
                window.choose("radio", &*text("activity.tab.logs")).await;
                // The steps of the page stand there, too.
                window
                    .fill("searchbox", &*text("activity.log.search"), "policy")
                    .await;
                window.see("Content-Security-Policy").await;
                let log = window.text().await;
                servers::open_tool(window, TOOL).await;
                json!({ "find": { "pattern": request["pattern"], "text": log } })
            }
            _ => json!({ "resolve": { "ok": false, "unsupported": true } }),
        }
    }

    /// Lets the page call tools, as a person would: the suite waits 5 s for the answer.
    async fn allow_calls(&self) {
        let open = self.window.rpc("approval.list", json!({})).await;
        let open = open.expect("approvals can be listed");
        let calls = open.as_array().into_iter().flatten();
        for approval in calls.filter(|each| each["request"]["kind"] == "call") {
            let arguments = &approval["request"]["call"]["arguments"];
            let answer =
                json!({ "kind": "run", "arguments": arguments, "grant": { "kind": "once" } });
            let answer = json!({ "approvalId": approval["id"], "answer": answer });
            let answered = self.window.rpc("approval.answer", answer).await;
            answered.expect("the call can be allowed");
        }
    }

    /// The last step that the page has told, and the origin it has.
    fn step(&self) -> Option<(Value, Value)> {
        let told = std::fs::read(self.folder.join("step.json")).ok()?;
        let told: Value = serde_json::from_slice(&told).ok()?;
        let poll = serde_json::from_str(told["poll"].as_str()?).ok()?;
        Some((poll, told["origin"].clone()))
    }

    fn answer(&self, answer: &Value) {
        let new = self.folder.join("answer.new");
        std::fs::write(&new, answer.to_string()).expect("a file can be written");
        std::fs::rename(new, self.folder.join("answer.json")).expect("a file can be renamed");
    }

    async fn taken(&self) {
        self.window
            .eventually("the page has taken its answer", || async {
                (!self.folder.join("answer.json").exists()).then_some(())
            })
            .await;
    }
}

/// The names of the checks that ended so.
fn named(results: &[Value], ended: impl Fn(&str) -> bool) -> impl Iterator<Item = &str> {
    results.iter().filter_map(move |result| {
        let status = result["status"].as_str().unwrap_or_default();
        ended(status).then(|| result["id"].as_str()).flatten()
    })
}

fn table(results: &[Value]) -> String {
    let mut table = "| check | clause | ended | |\n| --- | --- | --- | --- |\n".to_owned();
    for result in results {
        let [id, clause, status, message] = ["id", "clause", "status", "message"]
            .map(|name| result[name].as_str().unwrap_or_default());
        let _ = writeln!(table, "| {id} | {clause} | {status} | {message} |");
    }
    table
}
