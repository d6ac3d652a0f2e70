//! Why an operation fails, as far as somebody acts on the difference.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use ts_rs::TS;
use usher_messages::Message;

use crate::fault::Fault;
use crate::field_problem::FieldProblem;

/// Why an operation failed, as far as somebody acts on the difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Code {
    /// What was named does not exist (any more).
    NotFound,
    /// The input is wrong; `detail.fields` names what and why.
    Invalid,
    /// Something changed since the person looked at it; it is stopped until they have again.
    NeedsReview,
    /// The person cancelled. Not a failure.
    Cancelled,
    /// The server did not answer in time.
    Timeout,
    /// The server is not running or cannot be reached.
    ServerUnreachable,
    /// The server answered with an error; `detail` holds its JSON-RPC error as it came.
    ServerRejected,
    /// A rule of the person forbids it. Nothing was sent.
    Forbidden,
    /// The system keyring is locked or absent.
    KeyringUnavailable,
    /// The system could not start a browser.
    BrowserUnavailable,
    /// The database was written by a newer Usher.
    StoreTooNew,
    /// Another program has the data directory open.
    StoreInUse,
    /// The data directory cannot be written: read-only, or the disk is full.
    StoreUnwritable,
    /// A fault of Usher itself.
    Internal,
}

/// A code, and what else is known of the failure.
#[derive(Debug, Clone, PartialEq)]
pub struct Coded {
    pub code: Code,
    /// More for the curious, or the fields at fault: `{ "fields": [{ "field", "message": Message }] }`.
    pub detail: Option<Value>,
}

impl From<Code> for Coded {
    fn from(code: Code) -> Self {
        Self { code, detail: None }
    }
}

impl Coded {
    /// Makes it of wrong input, each field with what is wrong with it.
    pub fn invalid<'a>(fields: impl IntoIterator<Item = (&'a str, &'a Message)>) -> Self {
        let fields = fields.into_iter();
        let members = fields.map(|(field, message)| json!({ "field": field, "message": message }));
        Self::fields(&members.collect::<Vec<_>>())
    }

    /// Makes it of wrong input, as [`Coded::invalid`] does, each field with more members.
    pub fn fields(fields: &[impl Serialize]) -> Self {
        Self {
            code: Code::Invalid,
            detail: Some(json!({ "fields": fields })),
        }
    }

    /// Makes it of unusable fields of a draft or setting.
    pub fn problems(problems: &[FieldProblem]) -> Self {
        Self::invalid(problems.iter().map(|one| (&*one.field, &one.message)))
    }

    /// Makes it of a value that breaks its schema.
    pub fn faults(faults: &[Fault]) -> Self {
        Self::invalid(faults.iter().map(|one| (&*one.path, &one.message)))
    }
}
