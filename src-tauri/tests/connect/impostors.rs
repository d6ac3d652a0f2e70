//! Programs that pretend to be a client that the person has allowed: servers of Usher, other scripts, other keys.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use usher_api::Api;
use usher_api::operations::{TypedOperation as _, op};
use usher_app::{Desktop, Environment, open_host_with};

use crate::identity::{agent, call, start};
use crate::place::{Client, Place, USHER, until};

/// Name, status, and how many connections, of each client.
async fn clients(api: &Api) -> Value {
    let listed = call(api, op::ClientList::NAME, json!({})).await;
    let all = listed.as_array().into_iter().flatten();
    all.map(|client| json!([client["name"], client["status"], client["sessions"]]))
        .collect()
}

/// Allows the client at this place of the list.
async fn allow(api: &Api, at: usize) {
    let client = call(api, op::ClientList::NAME, json!({})).await[at].clone();
    let decision = json!({ "kind": "allow", "profile": client["profile"] });
    let params = json!({ "clientId": client["id"], "decision": decision });
    call(api, op::ClientDecide::NAME, params).await;
}

async fn open(place: &Place) -> Api {
    let environment = Environment::at(&place.data()).with_runtime_dir(place.runtime());
    open_host_with(&environment, None, Desktop::default(), USHER.into()).await
}

/// What became of a process that has left the tree of a server.
#[cfg(target_os = "linux")]
#[derive(PartialEq, Eq)]
enum Left {
    Runs,
    IsGone,
}

