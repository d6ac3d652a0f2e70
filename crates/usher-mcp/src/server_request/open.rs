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
    /// Those of these calls, one of which may have caused it, and of all that is no call.
    ///
    /// A server that waits for the answer may not answer anything else either.
    Unlinked {
        calls: Vec<String>,
    },
    Nothing,
}

impl OpenServerRequest {
    /// Returns whether it stops the clock of this request.
    pub(crate) fn pauses(&self, id: &str, method: &str) -> bool {
        match &self.pauses {
            Pauses::Request(cause) => cause == id,
            Pauses::Unlinked { calls } => {
                method != "tools/call" || calls.iter().any(|call| call == id)
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_without_a_link_stops_all_that_may_have_caused_it_and_no_later_call() {
        let open = OpenServerRequest {
            serial: 0,
            pauses: Pauses::Unlinked {
                calls: vec!["3".into(), "4".into()],
            },
        };
        for (id, method, expected) in [
            ("3", "tools/call", true),
            ("4", "tools/call", true),
            ("5", "tools/call", false),
            ("6", "tools/list", true),
        ] {
            assert_eq!(open.pauses(id, method), expected, "{method} {id}");
        }
    }
}
