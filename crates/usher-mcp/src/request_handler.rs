//! Answers the requests of a legacy server.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::client_features::{self, Cause};
use crate::rpc::{Handler, IncomingRequest, PendingRequest};
use crate::wire::{RELATED_TASK, RelatedTask, Wire};
use usher_jsonrpc::{Fault, Outcome};

/// Passes the server's requests to the user.
pub(crate) struct RequestHandler {
    pub(crate) wire: Arc<Wire>,
}

impl RequestHandler {
    /// Finds the cause of a request.
    ///
    /// It is the task it names, else the request whose stream it came on, else the only one it can be. A request that
    /// only lists or pings causes none.
    fn cause(&self, related: Option<&RelatedTask>, stream: Option<String>) -> Cause {
        if let Some(RelatedTask { tag, ended, .. }) = related {
            return Cause::Task {
                tag: tag.clone(),
                ended: ended.clone(),
            };
        }
        let caused_by = |id: String, request: PendingRequest| Cause::Request {
            id,
            in_flight: request.in_flight,
        };
        if let Some(id) = stream {
            return match self.wire.pending.by_key(&id) {
                Some(request) => caused_by(id, request),
                // What it belongs to is over, which is none of the others.
                None => Cause::Call {
                    tag: None,
                    input: None,
                },
            };
        }
        let mut requests = self.wire.pending.asking();
        let mut tasks = self.wire.running_tasks();
        if requests.len() == 1
            && let Some((id, request)) = requests.pop()
        {
            return caused_by(id, request);
        }
        if requests.is_empty()
            && tasks.len() == 1
            && let Some(RelatedTask { tag, ended, .. }) = tasks.pop()
        {
            return Cause::Task { tag, ended };
        }
        let (ids, tags): (Vec<_>, Vec<_>) = requests
            .into_iter()
            .map(|(id, request)| (id, request.in_flight.tag.clone()))
            .unzip();
        let of_tasks = tasks.into_iter().map(|task| task.tag);
        Cause::Unknown {
            requests: ids,
            calls: tags.into_iter().chain(of_tasks).flatten().collect(),
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
    async fn answer(&self, request: IncomingRequest, cancelled: CancellationToken) -> Outcome {
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
        .map_err(|refusal| Fault::new(refusal.code(), refusal.to_string()))
    }
}
