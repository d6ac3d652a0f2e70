//! Checks how a server's protocol is detected, remembered and detected anew: told by what the server was sent.

use std::path::{Path, PathBuf};
use usher_api::operations::op;

use serde_json::{Value, json};
use usher_system::clock::{Clock, FixedClock};
use usher_tests::scripted::endpoints::{EndpointServer, Layout};
use usher_tests::scripted::stdio::SEEN;

use crate::test_host::{TestHost, text};

const DISCOVER: &str = "server/discover";
const INITIALIZE: &str = "initialize";

/// A scripted server whose mode can change, and what it was sent.
pub(crate) struct Changing {
    mode: PathBuf,
    seen: PathBuf,
}

impl Changing {
    pub(crate) fn new(scratch: &Path, mode: &str) -> Self {
        let changing = Self {
            mode: scratch.join("mode"),
            seen: scratch.join("seen"),
        };
        changing.become_mode(mode);
        changing
    }

    pub(crate) fn become_mode(&self, mode: &str) {
        std::fs::write(&self.mode, mode).expect("the scratch directory can be written");
    }

    pub(crate) fn config(&self, extra: &[&str]) -> Value {
        let mut args = vec![format!("@{}", self.mode.display())];
        args.extend(extra.iter().map(ToString::to_string));
        json!({
            "kind": "stdio", "command": env!("CARGO_BIN_EXE_scripted_server"), "args": args,
            "env": [{ "name": SEEN, "secret": false, "value": self.seen.display().to_string() }],
            "cwd": null,
        })
    }

    /// Everything it was sent since it was last begun with.
    pub(crate) fn seen(&self) -> Vec<String> {
        let seen = std::fs::read_to_string(&self.seen).unwrap_or_default();
        seen.lines().map(str::to_owned).collect()
    }

    /// How it was begun with since the last look: each start, and what it was asked for then.
    fn begun(&self) -> Vec<String> {
        let mut seen = self.seen();
        std::fs::write(&self.seen, "").expect("the scratch directory can be written");
        let telling = ["start", DISCOVER, INITIALIZE];
        seen.retain(|line| telling.contains(&line.as_str()));
        seen
    }
}

async fn add(host: &TestHost, config: Value, era: &str) -> String {
    let draft = json!({ "draft": { "label": "Changing", "config": config, "era": era } });
    text(&host.call(op::ServerAdd, draft).await["id"])
}

/// How the running server is spoken to: version, how that came to be known, and the era that is remembered.
async fn spoken_to(host: &TestHost, server: &str) -> [Value; 3] {
    host.until_listed(server).await;
    let snapshot = host.until_state(server, "running").await;
    let detail = host.call_on(op::ServerGet, &server).await;
    [
        snapshot["negotiated"]["protocolVersion"].clone(),
        snapshot["negotiated"]["found"].clone(),
        detail["verdict"]["era"].clone(),
    ]
}

async fn restart(host: &TestHost, server: &str) {
    host.call_on(op::ServerRestart, &server).await;
}

#[tokio::test]
async fn a_server_is_asked_once_and_again_when_what_it_said_no_longer_holds() {
    let host = TestHost::open().await;
    let program = Changing::new(host.scratch(), "plain");
    let server = add(&host, program.config(&[]), "auto").await;
    assert_eq!(
        spoken_to(&host, &server).await,
        ["2025-11-25", "probed", "legacy"],
        "the first start asks"
    );
    assert_eq!(program.begun(), ["start", DISCOVER, INITIALIZE]);
    restart(&host, &server).await;
    assert_eq!(
        spoken_to(&host, &server).await,
        ["2025-11-25", "remembered", "legacy"],
        "the second does not"
    );
    assert_eq!(program.begun(), ["start", INITIALIZE]);
    let host = host.reopen().await;
    assert_eq!(
        spoken_to(&host, &server).await,
        ["2025-11-25", "remembered", "legacy"],
        "nor does the next run of Usher"
    );
    assert_eq!(program.begun(), ["start", INITIALIZE]);

    program.become_mode("modern");
    restart(&host, &server).await;
    assert_eq!(
        spoken_to(&host, &server).await,
        ["2026-07-28", "probed", "modern"],
        "a verdict that fails is no obstacle"
    );
    assert_eq!(
        program.begun(),
        ["start", INITIALIZE, "start", DISCOVER],
        "the server is asked with a fresh process"
    );
    host.call_on(op::ServerRedetectProtocol, &server).await;
    assert_eq!(
        spoken_to(&host, &server).await,
        ["2026-07-28", "probed", "modern"],
        "the person can have it asked"
    );

    program.become_mode("plain");
    let draft = json!({ "label": "Changing", "config": program.config(&["--more"]) });
    host.call(
        op::ServerUpdate,
        json!({ "serverId": server, "draft": draft }),
    )
    .await;
    program.begun();
    assert_eq!(
        spoken_to(&host, &server).await,
        ["2025-11-25", "probed", "legacy"],
        "another definition is another server"
    );
    host.api.close().await;
}

