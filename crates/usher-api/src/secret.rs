//! Text from the page that may be a secret.

use serde::Deserialize;
use ts_rs::TS;

/// Text from the page that may be a secret: it can come in, but it can be neither printed nor sent back.
#[derive(Clone, Deserialize, TS)]
#[serde(transparent)]
#[ts(type = "string")]
pub struct SecretText(pub(crate) usher_core::Secret);
