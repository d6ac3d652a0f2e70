//! Lets clients reach the host of an environment.

use std::io;
use std::path::PathBuf;

use usher_api::Api;
use usher_gateway::{AccessKey, Gateway, Listener, SocketError};

pub use usher_gateway::OnTakeOver;

use crate::{Environment, VERSION};

/// Why clients cannot reach the host.
#[derive(Debug, thiserror::Error)]
pub enum ClientsError {
    /// The data could not be opened, so there is no host.
    #[error("there is no host")]
    NoHost,
    #[error("the key {} cannot be written: {source}", path.display())]
    Key { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Socket(#[from] SocketError),
}

/// Serves clients until the listener is dropped. `take_over` ends this program for a window that opens the same folder;
/// `None` = this is the window.
pub fn serve_clients(
    environment: &Environment,
    api: &Api,
    take_over: Option<OnTakeOver>,
) -> Result<Listener, ClientsError> {
    let host = api.shared_host().ok_or(ClientsError::NoHost)?;
    let path = environment.paths.access_key();
    let key = AccessKey::create(&path).map_err(|source| ClientsError::Key { path, source })?;
    let gateway = Gateway::new(host, VERSION.to_owned());
    let socket = environment.client_socket();
    Ok(Listener::start(gateway, &socket, key, take_over)?)
}
