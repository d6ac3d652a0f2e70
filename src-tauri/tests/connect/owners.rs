//! Who owns the data folder: one is started where there is none, the next takes over, and clients stay.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;
use std::time::Duration;

use serde_json::json;
use usher_api::operations::{TypedOperation as _, op};
use usher_app::{Desktop, Environment, open_host_with, open_taken_host};

/// A resource of the demo server that changes by itself.
const CLOCK: &str = "demo://clock";

use crate::place::{
    Client, Place, Running, USHER, end, owners, signal, stop, until, with_allowed_client,
};

#[test]
fn an_owner_is_started_where_there_is_none_and_one_serves_all() {
    let place = with_allowed_client();
    let mut clients: Vec<Client> = (0..4).map(|_| place.connect()).collect();
    for client in &mut clients {
        client.initialize();
    }
    let owners = owners(&place.data());
    assert_eq!(owners.len(), 1, "one program owns the folder");
    for client in &mut clients {
        offered(client);
    }
    for owner in owners {
        end(owner, "TERM");
    }
}

#[test]
fn an_owner_is_started_again_where_the_first_came_too_early() {
    let place = with_allowed_client();
    let paths = usher_system::paths::Paths::at(place.data());
    let held = usher_system::folder_lock::FolderLock::take(&paths).expect("nobody has it");
    let mut client = place.connect();
    // The owner that is started now ends at once: the folder is another's.
    std::thread::sleep(Duration::from_secs(3));
    drop(held);
    client.initialize();
    for owner in owners(&place.data()) {
        end(owner, "TERM");
    }
}

#[test]
fn a_client_whose_program_passes_no_environment_on_reaches_the_owner() {
    let place = with_allowed_client();
    let _serving = place.serve();
    let mut command = place.command(&["connect", "--as", "Tester"]);
    // As Codex and the SDKs do: these few variables, and no other.
    command.env_clear().env("HOME", place.home());
    let mut client = Client::start(command);
    client.initialize();
    offered(&mut client);
}

#[test]
fn a_client_outlives_its_owner_and_each_open_request_is_answered() {
    let place = with_allowed_client();
    let serving = place.serve();
    let mut client = place.connect();
    client.initialize();
    until("the demo server is offered", || {
        client
            .tools()
            .contains(&"demo-server__wait".to_owned())
            .then_some(())
    });
    // Nobody allows it, so it waits.
    let open = client.begin(
        "tools/call",
        &json!({ "name": "demo-server__clear_notes", "arguments": {} }),
    );
    std::thread::sleep(Duration::from_millis(200));
    signal(&serving, "KILL");
    let answer = client.answer(open);
    assert_eq!(
        answer["error"]["code"],
        json!(-32000),
        "it is answered: {answer}"
    );
    drop(serving);
    // The next owner is started for it, and told how it began.
    offered(&mut client);
    for owner in owners(&place.data()) {
        end(owner, "TERM");
    }
}

#[test]
fn an_owner_without_a_window_prints_that_a_question_waits() {
    let place = with_allowed_client();
    let mut serving = place.serve_by(place.command(&["serve"]).stderr(Stdio::piped()));
    let said = serving.0.stderr.take().expect("what it prints");
    let mut client = place.connect();
    client.initialize();
    offered(&mut client);
    // Nobody allows it, so it waits.
    client.begin(
        "tools/call",
        &json!({ "name": "demo-server__clear_notes", "arguments": {} }),
    );
    // It is not counted from 1 where the person has answered others before.
    let number = |line: String| {
        let told = line.strip_prefix("Approval A-")?;
        let (number, _) =
            told.split_once(" waits; answer it in Usher, or with: usher approve A-")?;
        number.parse::<u64>().ok()
    };
    let mut lines = BufReader::new(said).lines().map_while(Result::ok);
    assert!(
        lines.by_ref().find_map(number).is_some(),
        "a line for the question, with its number"
    );
    stop(serving);
    assert_eq!(
        lines.filter_map(number).count(),
        0,
        "one line for each question"
    );
}

#[test]
fn an_owner_without_a_window_prints_that_a_new_client_waits() {
    let place = Place::new();
    let mut serving = place.serve_by(place.command(&["serve"]).stderr(Stdio::piped()));
    let said = serving.0.stderr.take().expect("what it prints");
    for _ in ["new", "the same again"] {
        let mut client = place.connect();
        client.initialize();
        client.request("ping", &json!({}));
    }
    let mut lines = BufReader::new(said).lines().map_while(Result::ok);
    let is_told =
        |line: &String| line == "A new client waits; see it in Usher, or with: usher clients";
    assert!(lines.by_ref().any(|line| is_told(&line)), "a line for it");
    stop(serving);
    assert_eq!(lines.filter(is_told).count(), 0, "one line for each client");
}

