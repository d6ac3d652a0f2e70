//! Lets clients reach the host of an environment.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, BufReader};
use tokio::time::{Instant, sleep, timeout_at};
use usher_api::Api;
use usher_gateway::{
    AccessKey, Gateway, GatewayOptions, Hello, HttpEndpoint, Listener, ListenerError, OwnerDuties,
    Stream, open_channel,
};
use usher_system::folder_lock::FolderLock;
use usher_system::paths::{PathsError, replace_private_file};

pub use usher_gateway::OnTakeOver;

use crate::terminal_requests::on_terminal_request;
use crate::{Environment, VERSION};

/// Why clients cannot reach the host.
#[derive(Debug, thiserror::Error)]
pub enum ClientsError {
    /// The data could not be opened, so there is no host.
    #[error("there is no host")]
    NoHost,
    #[error("{} cannot be written: {source}", path.display())]
    Unwritable { path: PathBuf, source: io::Error },
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
    let unwritable = |path| |source| ClientsError::Unwritable { path, source };
    let path = environment.paths.access_key();
    let key = AccessKey::create(&path).map_err(unwritable(path))?;
    let options = match take_over {
        None => GatewayOptions::new(VERSION),
        Some(_) => GatewayOptions::without_window(VERSION),
    };
    let gateway = Gateway::new(host, options);
    let duties = OwnerDuties {
        take_over,
        terminal: on_terminal_request(api),
    };
    let address = environment.client_address();
    let path = environment.paths.owner_address();
    let said = address.as_os_str().as_encoded_bytes();
    replace_private_file(&path, said, None).map_err(unwritable(path))?;
    Ok(ServedClients {
        _local: Listener::start(gateway.clone(), &address, key, duties)?,
        _http: HttpEndpoint::start(gateway),
    })
}

/// How long a program without a window may take to hand the data folder over: it stops its servers first.
const TAKEN_OVER_WITHIN: Duration = Duration::from_secs(12);
/// How long one that has just taken the folder may need until it can be asked for it.
const APPEARS_WITHIN: Duration = Duration::from_secs(3);
/// How often it is asked: another may have taken the folder in between.
const ASK_EVERY: Duration = Duration::from_millis(500);
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Takes the data folder, from a program without a window if one has it. Adapters may start another such program at any
/// time: whichever has the folder is asked for it. `None` = it stays with its owner, or cannot be used at all.
pub async fn take_over(environment: &Environment) -> Option<FolderLock> {
    let began = Instant::now();
    let until = began + TAKEN_OVER_WITHIN;
    let mut ask_at = began;
    let mut appears_until = began + APPEARS_WITHIN;
    while Instant::now() < until {
        match FolderLock::take(&environment.paths) {
            Ok(lock) => return Some(lock),
            Err(PathsError::InUse(_)) => {}
            Err(_) => return None,
        }
        if Instant::now() >= ask_at {
            match timeout_at(until, ask_for_it(environment)).await {
                Ok(Ok(())) => {
                    ask_at = Instant::now() + ASK_EVERY;
                    appears_until = until;
                }
                Ok(Err(error)) if is_absent(&error) && Instant::now() < appears_until => {}
                // Somebody keeps the folder, and an impostor has none to give.
                Ok(Err(_)) | Err(_) => return None,
            }
        }
        sleep(LOOK_EVERY).await;
    }
    None
}

/// Whether nobody is at an address.
fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused
    )
}

async fn ask_for_it(environment: &Environment) -> io::Result<()> {
    let stream = Stream::connect(&environment.owner_address()).await?;
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
