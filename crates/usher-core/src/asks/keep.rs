//! Writing records in the background, many at a time: neither a server that asks nor a person who answers
//! waits for the disk.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use usher_mcp::Redactor;

use super::kept::to_be_kept;
use crate::events::{Events, HostEvent};
use crate::limits;
use usher_store::{AskRecord, Store};
use usher_types::settings::Settings;

/// Records written in one transaction.
const AT_ONCE: usize = 256;

/// After each transaction, how long until the next: the window hears of records no more often than this.
const PAUSE: Duration = Duration::from_millis(50);

/// The way to the record; cheap to clone.
#[derive(Clone)]
pub(super) struct Keep(mpsc::Sender<Note>);

enum Note {
    Record(Box<AskRecord>, Arc<Redactor>),
    /// Everything before this is written when it is answered.
    Mark(oneshot::Sender<()>),
}

impl Keep {
    /// Starts the writing. It ends when the last clone of this is gone.
    pub(super) fn start(store: Store, settings: watch::Receiver<Settings>, events: Events) -> Self {
        let (sender, notes) = mpsc::channel(limits::ASK_RECORDS_WAITING);
        tokio::spawn(write(notes, store, settings, events));
        Self(sender)
    }

    /// Has a record written.
    pub(super) fn record(&self, record: AskRecord, redactor: Arc<Redactor>) {
        if self
            .0
            .try_send(Note::Record(Box::new(record), redactor))
            .is_err()
        {
            tracing::warn!("a question that is over could not be recorded: too many at once");
        }
    }

    /// Waits until everything so far is written.
    pub(super) async fn written(&self) {
        let (done, written) = oneshot::channel();
        if self.0.send(Note::Mark(done)).await.is_ok() {
            let _ = written.await;
        }
    }
}

async fn write(
    mut notes: mpsc::Receiver<Note>,
    store: Store,
    settings: watch::Receiver<Settings>,
    events: Events,
) {
    let mut arrived = Vec::with_capacity(AT_ONCE);
    while notes.recv_many(&mut arrived, AT_ONCE).await > 0 {
        let mut records = Vec::new();
        let mut marks = Vec::new();
        for note in arrived.drain(..) {
            match note {
                Note::Record(record, redactor) => records.push(to_be_kept(*record, &redactor)),
                Note::Mark(done) => marks.push(done),
            }
        }
        if !records.is_empty() {
            let keep_rows = settings.borrow().history_rows;
            match store.add_ask_records(&records, keep_rows).await {
                Ok(()) => events.send(HostEvent::AskRecordsChanged),
                Err(error) => {
                    tracing::warn!(%error, "questions that are over could not be recorded");
                }
            }
        }
        for done in marks {
            // Who no longer waits does not mind.
            let _ = done.send(());
        }
        tokio::time::sleep(PAUSE).await;
    }
}
