//! Passes a connection's events to the services that keep them, in order. It never waits for a server, so that a
//! connection's reader is never held up.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::{oneshot, watch};
use tokio::time::Instant;
use usher_mcp::{BatchReceiver, CloseReason, ConnectionEvent};
use usher_messages::Message;

use super::context::Context;
use super::phase::Phase;
use crate::events::HostEvent;
use crate::limits;
use usher_types::call::CallProgress;
use usher_types::rate_limit::RateLimit;
use usher_types::text::beginning;

use crate::servers::entry::ServerEntry;
use crate::servers::observer::ServerObserver;

/// Shortest time between two published batches of one server.
const BATCH_EVERY: Duration = Duration::from_millis(50);

/// What waits to be published.
#[derive(Default)]
struct Batch {
    is_wire_longer: bool,
    /// What was written to stderr, and the number of the first line.
    lines: Vec<String>,
    first_line: u64,
    repairs: Vec<Message>,
}

impl Batch {
    fn is_empty(&self) -> bool {
        !self.is_wire_longer && self.lines.is_empty() && self.repairs.is_empty()
    }
}

/// Runs until the connection is gone.
pub(super) async fn run(
    entry: Arc<ServerEntry>,
    context: Arc<Context>,
    mut arriving: BatchReceiver,
    closed: oneshot::Sender<CloseReason>,
    phase: watch::Sender<Phase>,
) {
    let mut batch = Batch::default();
    let mut next_batch = Instant::now();
    let mut chatter = RateLimit::new(limits::NOTES_PER_SECOND, Duration::from_secs(1));
    let mut left_out = RateLimit::new(1, Duration::from_secs(1));
    let mut closed = Some(closed);
    loop {
        let event = tokio::select! {
            event = arriving.next() => event,
            () = tokio::time::sleep_until(next_batch), if !batch.is_empty() => {
                publish(&entry, &context, &mut batch);
                next_batch = Instant::now() + BATCH_EVERY;
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
        if let ConnectionEvent::SignInAwaited(url) = event {
            // A longer one is not for people, and stands in stderr.
            if url.len() <= limits::TOLD_BYTES {
                phase.send_replace(Phase::SignInAwaited(url));
            }
            continue;
        }
        let now = Instant::now().into_std();
        if !is_chatter(&event) || chatter.try_take(now) {
            record(&entry, &context, &mut batch, event);
        } else if left_out.try_take(now) {
            batch.repairs.push(Message::new("repair.leftOut"));
        }
    }
    publish(&entry, &context, &mut batch);
}

/// Whether an event may be dropped under load: the wire log has it.
fn is_chatter(event: &ConnectionEvent) -> bool {
    matches!(
        event,
        ConnectionEvent::Progress { .. }
            | ConnectionEvent::Log { .. }
            | ConnectionEvent::ResourceUpdated { .. }
    )
}

fn record(entry: &Arc<ServerEntry>, context: &Context, batch: &mut Batch, event: ConnectionEvent) {
    match event {
        ConnectionEvent::Frame(frame) => {
            entry.log_frame(&frame, context.clock.now_ms());
            batch.is_wire_longer = true;
        }
        ConnectionEvent::Stderr(line) => {
            let (seq, line) = entry.log_stderr(&line);
            if batch.lines.is_empty() {
                batch.first_line = seq;
            }
            batch.lines.push(line);
        }
        ConnectionEvent::Progress {
            tag,
            progress,
            total,
            message,
        } => context.events.send(HostEvent::CallProgress(CallProgress {
            call_id: tag.0.into(),
            progress,
            total,
            message: message.map(|message| beginning(&message, limits::TOLD_BYTES).into_owned()),
        })),
        ConnectionEvent::Log {
            level,
            logger,
            data,
            at,
        } => context.events.send(HostEvent::ServerLogged {
            server: entry.id.clone(),
            level: beginning(&level, limits::TOLD_BYTES).into_owned(),
            logger: logger.map(|logger| beginning(&logger, limits::TOLD_BYTES).into_owned()),
            data: bounded(data),
            at,
        }),
        ConnectionEvent::ListChanged(list) => entry.catalog.mark_stale(list),
        // No shortened one would be known to the page.
        ConnectionEvent::ResourceUpdated { uri } if uri.len() > limits::TOLD_BYTES => {}
        ConnectionEvent::ResourceUpdated { uri } => {
            entry.note_updated(&uri);
            context.events.send(HostEvent::ResourceUpdated {
                server: entry.id.clone(),
                uri,
            });
        }
        event @ (ConnectionEvent::ServerRequest(_)
        | ConnectionEvent::RequestRefused(_)
        | ConnectionEvent::InputRequired(_)
        | ConnectionEvent::InputProvided(_)
        | ConnectionEvent::StreamClosed(_)
        | ConnectionEvent::ReapprovalRequest(_)) => {
            // Without the host nobody can answer; what asks sees its reply dropped.
            if let Some(observer) = context.observer() {
                report(&*observer, entry, event);
            }
        }
        ConnectionEvent::ElicitationCompleted { elicitation_id } => {
            if let Some(observer) = context.observer() {
                observer.elicitation_completed(&entry.id, &elicitation_id);
            }
            context.events.send(HostEvent::ElicitationCompleted {
                server: entry.id.clone(),
                elicitation_id,
            });
        }
        ConnectionEvent::Repaired(what) => batch.repairs.push(what),
        ConnectionEvent::Mark(taken) => {
            // Whoever waited may have gone.
            let _ = taken.send(());
        }
        // Handled by the caller, which owns the senders.
        ConnectionEvent::Closed(_) | ConnectionEvent::SignInAwaited(_) => {}
    }
}

fn report(observer: &dyn ServerObserver, entry: &Arc<ServerEntry>, event: ConnectionEvent) {
    match event {
        ConnectionEvent::ServerRequest(incoming) => observer.approval_requested(entry, incoming),
        ConnectionEvent::RequestRefused(refused) => observer.approval_refused(entry, refused),
        ConnectionEvent::InputRequired(asked) => observer.input_requested(entry, asked),
        ConnectionEvent::InputProvided(tag) => observer.input_answered(tag),
        ConnectionEvent::StreamClosed(tag) => observer.stream_closed(&tag),
        ConnectionEvent::ReapprovalRequest(request) => {
            observer.reapproval_requested(entry, request);
        }
        _ => {}
    }
}

/// The data of a log message, bounded.
fn bounded(data: Value) -> Value {
    let text = match &data {
        Value::String(text) => Cow::Borrowed(text.as_str()),
        other => Cow::Owned(other.to_string()),
    };
    if text.len() <= limits::TOLD_BYTES {
        return data;
    }
    Value::String(beginning(&text, limits::TOLD_BYTES).into_owned())
}

fn publish(entry: &ServerEntry, context: &Context, batch: &mut Batch) {
    let Batch {
        is_wire_longer,
        lines,
        first_line,
        repairs,
    } = std::mem::take(batch);
    if is_wire_longer {
        let extent = entry.wire().extent();
        context.events.send(HostEvent::WireAppended {
            server: entry.id.clone(),
            extent,
        });
    }
    if !lines.is_empty() {
        context.events.send(HostEvent::StderrAppended {
            server: entry.id.clone(),
            first_seq: first_line,
            lines,
        });
    }
    if !repairs.is_empty() {
        entry.add_repairs(repairs);
    }
}
