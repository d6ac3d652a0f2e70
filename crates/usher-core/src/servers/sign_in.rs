//! Signs in to one server: what the person sees first, the wait for the browser, and its outcome.
//!
//! The protocol is `usher-oauth`; the supervisor owns the wait.

use std::sync::{Arc, Weak};

use serde_json::Value;
use url::Url;
use usher_mcp::Challenge;
use usher_messages::Message;

use super::Servers;
use super::context::Context;
use crate::approval_queue::{Decided, Requester};
use usher_config::definition::Transport;
use usher_messages::Language;
use usher_oauth::{
    Attempt, Grant, KnownClient, OAuthClient, Plan, SaveGrant, Session, SignInError, begin,
    discover,
};
use usher_store::StoreError;
use usher_system::secrets::SecretError;
use usher_types::approval::{ApprovalEnding, ApprovalKind};
use usher_types::id::{SecretRef, ServerId};
use usher_types::signed_in::SignedIn;

use super::failure::StartFault;
use super::supervisor::Command;
use crate::dropped_secrets::forget_unnamed;
use crate::network::open_in_browser;
use crate::servers::entry::ServerEntry;
use crate::snapshot::ServerState;

/// What is known of the access to one server.
#[derive(Default)]
pub(super) struct AccessState {
    /// That the person has signed in.
    pub(super) signed_in: Option<SignedIn>,
    /// What that gave, once it was needed in this run.
    pub(super) grant: Option<Grant>,
    /// What the person was shown last; only that may be opened.
    pub(super) plan: Option<Plan>,
    /// What the server last wanted.
    pub(super) wanted: Option<WantedAccess>,
}

/// What a server wanted, and at which address it was.
///
/// A challenge names who gives out tokens: for another address it must not be heard.
#[derive(Clone)]
pub(super) struct WantedAccess {
    pub(super) server: Url,
    pub(super) challenge: Challenge,
}

impl AccessState {
    /// What was last wanted at this address.
    pub(super) fn wanted_at(&self, server: &Url) -> Option<&Challenge> {
        let wanted = self.wanted.as_ref()?;
        (wanted.server == *server).then_some(&wanted.challenge)
    }
}

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
}

