//! The public suite of checks for hosts of MCP Apps, as far as its checks need no conversation. The suite is not part of
//! this repository: `USHER_APP_SUITE` is its address (`cargo xtask bench app_suite`, which can also fetch it). It fetches
//! `https://modelcontextprotocol.io/`, which has to be reachable.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use usher_tests::text::{text, text_with};
use usher_tests::window::{Start, Theme, Window, has, repository};

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

/// What Usher does otherwise in its own window: only an app that is opened in another one has an origin
/// (docs/security.md).
const OTHERWISE_INLINE: [&str; 1] = ["security/sandbox-permissions"];

/// How many checks have to pass in a window of its own: all others of the 33.
const PASSED: usize = 28;

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
    servers::agree(&window, text("apps.show")).await;
    let suite = Suite {
        folder: folder.path(),
        opened: &opened,
        window: &window,
    };
    let inline = suite.run().await;
    keep("app-suite-inline.md", &inline);
    let server = &[("server", LABEL)];
    window.push(text_with("apps.stopOf", server)).await;
    window.see(&text_with("apps.stopped", server)).await;
    suite.forget();
    window.push(text("apps.openWindow")).await;
    let apart = suite.run().await;
    keep("app-suite-own-window.md", &apart);
    window.quit().await;
    passed(&inline, &OTHERWISE_INLINE);
    passed(&apart, &[]);
}

/// Writes what came of the checks where it can be looked at.
fn keep(name: &str, results: &[Value]) {
    let table = table(results);
    println!("{name}\n{table}");
    let artifacts = repository().join("artifacts");
    std::fs::create_dir_all(&artifacts).expect("a folder can be made");
    std::fs::write(artifacts.join(name), table).expect("a file can be written");
}

/// Fails unless all checks but these passed.
fn passed(results: &[Value], otherwise: &[&str]) {
    let table = table(results);
    let failed: Vec<&str> = named(results, |status| status != "PASS")
        .filter(|id| !OF_CONVERSATIONS.contains(id))
        .collect();
    assert_eq!(failed, otherwise, "{table}");
    assert_eq!(
        named(results, |status| status == "PASS").count(),
        PASSED - otherwise.len(),
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
            let Some((poll, is_sandboxed)) = self.step() else {
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
            let answer = self.fulfil(&poll["request"], is_sandboxed).await;
            self.answer(&answer);
            // The step that brought the request may be told once more.
            self.taken().await;
        }
    }

    /// Does what a check asks of the person or of the host.
    async fn fulfil(&self, request: &Value, is_sandboxed: bool) -> Value {
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
                window.push(text("approvals.url.open")).await;
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
                window.push(text("apps.dismissFiles")).await;
                done
            }
            "confirmDialog" => {
                window.go_to("Approvals").await;
                let heading = text_with("approvals.heading.appSampling", &[("server", LABEL)]);
                window.find("heading", has(&heading)).await;
                elicitation::takes_answers(window).await;
                window.push(text("sampling.action.write")).await;
                window.write(text("sampling.response.text"), "pong").await;
                elicitation::takes_answers(window).await;
                window.push(text("sampling.action.send")).await;
                servers::open_tool(window, TOOL).await;
                done
            }
            "inspectFrame" => {
                json!({ "resolve": { "ok": is_sandboxed, "value": { "viewSandboxed": is_sandboxed } } })
            }
            // What it looks for stands in the log of the server.
            "readConsole" => {
                window.go_to("Activity").await;
                window.choose(text("common.logs")).await;
                // The steps of the page stand there, too.
                window
                    .fill("searchbox", text("activity.log.search"), "policy")
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

    /// The last step that the page has told, and whether it is in a sandbox.
    fn step(&self) -> Option<(Value, bool)> {
        let told = std::fs::read(self.folder.join("step.json")).ok()?;
        let told: Value = serde_json::from_slice(&told).ok()?;
        let poll = serde_json::from_str(told["poll"].as_str()?).ok()?;
        Some((poll, told["sandboxed"] == json!(true)))
    }

    fn answer(&self, answer: &Value) {
        let new = self.folder.join("answer.new");
        std::fs::write(&new, answer.to_string()).expect("a file can be written");
        std::fs::rename(new, self.folder.join("answer.json")).expect("a file can be renamed");
    }

    /// Nothing is left of the app that has ended.
    fn forget(&self) {
        let [step, answer] = ["step.json", "answer.json"].map(|file| self.folder.join(file));
        for file in [&step, &answer, self.opened] {
            // Not all of them are there.
            let _ = std::fs::remove_file(file);
        }
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
