//! Tests the check of answers and the record of their changes.

use std::sync::Arc;

use serde_json::{Value, json};
use usher_llm::answer::StopReason;
use usher_types::model::ModelRef;

use super::{SampledAnswer, changed, result};
use usher_servers::snapshot::{ModelOutput, ModelRun, SamplingRequest, SamplingState};
use usher_types::sampling::Author;

fn sampling(state: SamplingState) -> SamplingRequest {
    SamplingRequest {
        app: None,
        system_prompt: None,
        messages: Vec::new(),
        params: json!({ "maxTokens": 9, "tools": [{ "name": "look" }] }),
        state,
        runs: Vec::new(),
    }
}

fn written() -> SamplingState {
    SamplingState::Written {
        run: Arc::new(ModelRun {
            model: ModelRef {
                provider_id: "a".into(),
                model: "one".to_owned(),
            },
            provider: "A".into(),
            params: json!({ "maxTokens": 5, "tools": [{ "name": "look" }], "temperature": 1 }),
        }),
        answer: ModelOutput {
            content: vec![json!({ "type": "text", "text": "Hello you" })],
            stop: Some(StopReason::EndTurn),
            usage: usher_llm::answer::Usage::default(),
        },
    }
}

fn answer(author: Author, content: Vec<Value>, stop: StopReason) -> SampledAnswer {
    SampledAnswer {
        author,
        content,
        stop,
    }
}

#[test]
fn an_answer_is_one_block_unless_tools_are_used() {
    let text = |text: &str| json!({ "type": "text", "text": text });
    let look = |id: &str| json!({ "type": "tool_use", "id": id, "name": "look", "input": { "at": 1 }, "_meta": { "k": 1 } });
    let rows = [
        (vec![text("a")], StopReason::EndTurn, text("a")),
        (
            vec![text("a"), text(" "), text("b")],
            StopReason::MaxTokens,
            text("a\n\nb"),
        ),
        (vec![look("1")], StopReason::ToolUse, look("1")),
        (
            vec![text("a"), look("1"), look("2")],
            StopReason::ToolUse,
            json!([text("a"), look("1"), look("2")]),
        ),
    ];
    for (content, stop, expected) in rows {
        let name = stop.name().to_owned();
        let sent = answer(Author::Model, content, stop);
        assert_eq!(
            result(&sampling(written()), &sent),
            Ok(
                json!({ "role": "assistant", "content": expected, "model": "one", "stopReason": name })
            ),
        );
    }
    let by_hand = answer(Author::Person, vec![text("a")], StopReason::EndTurn);
    assert_eq!(
        result(&sampling(SamplingState::Request), &by_hand).unwrap()["model"],
        "written by a person"
    );
}

#[test]
fn what_is_wrong_with_an_answer_is_named() {
    let look = |id: &str, name: &str, input: Value| json!({ "type": "tool_use", "id": id, "name": name, "input": input });
    let stop = ("stop", "answer.sampled.stop");
    let rows = [
        (
            vec![],
            StopReason::EndTurn,
            vec![("content", "answer.sampled.empty")],
        ),
        (
            vec![json!({ "type": "text", "text": "a" })],
            StopReason::ToolUse,
            vec![stop],
        ),
        (
            vec![look("1", "look", json!({}))],
            StopReason::EndTurn,
            vec![stop],
        ),
        (
            vec![look("1", "look", json!({})), look("1", "leap", json!([]))],
            StopReason::ToolUse,
            vec![
                ("content.1", "answer.sampled.noTool"),
                ("content.1", "answer.sampled.id"),
                ("content.1", "field.arguments"),
            ],
        ),
        (
            vec![json!({ "type": "film" })],
            StopReason::EndTurn,
            vec![("content.0", "answer.sampled.content")],
        ),
    ];
    for (content, stop, expected) in rows {
        let sent = answer(Author::Person, content, stop);
        let faults = result(&sampling(SamplingState::Request), &sent).unwrap_err();
        let faults: Vec<_> = faults
            .iter()
            .map(|fault| (fault.path.as_str(), fault.message.code.to_string()))
            .collect();
        let faults: Vec<_> = faults
            .iter()
            .map(|(path, message)| (*path, message.as_str()))
            .collect();
        assert_eq!(faults, expected, "{:?}", sent.content);
    }
    let nobody = answer(Author::Model, vec![], StopReason::EndTurn);
    assert!(result(&sampling(SamplingState::Request), &nobody).is_err());
}

#[test]
fn the_record_says_what_was_changed_of_the_request_and_of_the_answer() {
    let text = |text: &str| vec![json!({ "type": "text", "text": text })];
    let request =
        json!({ "maxTokens": { "from": 9, "to": 5 }, "temperature": { "from": null, "to": 1 } });
    let asked = sampling(written());
    let same = answer(Author::Model, text("Hello you"), StopReason::EndTurn);
    assert_eq!(changed(&asked, &same), Some(json!({ "request": request })));
    let other = answer(Author::Model, text("Hello"), StopReason::EndTurn);
    assert_eq!(
        changed(&asked, &other).unwrap()["answer"]["to"]["content"][0]["text"],
        "Hello"
    );
    let own = answer(Author::Person, text("Mine"), StopReason::EndTurn);
    assert_eq!(
        changed(&asked, &own).unwrap()["answer"],
        json!({ "from": text("Hello you"), "author": "person" }),
        "who wrote it is data; the page has the words"
    );
    let untouched = answer(Author::Person, text("x"), StopReason::EndTurn);
    assert_eq!(changed(&sampling(SamplingState::Request), &untouched), None);
}
