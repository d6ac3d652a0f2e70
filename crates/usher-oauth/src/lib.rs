//! Signing in to servers behind addresses: OAuth 2.1 as MCP has it (2026-07-28, basic/authorization; back to
//! 2025-03-26), from a server's refusal to an access token that is renewed by itself.
//!
//! Here is the way itself, step by step, so that a person can look at each before the next one is taken. When it is
//! taken, and what the person sees of it, is decided where servers are. Every request leaves through `usher_net`.

mod attempt;
mod callback;
mod discover;
mod error_response;
mod grant;
mod limits;
mod metadata;
mod register;
mod session;
mod token;

pub use attempt::{Attempt, begin};
pub use discover::discover;
pub use grant::{Grant, RenewError};
pub use metadata::Plan;
pub use register::{KnownClient, OAuthClient};
pub use session::{SaveGrant, Session};
use usher_messages::Message;

/// Why a sign-in failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum SignInError {
    /// A host that has to be asked does not answer.
    Unreachable {
        place: String,
        /// Why, as a part of a sentence.
        reason: Message,
    },
    /// The server's own metadata is of another resource.
    OtherResource {
        /// What it is of. Server text.
        said: String,
    },
    /// The authorization server has no metadata.
    NoMetadata {
        /// Who. Server text.
        issuer: String,
    },
    /// The authorization server's metadata is of another one (RFC 8414, section 3.3).
    OtherIssuer {
        /// Who was asked. Server text.
        expected: String,
        /// Who answered. Server text.
        said: String,
    },
    /// It offers no PKCE with S256.
    NoPkce(String),
    /// The address of its page presets a parameter that only Usher may set.
    Presets {
        /// Who. Server text.
        issuer: String,
        parameter: &'static str,
    },
    /// It accepts registered clients only.
    NeedsClient(String),
    /// It did not register this app.
    NotRegistered {
        /// Who. Server text.
        issuer: String,
        /// Why, as a part of a sentence.
        reason: Message,
    },
    /// Its page may not be opened.
    NotOpenable(Message),
    /// The system gives no place to wait for the browser.
    NoListener(String),
    /// The browser could not be opened.
    Browser,
    /// This program opens no browser.
    NoBrowser,
    /// The person declined in the browser.
    Denied,
    Refused {
        /// Who. Server text.
        issuer: String,
        /// Why, as a part of a sentence.
        reason: Message,
    },
    /// The answer is not from where the person was sent (RFC 9207).
    WrongIssuer,
    /// The browser did not come back in time.
    TooLate,
    /// There is no usable token.
    NoToken {
        /// Who. Server text.
        issuer: String,
        /// Why, as a part of a sentence.
        reason: Message,
    },
}

impl SignInError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        let of_issuer = |code, issuer: &str| Message::new(code).with("issuer", issuer);
        match self {
            Self::Unreachable { place, reason } => Message::new("oauth.unreachable")
                .with("place", place.as_str())
                .with("reason", reason.clone()),
            Self::OtherResource { said } => {
                Message::new("oauth.otherResource").with("resource", said.as_str())
            }
            Self::NoMetadata { issuer } => of_issuer("oauth.noMetadata", issuer),
            Self::OtherIssuer { expected, said } => Message::new("oauth.otherIssuer")
                .with("expected", expected.as_str())
                .with("found", said.as_str()),
            Self::NoPkce(issuer) => of_issuer("oauth.noPkce", issuer),
            Self::Presets { issuer, parameter } => {
                of_issuer("oauth.presets", issuer).with("parameter", *parameter)
            }
            Self::NeedsClient(issuer) => of_issuer("oauth.needsClient", issuer),
            Self::NotRegistered { issuer, reason } => {
                of_issuer("oauth.notRegistered", issuer).with("reason", reason.clone())
            }
            Self::NotOpenable(reason) => {
                Message::new("oauth.notOpenable").with("reason", reason.clone())
            }
            Self::NoListener(detail) => {
                Message::new("oauth.noListener").with("reason", detail.as_str())
            }
            Self::Browser => Message::new("answer.browser"),
            Self::NoBrowser => Message::new("oauth.noBrowser"),
            Self::Denied => Message::new("oauth.denied"),
            Self::Refused { issuer, reason } => {
                of_issuer("oauth.refused", issuer).with("reason", reason.clone())
            }
            Self::WrongIssuer => Message::new("oauth.wrongIssuer"),
            Self::TooLate => Message::new("oauth.tooLate"),
            Self::NoToken { issuer, reason } => {
                of_issuer("oauth.noToken", issuer).with("reason", reason.clone())
            }
        }
    }
}
