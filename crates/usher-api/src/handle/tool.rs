//! `tool.*`

use serde_json::Value;
use std::sync::Arc;
use usher_core::calls::ToolCall;
use usher_messages::Message;
use usher_types::caller::Caller;
use usher_types::id::SourceId;
use usher_types::protocol::RunAs;

use crate::api::Api;
use crate::app::Done;
use crate::call::{CallOutcome, CallParams, CancelParams};
use crate::catalog::{ListToolsParams, Section};
use crate::error::ApiError;
use crate::tool::{ToolDetail, ToolHead, ToolParams};

pub(crate) async fn list(
    api: &Api,
    params: ListToolsParams,
) -> Result<Vec<Section<ToolHead, SourceId>>, ApiError> {
    let server = params.server_id;
    let sections = api.host()?.tools().list(server.as_ref())?;
    Ok(crate::catalog::sections(sections, crate::tool::head))
}

pub(crate) async fn get(api: &Api, params: ToolParams) -> Result<ToolDetail, ApiError> {
    let server = params.server_id;
    let tool = api.host()?.tools().find(&server, &params.name)?;
    let support = api.host()?.tools().task_support(&server, &tool.entry);
    let problem = api
        .host()?
        .tools()
        .schema_problem(&server, &tool.entry)
        .await;
    Ok(crate::tool::detail(&server, &tool, problem, support))
}

pub(crate) async fn call(api: &Api, params: CallParams) -> Result<CallOutcome, ApiError> {
    let Value::Object(arguments) = params.arguments else {
        let message = Message::new("field.arguments");
        return Err(ApiError::invalid(
            message.clone(),
            [("arguments".to_owned(), message)],
        ));
    };
    let call = ToolCall {
        meta: serde_json::Map::new(),
        id: params.call_id,
        source: params.server_id,
        caller: Caller::Person,
        tool: params.name,
        arguments: Arc::new(arguments),
        check: params.check,
        run_as: params.run_as.unwrap_or(RunAs::Call),
    };
    let outcome = api.host()?.calls().run(call).await?;
    Ok(outcome.map_failure(ApiError::from))
}

pub(crate) async fn cancel(api: &Api, params: CancelParams) -> Result<Done, ApiError> {
    api.host()?.calls().cancel(&params.call_id);
    Ok(Done)
}
