//! Routes answers to calls, notifications to the listener, requests to the handler.

use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::Wire;
use crate::dialect::{Dialect, LISTEN, ProtocolRevision, SUBSCRIPTION_ID};
use crate::error::CallError;
use crate::event::{ConnectionEvent, ReapprovalRequest, ReapprovalSubject};
use crate::model::ListKind;
use crate::rpc::{Answer, Incoming, IncomingRequest};
use crate::server_request::RefusedRequest;
use usher_jsonrpc::{Outcome, Received, numbers};
use usher_messages::Message;

/// The methods that open a connection, which only a client may send.
pub(crate) const OPENING_METHODS: [&str; 2] = ["server/discover", "initialize"];

impl Wire {
    /// Routes one message. `text` is what was read: that of an answer has the texts of a list.
    pub(super) async fn route(
        &self,
        envelope: Received<Value>,
        size_bytes: u64,
        text: &str,
    ) -> Option<Incoming> {
        match envelope {
            Received::Response { id, outcome } => {
                self.route_answer(&id, outcome, size_bytes, text);
                None
            }
            Received::Request { id, method, params } => {
                // A request of ours that comes back is told to who opens the connection.
                let is_echo =
                    !self.lifecycle.is_established() && OPENING_METHODS.contains(&method.as_str());
                if let Some(Dialect::Modern { .. }) = self.dialect()
                    && !is_echo
                {
                    self.report_orphan(method, params).await;
                    return None;
                }
                self.route_request(id, method, params).await
            }
            Received::Notification { method, params } => {
                self.route_notification(&method, params).await
            }
            Received::Unusable { .. } => None,
        }
    }

    fn route_answer(&self, id: &Value, outcome: Outcome, size_bytes: u64, text: &str) {
        // A late answer to a request that was given up, or to none.
        let Some(pending) = self.pending.take(id) else {
            self.lifecycle.record_foreign_answer(id);
            return;
        };
        if let Ok(raw) = &outcome {
            self.track_task(&pending, raw);
        }
        pending.in_flight.settle(match outcome {
            Ok(raw) => Answer::Result {
                raw,
                size_bytes,
                text: pending.method.ends_with("/list").then(|| text.into()),
            },
            Err(fault) => Answer::Failed(self.redactor.rejection(fault)),
        });
    }

    async fn route_request(&self, id: Value, method: String, params: Value) -> Option<Incoming> {
        let is_taken = self.served.lock().contains_key(&id.to_string());
        if is_taken && method != "ping" {
            // One answer could not be told from the other.
            self.refuse_repeated_id(method, params).await;
            return None;
        }
        self.served
            .lock()
            .insert(id.to_string(), (method.clone(), Instant::now()));
        Some(Incoming::Request(IncomingRequest {
            id,
            method,
            params,
            stream: None,
        }))
    }

    /// Reports a request under the id of one that is open, which gets no answer.
    async fn refuse_repeated_id(&self, method: String, params: Value) {
        self.events
            .send_repairs(vec![
                Message::new("repair.sameId").with("method", method.as_str()),
            ])
            .await;
        self.events
            .send(ConnectionEvent::RequestRefused(RefusedRequest {
                method,
                params,
                cause: None,
                possible_causes: Vec::new(),
                reason: Message::new("refusal.sameId"),
            }))
            .await;
    }

