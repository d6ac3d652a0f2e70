//! What was reviewed and decided goes along in a setup file: the one to compare with, the other as far as it restricts,
//! or the person chooses more.

use serde_json::{Value, json};
use usher_api::Code;
use usher_api::operations::op;
use usher_messages::Message;

use super::{Change, SECRET, picks, read};
use crate::reviews::{Declaring, refused, run, standing, tools};
use crate::test_host::{TestHost, text};
use crate::usage::call;

/// Far in the future, Unix ms.
const LATER: i64 = 4_000_000_000_000;

/// A reviewed server that knows a secret and returns it.
async fn reviewed(host: &TestHost) -> (Declaring, String) {
    let program = Declaring::new(host.scratch());
    program.say("instructions", &format!("Be good. {SECRET}"));
    let server = host.add_listed("Notes", config(&program)).await;
    (program, server)
}

/// How it is started.
fn config(program: &Declaring) -> Value {
    let mut config = program.config();
    let env = config["env"].as_array_mut().expect("an environment");
    env.push(json!({ "name": "API_TOKEN", "secret": true, "value": SECRET }));
    config
}

/// *read* asks, *write* is allowed, *list* forbidden, claims are trusted.
async fn decide(host: &TestHost, server: &str) {
    let until = json!({ "kind": "allowUntil", "at": LATER });
    for (tool, decision) in [
        ("read", json!({ "kind": "ask" })),
        ("write", until.clone()),
        ("list", json!({ "kind": "never" })),
    ] {
        let named = json!({ "serverId": server, "name": tool });
        let definition = host.call(op::ToolGet, named).await["definition"].clone();
        let rule = json!({ "serverId": server, "tool": tool, "definition": definition, "decision": decision });
        host.call(op::PolicySetForTool, rule).await;
    }
    let session =
        json!({ "serverId": server, "effect": null, "decision": { "kind": "allowSession" } });
    host.call(op::PolicySetForServer, session).await;
    let readers = json!({ "serverId": server, "effect": "reads", "decision": until });
    host.call(op::PolicySetForServer, readers).await;
    let trust = json!({ "serverId": server, "trust": "yes" });
    host.call(op::PolicySetTrust, trust).await;
}

async fn exported(host: &TestHost) -> Value {
    let saved = host.call(op::SetupSave, json!({})).await;
    let file = std::fs::read_to_string(text(&saved["path"])).expect("the file");
    assert!(!file.contains(SECRET), "no secret is in it: {file}");
    serde_json::from_str(&file).expect("JSON")
}

/// Imports the only entry, gives its secret, and waits for it.
async fn take(host: &TestHost, program: &Declaring, file: &Value, picks: Value) -> String {
    let chosen = json!({ "text": file.to_string(), "picks": picks });
    assert_eq!(host.call(op::SetupImport, chosen).await["added"], 1);
    let server = text(&host.call(op::ServerList, json!({})).await[0]["id"]);
    host.turn_on(&server).await;
    host.until_state(&server, "needsReview").await;
    let draft = json!({ "label": "Notes", "config": config(program) });
    host.call(
        op::ServerUpdate,
        json!({ "serverId": server, "draft": draft }),
    )
    .await;
    host.until_read(&server).await;
    server
}

/// The rules there are: which tools, what is decided, and whether it holds; in the order of their words.
async fn rules(host: &TestHost) -> Vec<String> {
    let policies = host.call(op::PolicyList, json!({})).await;
    let mut found: Vec<_> = policies["rules"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|rule| {
            let tools = rule["scope"]["name"]
                .as_str()
                .or(rule["scope"]["kind"].as_str());
            let decision = text(&rule["decision"]["kind"]);
            format!(
                "{} {decision}: {}",
                tools.unwrap_or_default(),
                text(&rule["status"])
            )
        })
        .collect();
    found.sort();
    found
}

