//! What clients are told about how to use Usher and its servers; they hand it to their models.

use std::fmt::Write as _;

use serde_json::Value;
use usher_types::client::ClientStatus;

use crate::context::masked;
use crate::limits;
use crate::session::Session;

/// How to use Usher.
const OWN: &str = "Usher gives access to the MCP servers of the person at this computer. The name of a tool begins with the name of its server. The person may be asked before a call runs: if a result says that it waits for approval, call the tool again with the same arguments. If search_tools is listed, there are more tools than those listed: find them with it.";

/// Why there are no tools yet.
const WAITING: &str = "The person at this computer has not allowed this client yet and is asked about it in Usher, under Approvals. Until then no tools are listed.";

/// What begins the instructions of servers.
const OF_SERVERS: &str =
    "Instructions of the servers, by what the names of their tools begin with:";

/// What ends a text that is cut.
const CUT: &str = " […]";

impl Session {
    /// The instructions for this client: Usher's, and those of the servers that it sees, as they were reviewed.
    pub(crate) async fn instructions(&self) -> String {
        let client = self.client();
        match client.status {
            ClientStatus::Allowed => {}
            ClientStatus::Waiting => return format!("{OWN}\n\n{WAITING}"),
            ClientStatus::Paused | ClientStatus::Refused => return OWN.to_owned(),
        }
        let index = self.gateway.index.now().await;
        let shown = index
            .sources
            .iter()
            .filter(|offer| client.profile.shows(&offer.source));
        let mut given = Vec::new();
        for offer in shown {
            let Some(text) = &offer.instructions else {
                continue;
            };
            let text = Value::String(text.clone());
            // Without the secrets of its server it is not passed on at all.
            let secrets = self.gateway.secrets_of(&offer.source);
            if let Ok(Value::String(text)) = masked(&secrets, Ok(text)).await {
                given.push((&offer.prefix, text));
            }
        }
        let mut instructions = OWN.to_owned();
        if given.is_empty() {
            return instructions;
        }
        let most = limits::INSTRUCTION_BYTES / given.len();
        let _ = write!(instructions, "\n\n{OF_SERVERS}");
        for (prefix, text) in given {
            let _ = write!(instructions, "\n\n{prefix}: {}", cut(text.trim(), most));
        }
        instructions
    }
}

/// A text, cut to so many bytes.
fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(most.saturating_sub(CUT.len()));
    format!("{}{CUT}", text.get(..end).unwrap_or_default())
}
