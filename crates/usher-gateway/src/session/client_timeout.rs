//! How long clients wait for an answer.

use std::time::Duration;

use usher_agents::AgentLimits;

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
pub struct ClientTimeout {
    /// How long those of no known name wait.
    pub others: Duration,
    /// Divides the timeout of those of a known name.
    pub divided_by: u32,
}

impl Default for ClientTimeout {
    fn default() -> Self {
        Self {
            others: limits::LEAST_CLIENT_TIMEOUT,
            divided_by: 1,
        }
    }
}

impl ClientTimeout {
    /// How long a client of this name waits. Usher answers a little earlier than it gives up.
    pub(crate) fn of(self, declared: &str, transport: Transport) -> Duration {
        let known = AgentLimits::of_client(declared);
        let seconds = match transport {
            Transport::Local => known.call_seconds,
            Transport::Http => known.call_seconds_over_http,
        };
        let Some(seconds) = seconds else {
            return self.others;
        };
        let earlier = (seconds / limits::CLIENT_TIMEOUT_PARTS).max(limits::LEAST_SECONDS_EARLIER);
        let waits = Duration::from_secs(seconds.saturating_sub(earlier).into());
        waits / self.divided_by.max(1)
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
            let waits = ClientTimeout::default().of(declared, transport);
            assert!(
                waits < gives_up && waits * 10 >= gives_up * 8,
                "{declared} {transport:?} gives up after {gives_up:?}, is answered after {waits:?}"
            );
        }
    }
}
