//! Summarises the servers found in a text.

use usher_messages::Message;
use usher_types::paste::{PastedServer, PastedTransport};

/// What was found, and the servers.
pub(super) type Found = (Message, Vec<PastedServer>);

/// "1 local server (stdio), in the format of VS Code."
pub(super) fn summary(servers: &[PastedServer], format: &'static str) -> Message {
    let remote = servers
        .iter()
        .filter(|server| matches!(server.transport, PastedTransport::Http { .. }))
        .count();
    let counted = match (servers.len(), remote) {
        (all, 0) => Message::new("paste.count.local").with("count", all),
        (all, remote) if all == remote => Message::new("paste.count.remote").with("count", all),
        (all, remote) => Message::new("paste.count.both")
            .with("count", all)
            .with("remote", remote),
    };
    Message::new("paste.summary")
        .with("servers", counted)
        .with("format", Message::new(format))
}
