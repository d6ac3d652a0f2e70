//! Whether clients may connect over HTTP, and at which address they can now. The endpoint itself is not here: it follows
//! what is wanted, and reports what came of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::watch;
use usher_messages::Message;
use usher_store::{HttpAccess as KeptAccess, Store, StoreError};
use usher_types::code::{Code, Coded};

use crate::limits;
use usher_servers::events::{Events, HostEvent};
use usher_types::origin::WebOrigin;
use usher_types::text::{beginning, visible};

/// So much of what was entered is shown when it is no origin.
const SHOWN_BYTES: usize = 200;

/// Names it, as what is restricted.
const ABOUT: &str = "http";

/// Where clients connect. By number: a name may be resolved to another address.
pub fn http_url(port: u16) -> String {
    format!("http://127.0.0.1:{port}/mcp")
}

/// What the endpoint is to do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HttpWanted {
    pub is_on: bool,
    /// The port that clients are configured with; `None` = any.
    pub port: Option<u16>,
    /// Pages at these origins may connect.
    pub origins: Vec<WebOrigin>,
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
    pub origins: Vec<WebOrigin>,
}

/// Why origins were not allowed. Those that were taken back are so all the same if they could not be stored.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum OriginsError {
    /// One of them is none.
    NoOrigin(String),
    TooMany,
    Store(#[from] StoreError),
}

impl OriginsError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::NoOrigin(entered) => Message::new("knownClient.origin").with(
                "origin",
                beginning(&visible(entered), SHOWN_BYTES).into_owned(),
            ),
            Self::TooMany => {
                Message::new("knownClient.tooManyOrigins").with("most", limits::HTTP_ORIGINS)
            }
            Self::Store(error) => error.message(),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::NoOrigin(_) | Self::TooMany => Code::Invalid.into(),
            Self::Store(error) => error.code(),
        }
    }
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
                origins: kept.origins.clone(),
            }),
            state: watch::Sender::default(),
            kept: tokio::sync::Mutex::new(kept),
            is_followed: AtomicBool::new(false),
        }))
    }

    pub fn status(&self) -> HttpStatus {
        let wanted = self.0.wanted.borrow().clone();
        HttpStatus {
            is_on: wanted.is_on,
            state: self.0.state.borrow().clone(),
            origins: wanted.origins,
        }
    }

    /// Reads once more what is stored, once that could be checked. What was turned on meanwhile stays on.
    pub(crate) async fn reload(&self) -> Result<(), StoreError> {
        let inner = &self.0;
        let mut kept = inner.kept.lock().await;
        if inner.store.is_restricted(ABOUT) {
            // What the person has decided since is still to be written.
            return Ok(());
        }
        *kept = inner.store.http_access().await?;
        let stored = kept.clone();
        drop(kept);
        inner.wanted.send_modify(|wanted| {
            wanted.is_on |= stored.is_on;
            wanted.port = wanted.port.or(stored.port);
            wanted.origins = stored.origins;
        });
        inner.events.send(HostEvent::ClientsChanged);
        Ok(())
    }

    /// Turns the endpoint on or off, also for later starts, and waits a while until it is.
    pub async fn turn(&self, is_on: bool) -> Result<HttpStatus, StoreError> {
        let inner = &self.0;
        {
            let mut kept = inner.kept.lock().await;
            let next = KeptAccess {
                is_on,
                ..kept.clone()
            };
            if is_on {
                inner.store.set_http_access(&next).await?;
                inner.store.lift_restriction(ABOUT);
            }
            *kept = next;
        }
        self.want(is_on);
        let written = if is_on { Ok(()) } else { self.restrict().await };
        self.until_followed(is_on).await;
        written?;
        Ok(self.status())
    }

    /// Lets pages at exactly these origins connect, and no others, from now on.
    pub async fn allow_origins(&self, entered: &[String]) -> Result<HttpStatus, OriginsError> {
        let inner = &self.0;
        if entered.len() > limits::HTTP_ORIGINS {
            return Err(OriginsError::TooMany);
        }
        let mut origins = Vec::new();
        for entered in entered {
            let origin = WebOrigin::parse(entered);
            let origin = origin.ok_or_else(|| OriginsError::NoOrigin(entered.clone()))?;
            if !origins.contains(&origin) {
                origins.push(origin);
            }
        }
        let mut unwritten = None;
        let restricts = {
            let mut kept = inner.kept.lock().await;
            let restricts = origins.iter().all(|origin| kept.origins.contains(origin));
            if !restricts {
                let next = KeptAccess {
                    origins: origins.clone(),
                    ..kept.clone()
                };
                match inner.store.set_http_access(&next).await {
                    Ok(()) => inner.store.lift_restriction(ABOUT),
                    Err(error) => {
                        // What the person takes back is taken back all the same.
                        origins.retain(|origin| kept.origins.contains(origin));
                        unwritten = Some(error);
                    }
                }
            }
            kept.origins.clone_from(&origins);
            restricts || unwritten.is_some()
        };
        inner.wanted.send_modify(|wanted| wanted.origins = origins);
        inner.events.send(HostEvent::ClientsChanged);
        let restricted = if restricts {
            self.restrict().await
        } else {
            Ok(())
        };
        match unwritten {
            Some(error) => Err(error.into()),
            None => Ok(restricted.map(|()| self.status())?),
        }
    }

    /// Writes what is restricted already.
    async fn restrict(&self) -> Result<(), StoreError> {
        let access = Arc::downgrade(&self.0);
        let write = move |store: Store| {
            let access = access.upgrade();
            async move {
                let Some(access) = access else {
                    return Ok(());
                };
                // As it is by then.
                let kept = access.kept.lock().await;
                store.set_http_access(&kept).await
            }
        };
        self.0.store.restrict(ABOUT.to_owned(), write).await
    }

    /// Whether a page at this origin, as its request names it, may connect.
    pub fn allows_origin(&self, origin: &[u8]) -> bool {
        let wanted = self.0.wanted.borrow();
        let mut allowed = wanted.origins.iter();
        allowed.any(|allowed| allowed.as_str().as_bytes() == origin)
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
                if let Err(error) = inner.store.keep_http_port(port).await {
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
