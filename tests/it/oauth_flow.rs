//! Signs in at a strict authorization server, and at faulty ones.

use std::sync::Arc;

use parking_lot::Mutex;
use usher_mcp::launch::{HttpLaunch, Launch};
use usher_mcp::{Access, CallError, Challenge, ConnectError, ConnectionEvent, EraChoice};
use usher_messages::Language;
use usher_oauth::{
    Grant, KnownClient, OAuthClient, SaveGrant, Session, SignInError, begin, discover,
};
use usher_system::clock::{Clock, FixedClock};
use usher_tests::browser;
use usher_tests::scripted::guarded::{CANARY, Guarded, Manner};
use usher_types::secret::Secret;

use usher_mcp_tests::{call, describe, open_with, options};

/// What the tool gives back.
const ECHO: &str = "[{\"zeta\":1,\"alpha\":2}]";

const START: i64 = 1_800_000_000_000;

fn applicant() -> OAuthClient {
    OAuthClient {
        name: "Usher".into(),
        document: None,
        known: None,
    }
}

fn launch(guarded: &Guarded, access: Access) -> Launch {
    Launch::Http(HttpLaunch {
        url: guarded.url().parse().expect("it works"),
        known: None,
        headers: Vec::new(),
        access,
        typed: usher_mcp::TypedSecrets::default(),
        secrets: usher_mcp::launch::LaunchSecrets::default(),
    })
}

/// What the server says to somebody without a token.
async fn challenge(guarded: &Guarded) -> Challenge {
    let (refused, _) = open_with(launch(guarded, Access::default()), |_| {}).await;
    match refused.err() {
        Some(ConnectError::Unauthorized { challenge }) => challenge,
        other => panic!("the server wants a sign-in, not {other:?}"),
    }
}

/// Signs in with a browser that goes wherever it is sent.
async fn sign_in(
    guarded: &Guarded,
    applicant: OAuthClient,
    challenge: &Challenge,
    given: &[String],
) -> Result<Grant, SignInError> {
    let server = guarded.url().parse().expect("it works");
    let plan = discover(&server, challenge, given).await?;
    let attempt = begin(plan, &applicant, Language::English).await?;
    let page = attempt.url().to_string();
    let clock = Clock::Fixed(FixedClock::at(START));
    let (grant, visited) = tokio::join!(attempt.finish(&clock), browser::visit(&page));
    visited.expect("the browser comes back");
    grant
}

/// A session and every grant it was told to keep.
fn session(grant: Grant, clock: &FixedClock) -> (Arc<Session>, Arc<Mutex<Vec<Grant>>>) {
    let kept = Arc::<Mutex<Vec<Grant>>>::default();
    let keeping = kept.clone();
    let keep: SaveGrant = Box::new(move |grant| {
        keeping.lock().push(grant);
        Box::pin(async {})
    });
    let session = Session::new(Some(grant), Clock::Fixed(clock.clone()), keep);
    (Arc::new(session), kept)
}

