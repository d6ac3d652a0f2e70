//! Reads messages: those of servers are repaired, those of clients and apps are refused if they are none.

use serde_json::{Map, Value};
use usher_messages::Message as Note;
use usher_types::mended_json::{self, JsonFault};

use crate::code::{INTERNAL, INVALID_REQUEST, PARSE_ERROR};
use crate::fault::Fault;
use crate::id_scanner::IdScanner;
use crate::numbers;

/// The requests a server may send (2024-11-05 to 2025-11-25).
///
/// Without a `jsonrpc` member only these count as messages, so that a JSON log line does not.
const SERVER_REQUESTS: [&str; 4] = [
    "ping",
    "elicitation/create",
    "sampling/createMessage",
    "roots/list",
];

/// The `result` or the `error` of a response.
pub type Outcome = Result<Value, Fault>;

/// A message of the other side. The parameters of a server are kept as they are.
#[derive(Debug, Clone, PartialEq)]
pub enum Received<P = Map<String, Value>> {
    Request {
        id: Value,
        method: String,
        params: P,
    },
    Notification {
        method: String,
        params: P,
    },
    /// The answer to a request of ours; its id is null where the other side knew none.
    Response {
        id: Value,
        outcome: Outcome,
    },
    /// Not a message: the error to answer with, and the id it names, if any.
    Unusable {
        id: Value,
        fault: Fault,
    },
}

impl Received {
    /// Reads one line of a client. A batch (2025-03-26 only) is several messages.
    pub fn read_all(line: &[u8]) -> Vec<Self> {
        match parse(line) {
            Ok(Value::Array(batch)) if batch.is_empty() => {
                vec![unusable(Value::Null, "A batch must not be empty")]
            }
            Ok(Value::Array(batch)) => batch.into_iter().map(Self::read).collect(),
            Ok(single) => vec![Self::read(single)],
            Err(error) => vec![Self::Unusable {
                id: IdScanner::of(line).requested_id().unwrap_or_default(),
                fault: Fault::new(PARSE_ERROR, format!("Parse error: {error}")),
            }],
        }
    }

    /// Reads one message of a client or an app.
    pub fn read(value: Value) -> Self {
        let mut reader = Reader::default();
        let read = reader.read(value, |params| match params {
            Some(Value::Object(params)) => Some(params),
            None | Some(Value::Null) => Some(Map::new()),
            // The empty object of a language that has one kind of both.
            Some(Value::Array(none)) if none.is_empty() => Some(Map::new()),
            Some(_) => None,
        });
        read.unwrap_or_else(|why| unusable(reader.id, why))
    }
}

impl Received<Value> {
    /// Reads one message of a server; `None` if it is none. Repairs are added to `notes`.
    pub fn repaired(value: Value, notes: &mut Vec<Note>) -> Option<Self> {
        let mut reader = Reader {
            id: Value::Null,
            notes: Some(notes),
        };
        reader
            .read(value, |params| Some(params.unwrap_or_default()))
            .ok()
    }
}

fn unusable(id: Value, why: &str) -> Received {
    Received::Unusable {
        id,
        fault: Fault::new(INVALID_REQUEST, why),
    }
}

/// Parses a message. Texts that no parser takes are mended: what replaces them can be seen. A number is not, for
/// something else would be called.
fn parse(line: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(line).or_else(|error| {
        let mended = mended_json::mend(&String::from_utf8_lossy(line));
        if mended.faults.contains(&JsonFault::NoNumber) {
            return Err(error);
        }
        serde_json::from_str(&mended.text).map_err(|_| error)
    })
}

/// Reads one message. With notes it repairs what it can, without it refuses.
#[derive(Default)]
struct Reader<'a> {
    /// The id that the message names, with a whole number as such.
    id: Value,
    notes: Option<&'a mut Vec<Note>>,
}

