//! Pasted text and the configurations of other apps.

use usher_core::paste as core;

use crate::import::{PasteReading, PastedConfig, PastedServer, PastedValue};

impl From<core::Reading> for PasteReading {
    fn from(reading: core::Reading) -> Self {
        match reading {
            core::Reading::Empty => Self::Empty,
            core::Reading::Servers { summary, servers } => Self::Servers {
                summary,
                servers: servers.into_iter().map(Into::into).collect(),
            },
            core::Reading::Problem(problem) => Self::Problem {
                message: problem.message,
                line: problem.at.map(|(line, _)| line),
                column: problem.at.map(|(_, column)| column),
            },
        }
    }
}

impl From<core::Pasted> for PastedServer {
    fn from(pasted: core::Pasted) -> Self {
        Self {
            label: pasted.label,
            config: match pasted.transport {
                core::PastedTransport::Stdio {
                    command,
                    args,
                    env,
                    cwd,
                } => PastedConfig::Stdio {
                    command,
                    args,
                    env: values(env),
                    cwd,
                },
                core::PastedTransport::Http { url, headers } => PastedConfig::Http {
                    url,
                    headers: values(headers),
                },
            },
            notes: pasted.notes,
        }
    }
}

fn values(values: Vec<core::PastedValue>) -> Vec<PastedValue> {
    values
        .into_iter()
        .map(|value| PastedValue {
            name: value.name,
            value: value.value,
            looks_secret: value.looks_secret,
        })
        .collect()
}