/// Looks at the process that is named in this file; `None` = no process has left its tree.
#[cfg(target_os = "linux")]
fn left_behind(named_in: &Path) -> Option<Left> {
    let named: Value = serde_json::from_slice(&std::fs::read(named_in).ok()?).ok()?;
    let process = Path::new("/proc").join(named["pid"].to_string());
    Some(if process.exists() {
        Left::Runs
    } else {
        Left::IsGone
    })
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_hides_where_it_comes_from_is_no_client() {
    let place = Place::new();
    let api = open(&place).await;
    let environment = Environment::at(&place.data()).with_runtime_dir(place.runtime());
    let served = usher_app::serve_clients(&environment, &api, None).expect("it serves");
    let program = agent(&place, "agent");
    drop(tokio::task::block_in_place(|| {
        start(&place, &program, "Agent", None)
    }));
    allow(&api, 0).await;
    let impostor = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/connect/impostor.py");
    for mode in ["below", "script", "becomes", "lowered"] {
        let outcome = place.dir.path().join(mode);
        let words = [
            impostor.as_os_str(),
            mode.as_ref(),
            program.as_os_str(),
            USHER.as_ref(),
            outcome.as_os_str(),
        ];
        let words = words.map(|word| word.to_string_lossy().into_owned());
        let variable =
            |name: &str, value: &Path| json!({ "name": name, "secret": false, "value": value });
        let config = json!({
            "kind": "stdio", "command": "python3", "args": words, "cwd": null,
            "env": [variable("DATA", &place.data()), variable("RUNTIME", &place.runtime())],
        });
        let draft = json!({ "draft": { "label": mode, "config": config } });
        let server = call(&api, op::ServerAdd::NAME, draft).await["id"].clone();
        let left = || left_behind(&outcome.with_extension("pid"));
        let written = tokio::task::block_in_place(|| {
            until("the server has tried it", || {
                match std::fs::read(&outcome) {
                    Ok(written) => Some(Some(written)),
                    // Usher ends what has left its tree, and may have done so before it came to that.
                    Err(_) => (left() == Some(Left::IsGone)).then_some(None),
                }
            })
        });
        if let Some(written) = written {
            let came: Value = serde_json::from_slice(&written).expect("JSON");
            assert_eq!(came["answer"], "", "{mode}: it is not served: {came}");
            // One that has become another program cannot say what its adapter said.
            let said = std::fs::read_to_string(outcome.with_extension("out"));
            let said = said.unwrap_or_else(|_| came["said"].to_string());
            let refusal = "a server of Usher cannot be its client";
            assert!(said.contains(refusal), "{mode}: {said}");
        }
        assert_eq!(
            clients(&api).await,
            json!([["Agent", "allowed", 0]]),
            "{mode}: it is no client, neither the known one nor a new one"
        );
        call(&api, op::ServerRemove::NAME, json!({ "serverId": server })).await;
        tokio::task::block_in_place(|| {
            until("what it left is gone", || {
                (left() != Some(Left::Runs)).then_some(())
            });
        });
    }
    // The agent itself is not taken for one.
    let agent = tokio::task::block_in_place(|| start(&place, &program, "Agent", None));
    assert_eq!(clients(&api).await, json!([["Agent", "allowed", 1]]));
    drop((agent, served));
    api.close().await;
}

/// Starts a script that starts `usher connect`, with this key, and waits until it is served.
#[expect(clippy::disallowed_methods, reason = "a test starts an agent")]
fn start_script(place: &Place, script: &Path, key: Option<&str>) -> Client {
    let mut command = Command::new("/bin/sh");
    command
        .arg(script)
        .env("USHER_DATA_DIR", place.data())
        .env("XDG_RUNTIME_DIR", place.runtime())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("USHER_CLIENT_KEY");
    if let Some(key) = key {
        command.env("USHER_CLIENT_KEY", key);
    }
    let mut client = Client::start(command);
    client.initialize();
    client
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_is_its_script_and_its_key() {
    let place = Place::new();
    let api = open(&place).await;
    let environment = Environment::at(&place.data()).with_runtime_dir(place.runtime());
    let served = usher_app::serve_clients(&environment, &api, None).expect("it serves");
    let script = place.dir.path().join("agent.sh");
    let write = |comment: &str| {
        let text = format!("'{USHER}' connect --as Agent; : {comment}\n");
        std::fs::write(&script, text).expect("it can be written");
    };
    write("first");
    let connected = |key: Option<&str>| {
        let client = tokio::task::block_in_place(|| start_script(&place, &script, key));
        let handle = tokio::runtime::Handle::current();
        let seen = tokio::task::block_in_place(|| handle.block_on(clients(&api)));
        drop(client);
        tokio::task::block_in_place(|| {
            until("it has gone", || {
                let all = handle.block_on(clients(&api));
                let mut all = all.as_array().into_iter().flatten();
                all.all(|client| client[2] == 0).then_some(())
            });
        });
        seen
    };
    connected(Some("usher_one"));
    allow(&api, 0).await;
    let first = call(&api, op::ClientList::NAME, json!({})).await[0].clone();
    assert_eq!(
        (&first["program"]["script"]["text"], &first["hasKey"]),
        (&json!(script), &json!(true)),
        "{first}"
    );
    let known = json!([["Agent", "allowed", 1]]);
    assert_eq!(connected(Some("usher_one")), known, "it comes back");
    let mut expected = vec![json!(["Agent", "allowed", 0])];
    for (at, (what, key, comment)) in [
        ("another key", Some("usher_two"), "first"),
        ("no key", None, "first"),
        ("another script", Some("usher_one"), "second"),
    ]
    .into_iter()
    .enumerate()
    {
        write(comment);
        expected.push(json!([format!("Agent {}", at + 2), "waiting", 1]));
        assert_eq!(connected(key), json!(expected), "{what}: it is asked about");
        expected[at + 1][2] = json!(0);
    }
    write("first");
    expected[0][2] = json!(1);
    assert_eq!(
        connected(Some("usher_one")),
        json!(expected),
        "it is known still"
    );
    drop(served);
    api.close().await;
    let holds_key = std::fs::read_dir(place.data())
        .expect("the data folder")
        .filter_map(|entry| std::fs::read(entry.ok()?.path()).ok())
        .any(|bytes| bytes.windows(9).any(|window| window == b"usher_one"));
    assert!(!holds_key, "Usher keeps the digest of a key alone");
}
