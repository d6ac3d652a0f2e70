//! `mcpApp.*`

use crate::app::{Done, Nothing};
use crate::error::ApiError;
use crate::mcp_app::{
    AnswerAppFilesParams, AppLook, AppParams, AppSnapshot, AppToolParams, OpenAppParams,
    OpenHtmlParams, OpenedHtml, PlaceAppParams, PreparedApp,
};
use serde_json::Value;
use usher_core::host::Host;
use usher_core::mcp_apps::OpenApp;
use usher_messages::Message;

operations! {
    |host: Host, params|

    /// Reads the page that draws results of a tool, and what it declares. Draws nothing.
    "mcpApp.prepare" => McpAppPrepare(AppToolParams) -> PreparedApp {
        host.mcp_apps()
            .prepare(&params.server_id, &params.tool)
            .await?
    }

    /// Opens a hidden web view, in which the next app is drawn sooner. It ends if none comes.
    "mcpApp.prepareView" => McpAppPrepareView(Nothing) -> Done {
        host.mcp_apps().prepare_view();
        Done
    }

    /// Draws the result of a call by the app of its tool; refused while its page is not the reviewed one.
    "mcpApp.open" => McpAppOpen(OpenAppParams) -> AppSnapshot {
        open(host, params).await?
    }

    /// Draws HTML of a server that is no app, in a web view of its own in which nothing runs. It is placed and stopped as
    /// an app, and an event tells that it ended.
    "mcpApp.openHtml" => McpAppOpenHtml(OpenHtmlParams) -> OpenedHtml {
        let opened = host.mcp_apps();
        let opened = opened.open_html(params.html, &params.name)?;
        OpenedHtml {
            app_id: opened.id,
            inline: opened.inline,
        }
    }

    /// Running apps, the oldest first.
    "mcpApp.list" => McpAppList(Nothing) -> Vec<AppSnapshot> {
        host.mcp_apps().list()
    }

    /// Draws an app elsewhere: in the window of Usher, in its own, or nowhere for now. An app in a window of its own
    /// stays there.
    "mcpApp.place" => McpAppPlace(PlaceAppParams) -> Done {
        host.mcp_apps().place(&params.app_id, params.place)?;
        Done
    }

    /// Takes an app back from a window of its own. It is hidden until it is placed.
    "mcpApp.showInPage" => McpAppShowInPage(AppParams) -> Done {
        host.mcp_apps().show_in_page(&params.app_id)?;
        Done
    }

    /// Gives an app the keyboard.
    "mcpApp.focus" => McpAppFocus(AppParams) -> Done {
        host.mcp_apps().focus(&params.app_id)?;
        Done
    }

    /// Ends an app.
    "mcpApp.stop" => McpAppStop(AppParams) -> Done {
        host.mcp_apps().stop(&params.app_id).await;
        Done
    }

    /// Tells an app what became of the files it offers; `content.save` saves them.
    "mcpApp.answerFiles" => McpAppAnswerFiles(AnswerAppFilesParams) -> Done {
        host.mcp_apps().answer_files(&params.app_id, params.saved);
        Done
    }

    /// Tells apps how the window looks now.
    "mcpApp.setLook" => McpAppSetLook(AppLook) -> Done {
        host.mcp_apps().set_look(params);
        Done
    }
}

async fn open(host: &Host, params: OpenAppParams) -> Result<AppSnapshot, ApiError> {
    let Value::Object(arguments) = params.arguments else {
        let message = Message::new("field.arguments");
        return Err(ApiError::invalid("arguments", message));
    };
    let opening = OpenApp {
        server: params.server_id,
        tool: params.tool,
        call: params.call_id,
        arguments,
        result: params.result,
        place: params.place,
    };
    Ok(host.mcp_apps().open(opening).await?)
}