#[test]
fn a_window_takes_the_folder_over_and_no_client_is_lost() {
    let place = with_allowed_client();
    let mut serving = place.serve();
    let mut client = place.connect();
    client.initialize();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let environment = Environment::at(&place.data()).with_runtime_dir(place.runtime());
        let folder = usher_app::take_over(&environment).await;
        assert!(folder.is_some(), "the folder is handed over");
        let api = open_taken_host(&environment, folder, Desktop::default()).await;
        assert_eq!(api.blocked(), None, "and nobody can take it in between");
        let listener = usher_app::serve_clients(&environment, &api, None).expect("it serves");
        let pinged = tokio::task::spawn_blocking(move || {
            let pong = client.request("ping", &json!({}));
            (pong, client)
        });
        let (pong, client) = pinged.await.expect("it asks");
        assert_eq!(pong["result"], json!({}), "the window answers: {pong}");
        assert_eq!(api.connected_clients(), 1, "it is the window that does");
        drop(client);
        drop(listener);
        api.close().await;
    });
    assert!(
        serving.0.wait().expect("it ends").success(),
        "the other ended in order"
    );
}

#[test]
fn what_changes_after_a_take_over_reaches_the_client() {
    let place = with_allowed_client();
    let mut serving = place.serve();
    let mut client = place.connect();
    client.initialize();
    offered(&mut client);
    let followed = client.request("resources/subscribe", &json!({ "uri": CLOCK }));
    assert_eq!(followed["result"], json!({}), "it is followed: {followed}");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let environment = Environment::at(&place.data()).with_runtime_dir(place.runtime());
        let folder = usher_app::take_over(&environment).await;
        let api = open_host_with(&environment, folder, Desktop::default(), USHER.into()).await;
        let listener = usher_app::serve_clients(&environment, &api, None).expect("it serves");
        let mut client = beside(move || {
            // Once because a change in between may have been missed, then as the clock goes.
            for _ in 0..2 {
                let told = client.told("notifications/resources/updated");
                assert_eq!(told["params"]["uri"], CLOCK, "it is still followed: {told}");
            }
            offered(&mut client);
            client
        })
        .await;
        let servers = api.call(op::ServerList::NAME, json!({})).await;
        let demo = servers.expect("servers")[0]["id"].clone();
        let off = json!({ "serverId": demo, "enabled": false });
        let turned_off = api.call(op::ServerSetEnabled::NAME, off).await;
        turned_off.expect("it is turned off");
        beside(move || client.told("notifications/tools/list_changed")).await;
        drop(listener);
        api.close().await;
    });
    assert!(serving.0.wait().expect("it ends").success(), "in order");
}

/// Runs what a client does beside the window.
#[expect(clippy::expect_used, reason = "a test")]
async fn beside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let worked = tokio::task::spawn_blocking(work).await;
    worked.expect("the client goes on")
}

#[test]
fn a_folder_that_another_program_takes_in_between_is_asked_for_again() {
    let place = with_allowed_client();
    let mut first = place.serve();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let environment = Environment::at(&place.data()).with_runtime_dir(place.runtime());
    // The lock is nobody's for a moment, which others use as well as they can.
    let others: Vec<_> = (0..4)
        .map(|_| Running(place.command(&["serve"]).spawn().expect("it starts")))
        .collect();
    let folder = runtime.block_on(usher_app::take_over(&environment));
    assert!(folder.is_some(), "whoever has it hands it over");
    drop(others);
    first.0.wait().expect("the first has ended");
}

#[test]
fn a_second_owner_says_in_words_why_it_does_not_serve() {
    let place = Place::new();
    let serving = place.serve();
    let second = place.command(&["serve"]).output().expect("it runs");
    assert_eq!(second.status.code(), Some(1));
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(
        said.contains(" is in use by another program."),
        "a text and no code: {said}"
    );
    stop(serving);
}

/// Waits until a client is offered the demo server.
pub(crate) fn offered(client: &mut Client) {
    until("the demo server is offered", || {
        client
            .tools()
            .contains(&"demo-server__greet".to_owned())
            .then_some(())
    });
}
