//! Asks a client of the legacy era what a server requested during its call.

use std::sync::Arc;

use serde_json::json;
use usher_calls::caller_requests::{CallerReply, CallerRequest};
use usher_jsonrpc::{NO_METHOD, notification, request};

use crate::session::Session;
use crate::session::client_requests::{ELICIT, RELATED_TASK, fitted};

impl Session {
    /// Asks a client of the legacy era. `task` = the task that the request belongs to.
    pub(crate) async fn ask_client(self: Arc<Self>, asked: CallerRequest, task: Option<&str>) {
        let CallerRequest {
            method,
            params,
            reply,
            withdrawn,
            ..
        } = asked;
        // Whatever is dropped here is asked of the person.
        let Some((id, answer)) = self.requests.begin() else {
            return;
        };
        let mut params = fitted(method, params);
        if method == ELICIT && params["mode"] == "url" && params["elicitationId"].is_null() {
            params["elicitationId"] = id.clone();
        }
        self.requests.note_page(&params);
        if let Some(task) = task {
            params["_meta"][RELATED_TASK] = json!({ "taskId": task });
        }
        self.send_line(request(&id, method, &params));
        let answer = tokio::select! {
            answer = answer => answer.ok(),
            () = self.ended.cancelled() => None,
            () = withdrawn.cancelled() => {
                let params = json!({ "requestId": id, "reason": "The server withdrew the request" });
                self.send_line(notification("notifications/cancelled", &params));
                None
            }
        };
        let answer = match answer {
            Some(Ok(result)) if result.is_object() => CallerReply::Result(result),
            Some(Err(fault)) if fault.code != NO_METHOD => CallerReply::Error {
                code: fault.code,
                message: fault.message,
            },
            _ => return,
        };
        // The server may have taken it back.
        let _ = reply.send(answer);
    }
}
