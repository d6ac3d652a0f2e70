//! Tells in the terminal that a question waits, where there is no window to show it.

use std::process::ExitCode;

use tokio::sync::broadcast::error::RecvError;
use usher_api::Api;
use usher_core::events::HostEvent;
use usher_messages::Message;

use crate::terminal::{err, text_of};

/// Prints a line on stderr for each question, and never returns.
pub(crate) async fn tell_questions(api: &Api) {
    let Some(mut events) = api.shared_host().map(|host| host.subscribe()) else {
        return std::future::pending().await;
    };
    loop {
        match events.recv().await {
            Ok(HostEvent::ApprovalOpened(approval)) => {
                let waits = Message::new("terminal.questionWaits").with("number", approval.number);
                // It is no failure: nobody may read it.
                let _: ExitCode = err(&text_of(&waits), ExitCode::SUCCESS);
            }
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return std::future::pending().await,
        }
    }
}
