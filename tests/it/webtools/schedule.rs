//! Looks for new versions by schedule, on a clock the tests set.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use usher_types::webtool::WebtoolChange;

use serde_json::{Map, Value};
use usher_calls::calls::{NewCall, Subject};
use usher_core::host::{Deps, Host};
use usher_core::webtools::{
    Configuration, NewWebtool, PreviewResult, SecretChange, WebtoolSnapshot, WebtoolState,
};
use usher_mcp::Limits as ConnectionLimits;
use usher_mcp::RunAs;
use usher_servers::call_outcome::CallEnding;
use usher_servers::network::Network;
use usher_servers::servers::DemoProgram;
use usher_system::clock::{Clock, FixedClock};
use usher_system::paths::Paths;
use usher_system::secrets::Memory;
use usher_tests::webtool::{API_KEY, Manner, WebtoolServer, metadata};
use usher_types::call::ArgumentCheck;
use usher_types::id::WebtoolId;
use usher_types::secret::Secret;
use usher_webtools::pin::{Found, Tampered};

use super::tampered::exchange;
use crate::test_host::content_worker;

const HOUR_MS: i64 = 60 * 60 * 1000;
const BEGIN: i64 = 1_800_000_000_000;

async fn open(data: &Path, clock: &FixedClock) -> Host {
    let host = Host::open(Deps {
        paths: Paths::at(data),
        folder: None,
        clock: Clock::Fixed(clock.clone()),
        network: Network::System,
        environment: crate::test_host::host_environment(),
        secrets: Arc::new(Memory::default()),
        demo: DemoProgram {
            program: PathBuf::from("nobody"),
            args: Vec::new(),
            webtool: None,
        },
        helper: None,
        content_worker: content_worker(),
        other_apps: None,
        agent_places: None,
        agents_start: PathBuf::from("nobody"),
        choose_path: None,
        app_views: None,
        close_app: None,
        open_url: None,
        language: None,
        connection_limits: ConnectionLimits::default(),
        version: "0.0.0-test".into(),
    });
    host.await.expect("a host")
}

/// Adds the server's webtool, looked for so often.
async fn add(host: &Host, server: &WebtoolServer, check_every_hours: u32) -> WebtoolId {
    let PreviewResult::Webtool(looked) = host.webtools().preview(&server.url(), None).await else {
        panic!("there is a webtool")
    };
    let new = NewWebtool {
        label: String::new(),
        sha256: looked.sha256.to_string(),
        base: None,
        token: None,
    };
    let id = host.webtools().add(new).await.expect("added").configured.id;
    let configuration = Configuration {
        label: "Weather".into(),
        config: Map::from_iter([("units".to_owned(), "metric".into())]),
        secrets: vec![(
            "/apiKey".into(),
            SecretChange::Set {
                value: Secret::new(API_KEY),
            },
        )],
        token: SecretChange::Keep,
        check_every_hours,
    };
    host.webtools()
        .configure(&id, configuration)
        .await
        .expect("configured");
    id
}

fn only(host: &Host) -> WebtoolSnapshot {
    let mut all = host.webtools().list();
    assert_eq!(all.len(), 1, "there is one webtool");
    all.remove(0)
}

async fn runs(host: &Host, webtool: &WebtoolId, call: &str) -> bool {
    let call = NewCall {
        meta: serde_json::Map::new(),
        id: call.to_owned().into(),
        source: webtool.into(),
        caller: usher_types::caller::Caller::Person,
        name: "count".into(),
        arguments: Arc::default(),
        subject: Subject::Tool {
            check: ArgumentCheck::Refuse,
            run_as: RunAs::Call,
        },
    };
    let outcome = host.calls().run(call).await.expect("it is sent");
    matches!(outcome.ending, CallEnding::Result { .. })
}

