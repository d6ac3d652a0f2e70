//! What the window needs to know about the app before anything else.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::ApiError;
use usher_messages::Message;

#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, TS)]
#[ts(type = "Record<string, never>")]
pub struct Nothing {}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(type = "null")]
pub struct Done;

/// The app as it started.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AppInfo {
    pub version: String,
    /// Where all data lives.
    pub data_dir: String,
    /// Where the logs live.
    pub log_dir: String,
    /// `linux`, `macos`, `windows`.
    pub platform: String,
    /// Where the demo server's webtool is, as long as that runs; `null` = there is none.
    pub demo_webtool: Option<String>,
    /// Why the host could not open its data; every other operation then fails with this error.
    pub blocked: Option<ApiError>,
    /// Things the person should know about this start: a database that was moved aside, and where to.
    pub notices: Vec<Message>,
}
