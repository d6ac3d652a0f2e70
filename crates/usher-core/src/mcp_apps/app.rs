//! One running app: what it draws, where, and what it has done.

use std::time::Instant;

use serde_json::{Map, Value, json};
use tokio::sync::oneshot;
use usher_content::ui_resource::UiResource;
use usher_types::id::{AppId, CallId, ServerId};
use usher_types::mcp_app::{AppHosts, AppLook, AppPlace, AppSnapshot, AppStatus, AppViolation};

use super::OpenApp;
use super::message;
use super::view::AppDocument;
use crate::limits;

/// A running app.
pub(super) struct App {
    pub(super) id: AppId,
    pub(super) server: ServerId,
    pub(super) tool: String,
    pub(super) tool_raw: Value,
    pub(super) uri: String,
    pub(super) call: CallId,
    pub(super) arguments: Map<String, Value>,
    pub(super) result: Option<Value>,
    pub(super) place: AppPlace,
    /// Until its web view has fetched it.
    pub(super) document: Option<AppDocument>,
    pub(super) status: AppStatus,
    /// Whether it has said that it listens.
    pub(super) is_ready: bool,
    /// The display modes it supports.
    pub(super) modes: Vec<String>,
    pub(super) message: Option<String>,
    pub(super) model_context: Option<String>,
    pub(super) height: Option<f64>,
    pub(super) hosts: AppHosts,
    prefers_border: Option<bool>,
    violations: u32,
    last_violations: Vec<AppViolation>,
    /// The host context it was sent last.
    sent_context: Map<String, Value>,
    /// Requests under way: their ids, and the calls they made.
    under_way: Vec<(Value, Option<CallId>)>,
    /// Messages since a moment.
    heard: (Instant, u32),
    teardown: Option<oneshot::Sender<()>>,
}

/// The id of the one request the host makes.
const TEARDOWN: &str = "usher-teardown";

impl App {
    pub(super) fn new(opening: OpenApp, resource: UiResource, tool_raw: Value) -> Self {
        let content_policy = resource.content_policy();
        Self {
            id: AppId::generate(),
            server: opening.server,
            tool: opening.tool,
            tool_raw,
            uri: resource.uri,
            call: opening.call,
            arguments: opening.arguments,
            result: opening.result,
            place: opening.place,
            document: Some(AppDocument {
                html: resource.html.into(),
                content_policy,
            }),
            status: AppStatus::Loading,
            is_ready: false,
            modes: Vec::new(),
            message: None,
            model_context: None,
            height: None,
            hosts: resource.hosts,
            prefers_border: resource.prefers_border,
            violations: 0,
            last_violations: Vec::new(),
            sent_context: Map::new(),
            under_way: Vec::new(),
            heard: (Instant::now(), 0),
            teardown: None,
        }
    }

    pub(super) fn snapshot(&self) -> AppSnapshot {
        AppSnapshot {
            id: self.id.clone(),
            server: self.server.clone(),
            tool: self.tool.clone(),
            uri: self.uri.clone(),
            call: self.call.clone(),
            status: self.status,
            place: self.place,
            height: self.height,
            hosts: self.hosts.clone(),
            prefers_border: self.prefers_border,
            violations: self.violations,
            last_violations: self.last_violations.clone(),
            message: self.message.clone(),
            model_context: self.model_context.clone(),
        }
    }

    pub(super) fn count(&mut self, violation: AppViolation) {
        self.violations = self.violations.saturating_add(1);
        if self.last_violations.len() >= limits::APP_VIOLATIONS {
            self.last_violations.remove(0);
        }
        self.last_violations.push(violation);
    }

    /// Whether one more message is read now.
    pub(super) fn hears(&mut self, now: Instant) -> bool {
        let (since, count) = &mut self.heard;
        if now.duration_since(*since) >= limits::APP_MESSAGE_WINDOW {
            (*since, *count) = (now, 0);
        }
        *count = count.saturating_add(1);
        *count <= limits::APP_MESSAGES
    }

    /// Whether one more request may be under way.
    pub(super) fn begin(&mut self, id: &Value, call: Option<CallId>) -> bool {
        let is_free = self.under_way.len() < limits::APP_REQUESTS
            && !self.under_way.iter().any(|(other, _)| other == id);
        if is_free {
            self.under_way.push((id.clone(), call));
        }
        is_free
    }

    /// A request is over; `false` = it was cancelled, and is not answered.
    pub(super) fn finish(&mut self, id: &Value) -> bool {
        let before = self.under_way.len();
        self.under_way.retain(|(other, _)| other != id);
        self.under_way.len() < before
    }

    /// The call that a request made.
    pub(super) fn call_of(&self, request: &Value) -> Option<CallId> {
        let found = self.under_way.iter().find(|(id, _)| id == request)?;
        found.1.clone()
    }

    /// Its calls that are under way.
    pub(super) fn calls(&self) -> impl Iterator<Item = &CallId> {
        self.under_way.iter().filter_map(|(_, call)| call.as_ref())
    }

    /// The part of the host context that it was not sent yet; `None` = nothing, or it does not listen yet.
    pub(super) fn changed_context(&mut self, look: &AppLook) -> Option<Value> {
        if !self.is_ready {
            return None;
        }
        let now = self.changing_context(look);
        let changed: Map<String, Value> = now
            .iter()
            .filter(|(key, value)| self.sent_context.get(*key) != Some(*value))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        self.sent_context = now;
        (!changed.is_empty()).then_some(Value::Object(changed))
    }

    /// Remembers the host context it is sent when it starts.
    pub(super) fn set_sent_context(&mut self, look: &AppLook) {
        self.sent_context = self.changing_context(look);
    }

    /// Asks it to save what it must; the receiver hears of its answer.
    pub(super) fn begin_teardown(&mut self) -> (Value, oneshot::Receiver<()>) {
        let (answered, answer) = oneshot::channel();
        self.teardown = Some(answered);
        let params = json!({ "reason": "The person stopped the app." });
        let message = message::request(TEARDOWN, "ui/resource-teardown", &params);
        (message, answer)
    }

    /// It has answered a request of the host.
    pub(super) fn answered(&mut self, id: &str) {
        if id == TEARDOWN
            && let Some(teardown) = self.teardown.take()
        {
            // Whoever waited may have stopped to.
            let _ = teardown.send(());
        }
    }
}
