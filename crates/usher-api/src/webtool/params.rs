//! What is asked for with webtools.

use serde::Deserialize;
use serde_json::Value;
use ts_rs::TS;

use super::PinId;
use usher_core::webtools::SecretChange;
use usher_types::id::WebtoolId;
use usher_types::secret::Secret;

/// Looks at what is at an address. Adds nothing.
#[derive(Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DiscoverWebtoolParams {
    pub url: String,
    /// Sent as `Authorization: Bearer`.
    pub token: Option<Secret>,
}

/// Reads a pasted `OpenAPI` document.
#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ParseWebtoolParams {
    pub text: String,
}

#[derive(Debug, Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebtoolParams {
    pub webtool_id: WebtoolId,
}

/// Turns a webtool on or off.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct EnableWebtoolParams {
    pub webtool_id: WebtoolId,
    /// Whether it is to be usable.
    pub enabled: bool,
}

/// Names one kept document of a webtool.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebtoolPinParams {
    pub webtool_id: WebtoolId,
    pub pin_id: PinId,
}

/// Fetches one version of a webtool.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FetchWebtoolParams {
    pub webtool_id: WebtoolId,
    pub version: String,
}

/// Saves what the person configures.
#[derive(Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ConfigureWebtoolParams {
    pub webtool_id: WebtoolId,
    /// The person's name for it.
    pub label: String,
    /// Values without credentials: an object.
    pub config: Value,
    /// Credentials; those that are not named stay as they are.
    pub secrets: Vec<WebtoolSecret>,
    /// The token that is sent as `Authorization: Bearer`.
    pub token: SecretChange,
    /// How often a new version is looked for, in hours; 0 = only when asked.
    pub check_every_hours: u32,
}

/// One credential of a configuration.
#[derive(Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebtoolSecret {
    /// Where it stands in the configuration (RFC 6901).
    pub pointer: String,
    /// What becomes of it.
    pub change: SecretChange,
}
