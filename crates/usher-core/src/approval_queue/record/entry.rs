//! From a question that is over to what is kept of it: what was shown, what was changed, what was sent.

use serde_json::{Map, Value, json};
use url::Url;
use usher_mcp::{ClientReply, RefusedRequest};

use crate::approval_queue::answer::Answer;
use crate::approval_queue::sampled_answer;
use crate::approval_queue::secret_fields::{without_secret_defaults, without_secret_fields};
use crate::snapshot::{Approval, ApprovalCause, ApprovalRequest, CallRequest, LinkPlace};
use usher_config::definition::looks_secret;
use usher_store::{ApprovalKind, ApprovalOutcome, ApprovalRecord};
use usher_types::address::Address;
use usher_types::id::{ApprovalId, SourceId};

/// How a question ended.
#[derive(Clone)]
pub(crate) struct Resolution {
    pub(crate) outcome: ApprovalOutcome,
    /// Why, in plain words.
    pub(crate) reason: String,
    /// What the person changed of what was shown.
    pub(crate) changed: Option<Value>,
    /// What went to the server beside yes and no, and to models.
    pub(crate) sent: Option<Value>,
    /// The rule that answered, if that was not the person.
    pub(crate) policy: Option<String>,
}

impl Resolution {
    /// An end without an answer.
    pub(crate) fn unanswered(outcome: ApprovalOutcome, reason: &str) -> Self {
        Self {
            outcome,
            reason: reason.to_owned(),
            changed: None,
            sent: None,
            policy: None,
        }
    }

    /// The folders a server is always shown.
    pub(crate) fn shared_by_rule(request: &ApprovalRequest) -> Self {
        Self {
            outcome: ApprovalOutcome::Accepted,
            reason: "Answered by your rule.".to_owned(),
            changed: None,
            sent: Some(shown(request)),
            policy: Some("Always show this server its folders".to_owned()),
        }
    }

    /// The browser was told to open the page.
    pub(crate) fn opened(address: &Address) -> Self {
        Self {
            sent: Some(json!({ "url": without_secret_query(&address.text) })),
            ..Self::unanswered(ApprovalOutcome::Accepted, "Opened in the browser.")
        }
    }

    /// A call that is sent as it is.
    pub(crate) fn run_by_rule(held: &CallRequest, policy: String) -> Self {
        let arguments = Value::Object(Map::clone(&held.arguments));
        Self {
            outcome: ApprovalOutcome::Accepted,
            reason: "Answered by your rule.".to_owned(),
            changed: None,
            sent: Some(without_secret_fields(&held.input_schema, &arguments)),
            policy: Some(policy),
        }
    }

    /// A no the person has given for good.
    pub(crate) fn declined_by_rule(policy: &str) -> Self {
        Self {
            policy: Some(policy.to_owned()),
            ..Self::unanswered(ApprovalOutcome::Declined, "Declined by your rule.")
        }
    }

    /// The person's answer, and what the server gets for it.
    pub(crate) fn replied(
        request: &ApprovalRequest,
        answer: &Answer,
        reply: &ClientReply,
        reason: &str,
    ) -> Self {
        let mut over = Self::answered(request, answer, reason);
        if let (ApprovalRequest::Sample(asked), ClientReply::Sampled(result)) = (request, reply) {
            over.sent = Some(json!({ "toModels": asked.runs, "toServer": result }));
        }
        over
    }

