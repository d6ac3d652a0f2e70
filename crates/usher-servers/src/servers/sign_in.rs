//! Signs in to one server and out again: what the person sees first, and the page that is opened in the browser.
//!
//! The protocol is `usher-oauth`; the supervisor owns the wait, and `grants` what it brings.

use std::sync::Arc;

use url::Url;
use usher_messages::{Language, Message};
use usher_oauth::{Attempt, KnownClient, OAuthClient, Plan, SignInError, begin, discover};
use usher_store::StoreError;
use usher_types::code::{Code, Coded};
use usher_types::id::ServerId;

use super::Servers;
use super::access::resource;
use super::command::Command;
use super::grants::load_grant;
use super::sign_in_record::{SignInEnding, record};
use crate::dropped_secrets::forget_unnamed;
use crate::network::open_in_browser;
use crate::servers::entry::ServerEntry;
use crate::snapshot::ServerState;

/// Why signing in or out was not done.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum SignInFault {
    /// There is no such server (any more).
    UnknownServer,
    /// Only servers behind addresses have a sign-in.
    NoAddress,
    /// It is turned off.
    TurnedOff(String),
    /// The person has not seen what would be opened.
    NotLookedAt,
    /// The sign-in itself cannot go on.
    SignIn(#[from] SignInError),
    /// It could not be written down.
    Store(#[from] StoreError),
}

impl SignInFault {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::UnknownServer => Message::new("request.unknownServer"),
            Self::NoAddress => Message::new("oauth.noUrl"),
            Self::TurnedOff(label) => {
                Message::new("request.state.disabled").with("server", label.as_str())
            }
            Self::NotLookedAt => Message::new("oauth.notReviewed"),
            Self::SignIn(error) => error.message(),
            Self::Store(error) => Message::new("oauth.notSaved").with("reason", error.message()),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::UnknownServer => Code::NotFound.into(),
            Self::NoAddress | Self::NotLookedAt => Code::Invalid.into(),
            Self::TurnedOff(_) | Self::SignIn(SignInError::Unreachable { .. }) => {
                Code::ServerUnreachable.into()
            }
            Self::SignIn(SignInError::Browser | SignInError::NoBrowser) => {
                Code::BrowserUnavailable.into()
            }
            Self::SignIn(SignInError::NoListener(_)) => Code::Internal.into(),
            Self::SignIn(_) => Code::ServerRejected.into(),
            Self::Store(error) => error.code(),
        }
    }
}

impl Servers {
    /// Finds out where the person would sign in, and for what. Asks the server and its authorization server.
    pub async fn prepare_sign_in(&self, id: &ServerId) -> Result<Plan, SignInFault> {
        let entry = self.signable_server(id)?;
        let url = address(&entry).ok_or(SignInFault::NoAddress)?;
        let (challenge, given) = entry.access(|access| {
            let challenge = access.wanted_at(&url).cloned().unwrap_or_default();
            let given = access.signed_in.as_ref().filter(|_| challenge.wants_more());
            let given = given.map(|signed_in| signed_in.asked.clone());
            (challenge, given.unwrap_or_default())
        });
        let plan = discover(&url, &challenge, &given).await?;
        entry.access(|access| access.plan = Some(plan.clone()));
        Ok(plan)
    }

    /// Opens the reviewed page in the browser and waits in the background.
    pub async fn open_sign_in(
        &self,
        id: &ServerId,
        known: Option<KnownClient>,
    ) -> Result<(), SignInFault> {
        let entry = self.signable_server(id)?;
        let plan = entry.access(|access| access.plan.clone());
        let plan = plan.filter(|plan| Some(&plan.server) == address(&entry).as_ref());
        let plan = plan.ok_or(SignInFault::NotLookedAt)?;
        let applicant = OAuthClient {
            name: "Usher".into(),
            document: None,
            known,
        };
        let (shown, since) = (plan.shown(), self.context().clock.now_ms());
        let attempt = match self.begin_in_browser(plan, &applicant).await {
            Ok(attempt) => attempt,
            Err(error) => {
                let ended = Err(SignInEnding::of(&error));
                record(&entry, self.context(), shown, since, ended);
                return Err(error.into());
            }
        };
        entry.access(|access| access.plan = None);
        let command = Command::SignIn(Box::new(attempt));
        self.send(&entry, command).await;
        Ok(())
    }

    async fn begin_in_browser(
        &self,
        plan: Plan,
        applicant: &OAuthClient,
    ) -> Result<Attempt, SignInError> {
        let open = self.context().open_url.clone();
        let open = open.ok_or(SignInError::NoBrowser)?;
        let language = self.context().language.as_ref();
        let language = language.map_or(Language::English, |now| now());
        let attempt = begin(plan, applicant, language).await?;
        if !open_in_browser(open, attempt.url().as_str()).await {
            return Err(SignInError::Browser);
        }
        Ok(attempt)
    }

    /// Stops waiting for the browser.
    pub async fn cancel_sign_in(&self, id: &ServerId) -> Result<(), SignInFault> {
        let entry = self.require(id).map_err(|_| SignInFault::UnknownServer)?;
        self.send(&entry, Command::CancelSignIn).await;
        Ok(())
    }

    /// Revokes and forgets the access to a server and what it read; the tokens are given back. If the server runs, it
    /// is connected to anew, without.
    pub async fn sign_out(&self, id: &ServerId) -> Result<(), SignInFault> {
        let entry = self.require(id).map_err(|_| SignInFault::UnknownServer)?;
        self.context().store.set_sign_in(id, None).await?;
        let left = entry.access(std::mem::take);
        entry.catalog.forget_private();
        if let Some(signed_in) = left.signed_in {
            let grant = match left.grant {
                Some(grant) => Some(grant),
                // A keyring that is locked keeps the tokens, and nobody can use them.
                None => load_grant(self.context(), &signed_in).await.ok().flatten(),
            };
            let context = self.context();
            forget_unnamed(&context.store, &context.secrets, vec![signed_in.secret]).await;
            // The person need not wait for that; what cannot be given back ends by itself.
            tokio::spawn(async move {
                let Some(grant) = grant else { return };
                if let Err(error) = grant.revoke().await {
                    tracing::warn!(%error, "tokens could not be given back");
                }
            });
        }
        if entry.state() != ServerState::Disabled {
            self.send(&entry, Command::Restart).await;
        }
        entry.publish();
        Ok(())
    }

    fn signable_server(&self, id: &ServerId) -> Result<Arc<ServerEntry>, SignInFault> {
        let entry = self.require(id).map_err(|_| SignInFault::UnknownServer)?;
        if entry.state() == ServerState::Disabled {
            return Err(SignInFault::TurnedOff(entry.label()));
        }
        Ok(entry)
    }
}

fn address(entry: &ServerEntry) -> Option<Url> {
    resource(&entry.definition().transport)
}
