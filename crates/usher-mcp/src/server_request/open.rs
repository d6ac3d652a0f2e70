//! Registers open questions and the clocks they stop.

use tokio::sync::watch;

/// The questions the user is being asked on one connection.
#[derive(Debug, Default)]
pub(crate) struct OpenRequests(watch::Sender<Vec<OpenServerRequest>>);

impl OpenRequests {
    /// Opens a question unless `max` are open.
    ///
    /// While it is open, the clocks it concerns are stopped.
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

    /// Watches the open questions, which calls may have caused.
    pub(crate) fn watch(&self) -> watch::Receiver<Vec<OpenServerRequest>> {
        self.0.subscribe()
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OpenServerRequest {
    pub(crate) serial: u64,
    /// The clocks it stops.
    pub(crate) pauses: Pauses,
}

/// Which clocks stop while the user is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pauses {
    /// That of the causing request, by id as JSON text.
    Request(String),
    /// All: which request caused it is unknown.
    Everything,
    Nothing,
}

impl OpenServerRequest {
    /// Returns whether it stops the clock of this request.
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
