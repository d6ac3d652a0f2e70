//! How a call is steered that runs apart from the requests of its client.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use usher_core::calls::RecordedCall;
use usher_types::id::CallId;

use crate::calls::progress::Progress;

/// Whether a request of the client waits for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attended {
    Yes,
    /// The client was told to come back.
    No,
}

/// Steers a call that runs.
pub(crate) struct CallSignals {
    /// Cancelled when the client takes the call back.
    pub(crate) cancelled: CancellationToken,
    /// Cancelled when the client has gone.
    pub(crate) disconnected: CancellationToken,
    /// Cancelled when the client is about to give up, and is to be told to call again.
    pub(crate) client_timeout: CancellationToken,
    /// Cancelled once the call has gone to its server.
    pub(crate) sent: CancellationToken,
    pub(crate) progress: Progress,
    attended: watch::Sender<Attended>,
    /// The call, as the person is asked about it.
    call: OnceLock<CallId>,
    /// Where it is on record, once it has ended.
    recorded: OnceLock<RecordedCall>,
    /// Whether a form about it is open in the client.
    is_asked_in_client: AtomicBool,
}

impl CallSignals {
    pub(crate) fn new(progress: Progress) -> Arc<Self> {
        Arc::new(Self {
            cancelled: CancellationToken::new(),
            disconnected: CancellationToken::new(),
            client_timeout: CancellationToken::new(),
            sent: CancellationToken::new(),
            progress,
            attended: watch::Sender::new(Attended::Yes),
            call: OnceLock::new(),
            recorded: OnceLock::new(),
            is_asked_in_client: AtomicBool::new(false),
        })
    }

    /// Whether the call has gone to its server.
    pub(crate) fn is_sent(&self) -> bool {
        self.sent.is_cancelled()
    }

    /// Takes note of whether a request of the client waits for the call.
    pub(crate) fn set_attended(&self, attended: Attended) {
        self.attended.send_replace(attended);
    }

    /// Returns once a request of the client waits for the call.
    pub(crate) async fn until_attended(&self) {
        // Its sender is here.
        let _ = self
            .attended
            .subscribe()
            .wait_for(|attended| *attended == Attended::Yes)
            .await;
    }

    /// Takes note of the call, once the person may be asked about it.
    pub(crate) fn begins(&self, call: &CallId) {
        self.call.get_or_init(|| call.clone());
    }

    /// Takes note of where the call is on record.
    pub(crate) fn is_recorded(&self, recorded: RecordedCall) {
        self.recorded.get_or_init(|| recorded);
    }

    /// Where the call is on record; `None` = it has not ended, or is not recorded.
    pub(crate) fn recorded(&self) -> Option<&RecordedCall> {
        self.recorded.get()
    }

    /// Waits for the answer to a form that is open in the client.
    pub(crate) async fn asked_in_client<T>(&self, asking: impl Future<Output = T>) -> T {
        self.is_asked_in_client.store(true, Ordering::Relaxed);
        let answer = asking.await;
        self.is_asked_in_client.store(false, Ordering::Relaxed);
        answer
    }

    /// Whether a form about the call is open in the client.
    pub(crate) fn is_asked_in_client(&self) -> bool {
        self.is_asked_in_client.load(Ordering::Relaxed)
    }

    /// The call, once the person may be asked about it.
    pub(crate) fn call(&self) -> Option<&CallId> {
        self.call.get()
    }
}
