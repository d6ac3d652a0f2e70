//! `usher clients`, `usher approvals` and `usher approve`: the person decides in a terminal, and no agent does.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::identity::{agent, start};
use crate::owners::offered;
use crate::place::{Client, Place, USHER, stop, until, with_allowed_client};

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

#[test]
fn a_waiting_client_is_shown_and_allowed_in_a_terminal() {
    let place = Place::new();
    let serving = place.serve();
    let program = agent(&place, "agent-1");
    let _client = start(&place, &program, "Editor", None);
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
    let place = with_allowed_client();
    let serving = place.serve();
    // The client's own starter is no parent of the terminal, as this test would be.
    let program = agent(&place, "agent-1");
    let mut client = start(&place, &program, "Tester", None);
    let allowed = in_terminal(&place, "approve 'Tester 2'", "y\n");
    assert!(allowed.contains("The client is allowed."), "{allowed}");
    offered(&mut client);
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
        assert!(
            decided.contains("\"keep\": 3") && decided.contains(shown),
            "{decided}"
        );
        let answer = client.answer(open);
        let failed = answer["result"]["isError"] == json!(true) || answer["error"].is_object();
        assert_eq!(failed, is_error, "{answer}");
    }
    stop(serving);
}

/// Runs a shell script as an agent that is a client already, and returns what its terminal commands show.
#[expect(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a test starts an agent"
)]
fn as_agent(place: &Place, program: &Path, script: &str) -> String {
    let shown = place.home().join("shown");
    let script = format!(
        "'{USHER}' connect --as Agent; {{ {script}; }} > '{}' 2>&1",
        shown.display()
    );
    let mut command = Command::new(program);
    command
        .args(["-c", &script])
        .env("USHER_DATA_DIR", place.data())
        .env("XDG_RUNTIME_DIR", place.runtime());
    let mut client = Client::start(command);
    client.initialize();
    // The adapter ends, and the agent goes on.
    client.input = None;
    client.child.0.wait().expect("the agent ends");
    fs::read_to_string(shown).expect("what was shown")
}

#[test]
fn no_agent_decides_for_the_person() {
    let place = Place::new();
    let serving = place.serve();
    let program = agent(&place, "agent-1");
    let approve = format!("\"'{USHER}' approve Agent\"");
    let refused = "can’t decide for you";
    let rows = [
        (format!("echo y | script -qec {approve} /dev/null"), refused),
        (
            format!("echo y | setsid script -qec {approve} /dev/null"),
            refused,
        ),
        (
            format!("echo y | sh -c 'exec script -qec \"{USHER} approve Agent\" /dev/null'"),
            refused,
        ),
        (format!("'{USHER}' clients"), refused),
        (
            format!("USHER_TREE=x '{USHER}' clients"),
            "a server of Usher cannot be its client",
        ),
    ];
    for (script, expected) in rows {
        let shown = as_agent(&place, &program, &script);
        assert!(shown.contains(expected), "{script}: {shown}");
        assert_eq!(
            status(&place, "Agent").as_deref(),
            Some("[waiting]"),
            "{script}"
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