impl Reader<'_> {
    /// Reads a message; the error says why it is none.
    fn read<P>(
        &mut self,
        value: Value,
        params: fn(Option<Value>) -> Option<P>,
    ) -> Result<Received<P>, &'static str> {
        let Value::Object(mut members) = value else {
            return Err("A message must be an object");
        };
        let id = members.remove("id");
        self.id = id.clone().map(numbers::whole).unwrap_or_default();
        let is_versioned = members
            .get("jsonrpc")
            .is_some_and(|version| version == "2.0");
        let unversioned = "jsonrpc must be \"2.0\"";
        if !is_versioned && self.notes.is_none() {
            return Err(unversioned);
        }
        let received = match members.remove("method") {
            Some(Value::String(method)) => {
                let params = params(members.remove("params")).ok_or("params must be an object")?;
                match id {
                    None => Received::Notification { method, params },
                    Some(id) => {
                        self.note_float(&id);
                        let id = self.request_id()?;
                        Received::Request { id, method, params }
                    }
                }
            }
            Some(_) => return Err("method must be a text"),
            None => {
                self.note_float(&id.unwrap_or_default());
                let outcome = self.outcome(&mut members)?;
                let id = self.id.take();
                Received::Response { id, outcome }
            }
        };
        if !is_versioned {
            if let Received::Request { method, .. } | Received::Notification { method, .. } =
                &received
                && !method.starts_with("notifications/")
                && !SERVER_REQUESTS.contains(&method.as_str())
            {
                return Err(unversioned);
            }
            self.note("repair.envelope.version");
        }
        Ok(received)
    }

    fn request_id(&mut self) -> Result<Value, &'static str> {
        let id = self.id.take();
        // A larger one counts of clients only.
        let is_large = self.notes.is_none() && id.is_u64();
        if id.is_string() || id.is_i64() || is_large {
            return Ok(id);
        }
        if let Some(notes) = &mut self.notes {
            notes.push(Note::new("repair.envelope.requestId").with("id", id.to_string()));
        }
        Err("id must be a text or a whole number")
    }

    fn outcome(&mut self, members: &mut Map<String, Value>) -> Result<Outcome, &'static str> {
        let result = members.remove("result");
        match (result, members.remove("error")) {
            (Some(result), None) => Ok(Ok(result)),
            (Some(result), Some(Value::Null)) => {
                self.note("repair.envelope.nullError");
                Ok(Ok(result))
            }
            (Some(_), Some(_)) if self.notes.is_none() => {
                Err("a response holds either result or error")
            }
            (result, Some(error)) if !error.is_null() => {
                if result.is_some_and(|result| !result.is_null()) {
                    self.note("repair.envelope.both");
                }
                Ok(Err(match &mut self.notes {
                    Some(notes) => Fault::repaired(error, INTERNAL, notes),
                    None => Fault::read(error),
                }))
            }
            // Only an explicit response ends the request it names.
            _ if self.notes.is_some() && !self.id.is_null() && members.contains_key("jsonrpc") => {
                self.note("repair.envelope.empty");
                Ok(Err(Fault::new(INTERNAL, "")))
            }
            _ => Err("method is missing"),
        }
    }

    /// Notes an id of a language whose numbers all have a decimal point.
    fn note_float(&mut self, id: &Value) {
        if id.is_f64() && self.id.is_i64() {
            self.note("repair.envelope.floatId");
        }
    }

    fn note(&mut self, repair: &'static str) {
        if let Some(notes) = &mut self.notes {
            notes.push(Note::new(repair));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line, and what it is of a client, and of a server with the repairs; `␉` stands for a tab.
    const CASES: &str = include_str!("received/cases.txt");

    /// A message as the cases have it.
    fn shown<P: Into<Value>>(message: Received<P>) -> String {
        match message {
            Received::Request { id, method, params } => {
                format!("request {id} {method} {}", params.into())
            }
            Received::Notification { method, params } => {
                format!("notification {method} {}", params.into())
            }
            Received::Response { id, outcome } => match outcome {
                Ok(result) => format!("result {id} {result}"),
                Err(fault) => format!("error {id} {}", serde_json::json!(fault)),
            },
            Received::Unusable { id, fault } => {
                format!("unusable {id} {} {}", fault.code, fault.message)
            }
        }
    }

    #[test]
    fn messages_of_servers_are_repaired_and_of_clients_read_or_refused() {
        for case in CASES.split_terminator("\n\n") {
            let line = case.lines().next().unwrap().replace('␉', "\t");
            let mut read = line.clone();
            for message in Received::read_all(line.as_bytes()) {
                read = format!("{read}\n  client: {}", shown(message));
            }
            if let Ok(value) = serde_json::from_str(&line) {
                let mut notes = Vec::new();
                let message = Received::repaired(value, &mut notes);
                let message = message.map_or_else(|| "none".to_owned(), shown);
                read = format!("{read}\n  server: {message}");
                for note in notes {
                    let note = note.code.trim_start_matches("repair.envelope.");
                    read = format!("{read}, {note}");
                }
            }
            assert_eq!(read.replace('\t', "␉"), case.trim_end());
        }
    }
}
