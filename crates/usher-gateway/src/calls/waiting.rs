//! What a request of a client waits for besides its server, and that the client hears of it.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval_at};
use usher_messages::Message;

use crate::calls::signals::CallSignals;
use crate::context::Context;
use crate::limits;

/// How often an open question is checked within the time after which nobody has seen it.
const LOOKS: u32 = 4;

/// Waits for the end of a call. A client that wants to hear of progress hears meanwhile what the call waits for.
pub(crate) async fn with_progress<T>(
    gateway: Arc<Context>,
    signals: Arc<CallSignals>,
    call: impl Future<Output = T>,
) -> T {
    let every = gateway.options.keepalive_every;
    let mut keepalive = interval_at(Instant::now() + every, every);
    keepalive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    tokio::pin!(call);
    loop {
        tokio::select! {
            biased;
            ended = &mut call => return ended,
            _ = keepalive.tick() => if let Some(waits) = gateway.waits_for(&signals) {
                signals.progress.keepalive(&waits);
            },
        }
    }
}

impl Context {
    /// The number of the approval that a call waits with.
    pub(crate) fn approval_of(&self, signals: &CallSignals) -> Option<u64> {
        self.host.calls().waits_with(signals.call()?)
    }

    /// What a call waits for, if that is not its server's work.
    pub(crate) fn waits_for(&self, signals: &CallSignals) -> Option<Message> {
        if signals.call().is_none() {
            return Some(Message::new("gateway.waitsForServer"));
        }
        match self.approval_of(signals) {
            Some(number) => Some(Message::new("gateway.waitsForApproval").with("number", number)),
            None => self
                .is_queued(signals)
                .then(|| Message::new("gateway.waitsForOthers")),
        }
    }

    /// Whether a call waits until the person is asked about others of its client.
    fn is_queued(&self, signals: &CallSignals) -> bool {
        let call = signals.call();
        call.is_some_and(|call| self.host.calls().is_queued(call))
    }

    /// Whether the person is yet to decide about a call.
    pub(crate) fn is_undecided(&self, signals: &CallSignals) -> bool {
        !signals.is_sent() && (self.approval_of(signals).is_some() || self.is_queued(signals))
    }

    /// Waits until the person is asked because of a call.
    pub(crate) async fn until_asked(&self, signals: &CallSignals) {
        while self.approval_of(signals).is_none() {
            tokio::time::sleep(limits::ASKED_EVERY).await;
        }
    }

    /// Waits until the person is asked because of a call, which may wait for its turn, or it is sent without.
    pub(crate) async fn until_asked_or_sent(&self, signals: &CallSignals) {
        while !signals.is_sent() && !self.is_undecided(signals) {
            tokio::select! {
                () = signals.sent.cancelled() => {}
                () = tokio::time::sleep(limits::ASKED_EVERY) => {}
            }
        }
    }

    /// Waits until an approval of a call was open for as long as nobody can answer it here. Where a window is, or a form
    /// is open in the client, somebody can.
    pub(crate) async fn until_no_approver(&self, signals: &CallSignals) {
        let Some(no_approver_for) = self.options.no_approver_for else {
            return std::future::pending().await;
        };
        let look_every = (no_approver_for / LOOKS).max(Duration::from_millis(1));
        let mut since = None;
        loop {
            match self.approval_of(signals) {
                None => since = None,
                Some(_) if signals.is_asked_in_client() => since = None,
                Some(number) => {
                    let (of, began) = *since.get_or_insert((number, Instant::now()));
                    if of != number {
                        since = Some((number, Instant::now()));
                    } else if began.elapsed() >= no_approver_for {
                        return;
                    }
                }
            }
            tokio::time::sleep(look_every).await;
        }
    }
}
