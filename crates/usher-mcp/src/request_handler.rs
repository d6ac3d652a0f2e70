//! Answers the requests of a legacy server.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::client_features::{self, Cause};
use crate::rpc::{ErrorObject, Handler, IncomingRequest};
use crate::wire::{RELATED_TASK, RelatedTask, Wire};

/// Passes the server's requests to the user.
pub(crate) struct RequestHandler {
    pub(crate) wire: Arc<Wire>,
}

impl RequestHandler {
    /// Finds the cause of a request.
    ///
    /// It is the task it names, else the request whose stream it came on, else the only one in flight.
    fn cause(&self, related: Option<&RelatedTask>, stream: Option<String>) -> Cause {
        if let Some(RelatedTask { tag, ended, .. }) = related {
            return Cause::Task {
                tag: tag.clone(),
                ended: ended.clone(),
            };
        }
        match self.wire.pending.cause(stream) {
            Some((id, in_flight)) => Cause::Request { id, in_flight },
            None => Cause::Unknown,
        }
    }
}

/// Names the task in an answer (2025-11-25, basic/utilities/tasks).
fn with_related_task(related: Option<&RelatedTask>, mut result: Value) -> Value {
    if let (Some(related), Some(members)) = (related, result.as_object_mut()) {
        let meta = members.entry("_meta").or_insert_with(|| json!({}));
        if meta.is_object() {
            meta[RELATED_TASK] = json!({"taskId": related.task.0});
        }
    }
    result
}

impl Handler for RequestHandler {
    async fn answer(
        &self,
        request: IncomingRequest,
        cancelled: CancellationToken,
    ) -> Result<Value, ErrorObject> {
        let related = self.wire.related_task(&request.params);
        let cause = self.cause(related.as_ref(), request.stream);
        client_features::dispatch(
            &self.wire,
            &request.method,
            request.params,
            cause,
            &cancelled,
        )
        .await
        .map(|result| with_related_task(related.as_ref(), result))
        .map_err(|refusal| ErrorObject {
            code: refusal.code(),
            message: refusal.to_string(),
        })
    }
}
