//! Defines servers as read from pasted text, unchecked.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_messages::Message;

/// One server read from text. It holds only what the page itself just sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PastedServer {
    /// The configuration's name for it, or one from command or host.
    pub label: String,
    /// How it is started or reached.
    #[serde(rename = "config")]
    pub transport: PastedTransport,
    /// Remarks: unknown fields that were ignored, a variable that has to be filled in.
    pub notes: Vec<Message>,
}

/// How a pasted server is started or reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum PastedTransport {
    Stdio {
        command: String,
        args: Vec<String>,
        env: Vec<PastedValue>,
        cwd: Option<String>,
        /// The secrets that arguments refer to, as `${input:NAME}`. An empty value has yet to be filled in.
        #[serde(default)]
        inputs: Vec<PastedValue>,
    },
    /// A Streamable HTTP endpoint.
    Http {
        url: String,
        headers: Vec<PastedValue>,
        /// The secrets that the query of the URL refers to.
        #[serde(default)]
        inputs: Vec<PastedValue>,
    },
}

/// What a pasted server consists of, whichever way it is started or reached.
pub struct PastedParts<'a> {
    /// The command, its arguments and the working directory, or the URL.
    pub texts: Vec<&'a mut String>,
    /// Environment values or headers.
    pub values: &'a mut Vec<PastedValue>,
    pub inputs: &'a mut Vec<PastedValue>,
}

impl PastedTransport {
    pub fn parts_mut(&mut self) -> PastedParts<'_> {
        match self {
            Self::Stdio {
                command,
                args,
                env,
                cwd,
                inputs,
            } => PastedParts {
                texts: [command].into_iter().chain(args).chain(cwd).collect(),
                values: env,
                inputs,
            },
            Self::Http {
                url,
                headers,
                inputs,
            } => PastedParts {
                texts: vec![url],
                values: headers,
                inputs,
            },
        }
    }
}

/// A pasted environment value, header or secret of an argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PastedValue {
    pub name: String,
    pub value: String,
    /// Whether it looks like a secret, so that the toggle starts on.
    pub looks_secret: bool,
}
