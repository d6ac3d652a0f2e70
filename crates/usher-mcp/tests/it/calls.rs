//! Tests tool calls against servers that answer strangely, late or never.
//!
//! Each row ends, and the connection is as good afterwards as the server is.

use std::time::Duration;

use usher_cases::rows;
use usher_mcp::{CallError, ConnectionEvent, Limits};
use usher_testkit::scripted::http::HttpServer;

use crate::kit::{
    self, call, describe, http, observe, open, open_with, options, options_within, stdio,
};

/// Answers of every transport: mode, expected outcome, reported repairs.
pub(crate) const ODD_RESULTS: &str = r#"
    plain | [ok] |
    unknown_block | [a, unknown {"type":"hologram","z":1}] | A content block of unknown type is shown as raw JSON.
    block_without_type | [unknown {"text":"a"}] | A content block of unknown type is shown as raw JSON.
    image_without_type | [image ""] | An image or audio content had no media type.
    empty_resource | [unknown {"type":"resource","resource":{"uri":"x:y"}}] | A content block of unknown type is shown as raw JSON.
    strange_audience | [a] |
    text_priority | [a] |
    strange_date | [a] |
    float_size | [link a:b None] | “size” was ignored: it is not a size.
    content_null | [] |
    content_text | [just a string] | The content of a tool result was a string, not an array.
    empty_result | [] |
    null_result | [] | The result of tools/call was null; it counts as “content”.
    text_result | [hello] | The result of tools/call was a string; it counts as “content”.
    list_result | [a, b] | The result of tools/call was an array; it counts as “content”.
    one_block | [a] | The content of a tool result was an object, not an array.
    only_meta | [] |
    text_is_error | [] | “isError” of a tool result was not true or false.
    is_error | [no, is error] |
    shadow | [a] |
    structured_only | [structured {"z":1,"a":2}] |
    echo | [{"zeta":1,"alpha":2}] |
    extras | [ok] |
    text_id | [ok] |
    float_code | rejected -32601 "m" null | The code of an error was not an integer.
    null_id_error | rejected -32700 "parse" null | An error had no id of its request.
    text_code | rejected -32603 "m" "E1" | The code of an error was not an integer.
    no_message | rejected -1 "" null | An error had no message.
    error_extras | rejected -1 "m" {"d":1} |
    error_null | [ok] | A response had a result and "error": null.
    both | rejected -1 "m" null | A response had a result and an error; the error was used.
    no_jsonrpc | [ok] | A message had no "jsonrpc": "2.0".
    big_number | [structured {"z":1.2345678901234568e+22,"a":1.0}] | A number in a message had too many digits and was rounded.
    batch | [ok] | Several messages were sent as one batch.
    nul_in_text | [a␀b] |
    lone_surrogate | [�] | A message had half of a character; it was replaced.
    number_too_large | [structured {"n":null}] | A message had a number that JSON does not know; it was replaced by null.
    not_a_number | [structured {"n":null}] | A message had a number that JSON does not know; it was replaced by null.
    raw_tab | [a␉b] | A message had control characters in a string; they were escaped.
    bare_backslash | [C:\Windows] | A message had a backslash that escapes nothing; it was kept as a character.
    minus_zero | [structured {"n":-0.0}] |
    member_twice | [second] | A message had a property twice; the last one was used.
    id_twice | [ok] | A message had a property twice; the last one was used.
    json_then_text | [ok] | Text after a message was ignored.
    overlong | [��ok] | A message was not valid UTF-8; the invalid bytes were replaced.
    neither | rejected -32603 "" null | A response had neither a result nor an error.
    version_one | [ok] | A message had no "jsonrpc": "2.0".
    big_12 | [text of 12582912 bytes] |
    big_20 | [text of 20971520 bytes] |
"#;

/// Answers only lines on a pipe can give.
const ODD_LINES: &str = r#"
    banner | [ok] | The server printed text that is not MCP: “Server starting on stdio... INFO ready {"level":"info","msg":"a log line that is JSON"}”.
    bad_utf8 | [a��b] | A message was not valid UTF-8; the invalid bytes were replaced.
    messages_touch | [ok] | Several messages were sent without a line break between them.
    log_then_text | [ok] |
    id_twice_other | timeout | A message had a property twice; the last one was used.
    no_id | timeout |
    half_line | undecodable: response.noJson {reason: "EOF while parsing a string"} |
    utf16_line | [ok] |
    id_too_long | [ok] |
    id_negative | [ok] |
    deep_line | [ok] |
    drip | [ok] |
    progress_of_nobody | [ok] |
    progress_backwards | [ok] |
    crlf | [ok] |
    bom | [ok] |
    twice | [ok] |
    wrong_id_first | [ok] |
    wrong_id_only | timeout |
    null_id_result | timeout |
    hang | timeout |
    pretty | timeout |
    no_newline | [ok] |
    die | closed: connection.process {exit: connection.exited {code: "3"}} |
    too_deep | undecodable: response.noJson {reason: "recursion limit exceeded"} |
    big_40 | undecodable: response.tooLong {limit: 33554432 bytes, size: 41943113 bytes} |
    unknown_notifications | [ok] |
    null_id_request | [ok] | A request was ignored: its id null is not valid.
    stderr_flood | [ok] |
    stderr_long_line | [ok] |
