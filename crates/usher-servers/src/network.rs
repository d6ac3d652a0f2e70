//! Returns the route by which this machine reaches other networks. One place, so that tests can change it. What is done
//! about a change is decided where servers are.

use std::sync::Arc;

use parking_lot::Mutex;
use url::Url;
use usher_messages::Language;
use usher_net::LocalAddresses;
use usher_system::blocking::spawn_blocking;

/// Opens an address in the system's browser, or a file in its app, or says why that failed. It may wait for the system.
pub type OpenUrl = Arc<dyn Fn(&str) -> std::io::Result<()> + Send + Sync>;

/// Opens an address in the browser. Returns whether the browser was started.
///
/// The log gets the origin and the length of the path alone: an address may hold what only the person and its server may
/// know, and the system repeats it in its errors.
pub async fn open_in_browser(open: OpenUrl, address: &str) -> bool {
    let text = address.to_owned();
    let opened = spawn_blocking(move || open(&text)).await;
    match opened {
        Some(Ok(())) => true,
        failed => {
            let url = Url::parse(address).ok();
            let origin = url.as_ref().map(|url| url.origin().ascii_serialization());
            let path_bytes = url.as_ref().map(|url| url.path().len());
            let kind = failed.and_then(Result::err).map(|error| error.kind());
            tracing::warn!(origin, path_bytes, ?kind, "the browser was not started");
            false
        }
    }
}

/// Returns the language of texts that are shown outside of the window.
pub type LanguageNow = Arc<dyn Fn() -> Language + Send + Sync>;

/// Where the host looks for the way out.
#[derive(Debug, Clone)]
pub enum Network {
    System,
    /// One that changes only when told to.
    Fixed(FixedNetwork),
}

/// A way out that changes only when told to; clones share it.
#[derive(Debug, Clone)]
pub struct FixedNetwork(Arc<Mutex<LocalAddresses>>);

impl FixedNetwork {
    /// One that stays like this.
    pub fn at(way: LocalAddresses) -> Self {
        Self(Arc::new(Mutex::new(way)))
    }

    /// The machine has moved to another network, or lost it.
    pub fn change(&self, way: LocalAddresses) {
        *self.0.lock() = way;
    }
}

impl Network {
    /// The way out as it is now.
    pub fn local_addresses(&self) -> LocalAddresses {
        match self {
            Self::System => LocalAddresses::current(),
            Self::Fixed(network) => *network.0.lock(),
        }
    }
}
