//! The secrets of one call: those of its server or webtool, and the arguments that the tool's schema marks.

use std::sync::Arc;

use serde_json::{Map, Value};
use usher_mcp::Redactor;

use usher_content::argument_marks::ArgumentMarks;

/// The secrets of a call, as they were known when it was sent: when it ends, its server or its tool may be gone, or the
/// server may run anew.
#[derive(Clone, Default)]
pub(super) struct CallSecrets {
    /// Which arguments are secret.
    pub(super) marks: ArgumentMarks,
    pub(super) redactor: Arc<Redactor>,
}

impl CallSecrets {
    /// Returns the arguments as they may be kept.
    pub(super) fn kept_arguments(&self, arguments: &Map<String, Value>) -> Map<String, Value> {
        let (kept, _) = self.marks.split(arguments.clone());
        match self.redactor.value(Value::Object(kept)) {
            Value::Object(kept) => kept,
            _ => Map::new(),
        }
    }
}
