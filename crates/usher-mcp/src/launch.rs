//! Describes how a server is reached: a program or a URL.

use std::path::PathBuf;

use http::HeaderName;
use url::Url;

use crate::access::Access;
use crate::model::Endpoint;
use crate::redact::{Redactor, TypedSecrets};
use usher_types::input::{encoded, fill_in, fill_in_url};
use usher_types::secret::Secret;

use usher_process::HostEnvironment;

/// The server to connect to.
#[derive(Clone)]
pub enum Launch {
    /// A program, over its stdin and stdout.
    Stdio(StdioLaunch),
    /// An address, over Streamable HTTP or HTTP+SSE.
    Http(HttpLaunch),
}

/// A program to start without a shell.
#[derive(Clone)]
pub struct StdioLaunch {
    /// Absolute path of the program.
    pub program: PathBuf,
    /// Its arguments, one each, with references to the secrets in them.
    pub args: Vec<String>,
    pub secrets: LaunchSecrets,
    /// Added to the small base environment.
    pub env: Vec<(String, LaunchValue)>,
    pub cwd: PathBuf,
    /// The environment it inherits from.
    pub host: HostEnvironment,
    /// What the person types while it runs.
    pub typed: TypedSecrets,
}

/// An address to connect to.
#[derive(Clone)]
pub struct HttpLaunch {
    /// The MCP endpoint, or an address near it, with references to the secrets in its path and query.
    pub url: Url,
    pub secrets: LaunchSecrets,
    /// Where the server was found last time, tried first.
    pub known: Option<Endpoint>,
    /// Sent with each request.
    pub headers: Vec<(HeaderName, LaunchValue)>,
    /// The source of its access token.
    pub access: Access,
    /// What the person types while it is connected.
    pub typed: TypedSecrets,
}

/// The secrets in arguments or in a URL.
#[derive(Clone, Default)]
pub struct LaunchSecrets {
    /// What `${input:NAME}` stands for, by name.
    pub inputs: Vec<(String, Secret)>,
    /// What is in plain text and looks like a secret; it is redacted.
    pub open: Vec<Secret>,
}

impl LaunchSecrets {
    fn get(&self, name: &str) -> Option<&Secret> {
        let found = self.inputs.iter().find(|(own, _)| own == name);
        found.map(|(_, secret)| secret)
    }

    /// Returns the arguments with the secrets in them, only for the program.
    pub(crate) fn fill_in_args(&self, args: &[String]) -> Vec<String> {
        let value = |name: &str| self.get(name).map(|secret| secret.expose().to_owned());
        args.iter().map(|arg| fill_in(arg, value)).collect()
    }

    /// Returns the URL with the secrets in its path and query, only for a request.
    pub(crate) fn fill_in_url(&self, url: &Url) -> Url {
        fill_in_url(url, |name| self.get(name).cloned())
    }

    /// All of them, also as they stand in a query.
    fn all(&self) -> Vec<Secret> {
        let inputs = self.inputs.iter().map(|(_, secret)| secret);
        inputs
            .chain(&self.open)
            .flat_map(|secret| [secret.clone(), Secret::new(encoded(secret.expose()))])
            .collect()
    }
}

/// A configured value passed to a server.
#[derive(Clone)]
pub enum LaunchValue {
    /// A value that may be shown.
    Plain(String),
    /// A value redacted from everything the connection reports.
    Secret(Secret),
}

impl LaunchValue {
    /// Returns the text, only for the server it belongs to.
    pub(crate) fn expose(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Secret(secret) => secret.expose(),
        }
    }

    fn secret(&self) -> Option<&Secret> {
        match self {
            Self::Plain(_) => None,
            Self::Secret(secret) => Some(secret),
        }
    }
}

impl Launch {
    /// Returns a redactor of this server's secrets.
    pub fn redactor(&self) -> Redactor {
        match self {
            Self::Stdio(launch) => launch.redactor(),
            Self::Http(launch) => launch.redactor(),
        }
    }
}

impl StdioLaunch {
    pub(crate) fn redactor(&self) -> Redactor {
        let secrets = self.secrets.all();
        let env = self.env.iter().filter_map(|(_, value)| value.secret());
        Redactor::new(env.chain(&secrets)).with_typed(self.typed.clone())
    }
}

impl HttpLaunch {
    pub(crate) fn redactor(&self) -> Redactor {
        let secrets = self.secrets.all();
        let headers = self.headers.iter().filter_map(|(_, value)| value.secret());
        Redactor::new(headers.chain(&secrets))
            .with_tokens(self.access.sent())
            .with_typed(self.typed.clone())
    }
}
