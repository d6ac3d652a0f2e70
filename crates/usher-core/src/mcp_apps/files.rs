//! Files an app offers for saving: shown beside it, and saved only by the person, where they choose. Files that are
//! linked are read from the app's own server.

use serde_json::{Map, Value, json};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use usher_content::file_name;
use usher_jsonrpc::{Fault, Outcome, REFUSED};
use usher_mcp::ToolResult;
use usher_types::content::Content;
use usher_types::id::AppId;
use usher_types::mcp_app::AppFile;

use super::McpApps;
use super::app::Offered;
use super::bridge::ended;
use crate::limits;

impl McpApps {
    /// Offers files, and waits until the person has saved or dismissed them.
    pub(super) async fn offer_files(
        &self,
        id: &AppId,
        params: &Map<String, Value>,
        withdrawn: CancellationToken,
    ) -> Outcome {
        let files = self.files_in(id, params.get("contents"), withdrawn).await?;
        if files.is_empty() {
            return Err(Fault::params("contents must hold files"));
        }
        let (saved, answer) = oneshot::channel();
        // One such request of an app is under way at a time.
        let offered = self.change(id, |app| app.offered = Some(Offered { files, saved }));
        offered.ok_or_else(ended)?;
        self.publish(id);
        match answer.await {
            Ok(true) => Ok(json!({})),
            Ok(false) | Err(_) => Ok(json!({ "isError": true })),
        }
    }

    /// The person has saved the files an app offers, or dismissed them.
    pub fn answer_files(&self, id: &AppId, saved: bool) {
        let offered = self.change(id, |app| app.offered.take()).flatten();
        if let Some(offered) = offered {
            // The app may have ended.
            let _ = offered.saved.send(saved);
            self.publish(id);
        }
    }

    async fn files_in(
        &self,
        id: &AppId,
        contents: Option<&Value>,
        withdrawn: CancellationToken,
    ) -> Result<Vec<AppFile>, Fault> {
        let Some(Value::Array(blocks)) = contents else {
            return Err(Fault::params("contents must be a list"));
        };
        if blocks.len() > limits::APP_FILES {
            return Err(Fault::new(REFUSED, "Too many files at once"));
        }
        let entry = self.entry_of(id)?;
        let transport = entry.definition().transport.clone();
        let kept = &self.context().requests.contents;
        let mut files = Vec::new();
        for block in blocks {
            let read = if block["type"] == "resource_link" {
                let uri = block["uri"].as_str().unwrap_or_default();
                let read = self.read_resource(id, uri, withdrawn.clone()).await?;
                kept.look_at_resources(&transport, read.contents).await
            } else {
                let result = ToolResult::from_raw(json!({ "content": [block] }), 0);
                let content = result.map(|result| result.content).unwrap_or_default();
                let content = kept.look_at(&transport, content).await;
                let resource = |content| match content {
                    Content::Resource(resource) => Some(resource),
                    _ => None,
                };
                content.into_iter().filter_map(resource).collect()
            };
            files.extend(read.into_iter().filter_map(|one| {
                Some(AppFile {
                    name: file_name::of_uri(&one.uri, one.mime_type.as_deref()),
                    content_id: one.content_id?,
                })
            }));
        }
        Ok(files)
    }
}
