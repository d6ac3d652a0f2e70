//! One entry of a list exactly as its server sent it, or the action of a webtool.

use usher_mcp::ListKind;
use usher_types::id::ServerId;

use crate::catalog::ListedEntry;
use crate::host::Host;
use crate::request_error::RequestError;

impl Host {
    /// One entry; `key` is the name of a tool or prompt, the URI of a resource, the URI template of a template.
    pub fn listed(
        &self,
        server: &ServerId,
        list: ListKind,
        key: &str,
    ) -> Result<ListedEntry, RequestError> {
        let Some(webtool) = self.around().webtools.owned_by(server) else {
            return self.servers().listed(server, list, key);
        };
        webtool.tool(key).map(ListedEntry::of).ok_or_else(|| {
            RequestError::NotListed(format!("“{}” has no action called {key}.", webtool.label()))
        })
    }
}
