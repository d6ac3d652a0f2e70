//! Signing in as a person would, with a browser that needs nobody. The way is the app's own; here is only when it is
//! taken, and how often at most.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Mutex;
use url::Url;
use usher_mcp::{Access, CallError, Challenge};
use usher_messages::Language;
use usher_oauth::{KnownClient, OAuthClient, SaveGrant, Session, begin, discover};
use usher_system::clock::Clock;
use usher_tests::browser;
use usher_types::secret::Secret;

use crate::outcome::{Outcome, say};
use crate::scenario::{Context, Scenario};

/// Where the suites take it that a client describes itself.
const DOCUMENT: &str = "https://conformance-test.local/client-metadata.json";

/// A person does not go on signing in.
const PATIENCE: usize = 3;

/// Somebody who can sign in.
pub(crate) struct Visitor {
    server: Url,
    applicant: OAuthClient,
    session: Arc<Session>,
    /// What was asked for so far.
    asked: Mutex<Vec<String>>,
    sign_ins: AtomicUsize,
}

impl Visitor {
    pub(crate) fn new(scenario: &Scenario) -> Outcome<Self> {
        let keep: SaveGrant = Box::new(|_| Box::pin(async {}));
        Ok(Self {
            server: scenario.url.clone(),
            applicant: OAuthClient {
                name: "Usher".into(),
                document: Some(DOCUMENT.parse()?),
                known: known(&scenario.context),
            },
            session: Arc::new(Session::new(None, Clock::System, keep)),
            asked: Mutex::default(),
            sign_ins: AtomicUsize::new(0),
        })
    }

    pub(crate) fn access(&self) -> Access {
        Access::new(self.session.clone())
    }

    /// Does something, signing in when the server wants it.
    pub(crate) async fn trying<T>(
        &self,
        act: impl AsyncFn() -> Result<T, CallError>,
    ) -> Result<T, CallError> {
        loop {
            let result = act().await;
            let Err(CallError::Unauthorized { challenge }) = &result else {
                return result;
            };
            if let Err(error) = self.sign_in(challenge).await {
                say(&error.to_string());
                return result;
            }
        }
    }

    /// Signs in once more.
    pub(crate) async fn sign_in(&self, challenge: &Challenge) -> Outcome {
        if self.sign_ins.fetch_add(1, Ordering::SeqCst) >= PATIENCE {
            return Err("the server wants one sign-in after the other".into());
        }
        let given = if challenge.wants_more() {
            self.asked.lock().await.clone()
        } else {
            Vec::new()
        };
        let plan = discover(&self.server, challenge, &given).await?;
        say(&format!(
            "signs in at {} for {:?}",
            plan.issuer, plan.scopes
        ));
        let attempt = begin(plan, &self.applicant, Language::English).await?;
        let page = attempt.url().to_string();
        let (visited, grant) = tokio::join!(browser::visit(&page), attempt.finish(&Clock::System));
        let grant = match (visited, grant) {
            (_, Ok(grant)) => grant,
            (Err(error), _) => return Err(error.into()),
            (_, Err(error)) => return Err(error.into()),
        };
        *self.asked.lock().await = grant.asked.clone();
        self.session.take(grant).await;
        Ok(())
    }
}

fn known(context: &Context) -> Option<KnownClient> {
    Some(KnownClient {
        id: context.client_id.clone()?,
        secret: context.client_secret.clone().map(Secret::new),
    })
}
