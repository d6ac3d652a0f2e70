//! Our side of a legacy session: who we say we are, and what we answer when a server asks.

use std::sync::Arc;

use rmcp::ClientHandler;
use rmcp::model::{
    ClientConfig, CustomRequest, CustomResult, ErrorCode, ErrorData, Implementation,
    ProtocolVersion,
};
use rmcp::service::{InboundStreamOrigin, RequestContext, RoleClient};

use serde_json::{Value, json};

use crate::ask::{self, Cause};
use crate::capabilities;
use crate::connection::ClientIdentity;
use crate::dialect::Introduction;
use crate::model::Era;
use crate::wire::{Asking, HOST_REQUEST_PREFIX, RELATED_TASK, Wire};

/// Answers the server's requests.
pub(crate) struct Session {
    wire: Arc<Wire>,
    config: ClientConfig,
    introduction: Arc<Introduction>,
}

impl Session {
    pub(crate) fn new(wire: Arc<Wire>, client: &ClientIdentity) -> Self {
        // What we declare is written in the words of the specification, which rmcp knows.
        let capabilities =
            serde_json::from_value(capabilities::declared(Era::Legacy)).unwrap_or_default();
        let implementation =
            Implementation::new(&client.name, &client.version).with_title(&client.title);
        // rmcp would send its newest version, which knows no `initialize`.
        let config = ClientConfig::new(capabilities, implementation)
            .with_protocol_version(ProtocolVersion::V_2025_11_25);
        let introduction = Arc::new(Introduction::new(client, capabilities::declared));
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

    /// What a request was caused by: the task it names, else the request whose stream it came on, else the only one in flight.
    fn cause(&self, asking: Option<&Asking>, context: &RequestContext<RoleClient>) -> Cause {
        if let Some(Asking { tag, over, .. }) = asking {
            return Cause::Task {
                tag: tag.clone(),
                over: over.clone(),
            };
        }
        let stream = match context.extensions.get::<InboundStreamOrigin>() {
            Some(InboundStreamOrigin::OutboundRequest(id)) => {
                Some(id.clone().into_json_value().to_string())
            }
            _ => None,
        };
        match self.wire.cause_of_ask(stream) {
            Some((id, in_flight)) => Cause::Request { id, in_flight },
            None => Cause::Unknown,
        }
    }
}

/// What answers a question about a task says so as well (2025-11-25, basic/utilities/tasks).
fn about(asking: Option<&Asking>, mut result: Value) -> Value {
    if let (Some(asking), Some(members)) = (asking, result.as_object_mut()) {
        let meta = members.entry("_meta").or_insert_with(|| json!({}));
        if meta.is_object() {
            meta[RELATED_TASK] = json!({"taskId": asking.task.0});
        }
    }
    result
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
        let params = request.params.unwrap_or_default();
        let asking = self.wire.task_asking(&params);
        let cause = self.cause(asking.as_ref(), &context);
        ask::put(&self.wire, method, params, cause, &context.ct)
            .await
            .map(|result| CustomResult(about(asking.as_ref(), result)))
            .map_err(|refusal| ErrorData::new(ErrorCode(refusal.code()), refusal.to_string(), None))
    }
}
