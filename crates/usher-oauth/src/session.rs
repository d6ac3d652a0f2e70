//! Gives a connection valid tokens, renews them once, and stores them.

use futures::future::BoxFuture;
use tokio::sync::{Mutex, watch};
use usher_mcp::{Challenge, TokenSource};
use usher_types::secret::Secret;

use super::grant::{Grant, RenewError};
use usher_system::clock::Clock;

/// How long before their end tokens are renewed, as clocks differ.
const AHEAD_MS: i64 = 60_000;

/// Keeps a grant before its tokens are used.
pub type SaveGrant = Box<dyn Fn(Grant) -> BoxFuture<'static, ()> + Send + Sync>;

/// The access of one server, while it is in use.
pub struct Session {
    clock: Clock,
    keep: SaveGrant,
    /// Held while tokens are renewed: a refresh token is used once.
    grant: Mutex<Option<Grant>>,
    unmet: watch::Sender<Option<Challenge>>,
}

impl Session {
    /// Access by a grant, if there is one.
    pub fn new(grant: Option<Grant>, clock: Clock, keep: SaveGrant) -> Self {
        Self {
            clock,
            keep,
            grant: Mutex::new(grant),
            unmet: watch::Sender::new(None),
        }
    }

    /// Takes a new grant into use.
    pub async fn take(&self, grant: Grant) {
        let mut held = self.grant.lock().await;
        (self.keep)(grant.clone()).await;
        *held = Some(grant);
        self.unmet.send_replace(None);
    }

    /// What the server last wanted that only a person can give.
    pub fn unmet(&self) -> watch::Receiver<Option<Challenge>> {
        self.unmet.subscribe()
    }

    async fn current(&self) -> Option<Secret> {
        let mut held = self.grant.lock().await;
        let grant = held.as_ref()?;
        let now = self.clock.now_ms();
        let ends = grant
            .expires_at
            .is_some_and(|end| end <= now.saturating_add(AHEAD_MS));
        if ends && let Ok(renewed) = grant.renewed(now).await {
            return Some(self.replace(&mut held, renewed).await);
        }
        // One that could not be renewed may still be good; the server will tell.
        held.as_ref().map(|grant| grant.access.clone())
    }

    async fn after_refusal(&self, sent: Option<&Secret>, challenge: &Challenge) -> Option<Secret> {
        let mut held = self.grant.lock().await;
        let Some(grant) = held.as_ref() else {
            self.unmet.send_replace(Some(challenge.clone()));
            return None;
        };
        if sent.is_none_or(|sent| sent.expose() != grant.access.expose()) {
            // Another request has seen to it meanwhile.
            return Some(grant.access.clone());
        }
        if challenge.wants_more() {
            self.unmet.send_replace(Some(challenge.clone()));
            return None;
        }
        match grant.renewed(self.clock.now_ms()).await {
            Ok(renewed) => Some(self.replace(&mut held, renewed).await),
            Err(RenewError::Ended) => {
                self.unmet.send_replace(Some(challenge.clone()));
                None
            }
            Err(RenewError::Unavailable(error)) => {
                tracing::warn!(%error, "an access token could not be renewed");
                None
            }
        }
    }

    async fn replace(&self, held: &mut Option<Grant>, renewed: Grant) -> Secret {
        (self.keep)(renewed.clone()).await;
        let token = renewed.access.clone();
        *held = Some(renewed);
        token
    }
}

impl TokenSource for Session {
    fn token(&self) -> BoxFuture<'_, Option<Secret>> {
        Box::pin(self.current())
    }

    fn refused<'a>(
        &'a self,
        sent: Option<&'a Secret>,
        challenge: &'a Challenge,
    ) -> BoxFuture<'a, Option<Secret>> {
        Box::pin(self.after_refusal(sent, challenge))
    }
}