impl Servers {
    /// Finds out where the person would sign in, and for what. Asks the server and its authorization server.
    pub async fn prepare_sign_in(&self, id: &ServerId) -> Result<Plan, SignInFault> {
        let entry = self.room_to_sign_in(id)?;
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
        let entry = self.room_to_sign_in(id)?;
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

    fn room_to_sign_in(&self, id: &ServerId) -> Result<Arc<ServerEntry>, SignInFault> {
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

/// What tokens are for (RFC 8707). A query with a credential in it is not told to the authorization server.
pub(super) fn resource(transport: &Transport) -> Option<Url> {
    let (
        Transport::Http {
            mut url, inputs, ..
        },
        _,
    ) = transport.without_credentials()
    else {
        return None;
    };
    if !inputs.is_empty() {
        url.set_query(None);
    }
    Some(url)
}

/// How a sign-in ended without access.
pub(super) enum SignInEnding {
    /// The person stopped it.
    Cancelled,
    /// The person or the authorization server declined.
    Declined(Message),
    /// It came to nothing, and why.
    Failed(Message),
    /// It was not waited for any longer, and why.
    Left(Message),
}

impl SignInEnding {
    pub(super) fn of(error: &SignInError) -> Self {
        match error {
            SignInError::Denied => Self::Declined(error.message()),
            other => Self::Failed(other.message()),
        }
    }
}

/// Records what became of a sign-in the person was shown.
pub(super) fn record(
    entry: &ServerEntry,
    context: &Context,
    shown: Value,
    since: i64,
    result: Result<(), SignInEnding>,
) {
    let (ending, reason) = match result {
        Ok(()) => (ApprovalEnding::Accepted, Message::new("ended.signedIn")),
        Err(SignInEnding::Cancelled) => (
            ApprovalEnding::Cancelled,
            Message::new("ended.signInCancelled"),
        ),
        Err(SignInEnding::Declined(why)) => (ApprovalEnding::Declined, why),
        Err(SignInEnding::Failed(why)) => (ApprovalEnding::Failed, why),
        Err(SignInEnding::Left(why)) => (ApprovalEnding::Moot, why),
    };
    let decided = Decided {
        kind: ApprovalKind::SignIn,
        tool: None,
        shown,
        ending,
        reason,
        since: Some(since),
    };
    context
        .approvals
        .decided(&Requester::of(entry, entry.redactor()), decided);
}

/// Waits for the browser, and keeps what it brings.
pub(super) async fn wait(
    entry: Arc<ServerEntry>,
    context: Arc<Context>,
    attempt: Attempt,
) -> Result<(), SignInError> {
    let grant = attempt.finish(&context.clock).await?;
    let now = context.clock.now_ms();
    entry.access(|access| access.wanted = None);
    keep(&entry, &context, grant, now).await;
    Ok(())
}

/// The tokens for one connection to the server at `url`; none if the person has not signed in there.
pub(super) async fn session(
    entry: &Arc<ServerEntry>,
    context: &Arc<Context>,
    url: &Url,
) -> Result<Arc<Session>, StartFault> {
    let (grant, signed_in) =
        entry.access(|access| (access.grant.clone(), access.signed_in.clone()));
    let grant = match (grant, signed_in) {
        (Some(grant), _) => Some(grant),
        (None, Some(signed_in)) => load_grant(context, &signed_in).await?,
        (None, None) => None,
    };
    // Tokens are for the address they were given for, whatever the definition says by now.
    let grant = grant.filter(|grant| grant.server == *url);
    entry.access(|access| access.grant.clone_from(&grant));
    let (weak, keeping) = (Arc::downgrade(entry), Arc::clone(context));
    let keep: SaveGrant = Box::new(move |grant| {
        let (weak, context) = (Weak::clone(&weak), Arc::clone(&keeping));
        Box::pin(async move {
            let Some(entry) = weak.upgrade() else { return };
            // Who has signed out meanwhile stays so.
            let since =
                entry.access(|access| access.signed_in.as_ref().map(|known| known.signed_in_at));
            if let Some(since) = since {
                keep(&entry, &context, grant, since).await;
            }
        })
    });
    Ok(Arc::new(Session::new(grant, context.clock.clone(), keep)))
}

async fn load_grant(context: &Context, signed_in: &SignedIn) -> Result<Option<Grant>, StartFault> {
    match context.secrets.get(&signed_in.secret).await {
        Ok(secret) => Ok(Grant::from_secret(&secret)),
        // Then the server will ask for a sign-in.
        Err(SecretError::NotFound) => Ok(None),
        Err(error) => Err(StartFault::SignInSecret(error.message())),
    }
}

/// Keeps a grant: the tokens in the keyring, the rest in the database. What cannot be kept holds for this run.
async fn keep(entry: &ServerEntry, context: &Context, grant: Grant, signed_in_at: i64) {
    let place = entry.access(|access| access.signed_in.as_ref().map(|known| known.secret.clone()));
    let place = place.unwrap_or_else(SecretRef::generate);
    let signed_in = grant.signed_in(place.clone(), signed_in_at);
    let tokens = grant.to_secret();
    entry.access(|access| {
        access.signed_in = Some(signed_in.clone());
        access.grant = Some(grant);
    });
    if let Some(tokens) = tokens
        && let Err(error) = context.secrets.keep(&[(place, tokens)]).await
    {
        entry.add_repairs([Message::new("repair.signIn").with("reason", error.message())]);
    }
    if let Err(error) = context.store.set_sign_in(&entry.id, Some(&signed_in)).await {
        tracing::warn!(%error, "that the person signed in could not be kept");
    }
}
