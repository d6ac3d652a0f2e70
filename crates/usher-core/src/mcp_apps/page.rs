//! Reading the page of an app through its server's session, and holding it against what the person agreed to.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_content::ui_resource::UiResource;
use usher_mcp::{Resource, Tool};
use usher_messages::Message;
use usher_review::items::{Item, ItemName};
use usher_types::id::ServerId;
use usher_types::mcp_app::{AppHosts, AppPermission, DroppedHost};
use usher_types::review::ItemKind;

use super::{McpApps, refused};
use usher_servers::request_error::RequestError;
use usher_servers::servers::ServerEntry;
use usher_servers::tool_source::ToolSource as _;

/// The page of a tool, as it would be drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PreparedApp {
    /// URI of the page. Server text.
    pub uri: String,
    /// How long its document is.
    pub size_bytes: usize,
    /// The hosts it may reach.
    pub hosts: AppHosts,
    /// The hosts it declares and may not reach.
    pub dropped: Vec<DroppedHost>,
    /// What it asks for. None of it is granted.
    pub permissions: Vec<AppPermission>,
    /// How it compares with what the person agreed to; `pin.accept` agrees to it.
    pub review: Item,
    /// Whether it can be drawn in the window of Usher.
    pub inline: bool,
}

impl McpApps {
    /// Reads the page that draws results of a tool. Draws nothing.
    pub async fn prepare(
        &self,
        server: &ServerId,
        tool: &str,
    ) -> Result<PreparedApp, RequestError> {
        let views = self.views()?;
        let inline = views.draws_inline();
        let (entry, _, resource) = self.read_page(server, tool).await?;
        let review = self
            .context()
            .reviews
            .item(&entry.id, &item_of(&resource))
            .await?;
        Ok(PreparedApp {
            uri: resource.uri,
            size_bytes: resource.html.len(),
            hosts: resource.hosts,
            dropped: resource.dropped,
            permissions: resource.permissions,
            review: review.item,
            inline,
        })
    }

    /// Reads a page, and has the server's review know it.
    pub(super) async fn read_page(
        &self,
        server: &ServerId,
        tool: &str,
    ) -> Result<(Arc<ServerEntry>, Tool, UiResource), RequestError> {
        let context = self.context();
        let entry = context.servers.require(server)?;
        let of_tool = |code| {
            Message::new(code)
                .with("tool", tool)
                .with("server", entry.label())
        };
        let tool_entry = entry
            .tool(tool)
            .ok_or_else(|| RequestError::NotListed(of_tool("uiApp.noTool")))?
            .entry
            .clone();
        let uri = tool_entry
            .ui
            .resource_uri
            .clone()
            .ok_or_else(|| refused(of_tool("uiApp.none")))?;
        let doing = Message::new("request.doing.read")
            .with("uri", uri.as_str())
            .with("server", entry.label());
        let read = entry
            .reach()?
            .read_resource(&uri)
            .await
            .map_err(|error| RequestError::of(doing, error))?;
        let listed = entry.catalog.find(|listed: &Resource| listed.uri == uri);
        let listed = listed
            .as_ref()
            .map_or(&Value::Null, |listed| &listed.entry.raw);
        let page = UiResource::read(&uri, &read.contents, &read.raw, listed);
        let resource = page.map_err(|fault| {
            refused(
                Message::new("uiApp.unusable")
                    .with("uri", uri.as_str())
                    .with("server", entry.label())
                    .with("fault", fault),
            )
        })?;
        entry.set_ui_resource(&uri, resource.definition());
        context.reviews.take_note(&entry).await;
        entry.publish();
        Ok((entry, tool_entry, resource))
    }

    /// Checks that a page is the one the person agreed to.
    pub(super) async fn allow_page(
        &self,
        entry: &ServerEntry,
        resource: &UiResource,
    ) -> Result<(), RequestError> {
        let item = item_of(resource);
        self.context()
            .reviews
            .allow(entry, item.kind, &item.name)
            .await
    }
}

fn item_of(resource: &UiResource) -> ItemName {
    ItemName {
        kind: ItemKind::UiResource,
        name: resource.uri.clone(),
    }
}
