//! How long clients wait for an answer.

use std::time::Duration;

use crate::limits;

/// The way a client is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Transport {
    /// By a program that it starts (stdio).
    Local,
    Http,
}

/// How long clients wait for an answer without hearing of progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// How long those of no known name wait.
    pub others: Duration,
    /// What the patience of those of a known name is divided by.
    pub divided_by: u32,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            others: limits::LEAST_PATIENCE,
            divided_by: 1,
        }
    }
}

/// What is known of clients, by the beginning of the name they give themselves; read from their sources and issues,
/// November 2026. Usher answers a little earlier.
struct Known {
    name: &'static str,
    locally: Duration,
    over_http: Duration,
}

const KNOWN: [Known; 4] = [
    // Idle 30 minutes over stdio, 5 over HTTP.
    Known {
        name: "claude-code",
        locally: Duration::from_mins(25),
        over_http: Duration::from_secs(280),
    },
    // 300 s.
    Known {
        name: "codex",
        locally: Duration::from_secs(280),
        over_http: Duration::from_secs(280),
    },
    // 60 s.
    Known {
        name: "claude-ai",
        locally: Duration::from_secs(50),
        over_http: Duration::from_secs(50),
    },
    Known {
        name: "cursor",
        locally: Duration::from_secs(50),
        over_http: Duration::from_secs(50),
    },
];

impl Patience {
    /// How long a client of this name waits.
    pub(crate) fn of(self, declared: &str, transport: Transport) -> Duration {
        let declared = declared.to_ascii_lowercase();
        let known = KNOWN.iter().find(|known| declared.starts_with(known.name));
        match (known, transport) {
            (None, _) => self.others,
            (Some(known), Transport::Local) => known.locally / self.divided_by.max(1),
            (Some(known), Transport::Http) => known.over_http / self.divided_by.max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_answered_before_they_give_up() {
        let stdio = Transport::Local;
        let http = Transport::Http;
        // When they give up, as recorded.
        let cases = [
            ("claude-code", stdio, Duration::from_mins(30)),
            ("claude-code", http, Duration::from_mins(5)),
            ("codex-mcp-client", stdio, Duration::from_mins(5)),
            ("Codex", http, Duration::from_mins(5)),
            ("claude-ai", stdio, Duration::from_mins(1)),
            ("cursor-vscode", stdio, Duration::from_mins(1)),
            ("cursor-vscode", http, Duration::from_mins(1)),
            ("Visual Studio Code", stdio, Duration::from_mins(1)),
            ("", http, Duration::from_mins(1)),
        ];
        for (declared, transport, gives_up) in cases {
            let waits = Patience::default().of(declared, transport);
            assert!(
                waits < gives_up && waits * 10 >= gives_up * 8,
                "{declared} {transport:?} gives up after {gives_up:?}, is answered after {waits:?}"
            );
        }
    }
}
