//! Whether clients may connect over HTTP, and at which address they can now. The endpoint itself is not here: it follows
//! what is wanted, and reports what came of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::watch;
use usher_messages::Message;
use usher_store::{HttpAccess as KeptAccess, Store, StoreError};

use crate::events::{Events, HostEvent};
use crate::limits;

/// Where clients connect. By number: a name may be resolved to another address.
pub fn http_url(port: u16) -> String {
    format!("http://127.0.0.1:{port}/mcp")
}

/// What the endpoint is to do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HttpWanted {
    pub is_on: bool,
    /// The port that clients are configured with; `None` = any.
    pub port: Option<u16>,
}

/// What the endpoint does.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum HttpState {
    #[default]
    Closed,
    Open {
        port: u16,
    },
    /// It is wanted, and cannot be opened.
    Failed(Message),
}

/// What the person is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct HttpStatus {
    pub is_on: bool,
    pub state: HttpState,
}

/// Whether clients may connect over HTTP. Clones share it.
#[derive(Clone)]
pub struct HttpAccess(Arc<Inner>);

struct Inner {
    store: Store,
    events: Events,
    wanted: watch::Sender<HttpWanted>,
    state: watch::Sender<HttpState>,
    /// What the person chose, as it is kept; [`HttpAccess::turn_on_for_now`] does not change it.
    kept: tokio::sync::Mutex<KeptAccess>,
    /// Whether there is an endpoint that follows.
    is_followed: AtomicBool,
}

impl HttpAccess {
    pub(crate) fn new(kept: KeptAccess, store: Store, events: Events) -> Self {
        Self(Arc::new(Inner {
            store,
            events,
            wanted: watch::Sender::new(HttpWanted {
                is_on: kept.is_on,
                port: kept.port,
            }),
            state: watch::Sender::default(),
            kept: tokio::sync::Mutex::new(kept),
            is_followed: AtomicBool::new(false),
        }))
    }

    pub fn status(&self) -> HttpStatus {
        HttpStatus {
            is_on: self.0.wanted.borrow().is_on,
            state: self.0.state.borrow().clone(),
        }
    }

    /// Turns the endpoint on or off, also for later starts, and waits a while until it is.
    pub async fn turn(&self, is_on: bool) -> Result<HttpStatus, StoreError> {
        let inner = &self.0;
        {
            let mut kept = inner.kept.lock().await;
            let next = KeptAccess { is_on, ..*kept };
            inner.store.set_http_access(next).await?;
            *kept = next;
        }
        self.want(is_on);
        self.until_followed(is_on).await;
        Ok(self.status())
    }

    /// Turns the endpoint on until this program ends.
    pub async fn turn_on_for_now(&self) -> HttpStatus {
        self.want(true);
        self.until_followed(true).await;
        self.status()
    }

    fn want(&self, is_on: bool) {
        let inner = &self.0;
        inner.state.send_if_modified(|state| {
            let failed = matches!(state, HttpState::Failed(_));
            if failed {
                *state = HttpState::Closed;
            }
            failed
        });
        // Wanting the same again tries again.
        inner.wanted.send_modify(|wanted| wanted.is_on = is_on);
        inner.events.send(HostEvent::ClientsChanged);
    }

    async fn until_followed(&self, is_on: bool) {
        if !self.0.is_followed.load(Ordering::Relaxed) {
            return;
        }
        let mut state = self.0.state.subscribe();
        let followed = state.wait_for(|state| (*state != HttpState::Closed) == is_on);
        // If it takes longer, an event follows.
        let _ = tokio::time::timeout(limits::HTTP_ACCESS_WITHIN, followed).await;
    }

    /// Follows what is wanted, for the endpoint.
    pub fn follow(&self) -> watch::Receiver<HttpWanted> {
        self.0.is_followed.store(true, Ordering::Relaxed);
        let mut wanted = self.0.wanted.subscribe();
        wanted.mark_changed();
        wanted
    }

    /// Takes note of what the endpoint does. A port that was taken is kept, so that clients find it again.
    pub async fn report(&self, state: HttpState) {
        let inner = &self.0;
        if let HttpState::Open { port } = state {
            let mut kept = inner.kept.lock().await;
            if kept.port != Some(port) {
                kept.port = Some(port);
                if let Err(error) = inner.store.set_http_access(*kept).await {
                    tracing::warn!(%error, "the port of the HTTP endpoint was not kept");
                }
            }
            inner.wanted.send_if_modified(|wanted| {
                wanted.port = Some(port);
                false
            });
        }
        inner.state.send_replace(state);
        inner.events.send(HostEvent::ClientsChanged);
    }
}