    pub(crate) fn answered(request: &ApprovalRequest, answer: &Answer, reason: &str) -> Self {
        let outcome = match answer {
            Answer::Decline | Answer::Never => ApprovalOutcome::Declined,
            Answer::Cancel => ApprovalOutcome::Cancelled,
            Answer::Accept(_)
            | Answer::Visited
            | Answer::Sampled(_)
            | Answer::Share(_)
            | Answer::Run { .. } => ApprovalOutcome::Accepted,
        };
        let (changed, sent) = match (request, answer) {
            (ApprovalRequest::Form { schema, .. }, Answer::Accept(content)) => (
                changed_defaults(schema, content),
                Some(without_secret_fields(schema, content)),
            ),
            (ApprovalRequest::Sample(asked), Answer::Sampled(sent)) => {
                (sampled_answer::changed(asked, sent), to_models(request))
            }
            (ApprovalRequest::Call(held), Answer::Run { arguments, .. }) => {
                let schema = &held.input_schema;
                let sent = Value::Object(arguments.clone());
                let changed = (*arguments != *held.arguments).then(|| {
                    let from = Value::Object(Map::clone(&held.arguments));
                    json!({ "arguments": {
                        "from": without_secret_fields(schema, &from),
                        "to": without_secret_fields(schema, &sent),
                    }})
                });
                (changed, Some(without_secret_fields(schema, &sent)))
            }
            (ApprovalRequest::Roots { .. }, Answer::Share(_)) => (None, Some(shown(request))),
            _ => (None, None),
        };
        Self {
            outcome,
            reason: reason.to_owned(),
            changed,
            sent,
            policy: None,
        }
    }
}

/// The record of a question that is over, not yet without known secrets.
pub(crate) fn of(
    approval: &Approval,
    label: &str,
    over: Resolution,
    closed_at: i64,
) -> ApprovalRecord {
    let cause = approval.cause.as_ref();
    ApprovalRecord {
        approval: approval.id.clone(),
        source: approval.source.clone(),
        server_label: label.to_owned(),
        call: cause.map(|cause| cause.call.clone()),
        caller: cause.map(|cause| cause.caller.clone()),
        tool: cause.map(|cause| cause.tool.clone()),
        arguments: cause.map(arguments_of),
        kind: kind(&approval.request),
        shown: shown(&approval.request),
        changed: over.changed,
        sent: over.sent.or_else(|| to_models(&approval.request)),
        opened_at: approval.opened_at,
        closed_at,
        outcome: over.outcome,
        reason: over.reason,
        policy: over.policy,
    }
}

/// What the call was started with. Its schema is not at hand here, so that names and values alone have to tell what
/// is secret.
fn arguments_of(cause: &ApprovalCause) -> Value {
    without_secret_fields(&Value::Null, &Value::Object(Map::clone(&cause.arguments)))
}

/// What models were asked has left, whatever became of it.
fn to_models(request: &ApprovalRequest) -> Option<Value> {
    match request {
        ApprovalRequest::Sample(asked) if !asked.runs.is_empty() => {
            Some(json!({ "toModels": asked.runs }))
        }
        _ => None,
    }
}

/// The record of a request the connection refused, not yet without known secrets.
pub(crate) fn unread(
    source: &SourceId,
    label: &str,
    cause: Option<&ApprovalCause>,
    refused: RefusedRequest,
    at: i64,
) -> ApprovalRecord {
    let RefusedRequest {
        method,
        mut params,
        reason,
        ..
    } = refused;
    let kind = match (method.as_str(), params["mode"].as_str().unwrap_or("form")) {
        ("elicitation/create", "form") => ApprovalKind::Form,
        ("elicitation/create", "url") => ApprovalKind::Url,
        ("sampling/createMessage", _) => ApprovalKind::Sample,
        ("roots/list", _) => ApprovalKind::Roots,
        _ => ApprovalKind::Other,
    };
    if let Some(schema) = params.get_mut("requestedSchema") {
        *schema = without_secret_defaults(schema);
    }
    if let Some(Value::String(url)) = params.get_mut("url") {
        *url = without_secret_query(url);
    }
    ApprovalRecord {
        approval: ApprovalId::fresh(),
        source: source.clone(),
        server_label: label.to_owned(),
        call: cause.map(|cause| cause.call.clone()),
        caller: cause.map(|cause| cause.caller.clone()),
        tool: cause.map(|cause| cause.tool.clone()),
        arguments: cause.map(arguments_of),
        kind,
        shown: json!({ "method": method, "params": params }),
        changed: None,
        sent: None,
        opened_at: at,
        closed_at: at,
        outcome: ApprovalOutcome::Refused,
        reason,
        policy: None,
    }
}

fn kind(request: &ApprovalRequest) -> ApprovalKind {
    match request {
        ApprovalRequest::Form { .. } => ApprovalKind::Form,
        ApprovalRequest::Url { .. } => ApprovalKind::Url,
        ApprovalRequest::Sample(_) => ApprovalKind::Sample,
        ApprovalRequest::Call(_) => ApprovalKind::ToolCall,
        ApprovalRequest::Roots { .. } => ApprovalKind::Roots,
        ApprovalRequest::Link { .. } => ApprovalKind::Link,
    }
}

