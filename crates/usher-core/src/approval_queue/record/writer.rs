//! Writes records of approvals: those of the person before their answer goes out, all others in the background.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use usher_mcp::Redactor;

use crate::approval_queue::record::bounds::to_be_kept;
use crate::events::{Events, HostEvent};
use crate::limits;
use usher_store::{ApprovalRecord, Store, StoreError};
use usher_types::settings::Settings;

/// Records written in one transaction.
const AT_ONCE: usize = 256;

/// After each transaction, how long until the next: the window hears of records no more often than this.
const PAUSE: Duration = Duration::from_millis(50);

/// After a transaction that failed, how long until it is tried again.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Writes records; cheap to clone.
#[derive(Clone)]
pub(in crate::approval_queue) struct RecordWriter {
    store: Store,
    settings: watch::Receiver<Settings>,
    events: Events,
    /// Unbounded here: the person's answers and open approvals bound it.
    decided: mpsc::UnboundedSender<Note>,
    /// What servers cause at any rate.
    refused: mpsc::Sender<Note>,
    /// Refusals that found no room.
    left_out: Arc<AtomicU64>,
}

enum Note {
    Record(Box<ApprovalRecord>, Arc<Redactor>),
    /// Everything before this is written when it is answered.
    Mark(oneshot::Sender<()>),
}

impl RecordWriter {
    /// Starts the writing. It ends when the last clone of this is gone.
    pub(in crate::approval_queue) fn start(
        store: Store,
        settings: watch::Receiver<Settings>,
        events: Events,
        closing: CancellationToken,
    ) -> Self {
        let (decided, decided_notes) = mpsc::unbounded_channel();
        let (refused, refused_notes) = mpsc::channel(limits::APPROVAL_RECORDS_WAITING);
        let left_out = Arc::<AtomicU64>::default();
        let writer = Writer {
            store: store.clone(),
            settings: settings.clone(),
            events: events.clone(),
            closing,
            left_out: Arc::clone(&left_out),
        };
        tokio::spawn(writer.run(decided_notes, refused_notes));
        Self {
            store,
            settings,
            events,
            decided,
            refused,
            left_out,
        }
    }

    /// Writes a record now. An answer of the person goes out only after this.
    pub(in crate::approval_queue) async fn append(
        &self,
        record: ApprovalRecord,
        redactor: &Redactor,
    ) -> Result<(), StoreError> {
        let keep_rows = self.settings.borrow().history_rows;
        let record = to_be_kept(record, redactor);
        self.store
            .add_approval_records(&[record], keep_rows)
            .await?;
        self.events.send(HostEvent::ApprovalRecordsChanged);
        Ok(())
    }

    /// Has a record written. None is left out.
    pub(in crate::approval_queue) fn record(
        &self,
        record: ApprovalRecord,
        redactor: Arc<Redactor>,
    ) {
        // The writer lives as long as this.
        let _ = self.decided.send(Note::Record(Box::new(record), redactor));
    }

    /// Has a record written of what happened without the person. Beyond a bound they are counted only.
    pub(in crate::approval_queue) fn record_refusal(
        &self,
        record: ApprovalRecord,
        redactor: Arc<Redactor>,
    ) {
        let note = Note::Record(Box::new(record), redactor);
        if self.refused.try_send(note).is_err() {
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until everything so far is written.
    pub(in crate::approval_queue) async fn written(&self) {
        let (done, decided) = oneshot::channel();
        let _ = self.decided.send(Note::Mark(done));
        let (done, refused) = oneshot::channel();
        let _ = self.refused.send(Note::Mark(done)).await;
        let _ = tokio::join!(decided, refused);
    }
}

struct Writer {
    store: Store,
    settings: watch::Receiver<Settings>,
    events: Events,
    closing: CancellationToken,
    left_out: Arc<AtomicU64>,
}

impl Writer {
    async fn run(
        self,
        mut decided: mpsc::UnboundedReceiver<Note>,
        mut refused: mpsc::Receiver<Note>,
    ) {
        loop {
            let first = tokio::select! {
                biased;
                Some(note) = decided.recv() => note,
                Some(note) = refused.recv() => note,
                else => return,
            };
            let mut arrived = vec![first];
            while arrived.len() < AT_ONCE
                && let Ok(note) = decided.try_recv().or_else(|_| refused.try_recv())
            {
                arrived.push(note);
            }
            let mut records = Vec::new();
            let mut marks = Vec::new();
            for note in arrived {
                match note {
                    Note::Record(record, redactor) => records.push(to_be_kept(*record, &redactor)),
                    Note::Mark(done) => marks.push(done),
                }
            }
            if !records.is_empty() {
                self.write(&records).await;
            }
            for done in marks {
                // A receiver that has gone waits no longer.
                let _ = done.send(());
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Writes records, again and again until that succeeds or the host closes.
    async fn write(&self, records: &[ApprovalRecord]) {
        let left_out = self.left_out.swap(0, Ordering::Relaxed);
        if left_out > 0 {
            tracing::warn!(left_out, "too many refusals at once: some are not recorded");
        }
        loop {
            let keep_rows = self.settings.borrow().history_rows;
            match self.store.add_approval_records(records, keep_rows).await {
                Ok(()) => return self.events.send(HostEvent::ApprovalRecordsChanged),
                Err(error) => tracing::warn!(%error, "approvals could not be recorded"),
            }
            if self.closing.is_cancelled() {
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(RETRY_AFTER) => {}
                () = self.closing.cancelled() => {}
            }
        }
    }
}
