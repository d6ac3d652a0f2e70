//! `usher probe` as it is shipped, against the demo server in the same binary.

use std::process::{Command, Output};

use serde_json::{Value, json};

const USHER: &str = env!("CARGO_BIN_EXE_usher");

#[expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test starts the program under test"
)]
fn probe(arguments: &[&str]) -> Output {
    Command::new(USHER)
        .arg("probe")
        .args(arguments)
        .output()
        .unwrap()
}

/// The members of the JSON document that `pointers` name.
#[expect(clippy::unwrap_used, reason = "a test")]
fn told(arguments: &[&str], pointers: &[&str]) -> (Option<i32>, Vec<Value>) {
    let output = probe(arguments);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let members = pointers
        .iter()
        .map(|pointer| document.pointer(pointer).cloned().unwrap_or_default())
        .collect();
    (output.status.code(), members)
}

#[test]
fn a_probe_tells_what_a_server_offers_and_runs_one_thing() {
    let check = |errand: &[&str], pointers: &[&str], expected: (Option<i32>, Vec<Value>)| {
        let arguments = [errand, &["--json", "--", USHER, "--demo-server"]].concat();
        assert_eq!(
            told(&arguments, pointers),
            expected,
            "exit code and findings of usher probe {}",
            errand.join(" ")
        );
    };
    check(
        &[],
        &["/ok", "/agreed/serverInfo/name", "/failure", "/run"],
        (
            Some(0),
            vec![json!(true), json!("usher-demo"), Value::Null, Value::Null],
        ),
    );
    check(
        &["--era", "legacy", "--call", "greet", r#"{"name":"Ada"}"#],
        &["/ok", "/agreed/era", "/run/isError"],
        (Some(0), vec![json!(true), json!("legacy"), json!(false)]),
    );
    check(
        &["--call", "no_such_tool", "{}"],
        &["/ok", "/failure"],
        (Some(1), vec![json!(false), Value::Null]),
    );
}

#[test]
fn a_server_that_does_not_start_is_diagnosed_in_words() {
    let output = probe(&["usher-has-no-such-program"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        (output.status.code(), text.lines().next()),
        (
            Some(1),
            Some("The program “usher-has-no-such-program” was not found on your PATH.")
        ),
        "the words are those of the window"
    );
}

#[test]
fn wrong_usage_is_told_apart_from_a_server_that_fails() {
    let check = |arguments: &[&str], expected: &str| {
        let output = probe(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            (output.status.code(), said.lines().next()),
            (Some(2), Some(expected)),
            "usher probe {}",
            arguments.join(" ")
        );
    };
    check(
        &[],
        "usher probe: say which server to look at: a URL, or a command with its arguments",
    );
    check(
        &["https://user:pass@example.test/mcp"],
        "usher probe: url: The URL holds a user name or password. Take it out and give it as a secret header, such as Authorization.",
    );
}
