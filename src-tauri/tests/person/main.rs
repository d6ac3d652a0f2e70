//! `usher clients`, `usher approvals` and `usher approve`: the person decides in a terminal, and no agent does.
//!
//! A program of its own: a test that is a client itself can open no terminal for the person. The agents here have left its
//! session, as ones that a person starts elsewhere have.
#![cfg(target_os = "linux")]

#[path = "../connect/place.rs"]
#[expect(dead_code, reason = "shared with other tests of programs")]
mod place;

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;

use crate::place::{Client, Place, USHER, end, owners, stop, until};

/// Runs a command of Usher in a terminal of its own, types this, and returns what was shown.
#[expect(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a test starts the program under test in a terminal"
)]
fn in_terminal(place: &Place, arguments: &str, typed: &str) -> String {
    let mut command = Command::new("script");
    command
        .args(["-qec", &format!("'{USHER}' {arguments}"), "/dev/null"])
        .env("USHER_DATA_DIR", place.data())
        .env("XDG_RUNTIME_DIR", place.runtime())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut running = command.spawn().expect("a terminal");
    let mut keys = running.stdin.take().expect("its keys");
    keys.write_all(typed.as_bytes()).expect("typed");
    let shown = running.wait_with_output().expect("what it shows");
    drop(keys);
    String::from_utf8_lossy(&shown.stdout).into_owned()
}

/// Returns the status of a client, as the terminal lists it.
fn status(place: &Place, name: &str) -> Option<String> {
    let listed = in_terminal(place, "clients", "");
    let line = listed.lines().find(|line| line.starts_with(name))?;
    let (_, status) = line.trim_end().split_once("  ")?;
    Some(status.to_owned())
}

/// An agent: a copy of the shell at a path of its own.
#[expect(clippy::expect_used, reason = "a test")]
fn agent(place: &Place) -> PathBuf {
    let path = place.home().join("agent-1").join("agent");
    fs::create_dir_all(path.with_file_name("")).expect("a folder");
    fs::copy("/bin/sh", &path).expect("a program");
    path
}

/// Starts an agent in a session of its own that runs this script.
#[expect(clippy::disallowed_methods, reason = "a test starts an agent")]
fn start(place: &Place, agent: &Path, script: &str) -> Client {
    let mut command = Command::new("setsid");
    command
        .arg("-f")
        .arg(agent)
        .args(["-c", script])
        .env("USHER_DATA_DIR", place.data())
        .env("XDG_RUNTIME_DIR", place.runtime())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    Client::start(command)
}

#[test]
fn a_waiting_client_is_shown_and_allowed_in_a_terminal() {
    let place = Place::new();
    let serving = place.serve();
    let program = agent(&place);
    let mut client = start(
        &place,
        &program,
        &format!("'{USHER}' connect --as Editor; :"),
    );
    client.initialize();
    let listed = in_terminal(&place, "clients", "");
    for shown in [
        "Editor  [waiting]",
        &program.display().to_string(),
        "Connects as: Editor",
    ] {
        assert!(listed.contains(shown), "{shown}: {listed}");
    }
    let unknown = in_terminal(&place, "approve Editr", "y\n");
    assert!(
        unknown.contains("No approval or client “Editr” waits"),
        "{unknown}"
    );
    let later = in_terminal(&place, "approve Editor", "\n");
    assert!(later.contains("Nothing was decided."), "{later}");
    assert_eq!(status(&place, "Editor").as_deref(), Some("[waiting]"));
    let allowed = in_terminal(&place, "approve Editor", "y\n");
    assert!(allowed.contains("The client is allowed."), "{allowed}");
    assert_eq!(status(&place, "Editor").as_deref(), Some("[allowed]"));
    stop(serving);
    let gone = in_terminal(&place, "clients", "");
    assert!(gone.contains("Usher isn’t running"), "{gone}");
}