#[tokio::test]
async fn a_server_is_used_with_tokens_that_renew_themselves_and_show_up_nowhere() {
    let guarded = Guarded::start(Manner::Honest).await.unwrap();
    let wanted = challenge(&guarded).await;
    let grant = sign_in(&guarded, applicant(), &wanted, &[]).await.unwrap();
    assert_eq!(
        (grant.issuer.as_str(), grant.scopes.join(" ")),
        (guarded.issuer().as_str(), "read".to_owned()),
        "who gave what"
    );
    let clock = FixedClock::at(START);
    let (session, kept) = session(grant, &clock);
    let access = Access::new(session.clone());
    let (probe, log) = open_with(launch(&guarded, access), |options| {
        options.era = EraChoice::Legacy;
    })
    .await;
    let probe = probe.unwrap();
    let used = async |why: &str| {
        let called = call(&probe.connection, options("t")).await;
        assert_eq!(describe(&called), ECHO, "{why}");
    };
    used("with the first token").await;
    clock.advance_ms(3600 * 1000 - 30_000);
    used("with one renewed before it ended").await;
    guarded.expire();
    let calls: Vec<_> = (0..8)
        .map(|_| call(&probe.connection, options("t")))
        .collect();
    for called in futures::future::join_all(calls).await {
        assert_eq!(describe(&called), ECHO, "with one renewed after a refusal");
    }
    let grants: Vec<String> = guarded
        .token_requests()
        .iter()
        .map(|form| form["grant_type"].clone())
        .collect();
    assert_eq!(
        grants,
        ["authorization_code", "refresh_token", "refresh_token"],
        "each token is renewed once, however many need it"
    );
    assert_eq!(kept.lock().len(), 2, "each renewal is kept");
    guarded.revoke();
    let called = call(&probe.connection, options("t")).await;
    assert!(
        matches!(called, Err(CallError::Unauthorized { .. })),
        "a sign-in that was taken back ends: {called:?}"
    );
    assert!(session.unmet().borrow().is_some(), "and that is told");
    drop(probe);
    let written = log.pick(|event| match event {
        ConnectionEvent::Frame(frame) => Some(frame.text.to_string()),
        other => Some(format!("{other:?}")),
    });
    for text in written {
        assert!(!text.contains(CANARY), "a secret is in the log: {text}");
    }
    let in_addresses = guarded.seen();
    let in_addresses = in_addresses
        .iter()
        .filter(|seen| seen.line.contains(CANARY));
    assert_eq!(in_addresses.count(), 0, "no secret is in an address");
}

#[tokio::test]
async fn what_breaks_a_rule_ends_without_a_token() {
    let check = async |manner, expected: &dyn Fn(&Guarded) -> SignInError, asked: usize| {
        let guarded = Guarded::start(manner).await.unwrap();
        let wanted = challenge(&guarded).await;
        let ended = sign_in(&guarded, applicant(), &wanted, &[]).await.err();
        assert_eq!(ended, Some(expected(&guarded)), "{manner:?}");
        assert_eq!(
            guarded.token_requests().len(),
            asked,
            "{manner:?}: no code is used"
        );
        let authorized = guarded.seen();
        let authorized = authorized
            .iter()
            .filter(|seen| seen.line.contains("/authorize"));
        let opened = matches!(manner, Manner::WrongIssuer | Manner::Denied);
        assert_eq!(
            authorized.count(),
            usize::from(opened),
            "{manner:?}: what was opened"
        );
    };
    check(Manner::WrongIssuer, &|_| SignInError::WrongIssuer, 0).await;
    check(Manner::Denied, &|_| SignInError::Denied, 0).await;
    check(
        Manner::NoPkce,
        &|guarded| SignInError::NoPkce(guarded.issuer()),
        0,
    )
    .await;
    let presets = |guarded: &Guarded| SignInError::Presets {
        issuer: guarded.issuer(),
        parameter: "scope",
    };
    check(Manner::Presets, &presets, 0).await;
    check(
        Manner::ForKnown,
        &|guarded| SignInError::NeedsClient(guarded.issuer()),
        0,
    )
    .await;
    let other = |guarded: &Guarded| SignInError::OtherIssuer {
        expected: guarded.issuer(),
        said: format!("{}/other", guarded.issuer()),
    };
    check(Manner::OtherIssuer, &other, 0).await;
    let elsewhere = |_: &Guarded| SignInError::OtherResource {
        said: "http://127.0.0.1:1/other".into(),
    };
    check(Manner::OtherResource, &elsewhere, 0).await;
}

