//! The tokens of a server: where they come from, where they are kept, and the session of a connection that uses them.

use std::sync::{Arc, Weak};

use url::Url;
use usher_messages::Message;
use usher_oauth::{Attempt, Grant, SaveGrant, Session, SignInError};
use usher_system::secrets::SecretError;
use usher_types::id::SecretRef;
use usher_types::signed_in::SignedIn;

use super::context::Context;
use super::entry::ServerEntry;
use super::failure::StartFault;

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

pub(super) async fn load_grant(
    context: &Context,
    signed_in: &SignedIn,
) -> Result<Option<Grant>, StartFault> {
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