#[test]
fn a_call_is_shown_and_decided_in_a_terminal() {
    let place = Place::new();
    place.allow_all();
    let serving = place.serve();
    let program = agent(&place);
    let mut client = start(
        &place,
        &program,
        &format!("'{USHER}' connect --as Tester; :"),
    );
    client.initialize();
    let allowed = in_terminal(&place, "approve Tester", "y\n");
    assert!(allowed.contains("The client is allowed."), "{allowed}");
    until("the demo server is offered", || {
        client
            .tools()
            .contains(&"demo-server__greet".to_owned())
            .then_some(())
    });
    for (typed, shown, is_error) in [("n\n", "Declined.", true), ("y\n", "The call runs.", false)] {
        let arguments = json!({ "keep": 3 });
        let call = json!({ "name": "demo-server__clear_notes", "arguments": arguments });
        let open = client.begin("tools/call", &call);
        let listed = until("the call waits", || {
            let listed = in_terminal(&place, "approvals", "");
            listed.contains("clear_notes").then_some(listed)
        });
        assert!(
            listed.contains("\"keep\": 3"),
            "with its arguments: {listed}"
        );
        let number = listed.split_whitespace().next().unwrap_or_default();
        let decided = in_terminal(&place, &format!("approve {number}"), typed);
        for part in [
            "\"keep\": 3",
            &format!("{number}: run clear_notes of Demo server once?"),
            shown,
        ] {
            assert!(decided.contains(part), "{part}: {decided}");
        }
        let answer = client.answer(open);
        let failed = answer["result"]["isError"] == json!(true) || answer["error"].is_object();
        assert_eq!(failed, is_error, "{answer}");
    }
    stop(serving);
}

/// A program that speaks to the owner as `usher approve` does, first as nobody's client: it opens the channel of the
/// person, becomes a client, and asks over the old channel.
const EARLY_CHANNEL: &str = r#"
import base64, hashlib, hmac, json, os, secrets, socket, subprocess, sys
data, usher = os.environ["USHER_DATA_DIR"], sys.argv[1]
run = os.path.join(os.environ["XDG_RUNTIME_DIR"], "usher")
key = open(os.path.join(data, "access-key"), "rb").read()
line = socket.socket(socket.AF_UNIX)
line.connect(os.path.join(run, os.listdir(run)[0]))
stream = line.makefile("rwb")
def say(message):
    stream.write(json.dumps(message).encode() + b"\n")
    stream.flush()
def proof(role, first, second):
    text = f"usher 1 {role} {first} {second}".encode()
    return base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
own = base64.b64encode(secrets.token_bytes(32)).decode()
say({"usher": 1, "challenge": own})
theirs = json.loads(stream.readline())["challenge"]
say({"proof": proof("client", theirs, own), "wants": "person"})
say({"requests": "clients"})
print("before:", "result" in json.loads(stream.readline()))
pipe = subprocess.PIPE
adapter = subprocess.Popen([usher, "connect", "--as", "Agent"], stdin=pipe, stdout=pipe)
hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}
adapter.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}).encode() + b"\n")
adapter.stdin.flush()
adapter.stdout.readline()
say({"requests": "clients"})
print("after:", stream.readline().decode())
"#;

/// Runs a script of an agent to its end, and returns what it shows.
#[expect(clippy::expect_used, reason = "a test")]
fn ran(place: &Place, program: &Path, script: &str) -> String {
    let mut client = start(place, program, script);
    let mut shown = String::new();
    client.input = None;
    client
        .output
        .read_to_string(&mut shown)
        .expect("what it shows");
    shown
}

