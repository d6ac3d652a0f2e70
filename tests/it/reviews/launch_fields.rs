//! Changes every part of a server's definition alone, from outside: nothing starts, and exactly that part is shown.

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_cases::rows;

use super::alter;
use crate::test_host::{TestHost, text};

/// Stored text, its replacement, and what is shown: path, kind and text; `+` stands for the text above.
const PROGRAM: &str = r#"
    "label":"Mine" | "label":"Main" | /label | other | `label` changed from `Mine` to `Main`
    "command":"/nowhere/one" | "command":"/nowhere/two" | /transport/command | host | Command changed from `/nowhere/one` to `/nowhere/two`
    "--first" | "--worst" | /transport/args/0 | host | Argument 1 changed from `--first` to `--worst`
    "--second" | "--2nd" | /transport/args/1 | host | Argument 2 changed from `--second` to `--2nd`
    ,"--second" |  | /transport/args/1 | host | Argument 2 removed: `--second`
    ,"--second" | ,"-x","-y" | /transport/args/1 | host | Argument 2 removed: `--second`
    + | + | /transport/args/1 | host | Argument 2 added: `-x`
    + | + | /transport/args/2 | host | Argument 3 added: `-y`
    "cwd":"/usr" | "cwd":null | /transport/cwd | host | Working directory changed from `/usr` to `null`
    "name":"PLAIN" | "name":"PATHS" | /transport/env/0 | auth | Environment variable `PLAIN` removed
    + | + | /transport/env/0 | auth | Environment variable `PATHS` added
    "value":"open" | "value":"shut" | /transport/env/0/value/value | auth | Environment variable `PLAIN` changed from `open` to `shut`
    "kind":"secret" | "kind":"plain" | /transport/env/1/value/kind | auth | Environment variable `KEY` › `kind` changed from `secret` to `plain`
    {"kind":"stdio", | {"kind":"demo", | /transport/kind | host | Transport changed from `stdio` to `demo`
    + | + | /transport/command | host | Command removed: `/nowhere/one`
    + | + | /transport/args/0 | host | Argument 1 removed: `--first`
    + | + | /transport/args/1 | host | Argument 2 removed: `--second`
    + | + | /transport/cwd | host | Working directory removed: `/usr`
    + | + | /transport/env/0 | auth | Environment variable `PLAIN` removed
    + | + | /transport/env/1 | auth | Environment variable `KEY` removed
    "era":"legacy" | "era":"modern" | /era | other | `era` changed from `legacy` to `modern`
"#;

const ADDRESS: &str = r#"
    https://a.invalid/mcp | https://b.invalid/mcp | /transport/url | host | URL changed from `https://a.invalid` to `https://b.invalid`
    https://a.invalid/mcp | https://a.invalid/all | /transport/url | host | URL changed from `https://a.invalid/mcp` to `https://a.invalid/all`
    "name":"X-Mine" | "name":"Cookie" | /transport/headers/0 | auth | Header `X-Mine` removed
    + | + | /transport/headers/0 | auth | Header `Cookie` added
    "value":"open" | "value":"shut" | /transport/headers/0/value/value | auth | Header `X-Mine` changed from `open` to `shut`
    "era":"legacy" | "era":"modern" | /era | other | `era` changed from `legacy` to `modern`
"#;

#[tokio::test]
async fn every_part_of_a_launch_that_changes_alone_is_shown_alone() {
    let values = json!([
        { "name": "PLAIN", "secret": false, "value": "open" },
        { "name": "KEY", "secret": true, "value": "swordfish" },
    ]);
    let program = json!({
        "kind": "stdio", "command": "/nowhere/one", "args": ["--first", "--second"], "env": values, "cwd": "/usr",
    });
    let headers = json!([{ "name": "X-Mine", "secret": false, "value": "open" }]);
    let address = json!({ "kind": "http", "url": "https://a.invalid/mcp", "headers": headers });
    for (config, rows_of) in [(program, PROGRAM), (address, ADDRESS)] {
        let mut changes: Vec<(String, String, Vec<Value>)> = Vec::new();
        for [was, now, path, kind, words] in rows(rows_of) {
            if was != "+" {
                changes.push((was, now, Vec::new()));
            }
            let (_, _, shown) = changes.last_mut().expect("a text");
            shown.push(json!({ "path": path, "kind": kind, "text": words }));
        }
        let mut host = TestHost::open().await;
        let draft = json!({ "draft": { "label": "Mine", "config": config, "era": "legacy" } });
        let server = text(&host.call(op::ServerAdd, draft).await["id"]);
        for (was, now, expected) in changes {
            assert!(now.len() <= was.len(), "there is room for {now}");
            // Spaces between the members of JSON say nothing.
            let now = format!("{now:<width$}", width = was.len());
            host = host
                .reopen_altered(|bytes| alter(bytes, was.as_bytes(), now.as_bytes()))
                .await;
            let shown = shown(&host, &server).await;
            assert_eq!(shown, expected, "{was} became {now}");
            host = host
                .reopen_altered(|bytes| alter(bytes, now.as_bytes(), was.as_bytes()))
                .await;
        }
        host.api.close().await;
    }
}

#[tokio::test]
async fn a_reference_to_another_secret_is_shown() {
    let host = TestHost::open().await;
    let env = json!([{ "name": "KEY", "secret": true, "value": "swordfish" }]);
    let config =
        json!({ "kind": "stdio", "command": "/nowhere/one", "args": [], "env": env, "cwd": null });
    let server = host.add("Mine", config).await;
    let before = br#"{"kind":"secret","value":""#;
    let host = host
        .reopen_altered(|bytes| {
            let at = bytes
                .windows(before.len())
                .position(|window| window == before)
                .expect("the reference is in the database");
            let letter = &mut bytes[at + before.len()];
            *letter = if *letter == b'0' { b'1' } else { b'0' };
        })
        .await;
    let shown = shown(&host, &server).await;
    let [one] = shown.as_slice() else {
        panic!("one difference, not {shown:?}")
    };
    assert_eq!(one["path"], "/transport/env/0/value/value");
    assert!(
        text(&one["text"]).starts_with("Environment variable `KEY` changed from `"),
        "{one}"
    );
    host.api.close().await;
}

/// What a server to be reviewed shows of its definition.
async fn shown(host: &TestHost, server: &str) -> Vec<Value> {
    host.until_state(server, "needsReview").await;
    let review = host.call_on(op::PinGetLaunch, &server).await;
    let differences = review["differences"].as_array().cloned();
    let without_sides = |mut one: Value| json!({ "path": one["path"].take(), "kind": one["kind"].take(), "text": text(&one["message"]) });
    differences
        .into_iter()
        .flatten()
        .map(without_sides)
        .collect()
}
