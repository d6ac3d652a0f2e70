//! Defines how operations fail, and maps core errors to codes.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_calls::approvals::{AnswerError, LinkError};
use usher_calls::approvals::{MuteError, RecordSaveError};
use usher_calls::calls::HistoryError;
use usher_calls::models::ModelsError;
use usher_calls::policies::PolicyError;
use usher_calls::reviews::ReviewError;
use usher_calls::roots::RootsError;
use usher_calls::sampling::SamplingError;
use usher_core::agents::AgentError;
use usher_core::clients::{ClientError, OriginsError};
use usher_core::content_files::{ContentError, DragError};
use usher_core::host::SettingsError;
use usher_core::kept_entries::KeepError;
use usher_core::setup::SetupError;
use usher_core::webtools::WebtoolError;
use usher_llm::failure::ModelError;
use usher_messages::Message;
use usher_servers::request_error::RequestError;
use usher_servers::servers::{ServerError, SignInFault};
use usher_servers::wire_log::WireSaveError;
use usher_store::{OpenError, StoreError};
pub use usher_types::code::Code;
use usher_types::code::Coded;

/// An operation's failure: what we were doing, in which server, and what to do next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ApiError {
    /// What the page acts on.
    pub code: Code,
    /// One or two sentences for the person.
    pub message: Message,
    /// More for the curious, or the fields at fault: `{ "fields": [{ "field", "message": Message }] }`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub detail: Option<Box<serde_json::Value>>,
}

impl ApiError {
    pub(crate) fn new(coded: Coded, message: Message) -> Self {
        Self {
            code: coded.code,
            message,
            detail: coded.detail.map(Box::new),
        }
    }

    /// A fault of Usher itself, and what it was doing.
    pub fn internal(message: Message) -> Self {
        Self::new(Code::Internal.into(), message)
    }

    /// Wrong input: one field, and what is wrong with it.
    pub(crate) fn invalid(field: &str, message: Message) -> Self {
        Self::new(Coded::invalid([(field, &message)]), message)
    }
}

/// Makes errors of the core such as cross.
macro_rules! crossing {
    ($($error:ty)+) => {
        $(impl From<$error> for ApiError {
            fn from(error: $error) -> Self {
                Self::new(error.code(), error.message())
            }
        })+
    };
}

crossing! {
    OpenError
    StoreError
    AgentError
    ClientError
    OriginsError
    ServerError
    RequestError
    AnswerError
    LinkError
    PolicyError
    SignInFault
    ContentError
    DragError
    KeepError
    RootsError
    WebtoolError
    SetupError
    SamplingError
    ModelsError
    ModelError
    SettingsError
    HistoryError
    WireSaveError
    RecordSaveError
    ReviewError
    MuteError
}
