//! Why something about clients could not be done.

use usher_messages::Message;
use usher_store::StoreError;
use usher_types::code::{Code, Coded};

/// Why something about clients could not be done.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum ClientError {
    /// There is no such client.
    Unknown,
    /// It was forgotten too long ago to be brought back.
    TooLate,
    /// It was forgotten, has connected again, and the person has decided about it anew.
    Replaced,
    /// A client needs a name of 1 to 64 characters that can all be seen.
    Name,
    /// Another client has this name, or connects with it.
    NameTaken,
    /// The client whose program is said to have moved still has connections from where it was.
    StillConnected,
    /// The one does not wait for the person, or the other is not a client it could be.
    NotMoved,
    /// It does not connect over HTTP, so it has no token.
    NoToken,
    /// The system has no random numbers.
    NoRandom,
    Store(#[from] StoreError),
}

impl ClientError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::Unknown => Message::new("knownClient.unknown"),
            Self::TooLate => Message::new("knownClient.tooLate"),
            Self::Replaced => Message::new("knownClient.replaced"),
            Self::Name => Message::new("knownClient.name"),
            Self::NameTaken => Message::new("knownClient.nameTaken"),
            Self::StillConnected => Message::new("knownClient.stillConnected"),
            Self::NotMoved => Message::new("knownClient.notMoved"),
            Self::NoToken => Message::new("knownClient.noToken"),
            Self::NoRandom => Message::new("knownClient.noRandom"),
            Self::Store(error) => error.message(),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Unknown | Self::TooLate => Code::NotFound.into(),
            Self::Replaced
            | Self::Name
            | Self::NameTaken
            | Self::StillConnected
            | Self::NotMoved
            | Self::NoToken => Code::Invalid.into(),
            Self::NoRandom => Code::Internal.into(),
            Self::Store(error) => error.code(),
        }
    }
}