#[test]
fn no_agent_decides_for_the_person() {
    let place = Place::new();
    let serving = place.serve();
    let program = agent(&place);
    let early = place.home().join("early.py");
    fs::write(&early, EARLY_CHANNEL).expect("written");
    let hello = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": { "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "a", "version": "1" } },
    });
    // The adapter goes on until it is answered: from then on its starter is known.
    let asks = format!(
        "out=$(mktemp); n=0; {{ echo '{hello}'; until [ -s $out ] || [ $n = 300 ]; do n=$((n + 1)); sleep 0.1; done; }}"
    );
    let connects = format!("{asks} | '{USHER}' connect --as Agent > $out");
    let wrapped = format!("{asks} | timeout 99 '{USHER}' connect --as Agent > $out");
    let below = program.display();
    let beside = format!("{asks} | '{below}' -c \"'{USHER}' connect --as Agent; :\" > $out");
    let approve = format!("echo y | script -qec \"'{USHER}' approve Agent\" /dev/null 2>&1");
    let apart = format!(
        "setsid -f sh -c \"sleep 1; echo y | script -qec \\\"'{USHER}' approve Agent\\\" /dev/null\" 2>&1; sleep 3"
    );
    let deep = format!(
        "deep() {{ if [ $1 = 0 ]; then {approve}; else sh -c ':' ; (deep $(($1 - 1))); fi; }}; deep 140"
    );
    let refused = "can’t decide for you";
    let rows = [
        ("below it", format!("{connects}; {approve}"), refused),
        (
            "a wrapper around its adapter",
            format!("{wrapped}; {approve}"),
            refused,
        ),
        (
            "beside its adapter's starter",
            format!("{beside}; {approve}"),
            refused,
        ),
        (
            "away from its parents and session",
            format!("{connects}; {apart}"),
            refused,
        ),
        (
            "with many parents",
            format!("{connects}; {deep}"),
            "couldn’t be reached",
        ),
        (
            "without a terminal",
            format!("{connects}; '{USHER}' clients 2>&1"),
            refused,
        ),
        (
            "over a channel that it opened before",
            format!("python3 '{}' '{USHER}' 2>&1", early.display()),
            "after: {\"usherRefuses\":\"ofClient\"}",
        ),
        (
            "with the mark of a server",
            format!("USHER_TREE=x '{USHER}' clients 2>&1"),
            "a server of Usher cannot be its client",
        ),
    ];
    for (what, script, expected) in rows {
        let shown = ran(&place, &program, &script);
        assert!(shown.contains(expected), "{what}: {shown}");
        let now = status(&place, "Agent");
        assert!(
            now.as_deref().is_none_or(|now| now == "[waiting]"),
            "{what}: {now:?}"
        );
    }
    let piped = place
        .command(&["approve", "Agent"])
        .stdin(Stdio::null())
        .output();
    let piped = String::from_utf8_lossy(&piped.expect("it runs").stderr).into_owned();
    assert!(
        piped.contains("needs a terminal"),
        "nobody could read it: {piped}"
    );
    stop(serving);
}

#[test]
fn an_owner_that_an_agent_started_takes_no_decision_and_an_orphan_is_no_client() {
    let place = Place::new();
    let serving = place.serve();
    let program = agent(&place);
    let left = program.with_file_name("left");
    let script = format!(
        "'{USHER}' connect --as Agent; : > '{}'; sleep 2; exec '{USHER}' serve 2>&1",
        left.display()
    );
    let mut client = start(&place, &program, &script);
    client.initialize();
    client.input = None;
    // An adapter that is still there starts an owner of its own.
    until("the adapter has ended", || left.exists().then_some(()));
    stop(serving);
    let listed = until("the owner that the agent starts", || {
        let listed = in_terminal(&place, "clients", "");
        (!listed.contains("isn’t running")).then_some(listed)
    });
    assert!(listed.contains("can’t decide for you"), "{listed}");
    for owner in owners(&place.data()) {
        end(owner, "TERM");
    }
    drop(client);
    let place = Place::new();
    let serving = place.serve();
    let orphan = format!("exec 3<&0; (sleep 1; exec '{USHER}' connect --as Orphan 2>&1 <&3) & :");
    let mut client = start(&place, &agent(&place), &orphan);
    let mut shown = String::new();
    let read = client.output.read_to_string(&mut shown);
    read.expect("why it is refused");
    assert!(shown.contains("has ended"), "{shown}");
    assert_eq!(status(&place, "Orphan"), None, "nobody is the client");
    stop(serving);
}
