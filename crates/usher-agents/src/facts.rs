//! What is known of each agent: the fields of an entry, and the limits it keeps.
//!
//! It is data that changes with the agents' releases; `App::checked` has the day on which the fields were checked.

use serde_json::{Value, json};

/// What an agent is known to bear. `None` = not established.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AgentLimits {
    /// How long it waits for the answer to `initialize`, in seconds.
    pub start_seconds: Option<u32>,
    /// How long it waits for the answer to a call, in seconds.
    pub call_seconds: Option<u32>,
    /// Whether a progress notification restarts that clock.
    pub progress_restarts: bool,
    /// Whether that clock stands while an elicitation is open.
    pub elicitation_pauses: bool,
    /// The most tools it takes.
    pub tools: Option<u32>,
    /// The longest name of server and tool together, in characters.
    pub name_chars: Option<u32>,
    /// Whether it searches among many tools itself.
    pub searches_tools: bool,
}

/// The limits of an agent, as far as they are known: November 2026.
pub(crate) fn limits(id: &str) -> AgentLimits {
    let unknown = AgentLimits::default();
    match id {
        "claude-code" => AgentLimits {
            start_seconds: Some(30),
            call_seconds: Some(1800),
            progress_restarts: true,
            name_chars: Some(128),
            searches_tools: true,
            ..unknown
        },
        "claude-desktop" => AgentLimits {
            start_seconds: Some(10),
            call_seconds: Some(60),
            ..unknown
        },
        "codex" => AgentLimits {
            start_seconds: Some(10),
            call_seconds: Some(300),
            elicitation_pauses: true,
            searches_tools: true,
            ..unknown
        },
        "cursor" => AgentLimits {
            call_seconds: Some(60),
            tools: Some(40),
            name_chars: Some(60),
            searches_tools: true,
            ..unknown
        },
        "vscode" | "vscode-insiders" | "vscodium" => AgentLimits {
            tools: Some(128),
            ..unknown
        },
        _ => unknown,
    }
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