#[tokio::test]
async fn a_browser_with_another_state_is_turned_away_and_the_wait_goes_on() {
    let guarded = Guarded::start(Manner::WrongState).await.unwrap();
    let wanted = challenge(&guarded).await;
    let server = guarded.url().parse().unwrap();
    let plan = discover(&server, &wanted, &[]).await.unwrap();
    let attempt = begin(plan, &applicant(), Language::English).await.unwrap();
    let page = attempt.url().clone();
    let clock = Clock::System;
    let mut waiting = Box::pin(attempt.finish(&clock));
    let strange = tokio::select! {
        ended = &mut waiting => panic!("another state ends nothing: {:?}", ended.err()),
        visited = browser::visit(page.as_str()) => visited.unwrap(),
    };
    assert!(
        strange.starts_with("HTTP/1.1 400"),
        "it is turned away: {strange}"
    );
    let mut back = browser::led_to(page.as_str()).await.unwrap();
    let right: Vec<(String, String)> = back
        .query_pairs()
        .map(|(name, value)| match &*name {
            "state" => {
                let asked = page.query_pairs().find(|(name, _)| name == "state");
                (name.into_owned(), asked.unwrap().1.into_owned())
            }
            _ => (name.into_owned(), value.into_owned()),
        })
        .collect();
    back.query_pairs_mut().clear().extend_pairs(right);
    let (grant, visited) = tokio::join!(waiting, browser::visit(back.as_str()));
    assert!(
        grant.is_ok(),
        "the right one is still heard: {:?}",
        grant.err()
    );
    assert!(visited.unwrap().starts_with("HTTP/1.1 200"), "and told so");
    assert!(
        browser::visit(back.as_str()).await.is_err(),
        "then the port is closed"
    );
}

#[tokio::test]
async fn of_several_authorization_servers_the_first_that_can_be_used_is() {
    let guarded = Guarded::start(Manner::Several).await.unwrap();
    let wanted = challenge(&guarded).await;
    let server = guarded.url().parse().unwrap();
    let plan = discover(&server, &wanted, &[]).await.unwrap();
    assert_eq!(
        plan.issuer,
        guarded.issuer(),
        "one is not there, and one describes itself as another"
    );
    let grant = sign_in(&guarded, applicant(), &wanted, &[]).await.unwrap();
    assert!(!guarded.holds_nothing());
    grant.revoke().await.unwrap();
    assert!(
        guarded.holds_nothing(),
        "what was given back is no good any more"
    );
}

#[tokio::test]
async fn more_rights_are_asked_for_beside_those_there_are() {
    let guarded = Guarded::start(Manner::WantsMore).await.unwrap();
    let wanted = challenge(&guarded).await;
    let grant = sign_in(&guarded, applicant(), &wanted, &[]).await.unwrap();
    let asked = grant.asked.clone();
    let (session, _) = session(grant, &FixedClock::at(START));
    let access = Access::new(session.clone());
    let (probe, _) = open_with(launch(&guarded, access), |_| {}).await;
    let probe = probe.unwrap();
    let more = match call(&probe.connection, options("t")).await {
        Err(CallError::Unauthorized { challenge }) => challenge,
        other => panic!("the tool needs more: {other:?}"),
    };
    assert!(more.wants_more(), "the server says that it is about rights");
    let grant = sign_in(&guarded, applicant(), &more, &asked).await.unwrap();
    assert_eq!(
        grant.asked,
        ["read", "write"],
        "the old rights and the new one"
    );
    session.take(grant).await;
    let called = call(&probe.connection, options("t")).await;
    assert_eq!(describe(&called), ECHO, "the same connection works on");
    assert_eq!(guarded.token_requests().len(), 2, "a 403 renews nothing");
}

#[tokio::test]
async fn a_client_the_person_registered_is_used_and_a_grant_outlives_its_session() {
    let guarded = Guarded::start(Manner::ForKnown).await.unwrap();
    let wanted = challenge(&guarded).await;
    let known = OAuthClient {
        known: Some(KnownClient {
            id: "known".into(),
            secret: Some(Secret::new("known-secret")),
        }),
        ..applicant()
    };
    let grant = sign_in(&guarded, known, &wanted, &[]).await.unwrap();
    let kept = grant.to_secret().unwrap();
    let back = Grant::from_secret(&kept).unwrap();
    let renewed = back
        .renewed(START)
        .await
        .expect("the secret was kept as well");
    assert_eq!(renewed.scopes, ["read"], "the same rights as before");
}
