//! Counts the open questions, and says whose clocks stand still for them.

use tokio::sync::watch;

/// The questions a person is being asked right now on one connection.
#[derive(Debug, Default)]
pub(crate) struct OpenAsks(watch::Sender<Vec<OpenAsk>>);

impl OpenAsks {
    /// Opens a question unless `most` are open; while it is open, the clocks it concerns stand still.
    pub(crate) fn open(&self, pauses: Pauses, most: usize) -> Option<OpenAskGuard> {
        let mut opened = None;
        self.0.send_if_modified(|asks| {
            if asks.len() >= most {
                return false;
            }
            let serial = asks.last().map_or(0, |ask| ask.serial + 1);
            asks.push(OpenAsk { serial, pauses });
            opened = Some(OpenAskGuard {
                asks: self.0.clone(),
                serial,
            });
            true
        });
        opened
    }

    /// Watches the open questions, for the calls they may concern.
    pub(crate) fn watch(&self) -> watch::Receiver<Vec<OpenAsk>> {
        self.0.subscribe()
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OpenAsk {
    /// Its identity within the connection.
    pub(crate) serial: u64,
    /// Whose time does not run meanwhile.
    pub(crate) pauses: Pauses,
}

/// Whose time does not run while a person is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pauses {
    /// That of the request that caused the question, by its id as JSON text.
    Request(String),
    /// That of every request: nobody knows which one caused it.
    Everything,
    Nothing,
}

impl OpenAsk {
    /// Whether it stops the clock of this request.
    pub(crate) fn pauses(&self, id: &str) -> bool {
        match &self.pauses {
            Pauses::Request(cause) => cause == id,
            Pauses::Everything => true,
            Pauses::Nothing => false,
        }
    }
}

/// Keeps a question open; dropping it closes the question.
#[derive(Debug)]
pub(crate) struct OpenAskGuard {
    asks: watch::Sender<Vec<OpenAsk>>,
    serial: u64,
}

impl Drop for OpenAskGuard {
    fn drop(&mut self) {
        self.asks
            .send_modify(|asks| asks.retain(|ask| ask.serial != self.serial));
    }
}
