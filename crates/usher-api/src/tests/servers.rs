//! Servers: rows, pages, tests.

use std::time::Duration;
use usher_messages::Message;

use serde_json::json;

use super::check;
use super::samples::{failure, server, snapshot};
use crate::approval::Address;
use crate::server::{
    Counts, Endpoint, Era, EraChoice, EraVerdict, FailureKind, Found, HttpTransportKind,
    NamedValue, Origin, RemovedServer, ResolvedCommand, SecretPlace, ServerConfig, ServerDetail,
    ServerState, ShownValue, TestReport, TestStep,
};
use crate::server::{MissingAccess, SignedIn};
use crate::sign_in::SignInPlan;
use usher_types::process::{ProcessList, ProcessUsage, ServerProcess};

#[test]
fn a_server_row() {
    use FailureKind::{
        Exited, ExitedEarly, HttpStatus, NotExecutable, NotMcp, Other, ProgramNotFound, Refused,
        SecretUnavailable, Timeout, Unauthorized, Unreachable, UnsupportedVersion,
        WorkingDirectory,
    };

    check("server_snapshot", &[snapshot()]);
    check(
        "server_origin",
        &[
            Origin::Command { text: "a b".into() },
            Origin::Host {
                text: "https://example.com".into(),
                url: "https://example.com/mcp".into(),
            },
            Origin::BuiltIn,
        ],
    );
    check(
        "server_state",
        &[
            ServerState::Disabled,
            ServerState::NeedsReview {
                reason: Message::new("failure.signedOut"),
            },
            ServerState::Queued { since_at: 1 },
            ServerState::Starting {
                since_at: 1,
                sign_in_url: Some("https://a/device".into()),
            },
            ServerState::Running {
                since_at: 1,
                pid: None,
            },
            ServerState::Retrying {
                attempt: 2,
                max_attempts: 5,
                next_at: 9,
                failure: failure(),
            },
            ServerState::NeedsSignIn {
                reason: Message::new("failure.signedOut"),
            },
            ServerState::SigningIn {
                since_at: 1,
                issuer: "https://a".into(),
            },
            ServerState::Failed { failure: failure() },
        ],
    );
    check(
        "server_failure_kinds",
        &[
            ProgramNotFound,
            NotExecutable,
            WorkingDirectory,
            ExitedEarly,
            Exited,
            Timeout,
            NotMcp,
            UnsupportedVersion,
            Unreachable,
            HttpStatus,
            Unauthorized,
            Refused,
            SecretUnavailable,
            Other,
        ],
    );
}

#[test]
fn a_server_page() {
    let shown = |value| NamedValue {
        name: "N".into(),
        value,
    };
    let values = vec![
        shown(ShownValue::Plain { value: "v".into() }),
        shown(ShownValue::Secret {
            kept: SecretPlace::Keyring,
        }),
        shown(ShownValue::Secret {
            kept: SecretPlace::ThisRun,
        }),
        shown(ShownValue::Secret {
            kept: SecretPlace::Missing,
        }),
    ];
    let configs = [
        ServerConfig::Stdio {
            command: "npx".into(),
            args: vec!["-y".into()],
            env: values.clone(),
            cwd: Some("/tmp".into()),
            inputs: Vec::new(),
        },
        ServerConfig::Http {
            url: "https://example.com/mcp".into(),
            headers: values,
            inputs: Vec::new(),
        },
        ServerConfig::Demo,
    ];
    let pages = configs.map(|config| ServerDetail {
        snapshot: snapshot(),
        config,
        era: EraChoice::Auto,
        verdict: Some(EraVerdict {
            era: Some(Era::Modern),
            protocol_version: "2026-07-28".into(),
            endpoint: Some(Endpoint {
                transport: HttpTransportKind::HttpSse,
                url: "https://example.com/sse".parse().expect("a URL"),
            }),
            found_at: 6,
        }),
        server_info: Some(json!({ "name": "x" })),
        capabilities: None,
        signed_in: Some(SignedIn {
            issuer: "https://a".into(),
            scopes: vec!["read".into()],
            signed_in_at: 5,
        }),
        wants_access: Some(MissingAccess::Scope {
            scope: "write".into(),
        }),
        instructions: Some("text".into()),
        stderr: vec!["line".into()],
        stderr_next_seq: 1,
        repairs: vec![Message::verbatim("repair")],
    });
    check("server_detail", &pages);
    let found = [
        Found::Chosen,
        Found::Probed,
        Found::Assumed,
        Found::Remembered,
    ];
    check("server_era_found", &found);
    check(
        "server_era_choices",
        &[EraChoice::Auto, EraChoice::Legacy, EraChoice::Modern],
    );
}

#[test]
fn what_is_said_about_servers() {
    check(
        "server_test_report",
        &[TestReport {
            steps: vec![TestStep {
                name: Message::new("connectionTest.handshake"),
                passed: false,
                duration: Duration::from_millis(3),
                note: Some(Message::verbatim("note")),
            }],
            duration: Duration::from_millis(4),
            negotiated: None,
            counts: Counts::default(),
            failure: Some(failure()),
            stderr: Vec::new(),
        }],
    );
    check(
        "server_resolved_command",
        &[ResolvedCommand {
            path: None,
            note: Message::new("failure.next.installProgram"),
        }],
    );
    check(
        "server_removed",
        &[RemovedServer {
            server_id: "s".into(),
            label: "Mine".into(),
            undo_until_at: 10,
        }],
    );
}

#[test]
fn processes() {
    let usage = ProcessUsage {
        pid: 2,
        processes: 3,
        memory_bytes: 4,
        cpu_percent: Some(0.5),
        uptime: Duration::from_secs(6),
    };
    let servers = vec![ServerProcess {
        server_id: server(),
        usage: ProcessUsage {
            cpu_percent: None,
            ..usage.clone()
        },
    }];
    let told = ProcessList {
        usher: Some(usage),
        servers,
    };
    let nothing = ProcessList {
        usher: None,
        servers: Vec::new(),
    };
    check("server_processes", &[told, nothing]);
}

#[test]
fn a_sign_in() {
    check(
        "sign_in_plan",
        &[SignInPlan {
            page: Address {
                before: "https://".into(),
                host: "a.example".into(),
                after: "/authorize".into(),
                warnings: Vec::new(),
                refused: None,
            },
            issuer: "https://a.example".into(),
            token_host: Some("b.example".into()),
            scopes: vec!["read".into()],
            needs_client: false,
        }],
    );
}
