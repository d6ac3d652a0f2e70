//! Servers.

use usher_config::definition as def;
use usher_content::icons;
use usher_core::host::Host;
use usher_core::servers as core;
use usher_system::secrets;

use super::ms;
use crate::icon::ThemedIcon;
use crate::server::{
    Counts, DraftConfig, DraftValue, Failure, FailureKind, NamedValue, Origin, ProgramChange,
    RemovedServer, SecretPlace, ServerConfig, ServerDetail, ServerDraft, ServerSnapshot,
    ServerState, ShownValue, TestReport, TestStep,
};

impl From<usher_core::snapshot::ServerSnapshot> for ServerSnapshot {
    fn from(server: usher_core::snapshot::ServerSnapshot) -> Self {
        Self {
            need: server.need(),
            id: server.id,
            label: server.definition.label.to_string(),
            origin: origin(&server.definition.transport),
            state: server.state.into(),
            icon: server.icon.map(Into::into),
            negotiated: server.negotiated.map(Into::into),
            counts: server.counts.into(),
            log_level: server.log_level,
            review: server.review.into(),
            needs_since: server.needs_since,
            program_changed: server.program_changed.map(|change| ProgramChange {
                at: change.at,
                path: change.path,
                before: change.before,
            }),
            created_at: server.created_at,
        }
    }
}

/// A command as one line. A word with a space in it stands in quotes, so that no two commands look the same.
pub(crate) fn command_line(command: &str, args: &[String]) -> String {
    let quoted = |word: &str| {
        if word.is_empty() || word.contains(char::is_whitespace) {
            format!("“{word}”")
        } else {
            word.to_owned()
        }
    };
    let words = std::iter::once(command).chain(args.iter().map(String::as_str));
    words.map(quoted).collect::<Vec<_>>().join(" ")
}

/// Where a server comes from, as the person can check it.
pub(crate) fn origin(transport: &def::Transport) -> Origin {
    match transport {
        def::Transport::Stdio { command, args, .. } => Origin::Command {
            text: command_line(command, args),
        },
        def::Transport::Http { url, .. } => Origin::Host {
            text: url.origin().ascii_serialization(),
            url: url.to_string(),
        },
        def::Transport::Demo => Origin::BuiltIn,
    }
}

impl From<usher_core::snapshot::ServerState> for ServerState {
    fn from(state: usher_core::snapshot::ServerState) -> Self {
        match state {
            usher_core::snapshot::ServerState::Disabled => Self::Disabled,
            usher_core::snapshot::ServerState::NeedsReview { reason } => {
                Self::NeedsReview { reason }
            }
            usher_core::snapshot::ServerState::Queued { since_at } => Self::Queued { since_at },
            usher_core::snapshot::ServerState::Starting { since_at } => Self::Starting { since_at },
            usher_core::snapshot::ServerState::Running { since_at, pid } => {
                Self::Running { since_at, pid }
            }
            usher_core::snapshot::ServerState::Retrying {
                attempt,
                max_attempts,
                next_at,
                failure,
            } => Self::Retrying {
                attempt,
                max_attempts,
                next_at,
                failure: failure.into(),
            },
            usher_core::snapshot::ServerState::NeedsSignIn { reason } => {
                Self::NeedsSignIn { reason }
            }
            usher_core::snapshot::ServerState::SigningIn { since_at, issuer } => {
                Self::SigningIn { since_at, issuer }
            }
            usher_core::snapshot::ServerState::Failed { failure } => Self::Failed {
                failure: failure.into(),
            },
        }
    }
}

impl From<usher_core::snapshot::Failure> for Failure {
    fn from(failure: usher_core::snapshot::Failure) -> Self {
        Self {
            kind: failure.kind.into(),
            summary: failure.summary,
            next_step: failure.next_step,
            detail: failure.detail,
            stderr: failure.stderr,
        }
    }
}

impl From<usher_core::snapshot::FailureKind> for FailureKind {
    fn from(kind: usher_core::snapshot::FailureKind) -> Self {
        match kind {
            usher_core::snapshot::FailureKind::ProgramNotFound => Self::ProgramNotFound,
            usher_core::snapshot::FailureKind::NotExecutable => Self::NotExecutable,
            usher_core::snapshot::FailureKind::WorkingDirectory => Self::WorkingDirectory,
            usher_core::snapshot::FailureKind::ExitedEarly => Self::ExitedEarly,
            usher_core::snapshot::FailureKind::Exited => Self::Exited,
            usher_core::snapshot::FailureKind::Timeout => Self::Timeout,
            usher_core::snapshot::FailureKind::NotMcp => Self::NotMcp,
            usher_core::snapshot::FailureKind::UnsupportedVersion => Self::UnsupportedVersion,
            usher_core::snapshot::FailureKind::Unreachable => Self::Unreachable,
            usher_core::snapshot::FailureKind::HttpStatus => Self::HttpStatus,
            usher_core::snapshot::FailureKind::Unauthorized => Self::Unauthorized,
            usher_core::snapshot::FailureKind::Refused => Self::Refused,
            usher_core::snapshot::FailureKind::SecretUnavailable => Self::SecretUnavailable,
            usher_core::snapshot::FailureKind::Other => Self::Other,
        }
    }
}

