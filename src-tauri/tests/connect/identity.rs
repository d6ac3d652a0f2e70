//! Which programs are one client, as the system names them: the same program below other starters, and at another path.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};
use usher_api::Api;
use usher_api::operations::{TypedOperation as _, op};
use usher_app::{Desktop, Environment, open_host_with};

use crate::place::{Client, Place, USHER, until};

/// A program at this path that starts `usher connect` and stays its starter, as an agent does.
#[expect(clippy::expect_used, reason = "a test")]
pub(crate) fn agent(place: &Place, folder: &str) -> PathBuf {
    let path = place.home().join(folder).join("agent");
    std::fs::create_dir_all(path.with_file_name("")).expect("a folder");
    std::fs::copy("/bin/sh", &path).expect("a program");
    path
}

/// Starts an agent, below a shell or directly, and waits until it is served.
#[expect(clippy::disallowed_methods, reason = "a test starts an agent")]
pub(crate) fn start(
    place: &Place,
    agent: &std::path::Path,
    name: &str,
    below: Option<&str>,
) -> Client {
    let connect = format!("'{USHER}' connect --as '{name}'; :");
    let mut command = match below {
        None => Command::new(agent),
        Some(shell) => {
            let mut command = Command::new(shell);
            command.args(["-c", "\"$0\" \"$@\"; :"]).arg(agent);
            command
        }
    };
    command
        .args(["-c", &connect])
        .env("USHER_DATA_DIR", place.data())
        .env("XDG_RUNTIME_DIR", place.runtime())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    let mut client = Client::start(command);
    client.initialize();
    client
}

pub(crate) async fn call(api: &Api, operation: &str, params: Value) -> Value {
    api.call(operation, params)
        .await
        .unwrap_or_else(|error| panic!("{operation}: {error:?}"))
}

/// Name, status, path, and how many connections, of each client.
fn clients(api: &Api) -> Value {
    let listed = tokio::runtime::Handle::current();
    let listed = listed.block_on(call(api, op::ClientList::NAME, json!({})));
    let all = listed.as_array().into_iter().flatten();
    all.map(|client| {
        json!([
            client["name"],
            client["status"],
            client["program"]["path"],
            client["sessions"]
        ])
    })
    .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_is_known_below_any_starter_and_moved_by_the_persons_word() {
    let place = Place::new();
    let environment = Environment::at(&place.data()).with_runtime_dir(place.runtime());
    let api = open_host_with(&environment, None, Desktop::default(), USHER.into()).await;
    let served = usher_app::serve_clients(&environment, &api, None).expect("it serves");
    let handle = tokio::runtime::Handle::current();
    tokio::task::block_in_place(|| {
        let done = |operation: &str, params| handle.block_on(call(&api, operation, params));
        let ids = || {
            let listed = done(op::ClientList::NAME, json!({}));
            let all = listed.as_array().cloned().unwrap_or_default();
            all.iter()
                .map(|client| client["id"].clone())
                .collect::<Vec<_>>()
        };
        let (first, updated) = (agent(&place, "agent-1"), agent(&place, "agent-2"));
        let alone = start(&place, &first, "Agent", None);
        let profile = done(op::ClientList::NAME, json!({}))[0]["profile"].clone();
        let allow = json!({ "kind": "allow", "profile": profile });
        done(
            op::ClientDecide::NAME,
            json!({ "clientId": ids()[0], "decision": allow }),
        );
        let below = start(&place, &first, "Agent", Some("/bin/sh"));
        assert_eq!(
            clients(&api),
            json!([["Agent", "allowed", first, 2]]),
            "two starters, one client"
        );
        drop((alone, below));
        until("both are gone", || (clients(&api)[0][3] == 0).then_some(()));
        let _foreign = start(&place, &updated, "Other", None);
        let _moved = start(&place, &updated, "Agent", None);
        assert_eq!(
            clients(&api),
            json!([
                ["Agent", "allowed", first, 0],
                ["Other", "waiting", updated, 1],
                ["Agent 2", "waiting", updated, 1],
            ]),
            "another path and another name are asked about"
        );
        let known = json!({ "clientId": ids()[2], "knownClientId": ids()[0] });
        done(op::ClientAdopt::NAME, known);
        assert_eq!(
            clients(&api),
            json!([
                ["Agent", "allowed", updated, 1],
                ["Other", "waiting", updated, 1],
            ]),
            "the known client goes on at its new path, with the open connection"
        );
    });
    drop(served);
    api.close().await;
}
