//! Real clients and agents, as people start them: with a home of their own, without an account and without the network.
#![expect(
    clippy::expect_used,
    reason = "a test that cannot go on must say where it stopped"
)]

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use usher_agents::{Entry, Places, apply, find, preview};
use usher_api::Api;
use usher_api::operations::{TypedOperation as _, op};
use usher_app::{Desktop, Environment, open_host_with};
use usher_core::clients::new_key;
use usher_testkit::extent;

use crate::place::{Place, USHER};

/// What a client calls: a tool that tells of its progress.
const TOOL: &str = "demo-server__count_slowly";
/// Pauses between the steps: the first TypeScript SDK drops progress that it reads together with the result.
const ARGUMENTS: &str = r#"{"steps":4,"delayMs":200}"#;

/// A client as a program that takes what to call, and then the command of a server.
struct Real {
    /// The name it connects with.
    name: &'static str,
    program: Vec<String>,
    /// The revision it agrees on with Usher.
    revision: &'static str,
    /// What it shows of what it was told.
    shows: Shows,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shows {
    /// Also prompts, resources and progress.
    Everything,
    Tools,
}

const LEGACY: &str = "2025-11-25";
const MODERN: &str = "2026-07-28";

fn sdks() -> Vec<Real> {
    let target = Path::new(USHER).ancestors().nth(2);
    let python = target.map(|target| target.join("peers-python/bin/python"));
    let python = python.unwrap_or_default().display().to_string();
    let sdk = |name, program: &[&str], revision| Real {
        name,
        program: program.iter().map(|word| (*word).to_owned()).collect(),
        revision,
        shows: Shows::Everything,
    };
    let javascript = |name, of, revision| {
        let script = peer("sdk_client.mjs");
        sdk(name, &["node", &script, of], revision)
    };
    let of_python = |name, library, mode, revision| {
        let script = peer("sdk_client.py");
        sdk(name, &[&python, &script, library, mode], revision)
    };
    let mut sdks = vec![
        javascript("typescript-1", "v1", LEGACY),
        javascript("typescript-2-newest", "v2-newest", MODERN),
        of_python("python-newest", "mcp", "auto", MODERN),
    ];
    if extent::is_all() {
        sdks.extend([
            javascript("typescript-2", "v2", LEGACY),
            of_python("python", "mcp", "legacy", LEGACY),
            of_python("fastmcp", "fastmcp", "legacy", LEGACY),
            of_python("fastmcp-newest", "fastmcp", "auto", MODERN),
        ]);
    }
    sdks
}

/// The Inspector is told the command; Claude Code, Codex and Goose read what Usher wrote into their files.
fn agents() -> Vec<Real> {
    let agent = |name: &'static str, revision| Real {
        name,
        program: ["node", &peer("agent_client.mjs"), name]
            .map(str::to_owned)
            .to_vec(),
        revision,
        shows: Shows::Tools,
    };
    let mut agents = vec![agent("inspector", LEGACY), agent("claude-code", MODERN)];
    if extent::is_all() {
        agents.extend([
            agent("inspector-newest", MODERN),
            agent("codex", "2025-06-18"),
            // Its program is there for Linux only.
            #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
            agent("goose", MODERN),
        ]);
    }
    agents
}

fn peer(script: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.join("tests/peers").join(script).display().to_string()
}

/// Connects the agents in the home to Usher, in their own files.
fn write_entries(place: &Place) {
    let home = place.home();
    for folder in [".claude", ".codex", ".config/goose"] {
        std::fs::create_dir_all(home.join(folder)).expect("a folder in the home");
    }
    let places = Places {
        config: home.join(".config"),
        home,
        variables: Vec::new(),
    };
    let mut written = Vec::new();
    for agent in find(&places) {
        let key = new_key().expect("there are random numbers");
        let entry = Entry::new(Path::new(USHER), &agent).with_key(key);
        let shown = preview(&agent, &entry).expect("it can be written");
        apply(&shown, 0).expect("it is written");
        written.push(agent.app.id);
    }
    assert_eq!(written, ["claude-code", "codex", "goose"], "all are found");
}

/// Runs a client, again if it has listed before the person let it in.
fn run_when_let_in(place: &Place, client: &Real) -> Result<Value, String> {
    let found = run(place, client)?;
    match found["tools"].as_array().map(Vec::len) {
        Some(0) => run(place, client),
        _ => Ok(found),
    }
}

