//! Reading what people already have: pasted text, and the configuration files of other apps.

use crate::server::Origin;
use crate::server::command_line;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
pub use usher_config::paste::PasteResult as PasteReading;
use usher_messages::Message;
use usher_servers::servers;
pub use usher_types::paste::{PastedServer, PastedTransport};

/// Text from the paste field.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PasteParams {
    /// A command line, a URL, or the JSON of any common client.
    pub text: String,
}

/// One configuration file of another app.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportSource {
    /// "Claude Desktop", "VS Code", "Cursor", "Cline", "Goose".
    pub app: String,
    pub path: String,
    /// The servers in it.
    pub servers: Vec<ImportCandidate>,
    /// Why the file is unreadable, with line and column where known.
    pub problem: Option<Message>,
}

/// One server in another app's configuration. Its values stay in the core.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportCandidate {
    /// Its key in that file.
    pub key: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Names of values that look secret and would go to the keyring.
    pub secret_names: Vec<String>,
    /// Whether an equal server is already configured here.
    pub known: bool,
    /// Why it cannot be imported.
    pub problem: Option<Message>,
}

/// Imports chosen servers. They arrive turned off; nothing is started.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportParams {
    pub choices: Vec<ImportChoice>,
}

/// One server to take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportChoice {
    /// The file it stands in.
    pub path: String,
    pub key: String,
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
    let (PastedTransport::Stdio {
        env: values,
        inputs,
        ..
    }
    | PastedTransport::Http {
        headers: values,
        inputs,
        ..
    }) = transport;
    values
        .iter()
        .chain(inputs)
        .filter(|value| value.looks_secret)
        .map(|value| value.name.clone())
        .collect()
}
