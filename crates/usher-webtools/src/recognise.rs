//! Detects what kind of document some bytes are, and parses it.

use serde_json::Value;
#[cfg(test)]
use usher_content::worker::{Queue, Workers};
use usher_messages::Message;
use usher_types::webtool::WebtoolKind;

use crate::document::{self, Document, DocumentFault, SchemaCheck};
use crate::openapi;
use crate::parse::{Unreadable, value_of};

/// What a document turned out to be.
#[derive(Debug, Clone, PartialEq)]
pub enum Recognised {
    /// One that can be used.
    Usable(Box<Document>),
    /// It wants to be one, but cannot be used.
    Broken(WebtoolKind, Vec<DocumentFault>),
    /// Something else; what, as a part of a sentence.
    Other(Message),
}

/// Looks at bytes. Checking schemas may take a moment: not for threads that must not wait.
pub fn recognise(bytes: &[u8], check: SchemaCheck<'_>) -> Recognised {
    let value = match value_of(bytes) {
        Ok(value) => value,
        Err(Unreadable::NotJson) => {
            return Recognised::Other(Message::new("document.other.notJson"));
        }
        Err(Unreadable::Yaml(problem)) => {
            let fault = DocumentFault::new("", problem);
            return Recognised::Broken(WebtoolKind::OpenApi, vec![fault]);
        }
    };
    let Value::Object(members) = &value else {
        return Recognised::Other(Message::new("document.other.noObject"));
    };
    if members.contains_key("openapi") || members.contains_key("swagger") {
        return match openapi::read(members, check) {
            Ok(document) => Recognised::Usable(Box::new(document)),
            Err(faults) => Recognised::Broken(WebtoolKind::OpenApi, faults),
        };
    }
    if !members.contains_key("actions") {
        return Recognised::Other(Message::new("document.other.noActions"));
    }
    match document::read(members, check) {
        Ok(document) => Recognised::Usable(Box::new(document)),
        Err(faults) => Recognised::Broken(WebtoolKind::Webtool, faults),
    }
}

/// As [`recognise`], with schemas checked in this process.
#[cfg(test)]
pub(crate) fn recognise_checked(bytes: &[u8]) -> Recognised {
    let worker = Workers::in_process().of(Queue::Webtools, "test");
    recognise(bytes, SchemaCheck::By(&worker))
}

#[cfg(test)]
mod tests;
