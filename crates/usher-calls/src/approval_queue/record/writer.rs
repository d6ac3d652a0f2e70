//! Writes records of approvals: those of the person before their answer goes out, all others in the background, and what
//! happened without the person once a second.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use usher_mcp::Redactor;

use crate::approval_queue::record::bounds::to_be_kept;
use crate::approval_queue::record::refusals::{Likeness, Refusals, Unredacted};
use usher_servers::events::{Events, HostEvent};
use usher_store::{ApprovalRecord, Store, StoreError};
use usher_types::settings::Settings;

/// Records written in one transaction.
const AT_ONCE: usize = 256;

/// Records of what happened without the person that are written in one transaction: the person's wait for no more.
const AUTOMATIC_AT_ONCE: usize = 32;

/// After each transaction, how long until the next: the window hears of records no more often than this.
const PAUSE: Duration = Duration::from_millis(50);

/// How often it is written what happened without the person.
const REFUSALS_EVERY: Duration = Duration::from_secs(1);

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
    refusals: Arc<Refusals>,
    /// Has them written at once.
    flush: mpsc::UnboundedSender<oneshot::Sender<()>>,
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
        let (flush, flushes) = mpsc::unbounded_channel();
        let refusals = Arc::<Refusals>::default();
        let writer = Writer {
            store: store.clone(),
            settings: settings.clone(),
            events: events.clone(),
            closing,
        };
        tokio::spawn(
            writer
                .clone()
                .write_refusals(Arc::clone(&refusals), flushes),
        );
        tokio::spawn(writer.run(decided_notes));
        Self {
            store,
            settings,
            events,
            decided,
            refusals,
            flush,
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

    /// Counts what happened without the person, and has it written within a second; `record` makes its record, if that is
    /// needed.
    pub(in crate::approval_queue) fn count_refusal(
        &self,
        likeness: Likeness,
        record: impl FnOnce() -> Unredacted,
    ) {
        self.refusals.count(likeness, Instant::now(), record);
    }

    /// Waits until everything so far is written.
    pub(in crate::approval_queue) async fn written(&self) {
        let (done, decided) = oneshot::channel();
        let _ = self.decided.send(Note::Mark(done));
        let (done, refused) = oneshot::channel();
        let _ = self.flush.send(done);
        let _ = tokio::join!(decided, refused);
    }
}

/// How records came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The person decided, or an approval ended.
    Decided,
    /// It happened without the person.
    Automatic,
}

#[derive(Clone)]
struct Writer {
    store: Store,
    settings: watch::Receiver<Settings>,
    events: Events,
    closing: CancellationToken,
}

impl Writer {
    async fn run(self, mut decided: mpsc::UnboundedReceiver<Note>) {
        while let Some(first) = decided.recv().await {
            let mut arrived = vec![first];
            while arrived.len() < AT_ONCE
                && let Ok(note) = decided.try_recv()
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
                self.write(&records, Origin::Decided).await;
            }
            for done in marks {
                // A receiver that has gone waits no longer.
                let _ = done.send(());
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Writes what was counted, until nobody counts any more.
    async fn write_refusals(
        self,
        refusals: Arc<Refusals>,
        mut flushes: mpsc::UnboundedReceiver<oneshot::Sender<()>>,
    ) {
        loop {
            let due = async {
                refusals.pending.notified().await;
                tokio::time::sleep(REFUSALS_EVERY).await;
            };
            let flushed = tokio::select! {
                flush = flushes.recv() => match flush {
                    Some(done) => Some(done),
                    None => return,
                },
                () = due => None,
            };
            let taken = refusals.take(Instant::now()).into_iter();
            let records: Vec<_> = taken
                .map(|(record, redactor)| to_be_kept(record, &redactor))
                .collect();
            for some in records.chunks(AUTOMATIC_AT_ONCE) {
                self.write(some, Origin::Automatic).await;
            }
            if let Some(done) = flushed {
                // A receiver that has gone waits no longer.
                let _ = done.send(());
            }
        }
    }

    /// Writes records, again and again until that succeeds or the host closes.
    async fn write(&self, records: &[ApprovalRecord], origin: Origin) {
        loop {
            let keep_rows = self.settings.borrow().history_rows;
            let written = match origin {
                Origin::Decided => self.store.add_approval_records(records, keep_rows).await,
                Origin::Automatic => self.store.add_automatic_records(records, keep_rows).await,
            };
            match written {
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