#[tokio::test]
async fn silence_is_not_remembered() {
    let host = TestHost::open().await;
    let program = Changing::new(host.scratch(), "discover_silent");
    let server = add(&host, program.config(&[]), "auto").await;
    for _ in 0..2 {
        assert_eq!(
            spoken_to(&host, &server).await,
            [json!("2025-11-25"), json!("assumed"), Value::Null],
            "who says nothing may be slow"
        );
        assert_eq!(
            program.begun(),
            ["start", DISCOVER, INITIALIZE],
            "it is started once"
        );
        restart(&host, &server).await;
    }
    host.api.close().await;
}

#[tokio::test]
async fn a_choice_is_kept_without_asking() {
    let host = TestHost::open().await;
    let program = Changing::new(host.scratch(), "plain");
    let server = add(&host, program.config(&[]), "legacy").await;
    assert_eq!(
        spoken_to(&host, &server).await,
        [json!("2025-11-25"), json!("chosen"), Value::Null],
        "nothing is found out"
    );
    assert_eq!(program.begun(), ["start", INITIALIZE]);
    let copy = host.call_on(op::ServerDuplicate, &server).await;
    let copy = host
        .call(op::ServerGet, json!({ "serverId": copy["id"] }))
        .await;
    assert_eq!(copy["era"], "legacy", "a copy is spoken to alike: {copy}");

    let draft = json!({ "label": "Changing", "config": program.config(&[]), "era": "modern" });
    host.call(
        op::ServerUpdate,
        json!({ "serverId": server, "draft": draft }),
    )
    .await;
    let refused = host
        .until("the choice is found to be wrong", async || {
            let detail = host.call_on(op::ServerGet, &server).await;
            let failure = detail["snapshot"]["state"]["failure"].clone();
            failure.is_object().then_some(failure)
        })
        .await;
    let said = text(&refused["nextStep"]);
    assert!(
        said.contains("Automatic"),
        "the way out is named where a choice does not fit: {refused}"
    );
    assert_eq!(
        program.begun()[..2],
        ["start", DISCOVER],
        "it is not spoken to otherwise"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_server_of_the_older_era_is_asked_again_after_a_week() {
    let clock = FixedClock::at(1_800_000_000_000);
    let host = TestHost::open_by(Clock::Fixed(clock.clone())).await;
    let program = Changing::new(host.scratch(), "plain");
    let server = add(&host, program.config(&[]), "auto").await;
    assert_eq!(
        spoken_to(&host, &server).await,
        ["2025-11-25", "probed", "legacy"]
    );
    program.begun();
    clock.advance_ms(8 * 24 * 3_600_000);
    restart(&host, &server).await;
    assert_eq!(
        spoken_to(&host, &server).await,
        ["2025-11-25", "probed", "legacy"],
        "it may have learned the newer one"
    );
    assert_eq!(program.begun(), ["start", DISCOVER, INITIALIZE]);
    host.api.close().await;
}

#[tokio::test]
async fn where_a_server_was_found_is_shown_and_remembered_until_it_has_moved() {
    let web = EndpointServer::start(Layout::Documented)
        .await
        .expect("a server");
    let host = TestHost::open().await;
    let config = json!({ "kind": "http", "url": web.url("/"), "headers": [] });
    let draft = json!({ "draft": { "label": "Hidden", "config": config } });
    let hidden = json!({ "transport": "streamableHttp", "url": web.url("/hidden/place") });
    let report = host.call(op::ServerTest, draft.clone()).await;
    assert_eq!(report["negotiated"]["endpoint"], hidden, "{report}");
    let looked = || {
        let seen = web.seen();
        seen.iter()
            .filter(|line| line.contains(".well-known"))
            .count()
    };
    let server = text(&host.call(op::ServerAdd, draft).await["id"]);
    spoken_to(&host, &server).await;
    let found = async || {
        let detail = host.call_on(op::ServerGet, &server).await;
        [
            detail["snapshot"]["negotiated"]["endpoint"].clone(),
            detail["verdict"]["endpoint"].clone(),
        ]
    };
    assert_eq!(found().await, [hidden.clone(), hidden.clone()]);
    assert_eq!(looked(), 2, "the test and the first start look for it");
    restart(&host, &server).await;
    spoken_to(&host, &server).await;
    assert_eq!(found().await, [hidden.clone(), hidden]);
    assert_eq!(looked(), 2, "the second start knows");
    web.move_to(Layout::Family);
    restart(&host, &server).await;
    spoken_to(&host, &server).await;
    let moved = json!({ "transport": "streamableHttp", "url": web.url("/") });
    assert_eq!(
        found().await,
        [moved.clone(), moved],
        "what has moved is found again"
    );
    host.api.close().await;
}
