//! Asks whether, and with which arguments, a call is sent. What asks, and what becomes of the call, is in `calls`.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::approval_queue::answer_error::AnswerError;
use crate::approval_queue::record::resolution::{AnswerRecord, Resolution};
use crate::approval_queue::secret_fields::{SecretFields, recorded_arguments};
use crate::limits;
use usher_content::schema::{self, Formats};
use usher_content::worker::Worker;
use usher_messages::Message;
use usher_servers::snapshot::CallRequest;
use usher_types::approval::ApprovalEnding;
use usher_types::call::ArgumentCheck;

impl Resolution {
    /// A call that is sent as it is.
    pub(crate) fn run_by_rule(call: &CallRequest, policy: Message) -> Self {
        Self {
            ending: ApprovalEnding::Accepted,
            reason: Message::new("ended.byPolicy"),
            changed: None,
            sent: Some(recorded_arguments(call, &call.arguments)),
            policy: Some(policy),
        }
    }
}

pub(in crate::approval_queue) fn shown(call: &CallRequest) -> Value {
    json!({
        "tool": call.tool,
        "arguments": recorded_arguments(call, &call.arguments),
    })
}

/// Adds the schema of the arguments to what the person was shown: a record names the fields by their titles. What fills
/// a secret field beforehand stays out, and so does a schema that would take half the record from the arguments.
pub(in crate::approval_queue) fn record_schema(shown: &mut Value, call: &CallRequest) {
    let fields = SecretFields::of(&call.input_schema, "");
    let schema = fields.without_defaults(&call.input_schema);
    let bytes = shown.to_string().len() + schema.to_string().len();
    if bytes <= limits::APPROVAL_RECORD_BYTES / 2 {
        shown["inputSchema"] = schema;
    }
}

/// Checks arguments against the tool's schema, unless they are sent anyway.
pub(crate) async fn check(
    worker: Worker,
    call: &CallRequest,
    arguments: &Arc<Map<String, Value>>,
) -> Result<(), AnswerError> {
    if call.check == ArgumentCheck::SendAnyway {
        return Ok(());
    }
    let faults = schema::faults(
        worker,
        call.input_schema.clone(),
        Arc::clone(arguments),
        Formats::Annotated,
    )
    .await?;
    if faults.is_empty() {
        Ok(())
    } else {
        Err(AnswerError::Invalid(faults))
    }
}

pub(in crate::approval_queue) fn record(
    call: &CallRequest,
    arguments: &Map<String, Value>,
) -> AnswerRecord {
    let sent = recorded_arguments(call, arguments);
    let changed = (*arguments != *call.arguments).then(|| {
        let from = recorded_arguments(call, &call.arguments);
        json!({ "arguments": { "from": from, "to": sent } })
    });
    AnswerRecord {
        changed,
        sent: Some(sent),
    }
}
