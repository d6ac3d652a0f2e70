//! Pasted text and the configurations of other apps.

use usher_config::paste as core;
use usher_core::servers;

use super::server::command_line;
use crate::import::{ImportCandidate, ImportSource, PasteReading};
use crate::server::Origin;
use usher_types::paste::PastedTransport;

impl From<core::Reading> for PasteReading {
    fn from(reading: core::Reading) -> Self {
        match reading {
            core::Reading::Empty => Self::Empty,
            core::Reading::Servers { summary, servers } => Self::Servers { summary, servers },
            core::Reading::Problem(problem) => Self::Problem {
                message: problem.message,
                line: problem.at.map(|(line, _)| line),
                column: problem.at.map(|(_, column)| column),
            },
        }
    }
}

impl From<servers::ImportSource> for ImportSource {
    fn from(offer: servers::ImportSource) -> Self {
        Self {
            app: offer.app.to_owned(),
            path: offer.path.display().to_string(),
            servers: offer.servers.into_iter().map(Into::into).collect(),
            problem: offer.problem,
        }
    }
}

impl From<servers::ImportCandidate> for ImportCandidate {
    fn from(offered: servers::ImportCandidate) -> Self {
        let (origin, secret_names, problem) = match offered.server {
            Ok(server) => {
                let secrets = secret_names(&server.transport);
                (origin(server.transport), secrets, None)
            }
            Err(problem) => (
                Origin::Command {
                    text: String::new(),
                },
                Vec::new(),
                Some(problem),
            ),
        };
        Self {
            key: offered.key,
            origin,
            secret_names,
            known: offered.known,
            problem,
        }
    }
}

fn origin(transport: PastedTransport) -> Origin {
    match transport {
        PastedTransport::Stdio { command, args, .. } => Origin::Command {
            text: command_line(&command, &args),
        },
        PastedTransport::Http { url, .. } => Origin::Host {
            text: url.clone(),
            url,
        },
    }
}

fn secret_names(transport: &PastedTransport) -> Vec<String> {
    let (PastedTransport::Stdio { env: values, .. }
    | PastedTransport::Http {
        headers: values, ..
    }) = transport;
    values
        .iter()
        .filter(|value| value.looks_secret)
        .map(|value| value.name.clone())
        .collect()
}
