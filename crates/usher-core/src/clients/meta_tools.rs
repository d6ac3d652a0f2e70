//! The meta-tools: tools of Usher itself, with which a client finds and calls tools that it is not listed. What they do is
//! in `usher-gateway`.

use serde_json::{Value, json};

/// Tools that one search answers with, unless it asks for another number.
pub const FOUND_TOOLS: u64 = 8;

/// Tools that one search answers with, at most.
pub const MOST_FOUND_TOOLS: u64 = 25;

/// Tools that are described at once.
pub const DESCRIBED_TOOLS: u64 = 10;

/// What the name of one begins with where a server has a tool called so.
const OWN: &str = "usher_";

/// A tool of Usher itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetaTool {
    Search,
    Describe,
    Call,
}

impl MetaTool {
    pub const ALL: [Self; 3] = [Self::Search, Self::Describe, Self::Call];

    /// Its name. Names of servers' tools hold `__` after their first part, so none is called so.
    pub fn name(self) -> &'static str {
        match self {
            Self::Search => "search_tools",
            Self::Describe => "describe_tools",
            Self::Call => "call_tool",
        }
    }

    /// Its name, or another where a name without its server is taken.
    pub fn free_name(self, is_taken: impl Fn(&str) -> bool) -> String {
        let mut name = self.name().to_owned();
        while is_taken(&name) {
            name.insert_str(0, OWN);
        }
        name
    }

    /// Whether one of them may be called so.
    pub fn may_be_called(name: &str) -> bool {
        Self::ALL
            .into_iter()
            .any(|tool| name.ends_with(tool.name()))
    }

    /// Its definition (2025-11-25, server/tools).
    pub fn definition(self) -> Value {
        let (title, description, input, reads) = match self {
            Self::Search => (
                "Search tools",
                "Finds tools by what they do. Most tools here are not listed; search before you say that there is none.",
                json!({
                    "type": "object",
                    "properties": {
                        "query": { "type": "string", "description": "What the tool does, in a few words; may name the service" },
                        "limit": { "type": "integer", "minimum": 1, "maximum": MOST_FOUND_TOOLS, "default": FOUND_TOOLS },
                    },
                    "required": ["query"],
                }),
                true,
            ),
            Self::Describe => (
                "Describe tools",
                "Returns the full definitions of tools that were found: what they do, and their arguments.",
                json!({
                    "type": "object",
                    "properties": {
                        "names": { "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": DESCRIBED_TOOLS },
                    },
                    "required": ["names"],
                }),
                true,
            ),
            Self::Call => (
                "Call a tool",
                "Calls a tool that was found. Its result is that of the tool.",
                json!({
                    "type": "object",
                    "properties": {
                        "name": { "type": "string" },
                        "arguments": { "type": "object", "description": "Arguments as the tool's definition says" },
                    },
                    "required": ["name"],
                }),
                false,
            ),
        };
        let annotations = if reads {
            json!({ "readOnlyHint": true, "openWorldHint": false })
        } else {
            // It may be whatever the called tool is.
            json!({ "readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true })
        };
        let mut definition = json!({
            "name": self.name(),
            "title": title,
            "description": description,
            "inputSchema": input,
            "annotations": annotations,
        });
        if let Some(output) = self.output() {
            definition["outputSchema"] = output;
        }
        definition
    }

    fn output(self) -> Option<Value> {
        let tool = match self {
            Self::Search => json!({
                "type": "object",
                "properties": {
                    "name": { "type": "string" },
                    "title": { "type": "string" },
                    "description": { "type": "string" },
                    "server": { "type": "string" },
                },
                "required": ["name", "server"],
            }),
            Self::Describe => json!({ "type": "object", "required": ["name", "inputSchema"] }),
            Self::Call => return None,
        };
        Some(json!({
            "type": "object",
            "properties": { "tools": { "type": "array", "items": tool } },
            "required": ["tools"],
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_of_usher_are_called_as_no_tool_of_a_server() {
        let taken = ["call_tool", "usher_call_tool", "search_tools"];
        let names = MetaTool::ALL.map(|tool| tool.free_name(|name| taken.contains(&name)));
        assert_eq!(
            names,
            [
                "usher_search_tools",
                "describe_tools",
                "usher_usher_call_tool"
            ]
        );
        for name in names {
            assert!(MetaTool::may_be_called(&name), "{name}");
        }
        for tool in MetaTool::ALL {
            // A name with a server holds two underscores after a part that holds none.
            let first = tool.name().split_once('_').map(|(_, rest)| rest);
            assert!(first.is_some_and(|rest| !rest.starts_with('_')));
        }
    }
}
