//! Holds what is read of a document so far, and follows its references.

use serde_json::Value;
use usher_messages::Message;

use super::super::document::{DocumentFault, OmittedOperation, SchemaCheck};
use super::schemas::{self, Schemas};
use crate::limits;

pub(super) struct DocumentReader<'a> {
    pub(super) root: &'a Value,
    pub(super) check: SchemaCheck<'a>,
    pub(super) schemas: Schemas<'a>,
    pub(super) faults: Vec<DocumentFault>,
    pub(super) left_out: Vec<OmittedOperation>,
}

impl<'a> DocumentReader<'a> {
    /// What a reference refers to, within the document only.
    pub(super) fn resolve(&mut self, place: &str, value: &'a Value) -> Option<&'a Value> {
        let mut value = value;
        for _ in 0..limits::OPENAPI_REFERENCES {
            let Some(reference) = value.get("$ref").and_then(Value::as_str) else {
                return Some(value);
            };
            let target = reference
                .strip_prefix('#')
                .and_then(|pointer| self.root.pointer(pointer));
            let Some(target) = target else {
                self.faults.push(schemas::foreign(place, reference));
                return None;
            };
            value = target;
        }
        self.faults
            .push(DocumentFault::new(place, Message::new("document.endless")));
        None
    }
}
