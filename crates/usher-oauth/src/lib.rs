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

/// Why a sign-in came to nothing, in a sentence for the person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignInError {
    /// Something that has to be asked does not answer.
    #[error("{place} could not be asked: {detail}. Try again later.")]
    Unreachable { place: String, detail: String },
    /// The server's own description is of another place.
    #[error(
        "The server says that its sign-in is for “{said}”, which is another place. Usher does not sign in there; tell the server's operator."
    )]
    OtherResource {
        /// What it is of. Server text.
        said: String,
    },
    /// The authorization server cannot be found out about.
    #[error("{issuer} does not say how to sign in. Tell the server's operator.")]
    NoMetadata {
        /// Who. Server text.
        issuer: String,
    },
    /// The authorization server's description is of another one (RFC 8414, section 3.3).
    #[error(
        "The authorization server {expected} describes itself as “{said}”. Usher does not sign in there; tell the server's operator."
    )]
    OtherIssuer {
        /// Who was asked. Server text.
        expected: String,
        /// Who answered. Server text.
        said: String,
    },
    /// It offers no PKCE with S256.
    #[error(
        "{0} cannot protect the sign-in against being intercepted (it does not offer PKCE with S256), so Usher does not use it."
    )]
    NoPkce(String),
    /// It takes only apps it knows.
    #[error(
        "{0} takes only apps it knows. Register Usher there, then give the client ID you got here."
    )]
    NeedsClient(String),
    /// It did not take this app.
    #[error("{issuer} did not take Usher as an app: {detail}")]
    NotRegistered {
        /// Who. Server text.
        issuer: String,
        /// What it said. Server text.
        detail: String,
    },
    /// Its page may not be opened.
    #[error("The page for signing in was not opened. {0}")]
    NotOpenable(Message),
    /// The system gives no place to wait for the browser.
    #[error("Usher cannot wait for the browser: {0}. Try again.")]
    NoListener(String),
    /// The browser could not be opened.
    #[error(
        "Your system could not start a browser. Check the default browser in the settings of your system, then try again."
    )]
    Browser,
    /// This program opens no browser.
    #[error("This program cannot open a browser. Open Usher's window to sign in.")]
    NoBrowser,
    /// The person said no there.
    #[error("The sign-in was declined in the browser. Sign in again if that was not meant.")]
    Denied,
    #[error("{issuer} refused the sign-in: {code}")]
    Refused {
        /// Who. Server text.
        issuer: String,
        /// The error code it gave. Server text.
        code: String,
    },
    /// The answer is not from where the person was sent (RFC 9207).
    #[error(
        "The browser came back from another authorization server than the one that was asked, so the answer was not used. Tell the server's operator."
    )]
    WrongIssuer,
    /// The browser did not come back in time.
    #[error("The browser did not come back in time. Sign in again.")]
    TooLate,
    /// There is no usable token.
    #[error("{issuer} gave no usable access: {detail}")]
    NoToken {
        /// Who. Server text.
        issuer: String,
        /// Why. Server text.
        detail: String,
    },
}
mod limits;
