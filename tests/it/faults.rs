//! Checks servers that fail, die, or are turned off during a request.

use serde_json::{Value, json};
use usher_api::Code;
use usher_api::operations::{TypedOperation as _, op};
use usher_messages::Message;

use crate::test_host::{TestHost, WITHHELD, demo_program, program, scripted, text};

#[tokio::test]
async fn a_server_that_cannot_start_says_why_and_what_to_do() {
    let host = TestHost::open().await;
    let not_executable = host.scratch().join("plain.txt");
    std::fs::write(&not_executable, "no program").expect("written");
    let mut elsewhere = program(demo_program(), &[]);
    let no_folder = host.scratch().join("no such folder");
    let no_folder = no_folder.display().to_string();
    elsewhere["cwd"] = json!(no_folder);
    let cases = [
        (
            program("no-such-program-here", &[]),
            "programNotFound",
            "no-such-program-here",
        ),
        (
            program("/no/such/program", &[]),
            "programNotFound",
            "/no/such/program",
        ),
        (
            program(&not_executable.display().to_string(), &[]),
            "notExecutable",
            "plain.txt",
        ),
        (elsewhere, "workingDirectory", &no_folder),
    ];
    fail(&host, &cases).await;
    host.api.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_that_no_system_of_this_kind_runs_is_said_to_be_one() {
    let host = TestHost::open().await;
    let written = |name: &str, content: &[u8]| {
        let path = host.scratch().join(name);
        usher_tests::executable::write_program(&path, content);
        program(&path.display().to_string(), &[])
    };
    let cases = [
        (
            written("strange", b"\x7fELF\x02\x01\x01 of another machine"),
            "notExecutable",
            "not a valid executable",
        ),
        (
            written("orphan", b"#!/no/such/interpreter\n"),
            "programNotFound",
            "the program that runs it is missing",
        ),
    ];
    fail(&host, &cases).await;
    host.api.close().await;
}

/// Each fails for good with this kind, and its summary names this; so does a call.
async fn fail(host: &TestHost, cases: &[(Value, &str, &str)]) {
    for (config, kind, named) in cases {
        let server = host.add("", config.clone()).await;
        let snapshot = host.until_state(&server, "failed").await;
        let failure = &snapshot["state"]["failure"];
        assert_eq!(failure["kind"], *kind, "{config} gave {failure}");
        assert!(
            text(&failure["summary"]).contains(named),
            "what failed is named: {failure}"
        );
        assert!(
            !text(&failure["nextStep"]).is_empty(),
            "the next step is said: {failure}"
        );

        let call = json!({ "callId": "c", "serverId": server, "name": "x", "arguments": {}, "check": "refuse" });
        let error = host.fails(op::ToolCall, call).await;
        assert_eq!(error.code, Code::ServerUnreachable);
        assert!(
            error.message.to_string().contains(named),
            "the call says why: {}",
            error.message
        );
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_variable_that_a_server_misses_is_passed_on_request() {
    let host = TestHost::open().await;
    let (name, value) = WITHHELD;
    let script = format!(
        r#"[ -n "${name}" ] || {{ echo "{name} is not set" >&2; exit 3; }}; exec "{}""#,
        demo_program()
    );
    let server = host.add("Needy", program("sh", &["-c", &script])).await;
    let snapshot = host.until_state(&server, "retrying").await;
    assert_eq!(
        snapshot["state"]["failure"]["withheld"],
        json!([name]),
        "it is named: {snapshot}"
    );
    let other = json!({ "serverId": server, "names": [name, "PATH"] });
    let error = host.fails(op::ServerPassVariables, other).await;
    assert_eq!(
        error.message,
        Message::new("edit.changed"),
        "only what the failure names is passed"
    );
    let params = json!({ "serverId": server, "names": [name] });
    host.call(op::ServerPassVariables, params).await;
    host.until_listed(&server).await;
    let detail = host.call_on(op::ServerGet, &server).await;
    assert!(
        !detail.to_string().contains(value),
        "the value is a secret: {detail}"
    );
    host.api.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_crash_at_the_start_is_tried_six_times_with_its_stderr_shown() {
    let host = TestHost::open().await;
    let starts = host.scratch().join("starts");
    let script = format!(
        "echo x >> '{}'; echo 'KEY is missing' >&2; exit 3",
        starts.display()
    );
    let server = host.add("Crash", program("sh", &["-c", &script])).await;
    let snapshot = host.until_state(&server, "retrying").await;
    let state = &snapshot["state"];
    assert_eq!(state["failure"]["kind"], "exitedEarly", "{state}");
    assert_eq!(
        state["failure"]["stderr"],
        json!(["KEY is missing"]),
        "{state}"
    );
    assert_eq!(state["maxAttempts"], 5);

    let snapshot = host.until_state(&server, "failed").await;
    let failure = &snapshot["state"]["failure"];
    assert!(
        text(&failure["summary"]).contains('3'),
        "the exit code is said: {failure}"
    );
    let count = std::fs::read_to_string(&starts)
        .unwrap_or_default()
        .lines()
        .count();
    assert_eq!(
        count, 12,
        "one start and five retries, each without and with the question for the era, then it is given up"
    );
    host.api.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_killed_server_is_noticed_and_its_call_fails_with_the_reason() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let pid = host.until_state(&server, "running").await["state"]["pid"].clone();
    let call = json!({
        "callId": "c", "serverId": server, "name": "wait", "arguments": { "seconds": 3600 }, "check": "refuse",
    });
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, call), async {
        host.until("the call is on the wire", async || {
            let log = host.call_on(op::WireList, &server).await;
            let frames = log["frames"].as_array()?.clone();
            frames
                .iter()
                .any(|frame| frame["callId"] == "c")
                .then_some(())
        })
        .await;
        kill(&pid);
    });
    let error = &outcome["ending"]["error"];
    assert_eq!(error["code"], "serverUnreachable", "{outcome}");
    assert!(
        text(&error["message"]).contains("wait"),
        "what was being done is said: {error}"
    );
    host.until_event("serverChanged", |event| {
        event["server"]["state"]["kind"] == "retrying"
            && event["server"]["state"]["failure"]["kind"] == "exited"
    })
    .await;

    // It comes back by itself, with another process, and the call was not sent again.
    let again = host.until_state(&server, "running").await;
    assert_ne!(again["state"]["pid"], pid);
    let log = host.wire_log(&server).await;
    let sent = log["frames"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|frame| frame["method"] == "tools/call" && frame["direction"] == "out")
        .count();
    assert_eq!(sent, 1, "a call whose fate is unknown is never sent again");
    host.api.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn starting_and_stopping_leaves_no_process() {
    let host = TestHost::open().await;
    let server = host.add("Demo", program(demo_program(), &[])).await;
    let mut pids = Vec::new();
    for round in 0..20 {
        // Every other round it is turned off while it is still starting.
        if round % 2 == 0 {
            pids.push(host.until_state(&server, "running").await["state"]["pid"].clone());
        }
        for enabled in [false, true] {
            let params = json!({ "serverId": server, "enabled": enabled });
            let snapshot = host.call(op::ServerSetEnabled, params).await;
            assert_eq!(
                snapshot["state"]["kind"] == "disabled",
                !enabled,
                "the answer shows the new state: {snapshot}"
            );
        }
    }
    pids.push(host.until_state(&server, "running").await["state"]["pid"].clone());
    host.api.close().await;
    for pid in &pids {
        assert!(!lives(pid), "process {pid} was left behind");
    }
}

#[tokio::test]
async fn a_server_is_turned_off_and_says_so() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.turn_off(&server).await;
    let listed = host.call_on(op::ToolList, &server).await;
    assert_eq!(listed[0]["state"]["kind"], "offline", "its lists are kept");
    assert!(
        listed[0]["items"]
            .as_array()
            .is_some_and(|items| !items.is_empty())
    );
    assert_eq!(
        host.call(op::ToolList, json!({})).await,
        json!([]),
        "it is not among those that are on"
    );
    let read = json!({ "serverId": server, "uri": "demo://clock" });
    let error = host.fails(op::ResourceRead, read).await;
    assert_eq!(error.code, Code::ServerUnreachable);
    assert!(
        error.message.to_string().contains("is disabled"),
        "{}",
        error.message
    );
    let error = host
        .fails(op::ServerRestart, json!({ "serverId": server }))
        .await;
    assert_eq!(error.code, Code::ServerUnreachable, "{error:?}");
    host.api.close().await;
}

#[tokio::test]
async fn drafts_with_faults_name_the_fields_and_save_nothing() {
    let host = TestHost::open().await;
    host.add("Demo", program(demo_program(), &[])).await;
    let http = |url: &str| json!({ "kind": "http", "url": url, "headers": [] });
    let cases = [
        ("demo", program(demo_program(), &[]), "label"),
        ("", program("", &[]), "command"),
        ("", program("a\0b", &[]), "command"),
        ("", http("https://user:pass@example.com/mcp"), "url"),
        ("", http("gopher://example.com"), "url"),
    ];
    for (label, config, field) in cases {
        let draft = json!({ "draft": { "label": label, "config": config } });
        let error =
            serde_json::to_value(host.fails(op::ServerAdd, draft.clone()).await).expect("JSON");
        assert_eq!(error["code"], "invalid", "{error}");
        assert_eq!(
            error["detail"]["fields"][0]["field"], field,
            "{draft} gave {error}"
        );
    }
    let servers = host.call(op::ServerList, json!({})).await;
    assert_eq!(
        servers.as_array().map(Vec::len),
        Some(1),
        "nothing else was saved"
    );
    host.api.close().await;
}

#[tokio::test]
async fn what_does_not_exist_is_said_plainly() {
    let host = TestHost::open().await;
    let cases = [
        ("no.such", json!({}), Code::NotFound),
        (
            op::ServerGet::NAME,
            json!({ "serverId": "nobody" }),
            Code::NotFound,
        ),
        (op::ServerGet::NAME, json!({}), Code::Invalid),
        (op::ServerGet::NAME, Value::Null, Code::Invalid),
        (
            op::ServerRestore::NAME,
            json!({ "serverId": "nobody" }),
            Code::NotFound,
        ),
        (
            op::ToolList::NAME,
            json!({ "serverId": "nobody" }),
            Code::NotFound,
        ),
        (
            op::ToolCall::NAME,
            json!({ "callId": "c", "serverId": "s", "name": "n", "arguments": [], "check": "refuse" }),
            Code::Invalid,
        ),
        (op::HistoryList::NAME, json!({ "limit": 0 }), Code::Invalid),
        (op::HistoryGet::NAME, json!({ "id": "x" }), Code::NotFound),
        (op::HistoryGet::NAME, json!({ "id": "7" }), Code::NotFound),
        (
            op::ApprovalAnswer::NAME,
            json!({ "approvalId": "a", "answer": { "kind": "decline" } }),
            Code::NotFound,
        ),
        (
            op::WireGet::NAME,
            json!({ "serverId": "s", "seq": 1 }),
            Code::NotFound,
        ),
    ];
    for (name, params, code) in cases {
        let error = host.fails_named(name, params.clone()).await;
        assert_eq!(error.code, code, "{name} {params} gave {error:?}");
        assert!(
            error.message.to_string().ends_with('.'),
            "it is a sentence: {}",
            error.message
        );
    }
    // Operations without parameters need none.
    host.call(op::ServerList, Value::Null).await;
    host.api.close().await;
}

#[cfg(unix)]
pub(crate) fn signal(pid: &Value, signal: &str) -> bool {
    std::process::Command::new("kill")
        .args([signal, &pid.to_string()])
        .stderr(std::process::Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[cfg(unix)]
fn kill(pid: &Value) {
    assert!(signal(pid, "-KILL"), "process {pid} is there to be killed");
}

#[cfg(unix)]
fn lives(pid: &Value) -> bool {
    signal(pid, "-0")
}

#[tokio::test]
async fn what_is_repaired_while_somebody_looks_is_told() {
    let host = TestHost::open().await;
    let server = host.add_listed("", scripted("bad_utf8")).await;
    let before = host.call_on(op::ServerGet, &server).await;
    assert_eq!(before["repairs"], json!([]), "nothing yet: {before}");
    let call = json!({ "callId": "c", "serverId": server, "name": "echo", "arguments": { "zeta": "1" }, "check": "refuse" });
    host.call(op::ToolCall, call).await;
    host.until_event("serverRepaired", |event| event["serverId"] == *server)
        .await;
    let after = host.call_on(op::ServerGet, &server).await;
    let repairs = after["repairs"].as_array().cloned().unwrap_or_default();
    assert_eq!(repairs.len(), 1, "whoever was told can see it: {after}");
    host.api.close().await;
}

/// What was not checked is not taken for fine: where a check is demanded, the call is refused and says why.
#[tokio::test]
async fn arguments_that_cannot_be_checked_are_not_sent() {
    let host = TestHost::open().await;
    let server = host.add_listed("Strange", scripted("schema_strange")).await;
    let call = |check: &str| json!({ "callId": check, "serverId": server, "name": "bad", "arguments": {}, "check": check });
    let error = host.fails(op::ToolCall, call("refuse")).await;
    assert_eq!(error.code, Code::Invalid);
    assert!(
        error
            .message
            .to_string()
            .starts_with("The arguments for bad couldn’t be checked, so nothing was sent. "),
        "{}",
        error.message
    );
    let sent = |texts: &[String]| {
        texts
            .iter()
            .filter(|text| text.contains("tools/call"))
            .count()
    };
    assert_eq!(sent(&host.wire_texts(&server).await), 0, "nothing was sent");
    host.call(op::ToolCall, call("sendAnyway")).await;
    assert_ne!(
        sent(&host.wire_texts(&server).await),
        0,
        "the person can send them unchecked"
    );
    host.api.close().await;
}
