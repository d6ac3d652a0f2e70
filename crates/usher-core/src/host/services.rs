//! The services of a host, for those who hold it.

use std::time::Duration;

use usher_types::content::Thumbnail;
use usher_types::id::{ServerId, SourceId};

use super::Host;
use crate::agents::Agents;
use crate::clients::{Clients, HttpAccess, Offers, ToolSearch};
use crate::content_files::ContentFiles;
use crate::kept_entries::KeptEntries;
use crate::mcp_apps::McpApps;
use crate::processes::Processes;
use crate::prompts::Prompts;
use crate::resources::Resources;
use crate::setup::Setup;
use crate::tools::Tools;
use crate::webtools::Webtools;
use usher_calls::approvals::Approvals;
use usher_calls::calls::Calls;
use usher_calls::models::Models;
use usher_calls::policies::Policies;
use usher_calls::reviews::Reviews;
use usher_calls::roots::Roots;
use usher_calls::sampling::Sampling;
use usher_servers::request_error::RequestError;
use usher_servers::servers::Servers;

impl Host {
    pub fn approvals(&self) -> &Approvals {
        &self.0.approvals
    }

    pub fn calls(&self) -> &Calls {
        &self.0.calls
    }

    pub fn agents(&self) -> &Agents {
        &self.0.agents
    }

    pub fn clients(&self) -> &Clients {
        &self.0.clients
    }

    pub fn http_access(&self) -> &HttpAccess {
        &self.0.http_access
    }

    pub fn offers(&self) -> &Offers {
        &self.0.offers
    }

    pub fn tool_search(&self) -> &ToolSearch {
        &self.0.tool_search
    }

    /// Waits until a server runs, fails or needs the person, or the time is over.
    pub async fn until_settled(&self, source: &SourceId, longest: Duration) {
        let host = &self.0;
        host.offers
            .until_settled(source, longest, &host.events)
            .await;
    }

    pub fn mcp_apps(&self) -> &McpApps {
        &self.0.mcp_apps
    }

    pub fn models(&self) -> &Models {
        &self.0.models
    }

    pub fn policies(&self) -> &Policies {
        &self.0.policies
    }

    pub fn processes(&self) -> &Processes {
        &self.0.processes
    }

    pub fn prompts(&self) -> &Prompts {
        &self.0.prompts
    }

    pub fn content_files(&self) -> &ContentFiles {
        &self.0.content_files
    }

    pub fn kept_entries(&self) -> &KeptEntries {
        &self.0.kept_entries
    }

    /// Removes all thumbnails; one that is wanted is drawn again.
    pub async fn clear_thumbnails(&self) {
        self.0.thumbnails.clear().await;
    }

    /// The thumbnail of a resource.
    pub async fn thumbnail(&self, server: &ServerId, uri: &str) -> Result<Thumbnail, RequestError> {
        let host = &self.0;
        host.thumbnails.get(&host.resources, server, uri).await
    }

    pub fn resources(&self) -> &Resources {
        &self.0.resources
    }

    pub fn reviews(&self) -> &Reviews {
        &self.0.reviews
    }

    pub fn roots(&self) -> &Roots {
        &self.0.roots
    }

    pub fn sampling(&self) -> &Sampling {
        &self.0.sampling
    }

    pub fn servers(&self) -> &Servers {
        &self.0.servers
    }

    pub fn setup(&self) -> &Setup {
        &self.0.setup
    }

    pub fn tools(&self) -> &Tools {
        &self.0.tools
    }

    pub fn webtools(&self) -> &Webtools {
        &self.0.webtools
    }
}
