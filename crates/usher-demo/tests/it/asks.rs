//! Questions of the server: forms, addresses, models, roots, and their withdrawal.

use serde_json::{Value, json};

use crate::peer::{Peer, capable};
use crate::schema;

async fn start(peer: &mut Peer, tool: &str) -> (u64, Value) {
    let params = json!({ "name": tool, "arguments": {} });
    let id = peer.request("tools/call", params).await;
    (id, peer.question().await)
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().expect("text first")
}

#[tokio::test]
async fn the_form_has_every_field_and_its_answer_is_reported() {
    let mut peer = Peer::ready(capable()).await;
    let (id, question) = start(&mut peer, "ask_form").await;
    schema::assert_fits("ElicitRequest", &question);
    schema::assert_fits("ElicitRequestFormParams", &question["params"]);
    let form = &question["params"]["requestedSchema"];
    let fields = form["properties"].as_object().expect("fields");
    for definition in [
        "StringSchema",
        "NumberSchema",
        "BooleanSchema",
        "UntitledSingleSelectEnumSchema",
        "TitledSingleSelectEnumSchema",
        "LegacyTitledEnumSchema",
        "UntitledMultiSelectEnumSchema",
        "TitledMultiSelectEnumSchema",
    ] {
        let name = match definition {
            "StringSchema" => "name",
            "NumberSchema" => "guests",
            "BooleanSchema" => "newsletter",
            "UntitledSingleSelectEnumSchema" => "row",
            "TitledSingleSelectEnumSchema" => "drink",
            "LegacyTitledEnumSchema" => "language",
            "UntitledMultiSelectEnumSchema" => "days",
            _ => "snacks",
        };
        schema::assert_fits(definition, &fields[name]);
    }
    let formats: Vec<_> = fields
        .values()
        .filter_map(|field| field["format"].as_str())
        .collect();
    assert_eq!(formats, ["email", "uri", "date", "date-time"]);

    let content = json!({ "name": "Ada", "guests": 3, "row": "front", "snacks": ["nuts"] });
    peer.answer(&question, json!({ "action": "accept", "content": content }))
        .await;
    let result = peer.result_of(id, "tools/call").await;
    let expected = json!({ "action": "accept", "content": content });
    assert_eq!(result["structuredContent"], expected);
}

#[tokio::test]
async fn declining_and_closing_are_results_not_failures() {
    let mut peer = Peer::ready(capable()).await;
    for (tool, action, words) in [
        ("ask_form", "decline", "declined"),
        ("ask_form", "cancel", "closed"),
        ("ask_url", "decline", "declined"),
        ("ask_url", "cancel", "closed"),
    ] {
        let (id, question) = start(&mut peer, tool).await;
        peer.answer(&question, json!({ "action": action })).await;
        let result = peer.result_of(id, "tools/call").await;
        assert_eq!(result.get("isError"), None, "{tool} {action}");
        assert!(
            text(&result).contains(words),
            "{tool} {action}: {}",
            text(&result)
        );
    }
}

#[tokio::test]
async fn an_accepted_page_is_followed_by_its_completion() {
    let mut peer = Peer::ready(capable()).await;
    let (id, question) = start(&mut peer, "ask_url").await;
    schema::assert_fits("ElicitRequestURLParams", &question["params"]);
    peer.answer(&question, json!({ "action": "accept" })).await;
    peer.result_of(id, "tools/call").await;
    let completed = peer.notification("elicitation/complete").await;
    assert_eq!(
        completed["elicitationId"],
        question["params"]["elicitationId"]
    );
}

#[tokio::test]
async fn a_page_can_also_be_required_by_an_error() {
    let mut peer = Peer::ready(capable()).await;
    let params = json!({ "name": "ask_url", "arguments": { "way": "refusal" } });
    let error = peer.error("tools/call", params).await;
    let answer = json!({ "jsonrpc": "2.0", "id": 1, "error": error });
    schema::assert_fits("URLElicitationRequiredError", &answer);
}

#[tokio::test]
async fn a_model_and_roots_are_asked_for_by_the_book() {
    let mut peer = Peer::ready(capable()).await;
    let (id, question) = start(&mut peer, "ask_model").await;
    schema::assert_fits("CreateMessageRequest", &question);
    let reply = json!({
        "role": "assistant",
        "model": "a-small-model",
        "content": { "type": "text", "text": "Row four." },
    });
    peer.answer(&question, reply).await;
    let result = peer.result_of(id, "tools/call").await;
    assert_eq!(text(&result), "a-small-model answered:\n\nRow four.");

    let (id, question) = start(&mut peer, "ask_roots").await;
    schema::assert_fits("ListRootsRequest", &question);
    let roots = json!({ "roots": [{ "uri": "file:///home/ada/plays" }] });
    peer.answer(&question, roots).await;
    let result = peer.result_of(id, "tools/call").await;
    assert_eq!(text(&result), "The client shares:\nfile:///home/ada/plays");
}

#[tokio::test]
async fn a_client_that_cannot_answer_is_not_asked() {
    let mut peer = Peer::ready(json!({})).await;
    for tool in ["ask_form", "ask_url", "ask_model", "ask_roots"] {
        let result = peer.call(tool, json!({})).await;
        assert_eq!(result["isError"], true, "{tool} cannot work here");
        assert!(
            text(&result).contains("nothing was asked"),
            "{tool}: {}",
            text(&result)
        );
    }
    assert_eq!(
        peer.drain().await,
        Vec::<Value>::new(),
        "no question was sent"
    );
}

#[tokio::test]
async fn a_refused_question_is_reported_with_the_clients_words() {
    let mut peer = Peer::ready(capable()).await;
    let (id, question) = start(&mut peer, "ask_model").await;
    let error = json!({ "code": -1, "message": "User rejected sampling request" });
    peer.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "error": error }))
        .await;
    let result = peer.result_of(id, "tools/call").await;
    assert_eq!(result["isError"], true);
    assert!(text(&result).contains("User rejected"), "{}", text(&result));
}

#[tokio::test]
async fn cancelling_the_call_withdraws_its_question() {
    let mut peer = Peer::ready(capable()).await;
    let (id, question) = start(&mut peer, "ask_form").await;
    let params = json!({ "requestId": id });
    peer.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }))
        .await;
    let withdrawn = peer.notification("cancelled").await;
    assert_eq!(withdrawn["requestId"], question["id"]);
    peer.answer(&question, json!({ "action": "accept", "content": {} }))
        .await;
    let level = peer.notification("message").await["level"].clone();
    assert_eq!(level, "warning", "a late answer is noted and does no harm");
}
