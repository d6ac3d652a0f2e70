//! Defines how operations fail, and maps core errors to codes.

use serde::{Deserialize, Serialize};
use serde_json::json;
use ts_rs::TS;
use usher_config::config_text::TextFault;
use usher_core::agents::AgentError;
use usher_core::approvals::{AnswerError, LinkError};
use usher_core::approvals::{MuteError, RecordSaveError};
use usher_core::calls::HistoryError;
use usher_core::clients::{ClientError, OriginsError};
use usher_core::content_files::{ContentError, DragError};
use usher_core::dialogs::DialogError;
use usher_core::host::SettingsError;
use usher_core::kept_entries::KeepError;
use usher_core::models::ModelsError;
use usher_core::policies::PolicyError;
use usher_core::request_error::RequestError;
use usher_core::reviews::ReviewError;
use usher_core::roots::RootsError;
use usher_core::sampling::SamplingError;
use usher_core::servers::{ServerError, SignInFault};
use usher_core::setup::SetupError;
use usher_core::webtools::WebtoolError;
use usher_core::wire_log::WireSaveError;
use usher_llm::failure::ModelError;
use usher_messages::Message;
use usher_oauth::SignInError;
use usher_store::{OpenError, StoreError};
use usher_system::paths::PathsError;
use usher_types::fault::Fault;
use usher_types::field_problem::FieldProblem;
use usher_webtools::fetch::FetchFault;

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
    /// A fault of Usher itself, and what it was doing.
    pub fn internal(message: Message) -> Self {
        Self::plain(Code::Internal, message)
    }

    /// Wrong input; each field with what is wrong with it.
    pub(crate) fn invalid(
        message: Message,
        fields: impl IntoIterator<Item = (String, Message)>,
    ) -> Self {
        let fields: Vec<_> = fields
            .into_iter()
            .map(|(field, message)| json!({ "field": field, "message": message }))
            .collect();
        Self {
            code: Code::Invalid,
            message,
            detail: Some(Box::new(json!({ "fields": fields }))),
        }
    }

    fn plain(code: Code, message: Message) -> Self {
        Self {
            code,
            message,
            detail: None,
        }
    }
}

fn of_fields(message: Message, problems: Vec<FieldProblem>) -> ApiError {
    ApiError::invalid(
        message,
        problems
            .into_iter()
            .map(|problem| (problem.field, problem.message)),
    )
}

/// Each field with what is wrong with it, and its line and column in the text.
fn of_text(message: Message, faults: &[TextFault]) -> ApiError {
    ApiError {
        code: Code::Invalid,
        message,
        detail: Some(Box::new(json!({ "fields": faults }))),
    }
}

fn of_faults(message: Message, faults: Vec<Fault>) -> ApiError {
    ApiError::invalid(
        message,
        faults.into_iter().map(|fault| (fault.path, fault.message)),
    )
}

impl From<OpenError> for ApiError {
    fn from(error: OpenError) -> Self {
        let code = match error {
            OpenError::TooNew(_) => Code::StoreTooNew,
            OpenError::Paths(PathsError::InUse(_)) => Code::StoreInUse,
            OpenError::Paths(_) | OpenError::Unwritable { .. } => Code::StoreUnwritable,
            OpenError::Other { .. } => Code::Internal,
        };
        Self::plain(code, error.message())
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let message = error.message();
        match error {
            StoreError::LabelTaken(_) => {
                Self::invalid(message.clone(), [("label".to_owned(), message)])
            }
            StoreError::NotFound => Self::plain(Code::NotFound, message),
            StoreError::Unwritable { .. } | StoreError::Held(_) => {
                Self::plain(Code::StoreUnwritable, message)
            }
            StoreError::Other(_) => Self::internal(message),
        }
    }
}

impl From<AgentError> for ApiError {
    fn from(error: AgentError) -> Self {
        let message = error.message();
        match error {
            AgentError::Unknown(_)
            | AgentError::NotImported { .. }
            | AgentError::PreviewGone
            | AgentError::NothingToUndo(_) => Self::plain(Code::NotFound, message),
            AgentError::Refused(_) => Self::plain(Code::Invalid, message),
            AgentError::Store(error) => error.into(),
            AgentError::Failed => Self::internal(message),
        }
    }
}

