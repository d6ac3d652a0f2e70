//! What a request of a client waits for besides its server, and that the client hears of it.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval_at};
use usher_messages::Message;

use crate::calls::signals::Control;
use crate::context::Context;
use crate::limits;

/// How often an open question is checked within the time after which nobody has seen it.
const LOOKS: u32 = 4;

/// Waits for the end of a call. A client that wants to hear of progress hears meanwhile what the call waits for.
pub(crate) async fn with_progress<T>(
    gateway: Arc<Context>,
    control: Arc<Control>,
    call: impl Future<Output = T>,
) -> T {
    let every = gateway.options.beat_every;
    let mut beat = interval_at(Instant::now() + every, every);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    tokio::pin!(call);
    loop {
        tokio::select! {
            biased;
            ended = &mut call => return ended,
            _ = beat.tick() => if let Some(waits) = gateway.waits_for(&control) {
                control.progress.beat(&waits);
            },
        }
    }
}

impl Context {
    /// The number of the approval that a call waits with.
    pub(crate) fn approval_of(&self, control: &Control) -> Option<u64> {
        self.host.calls().waits_with(control.call()?)
    }

    /// What a call waits for, if that is not its server's work.
    pub(crate) fn waits_for(&self, control: &Control) -> Option<Message> {
        if control.call().is_none() {
            return Some(Message::new("gateway.waitsForServer"));
        }
        match self.approval_of(control) {
            Some(number) => Some(Message::new("gateway.waitsForApproval").with("number", number)),
            None => self
                .is_queued(control)
                .then(|| Message::new("gateway.waitsForOthers")),
        }
    }

    /// Whether a call waits until the person is asked about others of its client.
    fn is_queued(&self, control: &Control) -> bool {
        let call = control.call();
        call.is_some_and(|call| self.host.calls().is_queued(call))
    }

    /// Whether the person is yet to decide about a call.
    pub(crate) fn is_undecided(&self, control: &Control) -> bool {
        !control.is_sent() && (self.approval_of(control).is_some() || self.is_queued(control))
    }

    /// Waits until the person is asked because of a call.
    pub(crate) async fn until_asked(&self, control: &Control) {
        while self.approval_of(control).is_none() {
            tokio::time::sleep(limits::ASKED_EVERY).await;
        }
    }

    /// Waits until the person is asked because of a call, which may wait for its turn, or it is sent without.
    pub(crate) async fn until_asked_or_sent(&self, control: &Control) {
        while !control.is_sent() && !self.is_undecided(control) {
            tokio::select! {
                () = control.sent.cancelled() => {}
                () = tokio::time::sleep(limits::ASKED_EVERY) => {}
            }
        }
    }

    /// Waits until an approval of a call was open for as long as nobody can answer it here. Where a window is, or a form
    /// is open in the client, somebody can.
    pub(crate) async fn unseen(&self, control: &Control) {
        let Some(unseen_for) = self.options.unseen_for else {
            return std::future::pending().await;
        };
        let look_every = (unseen_for / LOOKS).max(Duration::from_millis(1));
        let mut since = None;
        loop {
            match self.approval_of(control) {
                None => since = None,
                Some(_) if control.is_asked_in_client() => since = None,
                Some(number) => {
                    let (of, began) = *since.get_or_insert((number, Instant::now()));
                    if of != number {
                        since = Some((number, Instant::now()));
                    } else if began.elapsed() >= unseen_for {
                        return;
                    }
                }
            }
            tokio::time::sleep(look_every).await;
        }
    }
}