#[tokio::test]
async fn what_was_reviewed_is_compared_with_and_looked_at_again() {
    let first = TestHost::open().await;
    let (program, server) = reviewed(&first).await;
    let file = exported(&first).await;
    assert_eq!(
        standing(&first, &server).await[0],
        "instructions : unchanged",
        "a secret in it is no part of what is pinned, and no difference"
    );
    let database = std::fs::read(first.data_dir().join("usher.db")).expect("the database");
    let log = std::fs::read(first.data_dir().join("usher.db-wal")).unwrap_or_default();
    let has = |bytes: &[u8]| {
        bytes
            .windows(SECRET.len())
            .any(|at| at == SECRET.as_bytes())
    };
    assert!(!has(&database) && !has(&log), "nor in the database");
    first.api.close().await;

    let mut now = tools();
    now[1]["description"] = json!("Writes every note.");
    now[2]["name"] = json!("lists");
    program.say("tools", &now.to_string());
    let host = TestHost::open().await;
    let entries = read(&host, &file).await;
    assert_eq!(
        (&entries[0]["reviewed"], &entries[0]["leftOut"]),
        (&json!(6), &json!([])),
        "{entries:#}"
    );
    let server = take(&host, &program, &file, picks(&[0])).await;
    assert_eq!(
        standing(&host, &server).await,
        [
            "instructions : asBrought",
            "prompt greet: asBrought",
            "template a:{x}: asBrought",
            "tool lists: new",
            "tool read: asBrought",
            "tool write: unlikeBrought",
        ]
    );
    assert_eq!(
        refused(&host, &server, "read").await,
        "read of “Notes” wasn’t used. Review it, then try again.",
        "nobody has looked at it here"
    );
    let write = json!({ "serverId": server, "kind": "tool", "name": "write" });
    let shown = host.call(op::PinGet, write).await;
    assert_eq!(
        (
            &shown["differences"][0]["old"],
            &shown["differences"][0]["new"]
        ),
        (
            &json!("Writes one note into the notebook."),
            &json!("Writes every note.")
        ),
        "what differs from what was reviewed elsewhere is shown: {shown:#}"
    );
    host.review(&server).await;
    assert_eq!(run(&host, &server, "read").await, "ran read");
    let host = host.reopen().await;
    host.until_read(&server).await;
    let standing = standing(&host, &server).await;
    assert!(
        standing.iter().all(|line| line.ends_with(": unchanged")),
        "what was looked at here is what counts: {standing:?}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn what_restricts_comes_along_and_what_allows_only_if_it_is_chosen() {
    let first = TestHost::open().await;
    let (_program, server) = reviewed(&first).await;
    decide(&first, &server).await;
    let file = exported(&first).await;
    first.api.close().await;

    let expected = [
        (
            false,
            vec!["list never: holds", "read ask: holds"],
            json!([]),
        ),
        (
            true,
            vec![
                "list never: holds",
                "read ask: holds",
                "withEffect allowUntil: holds",
                "write allowUntil: holds",
            ],
            json!(1),
        ),
    ];
    for (allowing, rules_then, trusted) in expected {
        let host = TestHost::open().await;
        let entry = read(&host, &file).await[0].clone();
        let tools = |rules: &Value| -> Vec<Value> {
            let rules = rules.as_array().cloned().unwrap_or_default();
            let mut tools: Vec<_> = rules.iter().map(|rule| rule["scope"].clone()).collect();
            tools.sort_by_key(ToString::to_string);
            tools
        };
        assert_eq!(
            (
                tools(&entry["restricting"]).len(),
                tools(&entry["allowing"]),
                &entry["trusted"]
            ),
            (
                2,
                vec![
                    json!({ "kind": "tool", "name": "write", "claimed": "unknown" }),
                    json!({ "kind": "withEffect", "effect": "reads" }),
                ],
                &json!(true)
            ),
            "what would let calls through is told apart, and nothing of a single run is in it: {entry:#}"
        );
        let chosen =
            json!({ "text": file.to_string(), "picks": [{ "index": 0, "allowing": allowing }] });
        assert_eq!(host.call(op::SetupImport, chosen).await["added"], 1);
        assert_eq!(rules(&host).await, rules_then, "allowing: {allowing}");
        let policies = host.call(op::PolicyList, json!({})).await;
        let count = policies["trusted"].as_array().map(Vec::len);
        assert_eq!(
            count,
            Some(usize::from(trusted == json!(1))),
            "{policies:#}"
        );
        let host = host.reopen().await;
        assert_eq!(rules(&host).await, rules_then, "they are kept");
        host.api.close().await;
    }
}

#[tokio::test]
async fn what_restricts_holds_as_soon_as_the_server_can_be_used() {
    let first = TestHost::open().await;
    let (program, server) = reviewed(&first).await;
    decide(&first, &server).await;
    let file = exported(&first).await;
    first.api.close().await;
    let host = TestHost::open().await;
    let server = take(
        &host,
        &program,
        &file,
        json!([{ "index": 0, "allowing": true }]),
    )
    .await;
    host.review(&server).await;
    let error = host
        .fails(op::ToolCall, call(&server, "no", "list", &json!({})))
        .await;
    assert_eq!(error.code, Code::Forbidden, "{error:?}");
    assert!(
        rules(&host)
            .await
            .contains(&"write allowUntil: outdated".to_owned()),
        "what allows holds only for exactly what was in the file: a secret was given since"
    );
    host.api.close().await;
}

/// The texts of what is left out of an entry.
fn left_out_of(entry: &Value) -> Value {
    let messages = entry["leftOut"].as_array().into_iter().flatten();
    messages.map(text).collect()
}

#[tokio::test]
async fn what_does_not_fit_is_named_and_the_rest_goes_on() {
    let first = TestHost::open().await;
    let (_program, server) = reviewed(&first).await;
    decide(&first, &server).await;
    let file = exported(&first).await;
    first.api.close().await;
    let host = TestHost::open().await;
    let cases: [(Change, &str); 10] = [
        (
            Box::new(|server| {
                let place = &mut at(server, "read")["definition"];
                *place = json!(text(place).replace("one note", "any note"));
            }),
            "The review of read is not imported: it was changed in the file, and the digest doesn’t match.",
        ),
        (
            Box::new(|server| at(server, "read")["sha256"] = json!("0".repeat(64))),
            "The review of read is not imported: it was changed in the file, and the digest doesn’t match.",
        ),
        (
            Box::new(|server| at(server, "read")["name"] = json!("re\u{202e}ad")),
            "The review of re\\u{202e}ad is not imported: the definition has another name.",
        ),
        (
            Box::new(|server| at(server, "read")["kind"] = json!("instructions")),
            "The review of the instructions is not imported: the definition has another name.",
        ),
        (
            Box::new(|server| {
                let text = " {}";
                let digest = usher_review::canonical::Digest::of_bytes(text.as_bytes()).to_string();
                at(server, "read")["definition"] = json!(text);
                at(server, "read")["sha256"] = json!(digest);
            }),
            "The review of read is not imported: the definition is not canonical JSON.",
        ),
        (
            Box::new(|server| at(server, "read")["reviewedAt"] = json!("now")),
            "A reviewed definition can’t be read.",
        ),
        (
            Box::new(|server| {
                let again = at(server, "read").clone();
                server["reviewed"]
                    .as_array_mut()
                    .expect("reviews")
                    .push(again);
            }),
            "The review of read is in the file twice; the first is used.",
        ),
        (
            Box::new(|server| server["decided"]["rules"][0]["stance"] = json!("perhaps")),
            "A permission can’t be read.",
        ),
        (
            Box::new(|server| server["decided"]["rules"][0]["stance"] = json!("allowSession")),
            "A permission was limited to another session.",
        ),
        (
            Box::new(|server| {
                let rules = server["decided"]["rules"].as_array_mut().expect("rules");
                let mut again = rules[0].clone();
                again["stance"] = json!({ "allowUntil": LATER });
                rules.push(again);
            }),
            "Two permissions are for the same tools; the first is used.",
        ),
    ];
    for (change, expected) in cases {
        let mut tampered = file.clone();
        change(&mut tampered["servers"][0]);
        let entry = read(&host, &tampered).await[0].clone();
        let left_out: Vec<_> = expected.split_terminator('\n').collect();
        assert_eq!(
            (left_out_of(&entry), &entry["problem"]),
            (json!(left_out), &Value::Null),
            "{entry:#}"
        );
    }
    let mut long = file.clone();
    let rule = |at: usize| json!({ "scope": { "tool": { "name": format!("t{at}"), "definition": "d", "claimed": "unknown" } }, "stance": "never" });
    long["servers"][0]["decided"]["rules"] = (0..600).map(rule).collect();
    let entry = read(&host, &long).await[0].clone();
    assert_eq!(
        (
            entry["restricting"].as_array().map(Vec::len),
            left_out_of(&entry)
        ),
        (
            Some(500),
            json!(["Only the first 500 permissions are imported."])
        )
    );
    long["servers"][0]["reviewed"][0]["definition"] = json!("x".repeat(17_000_000));
    let error = host
        .fails(op::SetupRead, json!({ "text": long.to_string() }))
        .await;
    assert_eq!(error.message, Message::new("setupFile.tooLong"));
    host.api.close().await;
}

/// What the file says was reviewed of a tool.
fn at<'a>(server: &'a mut Value, tool: &str) -> &'a mut Value {
    let reviewed = server["reviewed"].as_array_mut().expect("reviews");
    reviewed
        .iter_mut()
        .find(|entry| entry["kind"] == "tool" && entry["name"] == tool)
        .expect("the tool was reviewed")
}