impl From<usher_core::snapshot::Counts> for Counts {
    fn from(counts: usher_core::snapshot::Counts) -> Self {
        Self {
            tools: counts.tools,
            resources: counts.resources,
            templates: counts.templates,
            prompts: counts.prompts,
        }
    }
}

impl From<icons::ThemedIcon> for ThemedIcon {
    fn from(icon: icons::ThemedIcon) -> Self {
        Self {
            light: icon.light,
            dark: icon.dark,
        }
    }
}

impl From<core::RemovedServer> for RemovedServer {
    fn from(removed: core::RemovedServer) -> Self {
        Self {
            server_id: removed.id,
            label: removed.label,
            undo_until_at: removed.undo_until_at,
        }
    }
}

/// The server page. Asks the secret store where each secret is.
pub(crate) async fn detail(host: &Host, detail: core::ServerDetail) -> ServerDetail {
    let transport = detail.snapshot.definition.transport.clone();
    ServerDetail {
        config: config(host, transport).await,
        era: detail.snapshot.definition.era.into(),
        verdict: detail.verdict.map(Into::into),
        snapshot: detail.snapshot.into(),
        signed_in: detail.signed_in.map(Into::into),
        wants_scope: detail.wants_scope,
        server_info: detail
            .agreed
            .as_ref()
            .map(|agreed| agreed.server_info.clone()),
        capabilities: detail
            .agreed
            .as_ref()
            .map(|agreed| agreed.capabilities.clone()),
        instructions: detail
            .agreed
            .as_ref()
            .and_then(|agreed| agreed.instructions.clone()),
        stderr: detail.stderr,
        stderr_next_seq: detail.stderr_next_seq,
        repairs: detail.repairs,
    }
}

async fn config(host: &Host, transport: def::Transport) -> ServerConfig {
    match transport {
        def::Transport::Stdio {
            command,
            args,
            env,
            cwd,
        } => ServerConfig::Stdio {
            command,
            args,
            env: values(host, env).await,
            cwd,
        },
        def::Transport::Http { url, headers } => ServerConfig::Http {
            url: url.into(),
            headers: values(host, headers).await,
        },
        def::Transport::Demo => ServerConfig::Demo,
    }
}

async fn values(host: &Host, values: Vec<def::NamedValue>) -> Vec<NamedValue> {
    let mut shown = Vec::new();
    for named in values {
        let value = match named.value {
            def::SavedValue::Plain(value) => ShownValue::Plain { value },
            def::SavedValue::Secret(reference) => ShownValue::Secret {
                kept: match host.secret_place(&reference).await {
                    secrets::SecretPlace::Keyring => SecretPlace::Keyring,
                    secrets::SecretPlace::ThisRun => SecretPlace::ThisRun,
                    secrets::SecretPlace::Missing => SecretPlace::Missing,
                },
            },
        };
        shown.push(NamedValue {
            name: named.name,
            value,
        });
    }
    shown
}

impl From<ServerDraft> for def::DraftDefinition {
    fn from(draft: ServerDraft) -> Self {
        let values = |values: Vec<DraftValue>| values.into_iter().map(Into::into).collect();
        Self {
            label: draft.label,
            transport: match draft.config {
                DraftConfig::Stdio {
                    command,
                    args,
                    env,
                    cwd,
                } => def::DraftTransport::Stdio {
                    command,
                    args,
                    env: values(env),
                    cwd,
                },
                DraftConfig::Http { url, headers } => def::DraftTransport::Http {
                    url,
                    headers: values(headers),
                },
                DraftConfig::Demo => def::DraftTransport::Demo,
            },
            era: draft.era.into(),
        }
    }
}

impl From<DraftValue> for def::DraftNamedValue {
    fn from(draft: DraftValue) -> Self {
        Self {
            name: draft.name,
            value: match (draft.value, draft.secret) {
                (None, _) => def::DraftValue::KeepStored,
                (Some(text), true) => def::DraftValue::Secret(text.0),
                (Some(text), false) => def::DraftValue::Plain(text.0.expose().to_owned()),
            },
        }
    }
}

impl From<core::TestReport> for TestReport {
    fn from(report: core::TestReport) -> Self {
        Self {
            steps: report
                .steps
                .into_iter()
                .map(|step| TestStep {
                    name: step.name.to_owned(),
                    passed: step.passed,
                    duration_ms: ms(step.duration),
                    note: step.note,
                })
                .collect(),
            duration_ms: ms(report.duration),
            negotiated: report.negotiated.map(Into::into),
            counts: report.counts.into(),
            failure: report.failure.map(Into::into),
            stderr: report.stderr,
        }
    }
}