    async fn route_notification(&self, method: &str, mut params: Value) -> Option<Incoming> {
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        let shown = |value: Option<&Value>| {
            let text = value.and_then(Value::as_str)?;
            Some(self.redactor.text(text).into_owned())
        };
        let subscription = params
            .get("_meta")
            .and_then(|meta| meta.get(SUBSCRIPTION_ID))
            .map(|id| numbers::whole(id.clone()));
        if subscription.is_some_and(|id| self.pending.get(&id).is_none()) {
            // A late notification of a listen request that has ended.
            return None;
        }
        let event = match method {
            "notifications/subscriptions/acknowledged" => {
                let acknowledged = params.get_mut("notifications").map(Value::take);
                self.acknowledged
                    .send_replace(acknowledged.unwrap_or_default());
                return None;
            }
            "notifications/progress" => {
                let token = params.get("progressToken")?;
                let tag = match self.pending.by_progress_token(token) {
                    Some((tag, in_flight)) => {
                        in_flight.progress.notify_one();
                        tag
                    }
                    None => self.tag_by_progress_token(token),
                };
                ConnectionEvent::Progress {
                    tag: tag?,
                    progress: params
                        .get("progress")
                        .and_then(Value::as_f64)
                        .unwrap_or_default(),
                    total: params.get("total").and_then(Value::as_f64),
                    message: shown(params.get("message")),
                }
            }
            "notifications/tasks/status" | "notifications/tasks" => {
                self.update_task(params);
                return None;
            }
            "notifications/message" => ConnectionEvent::Log {
                level: shown(params.get("level")).unwrap_or_else(|| "info".into()),
                logger: shown(params.get("logger")),
                data: self
                    .redactor
                    .value(params.get_mut("data").map(Value::take).unwrap_or_default()),
                at: std::time::Instant::now(),
            },
            "notifications/tools/list_changed" => ConnectionEvent::ListChanged(ListKind::Tools),
            "notifications/prompts/list_changed" => ConnectionEvent::ListChanged(ListKind::Prompts),
            "notifications/resources/list_changed" => {
                // One notification covers both lists (2025-11-25, server/resources).
                self.events
                    .send(ConnectionEvent::ListChanged(ListKind::Resources))
                    .await;
                ConnectionEvent::ListChanged(ListKind::Templates)
            }
            "notifications/resources/updated" => ConnectionEvent::ResourceUpdated {
                uri: text(params.get("uri"))?,
            },
            "notifications/elicitation/complete" => ConnectionEvent::ElicitationCompleted {
                elicitation_id: text(params.get("elicitationId"))?,
            },
            "notifications/cancelled" => {
                let id = &numbers::whole(params.get("requestId")?.clone());
                if let Some(Dialect::Modern { .. }) = self.dialect() {
                    self.end_listening(id);
                    return None;
                }
                self.served.lock().remove(&id.to_string());
                return Some(Incoming::Cancelled { id: id.clone() });
            }
            _ => return None,
        };
        self.events.send(event).await;
        None
    }
}

impl Wire {
    /// Reports a modern server's own request, which gets no answer.
    ///
    /// A modern server asks in its answers (2026-07-28, basic/patterns/mrtr). A request of its own belongs to no call,
    /// and no response may be written to it (2026-07-28, basic/transports).
    async fn report_orphan(&self, method: String, params: Value) {
        let version = ProtocolRevision::NEWEST.as_str();
        self.events
            .send_repairs(vec![
                Message::new("repair.outsideCall")
                    .with("method", method.as_str())
                    .with("version", version),
            ])
            .await;
        self.events
            .send(ConnectionEvent::RequestRefused(RefusedRequest {
                method,
                params,
                cause: None,
                possible_causes: Vec::new(),
                reason: Message::new("refusal.outsideCall"),
            }))
            .await;
    }

    /// Asks the listener whether what a repeated request uses is still approved.
    pub(crate) async fn request_reapproval(
        &self,
        what: ReapprovalSubject,
    ) -> Result<(), CallError> {
        let (sender, reply) = oneshot::channel();
        let event = ConnectionEvent::ReapprovalRequest(ReapprovalRequest { what, sender });
        self.events.send(event).await;
        let reply = tokio::select! {
            biased;
            () = self.lifecycle.closed().cancelled() => return Err(CallError::Closed(self.lifecycle.reason())),
            reply = reply => reply,
        };
        match reply {
            Ok(Ok(())) => Ok(()),
            Ok(Err(why)) => Err(CallError::NotApproved { why }),
            // No reply is no approval, for whatever reason it is missing.
            Err(_) => Err(CallError::NotApproved {
                why: Message::new("request.review.notConfirmed"),
            }),
        }
    }

    /// Takes the server's requests that have no answer, by id.
    pub(crate) fn take_served(&self) -> Vec<Value> {
        self.served
            .lock()
            .drain()
            .filter_map(|(id, _)| serde_json::from_str(&id).ok())
            .collect()
    }

    /// Returns whether a pending request is a listen request.
    pub(crate) fn is_listening(&self, id: &Value) -> bool {
        let request = self.pending.get(id);
        request.is_some_and(|request| request.method == LISTEN)
    }

    /// Ends a listen request, the only one a modern server may end.
    ///
    /// See 2026-07-28, basic/patterns/subscriptions.
    fn end_listening(&self, id: &Value) {
        if self.is_listening(id) {
            self.pending.fail(id, CallError::Cancelled);
        }
    }
}
