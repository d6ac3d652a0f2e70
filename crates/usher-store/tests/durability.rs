//! Tests that acknowledged writes survive a kill while writing.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use usher_config::definition::{
    ConfiguredServer, DraftDefinition, DraftTransport, ExistingServers, ServerDefinition, check,
};
use usher_store::Store;
use usher_system::clock::Clock;
use usher_system::paths::Paths;
use usher_types::id::ServerId;

/// Set in the process that writes until it is killed: the data directory.
const WRITER: &str = "USHER_TEST_WRITER";
const ROUNDS: usize = 12;

async fn open(dir: &Path) -> Store {
    let opened = Store::open(&Paths::at(dir), &Clock::System).await.unwrap();
    assert_eq!(
        opened.notice, None,
        "a killed program leaves no damaged database"
    );
    opened.store
}

fn definition(number: usize) -> ServerDefinition {
    let draft = DraftDefinition {
        label: number.to_string(),
        transport: DraftTransport::Demo,
        era: usher_mcp::EraChoice::Auto,
    };
    let Ok(checked) = check(draft, ExistingServers::default()) else {
        panic!("a number is a label");
    };
    checked.definition
}

#[expect(
    clippy::print_stdout,
    reason = "this is how the writer acknowledges to the test that kills it"
)]
/// Adds servers for ever, and says so after each one.
async fn write_until_killed(dir: &Path) {
    let store = open(dir).await;
    let first = store.list_servers().await.unwrap().len();
    for number in first.. {
        let definition = definition(number);
        let server = ConfiguredServer {
            id: ServerId::generate(),
            consent: definition.fingerprint(),
            definition,
            group: None,
            enabled: false,
            created_at: 0,
            cached_protocol: None,
            log_level: usher_types::log_level::LogLevel::default(),
            sign_in: None,
        };
        store.add_servers(&[server]).await.unwrap();
        println!("added {number}");
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test that starts itself is no server"
)]
fn start_writer(dir: &Path) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .arg("--nocapture")
        .env(WRITER, dir)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[tokio::test]
async fn acknowledged_writes_survive_a_kill() {
    if let Some(dir) = std::env::var_os(WRITER) {
        return write_until_killed(Path::new(&dir)).await;
    }
    let dir = tempfile::tempdir().unwrap();
    let mut acknowledged = 0;
    for round in 1..=ROUNDS {
        let mut writer = start_writer(dir.path());
        let lines = BufReader::new(writer.stdout.take().unwrap()).lines();
        let mut added = lines
            .map_while(Result::ok)
            .filter_map(|line| line.strip_prefix("added ")?.parse::<usize>().ok());
        // Killed after another number of writes each time, wherever the next one has come to.
        acknowledged = added.nth(round * 3).expect("the writer writes") + 1;
        writer.kill().unwrap();
        acknowledged = added.last().map_or(acknowledged, |number| number + 1);
        writer.wait().unwrap();

        let store = open(dir.path()).await;
        let kept: Vec<String> = store
            .list_servers()
            .await
            .unwrap()
            .iter()
            .map(|server| server.definition.label.to_string())
            .collect();
        let expected: Vec<String> = (0..kept.len()).map(|number| number.to_string()).collect();
        assert_eq!(kept, expected, "round {round}: none is missing in between");
        assert!(
            kept.len() >= acknowledged,
            "round {round}: {acknowledged} were acknowledged, {} are there",
            kept.len()
        );
        store.close().await;
    }
    assert!(acknowledged > ROUNDS, "the rounds built on each other");
}
