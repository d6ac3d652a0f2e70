//! What is known of each agent: the fields of an entry, and the limits it keeps.
//!
//! It is data that changes with the agents' releases; `App::checked` has the day on which the fields were checked.

use serde_json::{Value, json};

/// What an agent is known to bear. `None` = not established.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgentLimits {
    /// How long it waits for the answer to a call without hearing of progress, in seconds.
    pub call_seconds: Option<u32>,
    /// As `call_seconds`, of a server that it reaches over HTTP.
    pub call_seconds_over_http: Option<u32>,
    /// Whether that time begins anew when it hears of progress. `false` = it does not, or it is not established.
    pub is_kept_by_progress: bool,
    /// The most tools it takes.
    pub tools: Option<u32>,
    /// Whether it takes all tools and lets its model search them.
    pub searches_tools: bool,
    /// Whether it reads its lists only when it starts, and ignores `notifications/*/list_changed`.
    pub ignores_list_changed: bool,
}

impl AgentLimits {
    const UNKNOWN: Self = Self {
        call_seconds: None,
        call_seconds_over_http: None,
        is_kept_by_progress: false,
        tools: None,
        searches_tools: false,
        ignores_list_changed: false,
    };

    /// Those of the client that gives itself this name.
    pub fn of_client(declared: &str) -> Self {
        let declared = declared.to_ascii_lowercase();
        let begins = |name: &&str| declared.starts_with(name);
        let mut rows = KNOWN.iter();
        let found = rows.find(|row| row.declares.as_ref().is_some_and(begins));
        found.map_or(Self::UNKNOWN, |row| row.limits)
    }
}

struct Known {
    /// The agents, by their identifiers.
    ids: &'static [&'static str],
    /// How the names begin that they give themselves as clients, in small letters.
    declares: Option<&'static str>,
    limits: AgentLimits,
}

/// Read from their documents, sources and issues, November 2026.
const KNOWN: [Known; 6] = [
    Known {
        ids: &["claude-code"],
        declares: Some("claude-code"),
        limits: AgentLimits {
            call_seconds: Some(1800),
            call_seconds_over_http: Some(300),
            is_kept_by_progress: true,
            searches_tools: true,
            ..AgentLimits::UNKNOWN
        },
    },
    Known {
        ids: &["claude-desktop"],
        declares: Some("claude-ai"),
        limits: AgentLimits {
            call_seconds: Some(60),
            call_seconds_over_http: Some(60),
            ..AgentLimits::UNKNOWN
        },
    },
    Known {
        ids: &["codex"],
        declares: Some("codex"),
        limits: AgentLimits {
            call_seconds: Some(300),
            call_seconds_over_http: Some(300),
            searches_tools: true,
            ignores_list_changed: true,
            ..AgentLimits::UNKNOWN
        },
    },
    Known {
        ids: &["cursor"],
        declares: Some("cursor"),
        limits: AgentLimits {
            call_seconds: Some(60),
            call_seconds_over_http: Some(60),
            tools: Some(40),
            searches_tools: true,
            ..AgentLimits::UNKNOWN
        },
    },
    // As the entry below says; measured with 1.52.0, which does not wait longer when it hears of progress.
    Known {
        ids: &["goose"],
        declares: Some("goose"),
        limits: AgentLimits {
            call_seconds: Some(300),
            call_seconds_over_http: Some(300),
            ..AgentLimits::UNKNOWN
        },
    },
    Known {
        ids: &["vscode", "vscode-insiders", "vscodium"],
        declares: None,
        limits: AgentLimits {
            tools: Some(128),
            ..AgentLimits::UNKNOWN
        },
    },
];

/// The limits of an agent, as far as they are known.
pub(crate) fn limits(id: &str) -> AgentLimits {
    let found = KNOWN.iter().find(|row| row.ids.contains(&id));
    found.map_or(AgentLimits::UNKNOWN, |row| row.limits)
}

/// The entry of a local server, in the fields that the agent reads.
pub(crate) fn entry(id: &str, name: &str, program: &str, args: &[String]) -> Value {
    match id {
        "claude-code" | "vscode" | "vscode-insiders" | "vscodium" | "crush" | "droid" => {
            json!({ "type": "stdio", "command": program, "args": args })
        }
        "zed" => json!({ "source": "custom", "command": program, "args": args, "env": {} }),
        "copilot-cli" => {
            json!({ "type": "local", "command": program, "args": args, "tools": ["*"] })
        }
        "opencode" => {
            let words: Vec<&str> = [program]
                .into_iter()
                .chain(args.iter().map(String::as_str))
                .collect();
            json!({ "type": "local", "command": words })
        }
        "goose" => json!({
            "enabled": true,
            "type": "stdio",
            "name": name,
            "description": "MCP servers of Usher",
            "cmd": program,
            "args": args,
            "envs": {},
            "timeout": 300,
        }),
        _ => json!({ "command": program, "args": args }),
    }
}

/// The field of an entry that holds environment variables.
pub(crate) fn environment_field(id: &str) -> &'static str {
    match id {
        "goose" => "envs",
        "opencode" => "environment",
        _ => "env",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_agents_known_for_it_ignore_changed_lists() {
        let cases = [
            ("codex-mcp-client", true),
            ("Codex", true),
            ("claude-code", false),
            ("cursor-vscode", false),
            ("somebody-else", false),
            ("", false),
        ];
        for (declared, expected) in cases {
            let limits = AgentLimits::of_client(declared);
            assert_eq!(limits.ignores_list_changed, expected, "{declared:?}");
        }
        let ignoring = KNOWN.iter().filter(|row| row.limits.ignores_list_changed);
        let ignoring: Vec<_> = ignoring.map(|row| row.ids).collect();
        assert_eq!(ignoring, [["codex"]], "it is established of no other");
    }
}