#[tokio::test]
async fn a_webtool_is_looked_at_once_when_it_is_time_and_the_old_pin_still_runs() {
    let (server, data) = (
        WebtoolServer::start().await.expect("a server"),
        tempfile::tempdir().expect("a directory"),
    );
    let clock = FixedClock::at(BEGIN);
    let host = open(data.path(), &clock).await;
    let id = add(&host, &server, 24).await;
    server.publish(metadata("1.2.0"));
    let looks = || {
        let seen = server.seen();
        seen.iter()
            .filter(|seen| seen.line.starts_with("GET"))
            .count()
    };
    let before = looks();
    for (later, expected, why) in [
        (0, 0, "it has just been added"),
        (24 * HOUR_MS - 1, 0, "it is not time"),
        (1, 1, "it is time"),
        (0, 1, "one look is enough"),
        (24 * HOUR_MS - 1, 1, "not until the next time"),
        (1, 2, "which comes"),
    ] {
        clock.advance_ms(later);
        host.webtools().check_due().await;
        assert_eq!(looks() - before, expected, "{why}");
    }
    let webtool = only(&host);
    let found = webtool.configured.checked.map(|checked| checked.found);
    assert!(
        matches!(
            found,
            Some(Found::Other {
                change: WebtoolChange::Newer,
                kept_old: false,
                ..
            })
        ),
        "the new version is beside it: {found:?}"
    );
    assert_eq!(
        (&webtool.version[..], webtool.state),
        ("1.1.0", WebtoolState::Ready),
        "what was reviewed stays"
    );
    assert!(runs(&host, &id, "one").await, "and runs");
    assert_eq!(server.last_post()["version"], Value::from("1.1.0"));

    host.webtools()
        .enable(&id, false)
        .await
        .expect("turned off");
    clock.advance_ms(48 * HOUR_MS);
    host.webtools().check_due().await;
    assert_eq!(looks() - before, 2, "one that is off is not looked for");
    host.close().await;
}

#[tokio::test]
async fn nothing_is_looked_for_without_a_schedule() {
    let (server, data) = (
        WebtoolServer::start().await.expect("a server"),
        tempfile::tempdir().expect("a directory"),
    );
    let clock = FixedClock::at(BEGIN);
    let host = open(data.path(), &clock).await;
    add(&host, &server, 0).await;
    let before = server.seen().len();
    clock.advance_ms(1000 * 24 * HOUR_MS);
    host.webtools().check_due().await;
    assert_eq!(server.seen().len(), before, "the person did not ask");
    host.close().await;
}

#[tokio::test]
async fn a_webtool_that_is_gone_for_a_month_says_since_when_nobody_has_verified_it() {
    let (server, data) = (
        WebtoolServer::start().await.expect("a server"),
        tempfile::tempdir().expect("a directory"),
    );
    let clock = FixedClock::at(BEGIN);
    let host = open(data.path(), &clock).await;
    let id = add(&host, &server, 24).await;
    assert_eq!(
        only(&host).verified_at,
        BEGIN,
        "it was there when it was added"
    );
    clock.advance_ms(24 * HOUR_MS);
    host.webtools().check_due().await;
    let last = BEGIN + 24 * HOUR_MS;
    assert_eq!(only(&host).verified_at, last, "and a day later");

    server.be(Manner::Gone);
    for day in 2..=31 {
        clock.advance_ms(24 * HOUR_MS);
        host.webtools().check_due().await;
        let webtool = only(&host);
        let checked = webtool.configured.checked.expect("it was looked at");
        assert!(
            matches!(checked.found, Found::Gone { .. }),
            "day {day}: {checked:?}"
        );
        assert_eq!(
            (checked.at, webtool.verified_at),
            (BEGIN + day * 24 * HOUR_MS, last),
            "day {day}: each look is known, and the last one that found it"
        );
        assert_eq!(
            webtool.state,
            WebtoolState::Ready,
            "day {day}: it stays pinned"
        );
    }
    assert!(runs(&host, &id, "one").await, "and runs");

    server.be(Manner::Honest);
    clock.advance_ms(24 * HOUR_MS);
    host.webtools().check_due().await;
    assert_eq!(
        only(&host).verified_at,
        BEGIN + 32 * 24 * HOUR_MS,
        "it is back"
    );
    host.close().await;
}

#[tokio::test]
async fn nobody_looks_by_schedule_at_an_address_nobody_agreed_to() {
    let (server, elsewhere, data) = (
        WebtoolServer::start().await.expect("a server"),
        WebtoolServer::start().await.expect("another server"),
        tempfile::tempdir().expect("a directory"),
    );
    let clock = FixedClock::at(BEGIN);
    let host = open(data.path(), &clock).await;
    add(&host, &server, 24).await;
    host.close().await;
    let field = |server: &WebtoolServer| format!("\"url\":\"{}", server.url());
    let database = Paths::at(data.path()).database();
    exchange(&database, &field(&server), &field(&elsewhere));

    let host = open(data.path(), &clock).await;
    clock.advance_ms(48 * HOUR_MS);
    host.webtools().check_due().await;
    let state = only(&host).state;
    assert_eq!(state, WebtoolState::Refused(Tampered::Consent));
    assert_eq!(elsewhere.seen().len(), 0, "nobody wished for that look");
}
