//! Credentials in arguments and URLs: they are kept as secrets, reach the server, and nothing else.

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_testkit::executable::write_program;
use usher_tests::scripted::endpoints::{EndpointServer, Layout};

use crate::test_host::{TestHost, demo_program, text};

const CANARY: &str = "canary&open/QxVkpZ";

/// Reads pasted text, saves the one server in it, and starts it.
async fn paste(host: &TestHost, pasted: &str) -> String {
    let reading = host
        .call(op::ServerReadPaste, json!({ "text": pasted }))
        .await;
    let mut config = reading["servers"][0]["config"].clone();
    for list in ["env", "headers", "inputs"] {
        for value in config[list].as_array_mut().into_iter().flatten() {
            value["secret"] = value["looksSecret"].take();
        }
    }
    let id = host.add("Mine", config).await;
    host.until_read(&id).await;
    id
}

/// Everything that was written to disk, read from memory or copied: a text in which the credential must not be.
async fn everything(host: &TestHost, id: &str) -> String {
    let saved = host.call(op::SetupSave, json!({})).await;
    let mut texts = vec![std::fs::read_to_string(text(&saved["path"])).unwrap_or_default()];
    assert!(texts[0].contains("usher-setup"), "the setup file was read");
    let log = host.wire_log(id).await;
    let seq = &log["frames"][0]["seq"];
    for form in ["json", "command"] {
        let params = json!({ "serverId": id, "seq": seq, "form": form });
        texts.push(text(&host.call(op::WireCopy, params).await["text"]));
    }
    texts.extend(host.wire_texts(id).await);
    for server in [
        host.call_on(op::ServerGet, &id).await,
        host.call(op::ServerList, json!({})).await,
    ] {
        texts.push(server.to_string());
    }
    for file in walkdir(&host.data_dir()) {
        texts.push(String::from_utf8_lossy(&std::fs::read(file).unwrap_or_default()).into_owned());
    }
    texts.join("\n")
}

fn walkdir(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .flat_map(|entry| match entry.path() {
            folder if folder.is_dir() => walkdir(&folder),
            file => vec![file],
        })
        .collect()
}

#[track_caller]
fn is_nowhere(texts: &str) {
    for form in ["canary&open/QxVkpZ", "canary%26open%2FQxVkpZ", "QxVkpZ"] {
        let place = texts.find(form).map(|at| {
            let start = texts.floor_char_boundary(at.saturating_sub(200));
            &texts[start..texts.ceil_char_boundary(at + 40)]
        });
        assert_eq!(place, None, "{form} stands in the open");
    }
}

/// A program that writes what it was given to a file and to stderr, and is the demo server then.
fn reporting(host: &TestHost, name: &str, report: &str) -> String {
    let path = host.scratch().join(name);
    let seen = host.scratch().join("seen");
    let script = format!(
        "#!/bin/sh\nprintf '%s' \"{report}\" > '{}'\nprintf '%s\\n' \"given {report}\" >&2\nexec '{}'\n",
        seen.display(),
        demo_program()
    );
    write_program(&path, script);
    path.display().to_string()
}

fn seen(host: &TestHost) -> String {
    std::fs::read_to_string(host.scratch().join("seen")).unwrap_or_default()
}

