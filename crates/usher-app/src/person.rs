//! What the person may do in a terminal: see clients and approvals, and decide about them.

use std::sync::Arc;

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation as _, op};
use usher_api::{Api, ApiError};
use usher_gateway::{OnPerson, PersonRequest};
use usher_messages::Message;

/// The operations that a terminal reaches.
const OPERATIONS: [&str; 4] = [
    op::ClientList::NAME,
    op::ClientDecide::NAME,
    op::ApprovalList::NAME,
    op::ApprovalAnswer::NAME,
];

/// Answers requests of a terminal with `{"result": …}` or `{"error": MESSAGE}`.
pub(crate) fn on_person(api: &Api) -> OnPerson {
    let api = api.clone();
    Arc::new(move |request| {
        let api = api.clone();
        Box::pin(async move { answer(&api, request).await })
    })
}

async fn answer(api: &Api, request: PersonRequest) -> Value {
    let PersonRequest { operation, params } = request;
    if !OPERATIONS.contains(&operation.as_str()) {
        let unknown = Message::new("terminal.notHere").with("operation", operation);
        return json!({ "error": unknown });
    }
    match api.call(&operation, params).await {
        Ok(result) => json!({ "result": result }),
        Err(ApiError { message, .. }) => json!({ "error": message }),
    }
}
