//! Our side of the session: who we say we are, and what we answer when a server asks.

use std::sync::Arc;

use rmcp::ClientHandler;
use rmcp::model::{
    ClientConfig, CustomRequest, CustomResult, ErrorCode, ErrorData, Implementation,
    ProtocolVersion,
};
use rmcp::service::{InboundStreamOrigin, RequestContext, RoleClient};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::ask::{AskAnswer, AskQuestion, AskResponder, IncomingAsk};
use crate::connection::ClientIdentity;
use crate::dialect::Introduction;
use crate::event::ConnectionEvent;
use crate::wire::{HOST_REQUEST_PREFIX, Wire};

/// Answers the server's requests.
pub(crate) struct Session {
    wire: Arc<Wire>,
    config: ClientConfig,
    introduction: Arc<Introduction>,
}

/// What we declare to be able to do, in `initialize` and in every request of the modern era.
pub(crate) fn capabilities() -> Value {
    json!({"elicitation": {"form": {}}})
}

impl Session {
    pub(crate) fn new(wire: Arc<Wire>, client: &ClientIdentity) -> Self {
        let capabilities = serde_json::from_value(capabilities()).unwrap_or_default();
        let implementation =
            Implementation::new(&client.name, &client.version).with_title(&client.title);
        // rmcp would send its newest version, which knows no `initialize`.
        let config = ClientConfig::new(capabilities, implementation)
            .with_protocol_version(ProtocolVersion::V_2025_11_25);
        let introduction = Arc::new(Introduction::new(client, self::capabilities()));
        Self {
            wire,
            config,
            introduction,
        }
    }

    /// How we introduce ourselves in every request of the modern era.
    pub(crate) fn introduction(&self) -> Arc<Introduction> {
        self.introduction.clone()
    }

    /// `elicitation/create` (2025-11-25, client/elicitation): a person answers, or nobody does.
    async fn elicit(
        &self,
        params: Value,
        context: RequestContext<RoleClient>,
    ) -> Result<CustomResult, ErrorData> {
        let mode = params.get("mode").and_then(Value::as_str).unwrap_or("form");
        if mode != "form" {
            return Err(ErrorData::invalid_params(
                format!("this client does not support the elicitation mode {mode:?}"),
                None,
            ));
        }
        let stream = match context.extensions.get::<InboundStreamOrigin>() {
            Some(InboundStreamOrigin::OutboundRequest(id)) => {
                Some(id.clone().into_json_value().to_string())
            }
            _ => None,
        };
        let cause = self.wire.cause_of_ask(stream);
        let (cause_id, in_flight) = cause.unzip();
        let Some(_open) = self.wire.open_ask(cause_id) else {
            self.wire
                .report_repairs(vec![
                    "the server asks too many questions at once; some were declined".into(),
                ])
                .await;
            return Ok(CustomResult(json!({"action": "decline"})));
        };
        let (sender, answer) = oneshot::channel();
        let message = params
            .get("message")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned();
        let schema = params
            .get("requestedSchema")
            .cloned()
            .unwrap_or_else(|| json!({"type": "object"}));
        let withdrawn = context.ct.child_token();
        let _withdraw = withdrawn.clone().drop_guard();
        let ask = IncomingAsk {
            question: AskQuestion::ElicitForm { message, schema },
            cause: in_flight
                .as_ref()
                .and_then(|in_flight| in_flight.tag.clone()),
            responder: AskResponder(sender),
            withdrawn,
        };
        self.wire.report(ConnectionEvent::Ask(ask)).await;
        let abandoned = async {
            match &in_flight {
                Some(in_flight) => in_flight.abandoned.cancelled().await,
                None => std::future::pending().await,
            }
        };
        let answer = tokio::select! {
            answer = answer => answer.unwrap_or(AskAnswer::Cancel),
            () = context.ct.cancelled() => AskAnswer::Cancel,
            () = abandoned => AskAnswer::Cancel,
            () = self.wire.closed().cancelled() => AskAnswer::Cancel,
        };
        Ok(CustomResult(match answer {
            AskAnswer::Accept(content) => json!({"action": "accept", "content": content}),
            AskAnswer::Decline => json!({"action": "decline"}),
            AskAnswer::Cancel => json!({"action": "cancel"}),
        }))
    }
}

impl ClientHandler for Session {
    fn get_info(&self) -> ClientConfig {
        self.config.clone()
    }

    /// Every request but `ping` arrives here, untyped, so that no oddity in it is lost or refused.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleClient>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request
            .method
            .strip_prefix(HOST_REQUEST_PREFIX)
            .unwrap_or(&request.method);
        if method == "elicitation/create" {
            return self
                .elicit(request.params.unwrap_or_default(), context)
                .await;
        }
        Err(ErrorData::new(
            ErrorCode::METHOD_NOT_FOUND,
            format!("this client does not support {method}"),
            None,
        ))
    }
}
