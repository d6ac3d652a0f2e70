//! Describes how a server is reached: a program or a URL.

use std::path::PathBuf;

use http::HeaderName;
use url::Url;

use crate::access::Access;
use crate::model::Endpoint;
use crate::redact::{Redactor, TypedSecrets};
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
    /// Its arguments, one each.
    pub args: Vec<String>,
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
    /// The MCP endpoint, or an address near it.
    pub url: Url,
    /// Where the server was found last time, tried first.
    pub known: Option<Endpoint>,
    /// Sent with each request.
    pub headers: Vec<(HeaderName, LaunchValue)>,
    /// The source of its access token.
    pub access: Access,
    /// What the person types while it is connected.
    pub typed: TypedSecrets,
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
        Redactor::new(self.env.iter().filter_map(|(_, value)| value.secret()))
            .with_typed(self.typed.clone())
    }
}

impl HttpLaunch {
    pub(crate) fn redactor(&self) -> Redactor {
        Redactor::new(self.headers.iter().filter_map(|(_, value)| value.secret()))
            .with_tokens(self.access.sent())
            .with_typed(self.typed.clone())
    }
}
