//! Requests of servers that the program answers whose call caused them, instead of the person.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use usher_types::client::{AnsweredBy, ClientAnswers, KnownClient};
use usher_types::id::CallId;

use usher_mcp::{InputKey, ServerRequestKind, UrlReply};

/// A request of a server, for the program whose call caused it.
#[derive(Debug)]
pub struct CallerRequest {
    /// The call; one of the program's calls if the server does not say which.
    pub call: CallId,
    /// `elicitation/create`, `sampling/createMessage` or `roots/list`.
    pub method: &'static str,
    /// Its parameters as received.
    pub params: Value,
    /// The key the server gave it; `None` = it came as a request of its own.
    pub input: Option<InputKey>,
    /// Takes the answer; dropping it leaves the request to the person.
    pub reply: oneshot::Sender<CallerReply>,
    /// Cancelled when the server takes it back.
    pub withdrawn: CancellationToken,
}

/// What a server asks.
pub(crate) struct Asked {
    pub(crate) method: &'static str,
    pub(crate) params: Value,
    pub(crate) input: Option<InputKey>,
}

/// What a program answers.
#[derive(Debug, Clone, PartialEq)]
pub enum CallerReply {
    /// The result object, as it came.
    Result(Value),
    /// The JSON-RPC error, as it came.
    Error { code: i64, message: String },
}

/// Where requests go that a call causes.
#[derive(Debug, Clone)]
pub struct CallerRequests {
    /// Whose they are: calls of one owner share their requests.
    owner: u64,
    client: watch::Receiver<KnownClient>,
    answers: ClientAnswers,
    sender: mpsc::UnboundedSender<CallerRequest>,
    became_task: CancellationToken,
    stream_closed: Arc<Notify>,
}

impl CallerRequests {
    /// Makes a way for the requests that the client answers now, and where they arrive. `owner` is the same for all calls
    /// of one connection.
    pub fn new(
        owner: u64,
        client: watch::Receiver<KnownClient>,
    ) -> (Self, mpsc::UnboundedReceiver<CallerRequest>) {
        let (sender, arriving) = mpsc::unbounded_channel();
        let answers = client.borrow().profile.answers;
        let requests = Self {
            owner,
            client,
            answers,
            sender,
            became_task: CancellationToken::new(),
            stream_closed: Arc::default(),
        };
        (requests, arriving)
    }

    /// Cancelled once the server goes on with the call as a task.
    pub fn became_task(&self) -> CancellationToken {
        self.became_task.clone()
    }

    /// Notified when the server closes the stream of the call and goes on with it (2025-11-25, basic/transports).
    pub fn stream_closed(&self) -> Arc<Notify> {
        Arc::clone(&self.stream_closed)
    }

    /// Whether requests of this kind are the program's to answer.
    pub(crate) fn takes(&self, kind: &ServerRequestKind) -> bool {
        let answered_by = match kind {
            // Nobody waits for the answer: the call has failed, and is made again.
            ServerRequestKind::ElicitUrl {
                reply: UrlReply::RetryTheCall,
                ..
            } => return false,
            ServerRequestKind::ElicitForm { .. } | ServerRequestKind::ElicitUrl { .. } => {
                self.answers.elicitation
            }
            ServerRequestKind::Sample { .. } => self.answers.sampling,
            ServerRequestKind::Roots => self.answers.roots,
        };
        answered_by == AnsweredBy::Client
    }

    /// Whether the program asks its user itself whether its own calls may run.
    pub fn asks_approvals(&self) -> bool {
        self.answers.approvals == AnsweredBy::Client
    }

    /// Has the program ask its user whether its own call may run, by a form. `None` = it does not answer.
    pub async fn ask_approval(
        &self,
        call: CallId,
        form: Value,
        withdrawn: CancellationToken,
    ) -> Option<CallerReply> {
        let asked = Asked {
            method: "elicitation/create",
            params: form,
            input: None,
        };
        self.ask(call, asked, withdrawn).await
    }

    /// The person's name for the program.
    pub fn client_name(&self) -> String {
        self.client.borrow().name.clone()
    }

    /// Whether both lead to the same program.
    pub(crate) fn is_of_same(&self, other: &Self) -> bool {
        self.owner == other.owner
    }

    /// Asks the program. `None` = it does not answer: the person is to be asked.
    pub(crate) async fn ask(
        &self,
        call: CallId,
        asked: Asked,
        withdrawn: CancellationToken,
    ) -> Option<CallerReply> {
        let (reply, answer) = oneshot::channel();
        let Asked {
            method,
            params,
            input,
        } = asked;
        let request = CallerRequest {
            call,
            method,
            params,
            input,
            reply,
            withdrawn,
        };
        self.sender.send(request).ok()?;
        answer.await.ok()
    }
}
