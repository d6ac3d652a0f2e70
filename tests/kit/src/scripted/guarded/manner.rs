//! Which rule a server with a sign-in, or who gives it, breaks.

/// What the servers do otherwise than they should.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    Honest,
    /// The browser comes back with another state.
    WrongState,
    /// The browser comes back from another issuer.
    WrongIssuer,
    /// The authorization server describes itself as another one.
    OtherIssuer,
    /// The server's description is of another place.
    OtherResource,
    /// There is no PKCE.
    NoPkce,
    /// The address of the page presets a parameter of the client.
    Presets,
    /// The person says no.
    Denied,
    /// The page leads nowhere.
    Silent,
    /// Only running a tool requires a sign-in.
    GuardsCalls,
    /// Running a tool needs the scope `write` as well.
    WantsMore,
    /// The refresh token is no good.
    NoRefresh,
    /// Lists its tools only to who signed in first.
    TellsOnce,
    /// Its description names two other authorization servers first: one that is not there, one that is no good.
    Several,
    /// It takes only clients it knows: `known` with the secret `known-secret`.
    ForKnown,
}