impl From<ClientError> for ApiError {
    fn from(error: ClientError) -> Self {
        let message = error.message();
        match error {
            ClientError::Unknown | ClientError::TooLate => Self::plain(Code::NotFound, message),
            ClientError::Replaced
            | ClientError::Name
            | ClientError::NameTaken
            | ClientError::Busy
            | ClientError::StillConnected
            | ClientError::NotMoved
            | ClientError::NoToken => Self::plain(Code::Invalid, message),
            ClientError::NoRandom => Self::internal(message),
            ClientError::Store(error) => error.into(),
        }
    }
}

impl From<OriginsError> for ApiError {
    fn from(error: OriginsError) -> Self {
        let message = error.message();
        match error {
            OriginsError::NoOrigin(_) | OriginsError::TooMany => {
                Self::plain(Code::Invalid, message)
            }
            OriginsError::Store(error) => error.into(),
        }
    }
}

impl From<ServerError> for ApiError {
    fn from(error: ServerError) -> Self {
        let message = error.message();
        match error {
            ServerError::Unknown | ServerError::TooLate => Self::plain(Code::NotFound, message),
            ServerError::ChangedMeanwhile => Self::plain(Code::NeedsReview, message),
            ServerError::Draft(problems) => of_fields(message, problems),
            ServerError::Text(faults) => of_text(message, &faults),
            ServerError::NoText(_) => Self::plain(Code::Invalid, message),
            ServerError::Arrangement(problem) => of_fields(message, vec![problem]),
            ServerError::Secret(_) => Self::plain(Code::KeyringUnavailable, message),
            ServerError::Store(error) => error.into(),
            ServerError::Request(error) => error.into(),
            ServerError::TurnedOff(_) => Self::plain(Code::ServerUnreachable, message),
        }
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> Self {
        let message = error.message();
        match error {
            RequestError::UnknownServer | RequestError::NotListed(_) => {
                Self::plain(Code::NotFound, message)
            }
            RequestError::Unreachable(_) => Self::plain(Code::ServerUnreachable, message),
            RequestError::Invalid { faults, .. } => of_faults(message, faults),
            RequestError::NeedsReview(_) => Self::plain(Code::NeedsReview, message),
            RequestError::Timeout(_) => Self::plain(Code::Timeout, message),
            RequestError::Cancelled | RequestError::Declined(_) => {
                Self::plain(Code::Cancelled, message)
            }
            RequestError::Forbidden(_) => Self::plain(Code::Forbidden, message),
            RequestError::Rejected { detail, .. } => Self {
                code: Code::ServerRejected,
                message,
                detail: detail.map(Box::new),
            },
        }
    }
}

impl From<AnswerError> for ApiError {
    fn from(error: AnswerError) -> Self {
        let message = error.message();
        match error {
            AnswerError::NotOpen => Self::plain(Code::NotFound, message),
            AnswerError::Invalid(faults) => of_faults(message, faults),
            AnswerError::WrongKind | AnswerError::NotOpenable(_) | AnswerError::NotChecked(_) => {
                Self::plain(Code::Invalid, message)
            }
            AnswerError::Policy(error) => error.into(),
            AnswerError::Store(_) | AnswerError::Record(_) => {
                Self::plain(Code::StoreUnwritable, message)
            }
            AnswerError::Browser | AnswerError::NoBrowser => {
                Self::plain(Code::BrowserUnavailable, message)
            }
        }
    }
}

impl From<LinkError> for ApiError {
    fn from(error: LinkError) -> Self {
        let code = match &error {
            LinkError::UnknownServer => Code::NotFound,
            LinkError::Unreadable(_) => Code::ServerUnreachable,
        };
        Self::plain(code, error.message())
    }
}

impl From<PolicyError> for ApiError {
    fn from(error: PolicyError) -> Self {
        let message = error.message();
        match error {
            PolicyError::UnknownServer
            | PolicyError::UnknownTool { .. }
            | PolicyError::NotFound => Self::plain(Code::NotFound, message),
            PolicyError::Changed(_)
            | PolicyError::Replaced
            | PolicyError::OneToolOnly(_)
            | PolicyError::ArgumentsTooLarge
            | PolicyError::ArgumentsSecret => Self::plain(Code::Invalid, message),
            PolicyError::Past => Self::invalid(message.clone(), [("until".to_owned(), message)]),
            PolicyError::Store(error) => error.into(),
        }
    }
}

impl From<SignInFault> for ApiError {
    fn from(error: SignInFault) -> Self {
        let message = error.message();
        match error {
            SignInFault::UnknownServer => Self::plain(Code::NotFound, message),
            SignInFault::NoAddress | SignInFault::NotLookedAt => {
                Self::plain(Code::Invalid, message)
            }
            SignInFault::TurnedOff(_) | SignInFault::SignIn(SignInError::Unreachable { .. }) => {
                Self::plain(Code::ServerUnreachable, message)
            }
            SignInFault::SignIn(SignInError::Browser | SignInError::NoBrowser) => {
                Self::plain(Code::BrowserUnavailable, message)
            }
            SignInFault::SignIn(SignInError::NoListener(_)) => Self::internal(message),
            SignInFault::SignIn(_) => Self::plain(Code::ServerRejected, message),
            SignInFault::Store(error) => error.into(),
        }
    }
}

impl From<ContentError> for ApiError {
    fn from(error: ContentError) -> Self {
        let code = match &error {
            ContentError::Gone | ContentError::NotSaved { .. } => Code::NotFound,
            ContentError::TooMany
            | ContentError::MayRun { .. }
            | ContentError::Dialog(DialogError::Open) => Code::Invalid,
            ContentError::Dialog(_)
            | ContentError::NoOpener
            | ContentError::NotOpened { .. }
            | ContentError::FolderNotOpened { .. } => Code::Internal,
            ContentError::Unwritable { .. } => Code::StoreUnwritable,
        };
        Self::plain(code, error.message())
    }
}

impl From<DragError> for ApiError {
    fn from(error: DragError) -> Self {
        match error {
            DragError::Read(error) => error.into(),
            DragError::Write(error) => error.into(),
        }
    }
}

impl From<KeepError> for ApiError {
    fn from(error: KeepError) -> Self {
        let message = error.message();
        match error {
            KeepError::Source(error) => error.into(),
            KeepError::TooMany | KeepError::HoldsSecret => Self::plain(Code::Invalid, message),
            KeepError::Store(error) => error.into(),
        }
    }
}

impl From<RootsError> for ApiError {
    fn from(error: RootsError) -> Self {
        let message = error.message();
        match error {
            RootsError::UnknownServer => Self::plain(Code::NotFound, message),
            RootsError::Folder(problem) => {
                Self::invalid(message, [("path".to_owned(), problem.message())])
            }
            RootsError::TooMany | RootsError::Choosing | RootsError::NoText => {
                Self::plain(Code::Invalid, message)
            }
            RootsError::NoDialog(_) | RootsError::NoWindow => Self::plain(Code::Internal, message),
            RootsError::Store(error) => error.into(),
        }
    }
}

impl From<WebtoolError> for ApiError {
    fn from(error: WebtoolError) -> Self {
        let message = error.message();
        match error {
            WebtoolError::Unknown | WebtoolError::NotLookedAt => {
                Self::plain(Code::NotFound, message)
            }
            WebtoolError::Fetch(FetchFault::Address(_)) => {
                Self::invalid(message.clone(), [("url".to_owned(), message)])
            }
            WebtoolError::Fetch(FetchFault::Unreachable { .. }) => {
                Self::plain(Code::ServerUnreachable, message)
            }
            WebtoolError::Fetch(_) => Self::plain(Code::ServerRejected, message),
            WebtoolError::Field(problem) => of_fields(message, vec![problem]),
            WebtoolError::Configuration(faults) => of_faults(message, faults),
            WebtoolError::Tampered(_) | WebtoolError::NoAddress | WebtoolError::NotChecked(_) => {
                Self::plain(Code::Invalid, message)
            }
            WebtoolError::Secret(_) => Self::plain(Code::KeyringUnavailable, message),
            WebtoolError::Store(error) => error.into(),
        }
    }
}

impl From<SetupError> for ApiError {
    fn from(error: SetupError) -> Self {
        let message = error.message();
        match error {
            SetupError::Unreadable(_) => {
                Self::invalid(message.clone(), [("text".to_owned(), message)])
            }
            SetupError::Unwritable { .. } | SetupError::TooLong => {
                Self::plain(Code::StoreUnwritable, message)
            }
            SetupError::Store(error) => error.into(),
        }
    }
}

impl From<SamplingError> for ApiError {
    fn from(error: SamplingError) -> Self {
        let message = error.message();
        match error {
            SamplingError::Invalid(faults) => of_faults(message, faults),
            SamplingError::OverBudget(_) | SamplingError::NotAllowed | SamplingError::Writing => {
                Self::plain(Code::Invalid, message)
            }
            SamplingError::Ask(error) => error.into(),
            SamplingError::Server(error) => error.into(),
            SamplingError::Models(error) => error.into(),
            SamplingError::Store(error) => error.into(),
        }
    }
}

impl From<ModelsError> for ApiError {
    fn from(error: ModelsError) -> Self {
        let message = error.message();
        match error {
            ModelsError::Unknown => Self::plain(Code::NotFound, message),
            ModelsError::Draft(problems) => of_fields(message, problems),
            ModelsError::Secret(_) => Self::plain(Code::KeyringUnavailable, message),
            ModelsError::Model(error) => error.into(),
            ModelsError::Store(error) => error.into(),
        }
    }
}

impl From<ModelError> for ApiError {
    fn from(error: ModelError) -> Self {
        let code = match error {
            ModelError::Unreachable { .. } => Code::ServerUnreachable,
            ModelError::Timeout { .. } => Code::Timeout,
            ModelError::NoKey { .. } => Code::KeyringUnavailable,
            ModelError::NotTaken { .. } => Code::Invalid,
            _ => Code::ServerRejected,
        };
        Self::plain(code, error.message())
    }
}

impl From<SettingsError> for ApiError {
    fn from(error: SettingsError) -> Self {
        let message = error.message();
        match error {
            SettingsError::Invalid(problems) => of_fields(message, problems),
            SettingsError::Store(error) => Self {
                message,
                ..error.into()
            },
        }
    }
}

impl From<HistoryError> for ApiError {
    fn from(error: HistoryError) -> Self {
        let message = error.message();
        match error {
            HistoryError::Store(error) => error.into(),
            HistoryError::Unreadable => Self::internal(message),
        }
    }
}

impl From<WireSaveError> for ApiError {
    fn from(error: WireSaveError) -> Self {
        let message = error.message();
        match error {
            WireSaveError::Server(error) => error.into(),
            WireSaveError::Unwritable { .. } => Self::plain(Code::StoreUnwritable, message),
        }
    }
}

impl From<RecordSaveError> for ApiError {
    fn from(error: RecordSaveError) -> Self {
        let message = error.message();
        match error {
            RecordSaveError::Store(error) => error.into(),
            RecordSaveError::Unwritable { .. } => Self::plain(Code::StoreUnwritable, message),
        }
    }
}

impl From<ReviewError> for ApiError {
    fn from(error: ReviewError) -> Self {
        match error {
            ReviewError::Request(error) => error.into(),
            ReviewError::Store(error) => error.into(),
        }
    }
}

impl From<MuteError> for ApiError {
    fn from(error: MuteError) -> Self {
        match error {
            MuteError::Server(error) => error.into(),
            MuteError::Store(error) => error.into(),
        }
    }
}
