//! Carries what a connection reports to the places that keep it, in the order it happened. It never
//! waits for a server, so that a connection's reader is never held up.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::Instant;
use usher_mcp::{Arriving, CloseReason, ConnectionEvent};

use super::context::Context;
use crate::events::{CallProgress, HostEvent};
use crate::limits;
use usher_types::rate_limit::RateLimit;
use usher_types::text::beginning;

use super::room::Room;

/// Rows and lines are told in bundles, at most one per server in this time.
const BUNDLE_EVERY: Duration = Duration::from_millis(50);

/// What waits to be told.
#[derive(Default)]
struct Bundle {
    /// Messages passed.
    is_wire_longer: bool,
    /// What was written to stderr, and the number of the first line.
    lines: Vec<String>,
    first_line: u64,
    /// Not kept yet.
    repairs: Vec<String>,
}

impl Bundle {
    fn is_empty(&self) -> bool {
        !self.is_wire_longer && self.lines.is_empty() && self.repairs.is_empty()
    }
}

/// Runs until the connection is gone.
pub(super) async fn run(
    room: Arc<Room>,
    context: Arc<Context>,
    mut arriving: Arriving,
    closed: oneshot::Sender<CloseReason>,
) {
    let mut bundle = Bundle::default();
    let mut next_bundle = Instant::now();
    let mut chatter = RateLimit::new(limits::NOTES_PER_SECOND, Duration::from_secs(1));
    let mut left_out = RateLimit::new(1, Duration::from_secs(1));
    let mut closed = Some(closed);
    loop {
        let event = tokio::select! {
            event = arriving.next() => event,
            () = tokio::time::sleep_until(next_bundle), if !bundle.is_empty() => {
                tell(&room, &context, &mut bundle);
                next_bundle = Instant::now() + BUNDLE_EVERY;
                continue;
            }
        };
        let Some(event) = event else { break };
        if let ConnectionEvent::Closed(reason) = event {
            // Whoever listened may have left the connection already.
            if let Some(closed) = closed.take() {
                let _ = closed.send(reason);
            }
            continue;
        }
        let now = Instant::now().into_std();
        if !is_chatter(&event) || chatter.try_take(now) {
            keep(&room, &context, &mut bundle, event);
        } else if left_out.try_take(now) {
            bundle.repairs.push(
                "Left out progress, log messages or changes of resources: more than 500 came in a second. The wire log has them all.".to_owned(),
            );
        }
    }
    tell(&room, &context, &mut bundle);
}

/// What a server may send at any rate without being asked, and what stands in the wire log anyway.
fn is_chatter(event: &ConnectionEvent) -> bool {
    matches!(
        event,
        ConnectionEvent::Progress { .. }
            | ConnectionEvent::Log { .. }
            | ConnectionEvent::ResourceUpdated { .. }
    )
}

fn keep(room: &Arc<Room>, context: &Context, bundle: &mut Bundle, event: ConnectionEvent) {
    let observer = &context.observer;
    match event {
        ConnectionEvent::Frame(frame) => {
            room.keep_frame(&frame, context.clock.now_ms());
            bundle.is_wire_longer = true;
        }
        ConnectionEvent::Stderr(line) => {
            let (seq, line) = room.keep_stderr(&line);
            if bundle.lines.is_empty() {
                bundle.first_line = seq;
            }
            bundle.lines.push(line);
        }
        ConnectionEvent::Progress {
            tag,
            progress,
            total,
            message,
        } => context.events.send(HostEvent::CallProgress(CallProgress {
            call: tag.0.into(),
            progress,
            total,
            message: message.map(|message| beginning(&message, limits::TOLD_BYTES).into_owned()),
        })),
        ConnectionEvent::Log {
            level,
            logger,
            data,
        } => context.events.send(HostEvent::ServerLogged {
            server: room.id.clone(),
            level,
            logger: logger.map(|logger| beginning(&logger, limits::TOLD_BYTES).into_owned()),
            text: beginning(&plain(&data), limits::TOLD_BYTES).into_owned(),
        }),
        ConnectionEvent::ListChanged(list) => room.catalog.read_again(list),
        ConnectionEvent::ResourceUpdated { uri } => {
            context.events.send(HostEvent::ResourceUpdated {
                server: room.id.clone(),
                uri,
            });
        }
        ConnectionEvent::Ask(incoming) => observer.approval_requested(room, incoming),
        ConnectionEvent::AskRefused(refused) => observer.approval_refused(room, refused),
        ConnectionEvent::RoundAsked(asked) => observer.input_requested(room, asked),
        ConnectionEvent::RoundAnswered(tag) => observer.input_answered(tag),
        ConnectionEvent::ReapprovalRequest(request) => observer.reapproval_requested(room, request),
        ConnectionEvent::ElicitationCompleted { elicitation_id } => {
            context.approvals.completed(&room.id, &elicitation_id);
        }
        ConnectionEvent::Repaired(what) => bundle.repairs.push(what),
        // Handled by the caller, which owns the sender.
        ConnectionEvent::Closed(_) => {}
    }
}

fn plain(data: &Value) -> Cow<'_, str> {
    match data {
        Value::String(text) => text.into(),
        other => other.to_string().into(),
    }
}

fn tell(room: &Room, context: &Context, bundle: &mut Bundle) {
    let Bundle {
        is_wire_longer,
        lines,
        first_line,
        repairs,
    } = std::mem::take(bundle);
    if is_wire_longer {
        let extent = room.wire().extent();
        context.events.send(HostEvent::WireAppended {
            server: room.id.clone(),
            extent,
        });
    }
    if !lines.is_empty() {
        context.events.send(HostEvent::StderrAppended {
            server: room.id.clone(),
            first_seq: first_line,
            lines,
        });
    }
    if !repairs.is_empty() {
        room.keep_repairs(repairs);
    }
}