#[tokio::test]
async fn the_credential_of_an_argument_reaches_the_program_and_nothing_else() {
    let host = TestHost::open().await;
    let program = reporting(&host, "server", "$2");
    let id = paste(&host, &format!("{program} --api-key '{CANARY}'")).await;
    assert_eq!(seen(&host), CANARY, "the program was given it");
    let detail = host.call_on(op::ServerGet, &id).await;
    assert_eq!(
        detail["config"]["args"],
        json!(["--api-key", "${input:api-key}"]),
        "what is shown refers to it"
    );
    let texts = everything(&host, &id).await;
    assert!(
        texts.contains(r#"--api-key "$API_KEY""#),
        "the copied command names a variable"
    );
    assert!(texts.contains("given •••"), "its log is redacted");
    is_nowhere(&texts);

    std::fs::remove_file(host.scratch().join("seen")).expect("it was there");
    let host = host.reopen().await;
    host.until("the keyring gives it to the next start", async || {
        (seen(&host) == CANARY).then_some(())
    })
    .await;
    host.api.close().await;
}

#[tokio::test]
async fn the_variable_of_a_container_is_handed_over_by_the_environment() {
    let host = TestHost::open().await;
    let program = reporting(&host, "docker", "$* $GITHUB_TOKEN");
    let id = paste(
        &host,
        &format!("{program} run -i -e 'GITHUB_TOKEN={CANARY}' image"),
    )
    .await;
    assert_eq!(
        seen(&host),
        format!("run -i -e GITHUB_TOKEN image {CANARY}"),
        "no program that lists processes sees it"
    );
    is_nowhere(&everything(&host, &id).await);
    host.api.close().await;
}

#[tokio::test]
async fn the_credential_of_a_query_reaches_the_server_and_nothing_else() {
    let server = EndpointServer::start(Layout::Family)
        .await
        .expect("a server");
    let host = TestHost::open().await;
    let url = server.url("/mcp?lang=en&exaApiKey=canary%26open%2FQxVkpZ");
    let id = paste(&host, &url).await;
    let requests = server.seen();
    assert!(
        requests
            .iter()
            .all(|request| request.contains("/mcp?lang=en&exaApiKey=canary%26open%2FQxVkpZ")),
        "each request has it: {requests:#?}"
    );
    let texts = everything(&host, &id).await;
    assert!(
        texts.contains("lang=en&exaApiKey=${input:exaApiKey}"),
        "what is shown refers to it"
    );
    assert!(
        texts.contains(r#"'"$EXAAPIKEY""#),
        "the copied command names a variable"
    );
    is_nowhere(&texts);
    let before = server.seen().len();
    let host = host.reopen().await;
    host.until("it is connected to again", async || {
        (server.seen().len() > before + 2).then_some(())
    })
    .await;
    let later = server.seen().split_off(before);
    assert!(
        later
            .iter()
            .all(|request| request.contains("canary%26open")),
        "also where the server is found again: {later:#?}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn what_an_older_definition_has_in_the_open_stays_on_this_machine() {
    let host = TestHost::open().await;
    let program = reporting(&host, "server", "$2");
    let env = json!([{ "name": "OTHER_TOKEN", "secret": false, "value": "plain-canary-QxVkpZ" }]);
    let config = json!({ "kind": "stdio", "command": program, "args": ["--api-key", CANARY], "env": env, "cwd": null });
    let id = host.add("Mine", config).await;
    host.until_read(&id).await;
    assert_eq!(seen(&host), CANARY, "it works as before");
    let saved = host.call(op::SetupSave, json!({})).await;
    assert_eq!(
        saved["blanked"],
        json!([{ "server": "Mine", "names": ["OTHER_TOKEN", "api-key"] }]),
        "the person is told what is not in the file"
    );
    let file = std::fs::read_to_string(text(&saved["path"])).expect("the file");
    is_nowhere(&file);
    let entries = host.call(op::SetupRead, json!({ "text": file })).await;
    assert_eq!(
        (&entries[0]["secrets"], &entries[0]["known"]),
        (&json!(2), &json!(true)),
        "they are entered again elsewhere, and here it is known: {entries:#}"
    );
    let params = json!({ "serverId": id, "seq": host.wire_log(&id).await["frames"][0]["seq"], "form": "command" });
    let copied = text(&host.call(op::WireCopy, params).await["text"]);
    assert!(
        copied.contains(r#"OTHER_TOKEN="$OTHER_TOKEN""#)
            && copied.contains(r#"--api-key "$API_KEY""#),
        "{copied}"
    );
    is_nowhere(&copied);
    let detail = host.call_on(op::ServerGet, &id).await;
    assert!(
        detail["stderr"].to_string().contains("given •••"),
        "its log is redacted: {}",
        detail["stderr"]
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_typed_credential_can_be_taken_out() {
    let host = TestHost::open().await;
    let typed = json!({
        "kind": "stdio", "command": "npx", "args": ["-y", "a", "--api-key", "sesame"], "cwd": null,
        "env": [], "inputs": [],
    });
    let taken: Value = host.call(op::ServerTakeSecrets, typed).await;
    assert_eq!(
        taken,
        json!({
            "kind": "stdio", "command": "npx", "args": ["-y", "a", "--api-key", "${input:api-key}"],
            "cwd": null, "env": [],
            "inputs": [{ "name": "api-key", "value": "sesame", "looksSecret": true }],
        })
    );
    host.api.close().await;
}

#[tokio::test]
async fn what_was_agreed_to_is_recorded_without_what_stands_in_it_in_the_open() {
    let host = TestHost::open().await;
    let config = json!({ "kind": "stdio", "command": demo_program(), "args": ["--plain"], "env": [], "cwd": null });
    host.add("Mine", config).await;
    let saved = host.call(op::SetupSave, json!({})).await;
    let file = std::fs::read_to_string(text(&saved["path"])).expect("the file");
    let mut file: Value = serde_json::from_str(&file).expect("JSON");
    // As an Usher wrote it that knew no credentials of arguments.
    file["version"] = json!(1);
    let entry = &mut file["servers"][0];
    entry["fingerprint"] = Value::Null;
    entry["definition"]["label"] = json!("Brought");
    entry["definition"]["transport"]["args"] = json!(["--api-key", CANARY]);
    entry["definition"]["transport"]["env"] = json!([{ "name": "OTHER_TOKEN", "value": { "kind": "plain", "value": "plain-canary-QxVkpZ" } }]);
    let picked = json!({ "text": file.to_string(), "picks": [{ "index": 0, "allowing": false }] });
    host.call(op::SetupImport, picked).await;
    let servers = host.call(op::ServerList, json!({})).await;
    let server = servers.as_array().and_then(|rows| rows.last().cloned());
    let id = text(&server.expect("it was added")["id"]);
    let launch = host.call_on(op::PinGetLaunch, &id).await;
    assert!(
        launch["new"].to_string().contains("--api-key"),
        "it is looked at: {launch:#}"
    );
    let shown = json!({ "serverId": id, "fingerprint": launch["fingerprint"] });
    host.call(op::PinAcceptLaunch, shown).await;
    let saved = host
        .call(op::ApprovalRecordSave, json!({ "filter": {} }))
        .await;
    let records = std::fs::read_to_string(text(&saved["path"])).expect("the file");
    assert!(
        records.contains("--api-key") && records.contains("OTHER_TOKEN"),
        "it is recorded: {records}"
    );
    is_nowhere(&records);
    host.api.close().await;
}
