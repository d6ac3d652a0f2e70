//! What of a server or webtool waits for the person.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Defines what of a source waits for the person, beside approvals: everything that does has one of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Need {
    SignIn,
    /// To look at it before it is used.
    FirstLook,
    /// To look at what changed of what was reviewed.
    Changed,
}