"#;

#[tokio::test]
async fn strange_answers_end_the_call_and_not_the_connection() {
    let mut surprises = Vec::new();
    for [mode, expected, repaired] in rows(ODD_RESULTS).chain(rows(ODD_LINES)) {
        let millis = if expected == "timeout" { 500 } else { 30_000 };
        let observed = observe(stdio(&mode), options_within(millis)).await;
        let survives = !matches!(&*mode, "die" | "no_newline" | "half_line");
        if observed != (expected, repaired, survives) {
            surprises.push(format!("{mode}: {observed:?}"));
        }
    }
    assert!(
        surprises.is_empty(),
        "(outcome, repaired, alive) differ:\n{}",
        surprises.join("\n")
    );
}

#[tokio::test]
async fn the_raw_result_keeps_every_member_in_order() {
    let probe = open(stdio("extras")).await.unwrap();
    let result = call(&probe.connection, options("t")).await.unwrap();
    let expected = r#"{"content":[{"type":"text","text":"ok","_meta":{"m":1},"extra":2}],"deeper":{"extra":1},"_meta":{"r":1}}"#;
    assert_eq!(result.raw.to_string(), expected);
    assert!(
        result.size_bytes > expected.len() as u64,
        "the size is that of the whole message"
    );
}

#[tokio::test]
async fn progress_arrives_in_order_and_before_the_result() {
    let probe = open(stdio("progress")).await.unwrap();
    let result = call(&probe.connection, options("p-1")).await;
    assert_eq!(describe(&result), "[ok]");
    let steps = probe.finish().await.pick(|event| match event {
        ConnectionEvent::Progress {
            tag,
            progress,
            total,
            message,
        } => Some((tag.0.clone(), *progress, *total, message.clone())),
        _ => None,
    });
    let expected: Vec<_> = (1..=40)
        .map(|step| {
            (
                "p-1".to_owned(),
                f64::from(step),
                Some(40.0),
                Some(format!("m{step}")),
            )
        })
        .collect();
    assert_eq!(
        steps, expected,
        "all reports were there when the result came"
    );
}

#[tokio::test]
async fn progress_keeps_a_call_alive_but_not_for_ever() {
    let probe = open(stdio("slow_with_progress")).await.unwrap();
    let patient = call(&probe.connection, options_within(1000)).await;
    assert_eq!(
        describe(&patient),
        "[ok]",
        "1.2 s of work with a report every 150 ms survives a limit of 1 s"
    );
    let capped = |options: &mut usher_mcp::ConnectOptions| {
        options.limits = Limits {
            call_cap: Duration::from_millis(700),
            ..kit::limits()
        };
    };
    let probe = open_with(stdio("endless_progress"), capped)
        .await
        .0
        .unwrap();
    let endless = call(&probe.connection, options_within(500)).await;
    assert!(
        matches!(endless, Err(CallError::Timeout { waited }) if waited >= Duration::from_millis(700)),
        "the cap holds however much is reported: {endless:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn calls_run_side_by_side_and_no_answer_is_lost_between_threads() {
    let server = HttpServer::start().await.unwrap();
    for launch in [stdio("echo"), http(&server, "json", "echo")] {
        let probe = open(launch).await.unwrap();
        let lanes = (0..16).map(|lane| {
            let connection = probe.connection.clone();
            tokio::spawn(async move {
                for _ in 0..50 {
                    let result = call(&connection, options(&format!("lane-{lane}"))).await;
                    assert_eq!(describe(&result), r#"[{"zeta":1,"alpha":2}]"#);
                }
            })
        });
        for lane in futures::future::join_all(lanes).await {
            lane.expect("no lane fails");
        }
    }
}

#[tokio::test]
async fn what_is_not_declared_is_not_asked_for() {
    let probe = open(stdio("init_no_tools")).await.unwrap();
    let refused = call(&probe.connection, options("t")).await;
    assert_eq!(
        describe(&refused),
        r#"exchange.notOffered {capability: "tools"}"#
    );
    assert!(matches!(
        probe.connection.list_prompts().await,
        Err(CallError::NotOffered { what: "prompts" })
    ));
    assert!(matches!(
        probe.connection.set_log_level("debug").await,
        Err(CallError::NotOffered { what: "logging" })
    ));
    assert!(
        probe.connection.ping().await.is_ok(),
        "ping needs no capability"
    );
}
