//! `mcpApp.*`

use serde_json::Value;
use usher_core::mcp_apps::OpenApp;
use usher_messages::Message;

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::error::ApiError;
use crate::mcp_app::{
    AnswerAppFilesParams, AppLook, AppParams, AppSnapshot, AppToolParams, OpenAppParams,
    OpenHtmlParams, OpenedHtml, PlaceAppParams, PreparedApp,
};

pub(crate) async fn prepare(api: &Api, params: AppToolParams) -> Result<PreparedApp, ApiError> {
    let apps = api.host()?.mcp_apps();
    Ok(apps.prepare(&params.server_id, &params.tool).await?.into())
}

pub(crate) async fn prepare_view(api: &Api, _: Nothing) -> Result<Done, ApiError> {
    api.host()?.mcp_apps().prepare_view();
    Ok(Done)
}

pub(crate) async fn open(api: &Api, params: OpenAppParams) -> Result<AppSnapshot, ApiError> {
    let Value::Object(arguments) = params.arguments else {
        let message = Message::new("field.arguments");
        return Err(ApiError::invalid(
            message.clone(),
            [("arguments".to_owned(), message)],
        ));
    };
    let opening = OpenApp {
        server: params.server_id,
        tool: params.tool,
        call: params.call_id,
        arguments,
        result: params.result,
        place: params.place,
    };
    Ok(api.host()?.mcp_apps().open(opening).await?)
}

pub(crate) async fn open_html(api: &Api, params: OpenHtmlParams) -> Result<OpenedHtml, ApiError> {
    let opened = api.host()?.mcp_apps();
    let opened = opened.open_html(params.html, &params.name)?;
    Ok(OpenedHtml {
        app_id: opened.id,
        inline: opened.inline,
    })
}

pub(crate) async fn list(api: &Api, _: Nothing) -> Result<Vec<AppSnapshot>, ApiError> {
    Ok(api.host()?.mcp_apps().list())
}

pub(crate) async fn place(api: &Api, params: PlaceAppParams) -> Result<Done, ApiError> {
    let apps = api.host()?.mcp_apps();
    apps.place(&params.app_id, params.place)?;
    Ok(Done)
}

pub(crate) async fn show_in_page(api: &Api, params: AppParams) -> Result<Done, ApiError> {
    api.host()?.mcp_apps().show_in_page(&params.app_id)?;
    Ok(Done)
}

pub(crate) async fn focus(api: &Api, params: AppParams) -> Result<Done, ApiError> {
    api.host()?.mcp_apps().focus(&params.app_id)?;
    Ok(Done)
}

pub(crate) async fn stop(api: &Api, params: AppParams) -> Result<Done, ApiError> {
    api.host()?.mcp_apps().stop(&params.app_id).await;
    Ok(Done)
}

pub(crate) async fn answer_files(
    api: &Api,
    params: AnswerAppFilesParams,
) -> Result<Done, ApiError> {
    let apps = api.host()?.mcp_apps();
    apps.answer_files(&params.app_id, params.saved);
    Ok(Done)
}

pub(crate) async fn set_look(api: &Api, params: AppLook) -> Result<Done, ApiError> {
    api.host()?.mcp_apps().set_look(params);
    Ok(Done)
}
