//! Counts the open questions, and says whose clocks stand still for them.

use tokio::sync::watch;

/// The questions a person is being asked right now on one connection.
#[derive(Debug, Default)]
pub(crate) struct OpenRequests(watch::Sender<Vec<OpenServerRequest>>);

impl OpenRequests {
    /// Opens a question unless `max` are open; while it is open, the clocks it concerns stand still.
    pub(crate) fn open(&self, pauses: Pauses, max: usize) -> Option<OpenRequestGuard> {
        let mut opened = None;
        self.0.send_if_modified(|requests| {
            if requests.len() >= max {
                return false;
            }
            let serial = requests.last().map_or(0, |request| request.serial + 1);
            requests.push(OpenServerRequest { serial, pauses });
            opened = Some(OpenRequestGuard {
                requests: self.0.clone(),
                serial,
            });
            true
        });
        opened
    }

    /// Watches the open questions, for the calls they may concern.
    pub(crate) fn watch(&self) -> watch::Receiver<Vec<OpenServerRequest>> {
        self.0.subscribe()
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OpenServerRequest {
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

impl OpenServerRequest {
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
pub(crate) struct OpenRequestGuard {
    requests: watch::Sender<Vec<OpenServerRequest>>,
    serial: u64,
}

impl Drop for OpenRequestGuard {
    fn drop(&mut self) {
        self.requests
            .send_modify(|requests| requests.retain(|request| request.serial != self.serial));
    }
}
