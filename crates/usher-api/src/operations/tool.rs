//! `tool.*`

use crate::app::Done;
use crate::call::{CallOutcome, CallParams, CancelParams};
use crate::catalog::{ListToolsParams, Section};
use crate::error::ApiError;
use crate::tool::{ToolDetail, ToolHead, ToolParams};
use serde_json::Value;
use std::sync::Arc;
use usher_calls::calls::{NewCall, Subject};
use usher_core::host::Host;
use usher_messages::Message;
use usher_types::caller::Caller;
use usher_types::id::SourceId;
use usher_types::protocol::RunAs;

operations! {
    |host: Host, params|

    /// Tools of one server or of all that are on.
    "tool.list", changed by ["catalogChanged.tools", "serverRemoved", "webtoolsChanged"]
        => ToolList(ListToolsParams) -> Vec<Section<ToolHead, SourceId>> {
        let sections = host.tools().list(params.server_id.as_ref())?;
        crate::catalog::sections(sections, crate::tool::head)
    }

    /// One tool with its schemas.
    "tool.get", changed by ["catalogChanged.tools", "webtoolsChanged"] => ToolGet(ToolParams) -> ToolDetail {
        let tool = host.tools().find(&params.server_id, &params.name)?;
        let support = host.tools().task_support(&params.server_id, &tool.entry);
        let problem = host
            .tools()
            .schema_problem(&params.server_id, &tool.entry)
            .await;
        crate::tool::detail(&params.server_id, &tool, problem, support)
    }

    /// Runs a tool and answers once the call has ended.
    "tool.call" => ToolCall(CallParams) -> CallOutcome {
        call(host, params).await?
    }

    /// Cancels a running call; the server is told.
    "tool.cancel" => ToolCancel(CancelParams) -> Done {
        host.calls().cancel(&params.call_id);
        Done
    }
}

async fn call(host: &Host, params: CallParams) -> Result<CallOutcome, ApiError> {
    let Value::Object(arguments) = params.arguments else {
        let message = Message::new("field.arguments");
        return Err(ApiError::invalid("arguments", message));
    };
    let call = NewCall {
        meta: serde_json::Map::new(),
        id: params.call_id,
        source: params.server_id,
        caller: Caller::Person,
        name: params.name,
        arguments: Arc::new(arguments),
        subject: Subject::Tool {
            check: params.check,
            run_as: params.run_as.unwrap_or(RunAs::Call),
        },
    };
    let outcome = host.calls().run(call).await?;
    Ok(outcome.map_failure(ApiError::from))
}
