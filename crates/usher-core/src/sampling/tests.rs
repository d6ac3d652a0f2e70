//! Which model a request means, about how large it is, and what an answer has to hold.

use std::sync::Arc;

use serde_json::{Value, json};

use super::choose::{Why, choose};
use super::estimate::{cost, tokens};
use super::{Author, Run, SampledAnswer, Stage, Written, changed, result};
use crate::approvals::Sampling;
use usher_llm::answer::StopReason;
use usher_llm::kind::ProviderKind;
use usher_llm::price::{Mapping, Prices};
use usher_llm::prompt::Prompt;
use usher_llm::provider::{Model, ModelRef, Provider};

fn model(provider: &str, model: &str) -> ModelRef {
    ModelRef {
        provider: provider.into(),
        model: model.into(),
    }
}

fn provider(id: &str, models: &[&str]) -> Provider {
    Provider {
        id: id.into(),
        kind: ProviderKind::Compatible,
        label: id.to_uppercase(),
        base: url::Url::parse("http://localhost/").unwrap(),
        key: None,
        models: models
            .iter()
            .map(|name| Model {
                id: (*name).to_owned(),
                title: None,
            })
            .collect(),
        fetched_at: None,
    }
}

fn row(hint: &str, to: ModelRef, price: Option<u64>) -> Mapping {
    Mapping {
        hint: hint.into(),
        model: to,
        prices: price.map(|price| Prices {
            input: price,
            output: price,
        }),
    }
}

#[test]
fn hints_decide_in_their_order_and_priorities_only_after_them() {
    let providers = [
        provider("a", &["text-embed-1", "claude-opus-4", "claude-haiku-4"]),
        provider("b", &["gpt-9"]),
    ];
    let table = [
        row("sonnet", model("a", "claude-opus-4"), None),
        row("", model("b", "gpt-9"), Some(1)),
    ];
    let hinted = |names: &[&str]| json!({ "hints": names.iter().map(|name| json!({ "name": name })).collect::<Vec<_>>() });
    let by_table = |hint: &str| Why::Table {
        hint: hint.into(),
        words: "sonnet".into(),
    };
    let listed = |hint: &str| Why::Listed { hint: hint.into() };
    let rows = [
        (
            hinted(&["Claude-Sonnet-4-5", "gpt"]),
            ("claude-opus-4", by_table("Claude-Sonnet-4-5")),
        ),
        (hinted(&["mistral", "GPT"]), ("gpt-9", listed("GPT"))),
        (hinted(&["claude"]), ("claude-opus-4", listed("claude"))),
        (hinted(&["embed"]), ("text-embed-1", listed("embed"))),
        (hinted(&["mistral"]), ("claude-opus-4", Why::First)),
        (Value::Null, ("claude-opus-4", Why::First)),
        (
            json!({ "intelligencePriority": 0.9, "speedPriority": 0.1 }),
            ("claude-opus-4", Why::Priorities),
        ),
        (
            json!({ "speedPriority": 1.0, "hints": [{ "name": "" }] }),
            ("claude-haiku-4", Why::Priorities),
        ),
    ];
    for (preferences, (name, why)) in rows {
        let chosen = choose(&preferences, &table, &providers).unwrap();
        assert_eq!(
            (chosen.model.model.as_str(), chosen.why),
            (name, why),
            "{preferences}"
        );
    }
    assert_eq!(choose(&hinted(&["gpt"]), &[], &[]), None);
}

#[test]
fn what_costs_less_is_chosen_where_cost_counts() {
    let providers = [provider("a", &["one", "two"])];
    let table = [
        row("", model("a", "one"), Some(9)),
        row("", model("a", "two"), Some(3)),
    ];
    let chosen = choose(&json!({ "costPriority": 1 }), &table, &providers).unwrap();
    assert_eq!(
        (chosen.model.model.as_str(), chosen.why),
        ("two", Why::Priorities)
    );
}

