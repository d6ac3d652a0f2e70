//! What of a record is written: nothing that is a known secret, and not more than fits. Not here: the record itself.

use serde_json::Value;
use usher_mcp::Redactor;

use crate::limits;
use usher_content::omitted;
use usher_store::ApprovalRecord;
use usher_types::approval::ApprovalEnding;

/// The record as it may be written: without known secrets, and not larger than it may be.
pub(in crate::approval_queue) fn to_be_kept(
    mut record: ApprovalRecord,
    redactor: &Redactor,
) -> ApprovalRecord {
    let largest = match record.ending {
        ApprovalEnding::Refused | ApprovalEnding::Automatic => limits::REFUSED_RECORD_BYTES,
        ApprovalEnding::Accepted
        | ApprovalEnding::Declined
        | ApprovalEnding::Cancelled
        | ApprovalEnding::Moot
        | ApprovalEnding::Failed => limits::APPROVAL_RECORD_BYTES,
    };
    let keep = |value: Value| bounded(redactor.value(value), largest);
    record.arguments = record.arguments.map(keep);
    record.possible_causes = record.possible_causes.map(keep);
    record.changed = record.changed.map(keep);
    record.sent = record.sent.map(keep);
    record.shown = bounded(redactor.value(record.shown), largest);
    record.reason = record
        .reason
        .map_texts(&|text| redactor.text(text).into_owned());
    record
}

/// Cuts long texts; what is too large even so is left out.
fn bounded(value: Value, largest: usize) -> Value {
    let cut = cut_texts(value);
    let size = cut.to_string().len();
    if size <= largest {
        return cut;
    }
    omitted::whole(size)
}

fn cut_texts(value: Value) -> Value {
    match value {
        Value::String(text) if text.len() > limits::APPROVAL_TEXT_BYTES => {
            omitted::text(text.len())
        }
        Value::Array(items) => items.into_iter().map(cut_texts).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(key, value)| (key, cut_texts(value)))
            .collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use usher_messages::Message;
    use usher_types::approval::ApprovalKind;
    use usher_types::secret::Secret;

    #[test]
    fn what_is_kept_is_bounded_and_holds_no_known_secret() {
        let redactor = Redactor::new([&Secret::new("hunter22")]);
        let record = |shown: Value, ending| ApprovalRecord {
            approval: "a".into(),
            source: "s".into(),
            caller: None,
            server_label: "S".into(),
            call: None,
            tool: None,
            arguments: Some(json!({"p": "hunter22"})),
            possible_causes: Some(json!([{"arguments": {"p": "hunter22"}}])),
            kind: ApprovalKind::Form,
            shown,
            changed: None,
            sent: Some(json!({"k": "my hunter22"})),
            opened_at: 1,
            closed_at: 2,
            ending,
            reason: Message::verbatim("It said hunter22."),
            policy: None,
            times: 1,
        };
        let long = "x".repeat(limits::APPROVAL_TEXT_BYTES + 1);
        let kept = to_be_kept(
            record(json!({"a": [long]}), ApprovalEnding::Accepted),
            &redactor,
        );
        assert_eq!(
            (
                kept.shown,
                kept.arguments,
                kept.possible_causes,
                kept.sent,
                kept.reason
            ),
            (
                json!({"a": [omitted::text(65_537)]}),
                Some(json!({"p": "•••"})),
                Some(json!([{"arguments": {"p": "•••"}}])),
                Some(json!({"k": "my •••"})),
                Message::verbatim("It said •••."),
            ),
        );
        let large = json!({"a": "y".repeat(limits::REFUSED_RECORD_BYTES)});
        let kept = to_be_kept(record(large.clone(), ApprovalEnding::Refused), &redactor);
        assert_eq!(kept.shown, omitted::whole(16_392));
        let kept = to_be_kept(record(large.clone(), ApprovalEnding::Moot), &redactor);
        assert_eq!(kept.shown, large);
    }
}
