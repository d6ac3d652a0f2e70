//! Lets clients reach the host of an environment.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, BufReader};
use tokio::time::{Instant, sleep, timeout_at};
use usher_api::Api;
use usher_gateway::{
    AccessKey, Gateway, GatewayOptions, Hello, HttpEndpoint, Listener, ListenerError, Stream,
    open_channel,
};
use usher_system::folder_lock::FolderLock;

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
    Listener(#[from] ListenerError),
}

/// Serves clients until it is dropped: at the local address, and over HTTP while the person wants it.
pub struct ServedClients {
    _local: Listener,
    _http: HttpEndpoint,
}

/// Serves clients until the returned value is dropped. `take_over` ends this program for a window that opens the same folder;
/// `None` = this is the window.
pub fn serve_clients(
    environment: &Environment,
    api: &Api,
    take_over: Option<OnTakeOver>,
) -> Result<ServedClients, ClientsError> {
    let host = api.shared_host().ok_or(ClientsError::NoHost)?;
    let path = environment.paths.access_key();
    let key = AccessKey::create(&path).map_err(|source| ClientsError::Key { path, source })?;
    let options = match take_over {
        None => GatewayOptions::new(VERSION),
        Some(_) => GatewayOptions::without_window(VERSION),
    };
    let gateway = Gateway::new(host, options);
    let address = environment.client_address();
    Ok(ServedClients {
        _local: Listener::start(gateway.clone(), &address, key, take_over)?,
        _http: HttpEndpoint::start(gateway),
    })
}

/// How long a program without a window may take to hand the data folder over: it stops its servers first.
const TAKEN_OVER_WITHIN: Duration = Duration::from_secs(12);
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Has a program that owns the data folder without a window hand it over. Returns at once if there is none.
pub async fn take_over(environment: &Environment) {
    let until = Instant::now() + TAKEN_OVER_WITHIN;
    // A window keeps the folder, and an impostor has none to give.
    if !matches!(timeout_at(until, ask_for_it(environment)).await, Ok(Ok(()))) {
        return;
    }
    while Instant::now() < until {
        if let Ok(lock) = FolderLock::take(&environment.paths) {
            drop(lock);
            return;
        }
        sleep(LOOK_EVERY).await;
    }
}

async fn ask_for_it(environment: &Environment) -> io::Result<()> {
    let stream = Stream::connect(&environment.client_address()).await?;
    let key = AccessKey::read(&environment.paths.access_key())?;
    let (input, mut output) = stream.split();
    let mut input = BufReader::new(input);
    open_channel(&key, &Hello::TakeOver, &mut input, &mut output)
        .await
        .map_err(io::Error::other)?;
    // It says nothing more: the end of the connection is the answer, which of a pipe may be an error.
    match input.read(&mut [0; 1]).await {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}
