//! Serves one connection of a client: reads its messages, answers its requests, each in a task of its own.

use std::sync::Arc;

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncRead, BufReader};
use tokio_util::sync::CancellationToken;
use usher_jsonrpc::{Fault, Line, Lines, Received, numbers, raw};

use crate::calls::start::COMPLETE;
use crate::eras::adapt;
use crate::eras::revision::{self, Era};
use crate::limits;
use crate::listing::list_kind::List;
use crate::request::Request;
use crate::session::Session;
use crate::session::outbox::answering;

/// Serves a client until its input ends or it cannot be written to.
pub(crate) async fn run(session: Arc<Session>, input: impl AsyncRead + Send + Unpin + 'static) {
    let ended = session.ended.clone();
    // Ends what still runs, whatever ends this.
    let _guard = ended.clone().drop_guard();
    tokio::spawn(Arc::clone(&session).notify_of_changes());
    let input = BufReader::with_capacity(64 * 1024, input);
    let mut input = Lines::new(input, limits::FRAME_BYTES);
    loop {
        let read = tokio::select! {
            () = ended.cancelled() => break,
            read = input.next() => read,
        };
        match read {
            Ok(Line::End) => break,
            Ok(Line::Whole(line) | Line::Broken(line)) => session.take(line),
            Ok(Line::TooLong(scanner)) => {
                let id = scanner.requested_id().unwrap_or_default();
                session.refuse(&id, Fault::too_long(limits::FRAME_BYTES));
            }
            Err(error) => {
                tracing::debug!(%error, "a client has gone");
                break;
            }
        }
    }
    session.end_following().await;
}

impl Session {
    fn take(self: &Arc<Self>, line: &[u8]) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        for message in Received::read_all(line) {
            self.handle(message);
        }
    }

    fn handle(self: &Arc<Self>, message: Received) {
        match message {
            Received::Unusable { id, fault } => self.refuse(&id, fault),
            Received::Response { id, outcome } => self.requests.answer(&id, outcome),
            Received::Notification { method, params } => self.on_notification(&method, &params),
            Received::Request { id, method, params } => match self.admit(&id, &method, params) {
                Ok(request) => self.start(request),
                Err(fault) => self.refuse(&id, fault),
            },
        }
    }

    pub(crate) fn on_notification(&self, method: &str, params: &Map<String, Value>) {
        match method {
            "notifications/initialized" => {
                self.initialized();
            }
            "notifications/cancelled" => {
                if let Some(id) = params.get("requestId") {
                    let reason = params.get("reason").and_then(Value::as_str);
                    self.cancel(&numbers::whole(id.clone()), reason.unwrap_or_default());
                }
            }
            _ => {}
        }
    }

    /// Answers a request in a task of its own.
    pub(crate) fn start(self: &Arc<Self>, request: Request) {
        let cancelled = self.cancel_token(&request.id);
        let session = Arc::clone(self);
        tokio::spawn(async move {
            let outcome = session.outcome(&request, &cancelled);
            let outcome = answering(request.id.to_string(), outcome).await;
            session.close(&request.id);
            // A cancelled request gets no answer (2025-11-25, basic/utilities/cancellation).
            if cancelled.is_cancelled() {
                session.leave_unanswered(&request.id);
            } else {
                session.reply(&request.id, &outcome);
            }
        });
    }

    async fn outcome(
        self: &Arc<Self>,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Result<Box<RawValue>, Fault> {
        if let Some(list) = List::of_method(&request.method) {
            return self.list(request, list).await;
        }
        let result = match (request.method.as_str(), request.era) {
            ("initialize", Era::Legacy) => self.initialize(request).await,
            ("ping", Era::Legacy) => json!({}),
            ("logging/setLevel", Era::Legacy) => {
                let level = request.text("level")?;
                let level = level
                    .parse()
                    .map_err(|_| Fault::params("level must be a level of RFC 5424"))?;
                self.set_log_level(level);
                json!({})
            }
            ("resources/subscribe", Era::Legacy) => self.subscribe(request).await?,
            ("resources/unsubscribe", Era::Legacy) => self.unsubscribe(request).await?,
            ("server/discover", Era::Modern) => self.discover(request).await,
            ("subscriptions/listen", Era::Modern) => self.listen(request, cancelled).await?,
            _ => self.answer(request, cancelled).await?,
        };
        raw(&result)
    }

    /// Answers a request that belongs to no lifecycle of its own.
    async fn answer(
        self: &Arc<Self>,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        match request.method.as_str() {
            "tools/call" => self.call_any(request, cancelled).await,
            "prompts/get" => self.get_prompt(request, cancelled).await,
            "resources/read" => self.read_resource(request, cancelled).await,
            COMPLETE => self.complete(request, cancelled).await,
            unknown
                if let Some(method) = unknown.strip_prefix("tasks/")
                    && self.has_tasks(request, method) =>
            {
                self.task_request(request, method, cancelled).await
            }
            unknown => Err(Fault::no_method(unknown)),
        }
    }

    async fn initialize(&self, request: &Request) -> Value {
        let revision = revision::asked_for(&request.params);
        let mut capabilities = json!({
            "tools": { "listChanged": true },
            "prompts": { "listChanged": true },
            "resources": { "subscribe": true, "listChanged": true },
            "completions": {},
            "logging": {},
        });
        if revision == revision::WITH_TASKS {
            capabilities["tasks"] =
                json!({ "list": {}, "cancel": {}, "requests": { "tools": { "call": {} } } });
        }
        json!({
            "protocolVersion": revision,
            "capabilities": capabilities,
            "serverInfo": self.gateway.own_info(),
            "instructions": self.instructions().await,
        })
    }

    async fn discover(&self, request: &Request) -> Value {
        let result = json!({
            "supportedVersions": revision::MODERN,
            "capabilities": {
                "tools": { "listChanged": true },
                "prompts": { "listChanged": true },
                "resources": { "subscribe": true, "listChanged": true },
                "completions": {},
                "extensions": { revision::TASKS: {} },
            },
            "instructions": self.instructions().await,
        });
        let own_info = self.gateway.own_info();
        adapt::cacheable(result, request.era, &own_info, limits::LIST_TTL_MS)
    }

    fn refuse(&self, id: &Value, fault: Fault) {
        self.reply(id, &Err(fault));
    }
}
