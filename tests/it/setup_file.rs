//! The setup file: everything that is set up, without secrets; and what comes of importing one, also one that was
//! tampered with.

mod review_transfer;

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_tests::webtool::WebtoolServer;

use crate::test_host::{TestHost, demo_program, text};

/// What somebody does to a file.
type Change = Box<dyn Fn(&mut Value)>;

const SECRET: &str = "canary-setup-77aa";

/// A server with a secret and a webtool with two versions, exported.
async fn exported() -> (WebtoolServer, TestHost, Value) {
    let server = WebtoolServer::start().await.expect("a server");
    let host = TestHost::open().await;
    let env = json!([{ "name": "API_TOKEN", "secret": true, "value": SECRET }]);
    let config = json!({ "kind": "stdio", "command": demo_program(), "args": ["a b"], "env": env, "cwd": null });
    host.add("Notes", config).await;
    let look = host
        .call(op::WebtoolDiscover, json!({ "url": server.url() }))
        .await;
    let new = json!({ "label": "Weather", "sha256": look["preview"]["sha256"], "token": SECRET });
    let id = text(&host.call(op::WebtoolAdd, new).await["id"]);
    let old = json!({ "webtoolId": id, "version": "1.0.0" });
    host.call(op::WebtoolFetch, old).await;
    let saved = host.call(op::SetupSave, json!({})).await;
    let file = std::fs::read_to_string(text(&saved["path"])).expect("the file");
    assert_eq!(saved["sizeBytes"], file.len(), "its size is told");
    assert!(!file.contains(SECRET), "no secret is in it");
    let file = serde_json::from_str(&file).expect("JSON");
    (server, host, file)
}

/// Entries by their places, without what lets calls through.
fn picks(places: &[usize]) -> Value {
    let pick = |index: &usize| json!({ "index": index, "allowing": false });
    places.iter().map(pick).collect()
}

async fn read(host: &TestHost, file: &Value) -> Value {
    host.call(op::SetupRead, json!({ "text": file.to_string() }))
        .await
}

#[tokio::test]
async fn a_setup_is_taken_along_and_agrees_to_nothing() {
    let (server, first, file) = exported().await;
    let known = read(&first, &file).await;
    assert_eq!(
        (&known[0]["known"], &known[1]["known"]),
        (&json!(true), &json!(true)),
        "where it comes from all of it is known: {known:#}"
    );
    let asked = server.seen().len();
    let host = TestHost::open().await;
    let entries = read(&host, &file).await;
    let shown: Vec<_> = [0, 1]
        .map(|index| {
            let entry = &entries[index];
            json!([
                entry["kind"],
                entry["label"],
                entry["version"],
                entry["secrets"],
                entry["known"],
                entry["problem"]
            ])
        })
        .to_vec();
    assert_eq!(
        shown,
        [
            json!(["server", "Notes", null, 1, false, null]),
            json!(["webtool", "Weather", "1.1.0", 0, false, null])
        ],
        "{entries:#}"
    );
    assert!(
        text(&entries[0]["leadsTo"]).ends_with("'a b'"),
        "every word is shown: {entries:#}"
    );
    assert_eq!(host.call(op::ServerList, json!({})).await, json!([]));
    let chosen = json!({ "text": file.to_string(), "picks": picks(&[0, 1]) });
    assert_eq!(
        host.call(op::SetupImport, chosen.clone()).await,
        json!({ "added": 2 })
    );
    let servers = host.call(op::ServerList, json!({})).await;
    assert_eq!(
        servers[0]["state"]["kind"], "disabled",
        "nothing is started: {servers:#}"
    );
    let turned_on = json!({ "serverId": servers[0]["id"], "enabled": true });
    host.call(op::ServerSetEnabled, turned_on).await;
    let state = host
        .until("it is refused", async || {
            let servers = host.call(op::ServerList, json!({})).await;
            let state = servers[0]["state"].clone();
            (!matches!(state["kind"].as_str(), Some("starting" | "disabled"))).then_some(state)
        })
        .await;
    assert_ne!(
        state["kind"], "running",
        "what nobody has agreed to here is not started: {state:#}"
    );
    let webtools = host.call(op::WebtoolList, json!({})).await;
    let id = &webtools[0]["id"];
    assert_eq!(webtools[0]["state"]["reviewable"], true, "{webtools:#}");
    assert!(
        webtools[0]["state"]["message"]["code"] == "webtools.tampered.notReviewed",
        "{webtools:#}"
    );
    let call = json!({ "callId": "no", "serverId": id, "name": "count", "arguments": {}, "check": "refuse" });
    host.fails(op::ToolCall, call).await;
    assert_eq!(server.seen().len(), asked, "nothing was asked");
    let detail = host.call(op::WebtoolGet, json!({ "webtoolId": id })).await;
    let versions: Vec<_> = detail["pins"]
        .as_array()
        .expect("pins")
        .iter()
        .map(|pin| (pin["version"].clone(), pin["current"].clone()))
        .collect();
    assert_eq!(
        versions,
        [
            (json!("1.0.0"), json!(false)),
            (json!("1.1.0"), json!(true))
        ],
        "every version came along"
    );
    let agreed = json!({ "webtoolId": id, "pinId": detail["pins"][1]["id"] });
    let agreed = host.call(op::WebtoolActivateVersion, agreed).await;
    assert_eq!(
        agreed["state"]["kind"], "needsConfiguration",
        "looked at, it can be used: {agreed:#}"
    );
    assert_eq!(host.call(op::SetupImport, chosen).await["added"], 2);
    let labels: Vec<_> = host
        .call(op::WebtoolList, json!({}))
        .await
        .as_array()
        .expect("webtools")
        .iter()
        .map(|webtool| text(&webtool["label"]))
        .collect();
    assert_eq!(labels, ["Weather", "Weather 2"], "labels stay unique");
}

