//! What a server tells while it works on a request of a client, and what of it reaches the client.

use std::sync::Arc;

use serde_json::json;
use tokio::sync::broadcast::error::RecvError;
use usher_core::events::HostEvent;
use usher_jsonrpc::notification;
use usher_types::id::{CallId, ServerId};
use usher_types::log_level::LogLevel;

use crate::calls::running_calls::RunningAt;
use crate::calls::signals::CallSignals;
use crate::context::Context;
use crate::eras::revision::Era;

/// Whose request a server works on, and what its client wants to hear meanwhile.
pub(crate) struct Listening {
    pub(crate) gateway: Arc<Context>,
    pub(crate) signals: Arc<CallSignals>,
    /// The identity of the request here.
    pub(crate) id: CallId,
    pub(crate) server: ServerId,
    /// The connection of the client.
    pub(crate) session: u64,
    pub(crate) era: Era,
    /// The level from which the client wants log messages of the server meanwhile.
    pub(crate) log_level: Option<LogLevel>,
}

impl Listening {
    /// Waits for the answer of the server, and passes on what it tells meanwhile.
    pub(crate) async fn during<T>(&self, answer: impl Future<Output = T>) -> T {
        let running = &self.gateway.running;
        let running_at = running.runs_at(self.server.clone(), self.session);
        let mut events = self.gateway.host.subscribe();
        // A modern client may want to know later.
        let follows_events = self.signals.progress.is_wanted()
            || self.log_level.is_some()
            || self.era == Era::Modern;
        tokio::pin!(answer);
        loop {
            tokio::select! {
                biased;
                answer = &mut answer => {
                    while let Ok(event) = events.try_recv() {
                        self.pass_on(&event, &running_at);
                    }
                    return answer;
                }
                event = events.recv(), if follows_events => match event {
                    Ok(event) => self.pass_on(&event, &running_at),
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => std::future::pending().await,
                },
            }
        }
    }

    fn pass_on(&self, event: &HostEvent, running_at: &RunningAt<'_>) {
        let progress = &self.signals.progress;
        match event {
            HostEvent::CallProgress(reported) if reported.call_id == self.id => {
                progress.pass_on(reported);
            }
            HostEvent::ServerLogged {
                server,
                level,
                logger,
                data,
                at,
            } if running_at.owns(server, *at) => {
                let level_of = level.parse::<LogLevel>();
                let is_wanted = |from| level_of.is_ok_and(|level| level >= from);
                if self.log_level.is_some_and(is_wanted) {
                    let mut params = json!({ "level": level, "data": data });
                    if let Some(logger) = logger {
                        params["logger"] = logger.as_str().into();
                    }
                    progress.send(notification("notifications/message", &params));
                }
            }
            _ => {}
        }
    }
}
