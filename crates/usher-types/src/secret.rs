//! The one type a secret may have: it can be neither printed nor serialised, and is wiped on drop.

use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use ts_rs::TS;

/// Text from the page that may be a secret: it can come in, but it can be neither printed nor sent back.
#[derive(Clone, Deserialize, TS)]
#[serde(transparent)]
#[ts(type = "string", rename = "SecretText")]
pub struct Secret(SecretString);

impl Secret {
    /// Takes a text in; the caller's copy should not outlive this call.
    pub fn new(text: impl Into<String>) -> Self {
        Self(SecretString::from(text.into()))
    }

    /// Returns the text, for a process, a header or the keyring.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}
