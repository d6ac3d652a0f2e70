//! Servers.

use usher_config::definition as def;
use usher_core::host::Host;
use usher_core::servers as core;

use crate::server::{
    DraftConfig, DraftValue, EraVerdict, NamedValue, Origin, ServerConfig, ServerDetail,
    ServerDraft, ServerSnapshot, ShownValue,
};

impl From<usher_core::snapshot::ServerSnapshot> for ServerSnapshot {
    fn from(server: usher_core::snapshot::ServerSnapshot) -> Self {
        Self {
            need: server.need(),
            id: server.id,
            label: server.definition.label.to_string(),
            origin: origin(&server.definition.transport),
            state: server.state,
            icon: server.icon,
            negotiated: server.negotiated,
            counts: server.counts,
            log_level: server.log_level,
            review: server.review,
            needs_since: server.needs_since,
            program_changed: server.program_changed,
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

/// The server page. Asks the secret store where each secret is.
pub(crate) async fn detail(host: &Host, detail: core::ServerDetail) -> ServerDetail {
    let transport = detail.snapshot.definition.transport.clone();
    ServerDetail {
        config: config(host, transport).await,
        era: detail.snapshot.definition.era,
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
                kept: host.servers().secret_place(&reference).await,
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
            era: draft.era,
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

impl From<def::CachedProtocol> for EraVerdict {
    fn from(verdict: def::CachedProtocol) -> Self {
        Self {
            era: verdict.era,
            protocol_version: verdict.protocol_version,
            endpoint: verdict.endpoint,
            found_at: verdict.found_at,
        }
    }
}
