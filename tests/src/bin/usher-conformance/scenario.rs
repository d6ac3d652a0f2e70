//! What the suite asks for: the address, the scenario, and what is known beforehand.

use std::env;

use serde::Deserialize;
use serde_json::{Map, Value};
use url::Url;

use crate::outcome::Outcome;

/// One run of a suite.
pub(crate) struct Scenario {
    /// The server under whose eyes it runs.
    pub(crate) url: Url,
    /// Which behaviour is watched.
    pub(crate) subject: Subject,
    /// What is known beforehand.
    pub(crate) context: Context,
}

/// Scenarios with actions of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    /// Everything is tried out once.
    Everything,
    /// While a question is open, another tool is used.
    BusyWhileAsked,
    /// The schema of one tool is handed to another one.
    SchemaEcho,
}

/// A call the suite prescribes.
#[derive(Debug, Deserialize)]
pub(crate) struct KnownCall {
    pub(crate) name: String,
    /// Its arguments, as they are.
    pub(crate) arguments: Map<String, Value>,
}

/// What is known beforehand.
#[derive(Default, Deserialize)]
pub(crate) struct Context {
    /// Calls the suite wants made with just these arguments, in this order; all tools otherwise.
    #[serde(rename = "toolCalls")]
    pub(crate) calls: Option<Vec<KnownCall>>,
    /// As whom the person has registered.
    pub(crate) client_id: Option<String>,
    /// What goes with it.
    pub(crate) client_secret: Option<String>,
}

impl Scenario {
    /// Reads the command line and the environment.
    pub(crate) fn read() -> Outcome<Self> {
        let url = env::args()
            .next_back()
            .ok_or("the last argument is the server's address")?;
        let name = env::var("MCP_CONFORMANCE_SCENARIO").unwrap_or_default();
        let context = match env::var("MCP_CONFORMANCE_CONTEXT") {
            Ok(text) => serde_json::from_str(&text)?,
            Err(_) => Context::default(),
        };
        Ok(Self {
            url: url.parse()?,
            subject: match name.as_str() {
                "sep-2322-client-request-state" => Subject::BusyWhileAsked,
                "json-schema-2020-12-preservation" => Subject::SchemaEcho,
                _ => Subject::Everything,
            },
            context,
        })
    }
}