/// Runs a client: what it printed, or what it said of why it failed.
#[expect(clippy::disallowed_methods, reason = "a test starts real clients")]
fn run(place: &Place, client: &Real) -> Result<Value, String> {
    let [program, rest @ ..] = client.program.as_slice() else {
        return Err("a client has a program".to_owned());
    };
    let output = Command::new(program)
        .args(rest)
        .args([TOOL, ARGUMENTS, "--"])
        .args([USHER, "connect", "--as", client.name])
        .current_dir(place.home())
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", place.home())
        .env("TEST_AWAITS_TOOLS", "1")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let printed = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(printed.trim()).map_err(|_| format!("{printed}\n{said}"))
}

/// The person, who allows every client that comes.
async fn allow_who_comes(api: &Api) {
    loop {
        let clients = call(api, op::ClientList::NAME, json!({})).await;
        let clients = clients.as_array().into_iter().flatten();
        for client in clients.filter(|client| client["status"] == "waiting") {
            let decision = json!({ "kind": "allow", "profile": client["profile"] });
            let params = json!({ "clientId": client["id"], "decision": decision });
            call(api, op::ClientDecide::NAME, params).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

async fn call(api: &Api, operation: &str, params: Value) -> Value {
    api.call(operation, params)
        .await
        .unwrap_or_else(|error| panic!("{operation}: {error:?}"))
}

async fn check(place: &Place, clients: Vec<Real>) {
    let environment = Environment::at(&place.data()).with_runtime_dir(place.runtime());
    let api = open_host_with(&environment, None, Desktop::default(), USHER.into()).await;
    let demo = call(&api, op::ServerAddDemo::NAME, json!({})).await;
    // What it says of its tools counts, so those that only read are not asked about.
    let trust = json!({ "serverId": demo["id"], "trust": "yes" });
    call(&api, op::PolicySetTrust::NAME, trust).await;
    let served = usher_app::serve_clients(&environment, &api, None).expect("it serves");
    let found = tokio::task::block_in_place(|| {
        std::thread::scope(|scope| {
            let started: Vec<_> = clients
                .iter()
                .map(|client| scope.spawn(|| run_when_let_in(place, client)))
                .collect();
            tokio::runtime::Handle::current().block_on(async {
                let all_ended = async {
                    while started.iter().any(|client| !client.is_finished()) {
                        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                    }
                };
                tokio::select! {
                    () = allow_who_comes(&api) => {}
                    () = all_ended => {}
                }
            });
            let ended = started.into_iter().map(std::thread::ScopedJoinHandle::join);
            ended
                .map(|ran| ran.expect("it was run"))
                .collect::<Vec<_>>()
        })
    });
    let known = call(&api, op::ClientList::NAME, json!({})).await;
    for (client, found) in clients.iter().zip(found) {
        let name = client.name;
        let found = found.unwrap_or_else(|said| panic!("{name}: {:?}: {said}", client.program));
        let listed = found["tools"].as_array().map_or(0, Vec::len);
        assert!(listed > 10, "{name} lists {listed} tools: {found}");
        let text = found["result"]["content"][0]["text"].as_str();
        let has_it = text.is_some_and(|text| text.contains('4'));
        assert!(has_it, "{name} gets the result: {found}");
        if client.shows == Shows::Everything {
            let more_than = |member: &str, count| {
                assert!(
                    found[member].as_u64() > Some(count),
                    "{name}, {member}: {found}"
                );
            };
            more_than("prompts", 0);
            more_than("resources", 0);
            more_than("progress", 1);
        }
        let shown = known.as_array().into_iter().flatten();
        let shown: Vec<_> = shown.filter(|shown| shown["name"] == name).collect();
        assert_eq!(shown.len(), 1, "{name} is one client: {known}");
        let revision = &shown[0]["declared"]["protocolVersion"];
        assert_eq!(revision, client.revision, "{name}: {}", shown[0]);
    }
    drop(served);
    api.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_of_the_sdks_list_call_and_hear_of_progress_in_both_eras() {
    let place = Place::new();
    std::fs::create_dir_all(place.home()).expect("a home");
    check(&place, sdks()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_that_usher_was_written_into_list_and_call() {
    let place = Place::new();
    write_entries(&place);
    check(&place, agents()).await;
}
