//! Tells in the terminal that a question or a new client waits, where there is no window to show it.

use std::collections::HashSet;
use std::process::ExitCode;

use tokio::sync::broadcast::error::RecvError;
use usher_api::Api;
use usher_messages::Message;
use usher_servers::events::HostEvent;
use usher_types::client::ClientStatus;

use crate::terminal::{err, text_of};

/// Prints a line on stderr for each question and each new client, and never returns.
pub(crate) async fn tell_questions(api: &Api) {
    let Some(host) = api.shared_host() else {
        return std::future::pending().await;
    };
    let mut events = host.subscribe();
    let mut waiting = HashSet::new();
    loop {
        match events.recv().await {
            Ok(HostEvent::ApprovalOpened(approval)) => {
                tell(&Message::new("terminal.questionWaits").with("number", approval.number));
            }
            // It does not say which has changed.
            Ok(HostEvent::ClientsChanged) => {
                let clients = host.clients().list().into_iter().map(|shown| shown.client);
                let clients = clients.filter(|client| client.status == ClientStatus::Waiting);
                let now: HashSet<_> = clients.map(|client| client.id).collect();
                for _ in now.difference(&waiting) {
                    tell(&Message::new("terminal.clientWaits"));
                }
                waiting = now;
            }
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return std::future::pending().await,
        }
    }
}

fn tell(waits: &Message) {
    // It is no failure: nobody may read it.
    let _: ExitCode = err(&text_of(waits), ExitCode::SUCCESS);
}
