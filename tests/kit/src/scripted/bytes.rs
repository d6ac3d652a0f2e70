//! Answers calls with bytes that are no message, or around one.

use std::time::Duration;

use serde_json::{Value, json};

use super::peer::{Output, Peer};

/// Depth of useless nesting, or length of an unread line, in bytes.
const ENDLESS: usize = 16 << 20;

/// Ids of requests as written, and whether an answer can repeat them.
pub const IDS: [(&[u8], bool); 14] = [
    (b"-7", true),
    (b"\"\"", true),
    (b"\"a b\"", true),
    (b"9007199254740993", true),
    ("\"\u{e9}\"".as_bytes(), true),
    (b"\"\xff\"", false),
    (b"\"\xc0\xaf\"", false),
    (b"\"\\ud800\"", false),
    (b"1e400", false),
    (b"12345678901234567890", false),
    (b"-0", false),
    (b"1.5", false),
    (b"true", false),
    (b"[1]", false),
];

/// Sends a message in a line formatted as the mode says.
pub(super) fn dress(mode: &str, message: &Value, peer: &Peer) {
    let message = message.to_string();
    match mode.rsplit_once('_') {
        Some((_, "crlf")) => peer.line(&format!("{message}\r")),
        Some((_, "bom")) => peer.line(&format!("\u{feff}{message}")),
        _ => peer.line(&format!("{message} and that was all")),
    }
}

/// Answers a read with one blob; its URI says how many MiB of base64 it is long.
pub(super) fn long_blob(id: &Value, uri: &Value, peer: &Peer) {
    let mebibytes = uri.as_str().and_then(|uri| uri.strip_prefix("long:"));
    let mebibytes: usize = mebibytes.and_then(|size| size.parse().ok()).unwrap_or(1);
    let head = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"contents":[{{"uri":{uri},"mimeType":"image/png","blob":""#
    );
    peer.put(Output::Bare(head.into_bytes()));
    peer.put(Output::Repeated(vec![b'A'; 1 << 20], mebibytes));
    peer.line("\"}]}}");
}

/// Answers in the way of the mode; false if it is none of these.
pub(super) async fn answer(mode: &str, id: &Value, peer: &Peer) -> bool {
    let content = |text: &str| format!(r#"{{"content":[{{"type":"text","text":"{text}"}}]}}"#);
    let whole = |result: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
    let ok = whole(&content("ok"));
    match mode {
        "odd_ids" => {
            for (written, _) in IDS {
                let (head, tail) = (b"{\"jsonrpc\":\"2.0\",\"id\":", b",\"method\":\"ping\"}");
                peer.put(Output::Line([head.as_slice(), written, tail].concat()));
            }
            peer.ask("ping", &Value::Null).await;
            peer.line(&ok);
        }
        "json_then_text" => peer.line(&format!("{ok} and that was all")),
        "messages_touch" => {
            let note = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}});
            peer.line(&format!("{note}{ok}"));
        }
        "log_then_text" => {
            peer.line(r#"{"level":"info","level":"warn"} and that was all"#);
            peer.line("[1] started");
            peer.line(&ok);
        }
        "id_twice" => {
            let elsewhere = ok.replace(&format!("\"id\":{id}"), "\"id\":777");
            let body = elsewhere.strip_suffix('}').unwrap_or_default();
            peer.line(&format!("{body},\"id\":{id}}}"));
        }
        "id_twice_other" => {
            let body = ok.strip_suffix('}').unwrap_or_default();
            peer.line(&format!("{body},\"id\":777}}"));
        }
        "answers_for_others" => {
            for other in (0..10).filter(|other| *id != *other) {
                peer.answer(&json!(other), &json!({"content": []}));
            }
            peer.line(&ok);
        }
        "no_id" => peer.line(&ok.replace(&format!("\"id\":{id},"), "")),
        "half_line" => {
            peer.put(Output::Bare(ok.as_bytes()[..ok.len() / 2].to_vec()));
            peer.put(Output::Exit(0));
        }
        "utf16_line" => {
            let text = "\u{feff}Server starting on stdio";
            let bytes = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            peer.put(Output::Line(bytes));
            peer.line(&ok);
        }
        "lone_surrogate" => peer.line(&whole(&content("\\ud800"))),
        "raw_tab" => peer.line(&whole(&content("a\tb"))),
        "bare_backslash" => peer.line(&whole(&content("C:\\Windows"))),
        "not_a_number" => peer.line(&whole(r#"{"structuredContent":{"n":NaN}}"#)),
        "nul_in_text" => peer.line(&whole(&content("a\\u0000b"))),
        "overlong" => {
            let (head, tail) = ok.split_at(ok.len() - "ok\"}]}}".len());
            let bytes = [head.as_bytes(), b"\xc0\xaf", tail.as_bytes()].concat();
            peer.put(Output::Line(bytes));
        }
        "number_too_large" => peer.line(&whole(r#"{"structuredContent":{"n":1e400}}"#)),
        "minus_zero" => peer.line(&whole(r#"{"structuredContent":{"n":-0}}"#)),
        "member_twice" => {
            let twice = content("first").replace('}', "},").replace("},]},", "}],");
            peer.line(&whole(&format!("{twice}{}", &content("second")[1..])));
        }
        "id_too_long" => {
            peer.line(&ok.replace(&format!("\"id\":{id}"), "\"id\":12345678901234567890"));
            peer.line(&ok);
        }
        "id_negative" => {
            peer.answer(&json!(-1), &json!({}));
            peer.line(&ok);
        }
        "null_id_result" => peer.answer(&Value::Null, &json!({})),
        "neither" => peer.send(&json!({"jsonrpc": "2.0", "id": id})),
        "version_one" => peer.line(&ok.replace("2.0", "1.0")),
        "deep_line" => {
            peer.put(Output::Line(vec![b'['; ENDLESS]));
            peer.line(&ok);
        }
        "drip" => {
            for byte in ok.bytes() {
                peer.put(Output::Bare(vec![byte]));
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            peer.line("");
        }
        "many_values" => {
            let values = "0,".repeat(500_000);
            peer.line(&whole(&format!(r#"{{"structuredContent":[{values}0]}}"#)));
        }
        "long_names" => {
            let long = "x".repeat(100_000);
            peer.send(&json!({"jsonrpc": "2.0", "id": [long], "method": "roots/list"}));
            peer.send(&json!({"jsonrpc": "2.0", "id": long, "method": "no/such"}));
            peer.notify(&format!("notifications/{long}"), &json!({}));
            peer.notify(
                "notifications/message",
                &json!({"level": long, "logger": long, "data": long}),
            );
            peer.notify("notifications/resources/updated", &json!({"uri": long}));
            peer.notify("notifications/resources/updated", &json!({"uri": "a:last"}));
            peer.line(&ok);
        }
        "progress_of_nobody" => {
            for token in [json!("nobody"), json!(-1), Value::Null, json!({})] {
                let params = json!({"progressToken": token, "progress": 1});
                peer.notify("notifications/progress", &params);
            }
            peer.line(&ok);
        }
        _ => return false,
    }
    true
}
