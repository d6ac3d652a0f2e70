//! What an app sends, and what is done about it: the host's side of the protocol (2026-01-26).
//!
//! What its requests do is in `requests`.

use std::time::Instant;

use serde_json::{Map, Value, json};
use usher_jsonrpc::{Fault, Outcome, REFUSED, Received};
use usher_servers::limits::TOLD_BYTES;
use usher_types::id::{AppId, CallId};
use usher_types::mcp_app::AppStatus;

use super::app::Busy;
use super::message;
use super::pace::Heard;
use super::{McpApps, of_call};
use crate::limits;

/// The version of the protocol between app and host.
const PROTOCOL: &str = "2026-01-26";

impl McpApps {
    /// Takes a message of an app, as its web view hands it on. What is too large, too much or malformed is left out.
    pub fn receive(&self, id: &AppId, text: &str) {
        if text.len() > limits::APP_MESSAGE_BYTES {
            self.warn(id, "A message of the app was too large.");
            return;
        }
        match self.change(id, |app| app.pace.hear(Instant::now())) {
            Some(Heard::Read) => {}
            Some(Heard::LeftOutAnew) => {
                self.warn(id, "Messages of the app are left out: it sends too many.");
                return;
            }
            Some(Heard::LeftOut) | None => return,
        }
        match message::read(text) {
            Received::Request {
                id: request,
                method,
                params,
            } => self.request(id, request, &method, params),
            Received::Notification { method, params } => self.notification(id, &method, &params),
            Received::Response {
                id: request,
                outcome,
            } => {
                self.change(id, |app| app.requests.answer(&request, outcome));
            }
            Received::Unusable { id: request, fault } => {
                // An answer is one, also without the result that it should hold.
                let is_answer = self.change(id, |app| app.requests.answer(&request, Err(fault)));
                if is_answer != Some(true) {
                    self.warn(id, "A message of the app was malformed.");
                }
            }
        }
    }

    fn warn(&self, id: &AppId, text: &str) {
        self.log_of_app(id, "warning", text.to_owned());
    }

    fn request(&self, id: &AppId, request: Value, method: &str, params: Map<String, Value>) {
        // A host should log what an app asks for (2026-01-26, security).
        if method != "ping" {
            self.log_of_app(id, "info", message::summary(method, &params));
        }
        let at_once = match method {
            "ui/initialize" => self.initialize(id, &params),
            "ping" => Ok(json!({})),
            "ui/message" => self.take_message(id, &params),
            "ui/update-model-context" => self.take_model_context(id, &params),
            _ => return self.request_later(id, request, method, params),
        };
        self.post(id, &message::answer(&request, at_once));
    }

    /// Does what takes its time, and answers then.
    fn request_later(&self, id: &AppId, request: Value, method: &str, params: Map<String, Value>) {
        let call = (method == "tools/call").then(CallId::generate);
        let begun = self.change(id, |app| app.begin(&request, method, call.clone()));
        let withdrawn = match begun {
            Some(Ok(withdrawn)) => withdrawn,
            Some(Err(busy)) => {
                let why = match busy {
                    Busy::Requests => "Too many requests are under way".to_owned(),
                    Busy::Question => format!("The user is still asked about another {method}"),
                };
                let refusal = Fault::new(REFUSED, why);
                self.post(id, &message::answer(&request, Err(refusal)));
                return;
            }
            None => return,
        };
        let (apps, id, method) = (self.clone(), id.clone(), method.to_owned());
        self.context().tasks.spawn(async move {
            let reply = apps.perform(&id, &method, params, call, withdrawn).await;
            if apps.change(&id, |app| app.finish(&request)) == Some(true) {
                apps.post(&id, &message::answer(&request, reply));
            }
        });
    }

