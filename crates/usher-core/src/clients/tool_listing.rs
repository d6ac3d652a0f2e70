//! Which tools a client is listed: all it may use, or few with which it searches for the others.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_agents::AgentLimits;
use usher_types::client::{ClientProfile, ToolListing};

/// From so many tools on, a client searches if it is not known to do so by itself.
pub(super) const MANY_TOOLS: usize = 100;

/// Which tools a client is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Listed {
    /// All it may use.
    All,
    /// The tools of Usher with which it finds and calls the others, and its favorites.
    Search,
}

/// What a client is listed that may use so many tools and gives itself this name.
pub fn listed(profile: &ClientProfile, tools: usize, declared: &str) -> Listed {
    match profile.listing {
        ToolListing::All => Listed::All,
        ToolListing::Search => Listed::Search,
        ToolListing::Automatic => automatic(tools, declared),
    }
}

/// What such a client is listed where the person has chosen nothing.
pub(super) fn automatic(tools: usize, declared: &str) -> Listed {
    if tools < MANY_TOOLS || AgentLimits::of_client(declared).searches_tools {
        Listed::All
    } else {
        Listed::Search
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_searches_where_the_tools_are_many_and_it_does_not_do_so_itself() {
        let cases = [
            (ToolListing::Automatic, 0, "editor", Listed::All),
            (ToolListing::Automatic, 99, "editor", Listed::All),
            (ToolListing::Automatic, 100, "editor", Listed::Search),
            (ToolListing::Automatic, 5000, "", Listed::Search),
            (ToolListing::Automatic, 5000, "claude-code", Listed::All),
            (ToolListing::Automatic, 5000, "Claude-Code", Listed::All),
            (
                ToolListing::Automatic,
                5000,
                "codex-mcp-client",
                Listed::All,
            ),
            (ToolListing::Automatic, 5000, "cursor-vscode", Listed::All),
            (ToolListing::Automatic, 5000, "claude-ai", Listed::Search),
            (ToolListing::All, 5000, "editor", Listed::All),
            (ToolListing::Search, 1, "claude-code", Listed::Search),
        ];
        for (listing, tools, declared, expected) in cases {
            let profile = ClientProfile {
                listing,
                ..ClientProfile::default()
            };
            let found = listed(&profile, tools, declared);
            assert_eq!(found, expected, "{listing:?}, {tools} tools, {declared:?}");
        }
    }
}