#[test]
fn a_name_tells_the_size_by_its_whole_words() {
    let providers = [provider("a", &["gemini-2.5-flash-lite", "gemini-2.5-pro"])];
    let rows = [
        ("intelligencePriority", "gemini-2.5-pro"),
        ("speedPriority", "gemini-2.5-flash-lite"),
    ];
    for (priority, expected) in rows {
        let chosen = choose(&json!({ priority: 1 }), &[], &providers).unwrap();
        assert_eq!(chosen.model.model, expected, "{priority}");
    }
}

#[test]
fn every_part_of_a_request_is_counted() {
    let text = |text: &str| json!({ "type": "text", "text": text });
    let rows = [
        (
            json!({ "messages": [{ "role": "user", "content": text("abcdef") }] }),
            6,
        ),
        (
            json!({ "systemPrompt": "abc", "messages": [{ "role": "user", "content": [
                text("abc"), { "type": "image", "mimeType": "image/png", "data": "AAAA" },
                { "type": "audio", "mimeType": "audio/wav", "data": "A".repeat(800) },
            ] }] }),
            1 + 4 + 1 + 1_600 + 2,
        ),
        (
            json!({ "messages": [{ "role": "user", "content": text("abc") }],
                "tools": [{ "name": "abc", "description": "abcabc", "inputSchema": {} }] }),
            4 + 1 + 1 + 2 + 1,
        ),
    ];
    for (params, expected) in rows {
        let prompt = Prompt::read(&params).unwrap();
        assert_eq!(tokens(&prompt), expected, "{params}");
    }
    let prices = Prices {
        input: 3_000_000,
        output: 15_000_000,
    };
    assert_eq!(cost(prices, 1_912, 800), 17_736);
    assert_eq!(cost(prices, u64::MAX, u64::MAX), u64::MAX);
}

fn sampling(stage: Stage) -> Sampling {
    Sampling {
        system_prompt: None,
        messages: Vec::new(),
        params: json!({ "maxTokens": 9, "tools": [{ "name": "look" }] }),
        stage,
        runs: Vec::new(),
    }
}

fn written() -> Stage {
    Stage::Written {
        run: Arc::new(Run {
            model: model("a", "one"),
            provider: "A".into(),
            params: json!({ "maxTokens": 5, "tools": [{ "name": "look" }], "temperature": 1 }),
        }),
        answer: Written {
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
        result(&sampling(Stage::Request), &by_hand).unwrap()["model"],
        "written by a person"
    );
}

#[test]
fn what_is_wrong_with_an_answer_is_named() {
    let look = |id: &str, name: &str, input: Value| json!({ "type": "tool_use", "id": id, "name": name, "input": input });
    let stop = (
        "stop",
        "“Tool use” goes with uses of tools, and only with them.",
    );
    let rows = [
        (
            vec![],
            StopReason::EndTurn,
            vec![("content", "Write something, or decline.")],
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
                ("content.1", "The server offers no tool of this name."),
                ("content.1", "Each use of a tool needs its own id."),
                ("content.1", "The arguments have to be a JSON object."),
            ],
        ),
        (
            vec![json!({ "type": "film" })],
            StopReason::EndTurn,
            vec![("content.0", "An answer holds text and uses of tools.")],
        ),
    ];
    for (content, stop, expected) in rows {
        let sent = answer(Author::Person, content, stop);
        let faults = result(&sampling(Stage::Request), &sent).unwrap_err();
        let faults: Vec<_> = faults
            .iter()
            .map(|fault| (fault.path.as_str(), fault.message.as_str()))
            .collect();
        assert_eq!(faults, expected, "{:?}", sent.content);
    }
    let nobody = answer(Author::Model, vec![], StopReason::EndTurn);
    assert!(result(&sampling(Stage::Request), &nobody).is_err());
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
    let untouched = answer(Author::Person, text("x"), StopReason::EndTurn);
    assert_eq!(changed(&sampling(Stage::Request), &untouched), None);
}
