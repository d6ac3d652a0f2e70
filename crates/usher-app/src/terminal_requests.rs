//! What the person may do in a terminal: see clients and approvals, run or decline a call once, allow or block a client
//! that waits.

use std::sync::Arc;

use serde_json::{Value, json};
use usher_api::approval::{Answer, AnswerParams, Approval, ApprovalRequest, Grant};
use usher_api::client::{ClientDecision, ClientSnapshot, ClientStatus, DecideClientParams};
use usher_api::operations::{TypedOperation as _, op};
use usher_api::{Api, ApiError};
use usher_gateway::{OnTerminalRequest, TerminalRequest};
use usher_messages::Message;
use usher_types::client::ClientProgram;
use usher_types::id::ClientId;

/// Answers requests of a terminal with `{"result": …}` or `{"error": MESSAGE}`.
pub(crate) fn on_terminal_request(api: &Api) -> OnTerminalRequest {
    let api = api.clone();
    Arc::new(move |request| {
        let api = api.clone();
        Box::pin(async move {
            match answer(&api, request).await {
                Ok(result) => json!({ "result": result }),
                Err(message) => json!({ "error": message }),
            }
        })
    })
}

async fn answer(api: &Api, request: TerminalRequest) -> Result<Value, Message> {
    match request {
        TerminalRequest::Clients => call(api, op::ClientList::NAME, json!({})).await,
        TerminalRequest::Approvals => call(api, op::ApprovalList::NAME, json!({})).await,
        TerminalRequest::Run {
            approval: approval_id,
            arguments,
        } => {
            let arguments = Value::Object(arguments);
            let open = call(api, op::ApprovalList::NAME, json!({})).await?;
            let open: Vec<Approval> = serde_json::from_value(open).unwrap_or_default();
            let is_shown = open.iter().any(|open| {
                open.id == approval_id
                    && matches!(&open.request, ApprovalRequest::Call { call } if call.arguments == arguments)
            });
            if !is_shown {
                return Err(Message::new("terminal.changed"));
            }
            let answer = Answer::Run {
                arguments,
                grant: Grant::Once,
            };
            let params = AnswerParams {
                approval_id,
                answer,
            };
            call(api, op::ApprovalAnswer::NAME, json!(params)).await
        }
        TerminalRequest::Decline {
            approval: approval_id,
        } => {
            let params = AnswerParams {
                approval_id,
                answer: Answer::Decline,
            };
            call(api, op::ApprovalAnswer::NAME, json!(params)).await
        }
        TerminalRequest::Allow { client, program } => {
            let client = waiting(api, &client, &program).await?;
            let profile = client.profile.clone();
            decide(api, client, ClientDecision::Allow { profile }).await
        }
        TerminalRequest::Block { client, program } => {
            let client = waiting(api, &client, &program).await?;
            decide(api, client, ClientDecision::Refuse).await
        }
    }
}

/// Returns a client that waits and is the program that was shown.
async fn waiting(
    api: &Api,
    id: &ClientId,
    program: &ClientProgram,
) -> Result<ClientSnapshot, Message> {
    let clients = call(api, op::ClientList::NAME, json!({})).await?;
    let clients: Vec<ClientSnapshot> = serde_json::from_value(clients).unwrap_or_default();
    let is_shown = |client: &ClientSnapshot| {
        client.id == *id && client.program == *program && client.status == ClientStatus::Waiting
    };
    let client = clients.into_iter().find(is_shown);
    client.ok_or(Message::new("terminal.changed"))
}

async fn decide(
    api: &Api,
    client: ClientSnapshot,
    decision: ClientDecision,
) -> Result<Value, Message> {
    let params = DecideClientParams {
        client_id: client.id,
        decision,
    };
    call(api, op::ClientDecide::NAME, json!(params)).await
}

async fn call(api: &Api, operation: &str, params: Value) -> Result<Value, Message> {
    let answered = api.call(operation, params).await;
    answered.map_err(|ApiError { message, .. }| message)
}