fn shown(request: &ApprovalRequest) -> Value {
    match request {
        ApprovalRequest::Form { message, schema } => {
            json!({ "message": message, "requestedSchema": without_secret_defaults(schema) })
        }
        ApprovalRequest::Url {
            message, address, ..
        } => json!({ "message": message, "url": without_secret_query(&address.text) }),
        ApprovalRequest::Sample(sampling) => sampling.params.clone(),
        ApprovalRequest::Call(held) => {
            let arguments = Value::Object(Map::clone(&held.arguments));
            json!({
                "tool": held.tool,
                "arguments": without_secret_fields(&held.input_schema, &arguments),
            })
        }
        ApprovalRequest::Roots { folders } => {
            let folders: Vec<Value> = folders
                .iter()
                .map(|folder| json!({ "uri": folder.uri, "name": folder.name }))
                .collect();
            json!({ "roots": folders })
        }
        ApprovalRequest::Link { address, place } => {
            json!({ "url": without_secret_query(&address.text), "where": words(place) })
        }
    }
}

fn words(place: &LinkPlace) -> String {
    match place {
        LinkPlace::Website => "the website the server names".to_owned(),
        LinkPlace::Resource { title } => format!("the resource “{title}”"),
    }
}

/// Fields that left with another value than the server had put into them.
fn changed_defaults(schema: &Value, content: &Value) -> Option<Value> {
    let kept = without_secret_fields(schema, content);
    let schema = without_secret_defaults(schema);
    let changed: Map<String, Value> = schema["properties"]
        .as_object()?
        .iter()
        .filter_map(|(name, field)| {
            let from = field.get("default")?;
            let to = kept.get(name).unwrap_or(&Value::Null);
            (from != to).then(|| (name.clone(), json!({ "from": from, "to": to })))
        })
        .collect();
    (!changed.is_empty()).then_some(Value::Object(changed))
}

/// An address whose secrets, as far as their names tell, are left out.
fn without_secret_query(address: &str) -> String {
    let Ok(mut url) = Url::parse(address) else {
        return address.to_owned();
    };
    let is_secret = |name: &str| {
        looks_secret(name, "") || ["state", "code", "nonce", "session", "sig"].contains(&name)
    };
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    if !pairs.iter().any(|(name, _)| is_secret(name)) {
        return address.to_owned();
    }
    url.query_pairs_mut()
        .clear()
        .extend_pairs(pairs.iter().map(|(name, value)| {
            let value = if is_secret(name) { "..." } else { value };
            (name, value)
        }));
    url.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_what_differs_from_what_the_server_had_filled_in() {
        let schema = json!({"properties": {
            "row": {"default": "front"}, "seats": {"default": 2}, "name": {"type": "string"},
            "pin": {"default": "0000"},
        }});
        let rows = [
            (
                json!({"row": "front", "seats": 2, "name": "Ada", "pin": ""}),
                json!({
                    "pin": {"from": "(not kept: it looks like a secret)", "to": ""},
                }),
            ),
            (
                json!({"row": "back", "pin": "1234"}),
                json!({
                    "row": {"from": "front", "to": "back"},
                    "seats": {"from": 2, "to": null},
                }),
            ),
        ];
        for (content, expected) in rows {
            assert_eq!(
                changed_defaults(&schema, &content),
                Some(expected),
                "{content}"
            );
        }
        assert_eq!(changed_defaults(&json!({}), &json!({})), None);
    }

    #[test]
    fn addresses_are_kept_without_what_opens_doors() {
        let rows = [
            (
                "https://a.example/x?client_id=u&state=q7Zk&token=abc#f",
                "https://a.example/x?client_id=u&state=...&token=...#f",
            ),
            ("https://a.example/x?b=%20c", "https://a.example/x?b=%20c"),
            ("not an address?token=1", "not an address?token=1"),
        ];
        for (address, expected) in rows {
            assert_eq!(without_secret_query(address), expected, "{address}");
        }
    }
}