    /// Draws an app elsewhere as it asks, or says where it is drawn all the same.
    pub(super) async fn request_display_mode(
        &self,
        id: &AppId,
        params: &Map<String, Value>,
    ) -> Outcome {
        let Some(mode) = params.get("mode").and_then(Value::as_str) else {
            return Err(Fault::params("mode must be a text"));
        };
        // The page may still be about to say where the app is seen.
        if let Some(placed) = self.change(id, |app| app.placed.clone()) {
            let _ = tokio::time::timeout(limits::APP_PLACED_WITHIN, placed.cancelled()).await;
        }
        let place = self.change(id, |app| app.move_into(mode));
        if let Some(place) = place.ok_or_else(ended)? {
            self.put(id, place)
                .map_err(|error| Fault::new(REFUSED, error.to_string()))?;
        }
        let mode = self.change(id, |app| app.display_mode());
        Ok(json!({ "mode": mode.ok_or_else(ended)? }))
    }

    fn initialize(&self, id: &AppId, params: &Map<String, Value>) -> Outcome {
        let modes = params
            .get("appCapabilities")
            .and_then(|capabilities| capabilities["availableDisplayModes"].as_array())
            .map(Vec::as_slice)
            .unwrap_or_default();
        let modes = modes
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        let look = self.look().clone();
        let version = self.context().version.as_str();
        let started = self.change(id, |app| {
            app.modes = modes;
            app.set_sent_context(&look);
            (app.host_context(&look, version), app.hosts.clone())
        });
        let (host_context, hosts) = started.ok_or_else(ended)?;
        Ok(json!({
            "protocolVersion": PROTOCOL,
            "hostInfo": { "name": "usher", "title": "Usher", "version": version },
            "hostCapabilities": {
                "openLinks": {},
                "downloadFile": {},
                "serverTools": { "listChanged": true },
                "serverResources": { "listChanged": true },
                "sampling": { "tools": {} },
                "logging": {},
                "message": { "text": {} },
                "updateModelContext": { "text": {}, "structuredContent": {} },
                "sandbox": { "csp": {
                    "connectDomains": hosts.connect,
                    "resourceDomains": hosts.resource,
                    "frameDomains": [],
                    "baseUriDomains": hosts.base_uri,
                } },
            },
            "hostContext": host_context,
        }))
    }

    fn notification(&self, id: &AppId, method: &str, params: &Map<String, Value>) {
        match method {
            "ui/notifications/initialized" => self.initialized(id),
            "ui/notifications/size-changed" => {
                let height = params.get("height").and_then(Value::as_f64);
                let height = height.map(|height| height.clamp(1.0, limits::APP_HEIGHT));
                let is_other = self.change(id, |app| {
                    let before = app.height;
                    app.height = height.or(before);
                    before != app.height
                });
                if is_other == Some(true) {
                    self.publish_own(id);
                }
            }
            "ui/notifications/request-teardown" => {
                let (apps, id) = (self.clone(), id.clone());
                self.context()
                    .tasks
                    .spawn(async move { apps.stop(&id).await });
            }
            "notifications/message" => self.log_message(id, params),
            "notifications/cancelled" => {
                let request = params.get("requestId").cloned().unwrap_or_default();
                let call = self.change(id, |app| app.withdraw(&request));
                if let Some(Some(call)) = call {
                    self.context().calls.cancel(&call);
                }
            }
            _ => {}
        }
    }

    /// The app listens: it hears of its call, once.
    fn initialized(&self, id: &AppId) {
        let told = self.change(id, |app| {
            if std::mem::replace(&mut app.is_ready, true) {
                return None;
            }
            app.status = AppStatus::Running;
            Some(of_call(&app.arguments, app.result.as_ref()))
        });
        let Some(Some(messages)) = told else {
            return;
        };
        for message in &messages {
            self.post(id, message);
        }
        // The window may have changed since the app started.
        self.post_context(id);
        self.publish(id);
    }

    fn log_message(&self, id: &AppId, params: &Map<String, Value>) {
        let level = params
            .get("level")
            .and_then(Value::as_str)
            .unwrap_or("info");
        let text = match params.get("data") {
            Some(Value::String(text)) => text.clone(),
            Some(data) => data.to_string(),
            None => String::new(),
        };
        let level: String = level.chars().take(16).collect();
        self.log_of_app(id, &level, text.chars().take(TOLD_BYTES).collect());
    }
}

/// The app has ended while it asked.
pub(super) fn ended() -> Fault {
    Fault::new(REFUSED, "The app has ended")
}