/// A change of a file that an older Usher wrote: definitions have no fingerprints in it.
fn as_of_version_1(change: fn(&mut Value)) -> Change {
    Box::new(move |file| {
        file["version"] = json!(1);
        if let Some(server) = file["servers"][0].as_object_mut() {
            server.retain(|member, _| member == "definition");
        }
        change(file);
    })
}

#[tokio::test]
async fn a_file_of_an_older_usher_is_still_taken() {
    let (_server, _first, mut file) = exported().await;
    as_of_version_1(|file| {
        if let Some(webtool) = file["webtools"][0].as_object_mut() {
            webtool.remove("decided");
        }
    })(&mut file);
    let host = TestHost::open().await;
    let entries = read(&host, &file).await;
    for entry in entries.as_array().expect("entries") {
        assert_eq!(
            (&entry["problem"], &entry["leftOut"], &entry["reviewed"]),
            (&Value::Null, &json!([]), &json!(0)),
            "{entry:#}"
        );
    }
    let chosen = json!({ "text": file.to_string(), "picks": picks(&[0, 1]) });
    assert_eq!(
        host.call(op::SetupImport, chosen).await,
        json!({ "added": 2 })
    );
}

#[tokio::test]
async fn what_was_tampered_with_is_named_and_left_out() {
    let (_server, host, file) = exported().await;
    let cases: [(&str, Change, usize, &str); 9] = [
        (
            "a word of a document",
            Box::new(|file| {
                let place = &mut file["webtools"][0]["documents"][0]["text"];
                *place = json!(text(place).replace("tomorrow", "never"));
            }),
            1,
            "the digest doesn’t match",
        ),
        (
            "the version beside it",
            Box::new(|file| file["webtools"][0]["documents"][0]["version"] = json!("9.0.0")),
            1,
            "another kind or version",
        ),
        (
            "which one is used",
            Box::new(|file| file["webtools"][0]["current"] = json!("0".repeat(64))),
            1,
            "not in the file",
        ),
        (
            "where calls go",
            Box::new(|file| {
                file["webtools"][0]["definition"]["base"] = json!("http://example.com/");
            }),
            1,
            "is not encrypted",
        ),
        (
            "its shape",
            Box::new(|file| file["webtools"][0]["documents"] = json!(7)),
            1,
            "can’t be read",
        ),
        (
            "an argument",
            Box::new(|file| {
                file["servers"][0]["definition"]["transport"]["args"] = json!(["--other"]);
            }),
            0,
            "the fingerprint doesn’t match",
        ),
        (
            "the fingerprint",
            Box::new(|file| file["servers"][0]["fingerprint"] = Value::Null),
            0,
            "the fingerprint doesn’t match",
        ),
        (
            "a command",
            as_of_version_1(|file| {
                file["servers"][0]["definition"]["transport"]["command"] = json!("a\nb");
            }),
            0,
            "line break",
        ),
        (
            "a label",
            as_of_version_1(|file| {
                file["servers"][0]["definition"]["label"] = json!("a\u{202e}b");
            }),
            0,
            "invisible",
        ),
    ];
    for (what, change, index, expected) in cases {
        let mut tampered = file.clone();
        change(&mut tampered);
        let entries = read(&host, &tampered).await;
        assert!(
            text(&entries[index]["problem"]).contains(expected),
            "{what}: {entries:#}"
        );
        let chosen = json!({ "text": tampered.to_string(), "picks": picks(&[index]) });
        assert_eq!(
            host.call(op::SetupImport, chosen).await,
            json!({ "added": 0 }),
            "{what}"
        );
    }
    for (given, expected) in [
        ("nonsense".to_owned(), "not an exported setup"),
        (
            json!({ "mcpServers": {} }).to_string(),
            "not an exported setup",
        ),
        (
            json!({ "format": "usher-setup", "version": 3, "exportedAt": 0 }).to_string(),
            "newer version of Usher",
        ),
        ("x".repeat(17_000_000), "larger than 16 MiB"),
    ] {
        let error = host.fails(op::SetupRead, json!({ "text": given })).await;
        assert!(error.message.to_string().contains(expected), "{error:?}");
    }
}

#[tokio::test]
async fn the_credentials_of_a_webtool_in_the_open_are_in_no_setup_file() {
    let (_server, host, mut file) = exported().await;
    let entry = &mut file["webtools"][0];
    let with_key = json!(format!("https://x.example/doc.json?api_key={SECRET}"));
    entry["definition"]["label"] = json!("Open");
    entry["definition"]["url"] = with_key.clone();
    entry["definition"]["config"] = json!({ "units": "metric", "apiToken": SECRET });
    for document in entry["documents"].as_array_mut().expect("documents") {
        document["url"] = with_key.clone();
        document["finalUrl"] = with_key.clone();
    }
    let picked = json!({ "text": file.to_string(), "picks": picks(&[1]) });
    host.call(op::SetupImport, picked).await;
    let saved = host.call(op::SetupSave, json!({})).await;
    let written = std::fs::read_to_string(text(&saved["path"])).expect("the file");
    assert!(
        written.contains("x.example/doc.json?api_key=\""),
        "the address is there: {written}"
    );
    assert!(!written.contains(SECRET), "without its key: {written}");
    assert_eq!(
        saved["blanked"],
        json!([{ "server": "Open", "names": ["apiToken", "api_key"] }]),
        "and the person is told"
    );
    host.api.close().await;
}
