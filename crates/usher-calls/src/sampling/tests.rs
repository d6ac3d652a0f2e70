//! Tests which model a request means, and about how large it is.

use serde_json::{Value, json};

use super::choose::choose;
use super::estimate::{cost, tokens};
use usher_llm::prompt::Prompt;
use usher_llm::provider::Provider;
use usher_types::model::ProviderKind;
use usher_types::model::{Model, ModelRef};
use usher_types::model::{ModelMapping, ModelPrices};
use usher_types::sampling::ModelChoiceReason;

fn model(provider: &str, model: &str) -> ModelRef {
    ModelRef {
        provider_id: provider.into(),
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
        changed_outside: false,
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

fn row(hint: &str, to: ModelRef, price: Option<u64>) -> ModelMapping {
    ModelMapping {
        hint: hint.into(),
        model: to,
        prices: price.map(|price| ModelPrices {
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
    let by_table = |hint: &str| ModelChoiceReason::Table {
        hint: hint.into(),
        words: "sonnet".into(),
    };
    let listed = |hint: &str| ModelChoiceReason::Listed { hint: hint.into() };
    let rows = [
        (
            hinted(&["Claude-Sonnet-4-5", "gpt"]),
            ("claude-opus-4", by_table("Claude-Sonnet-4-5")),
        ),
        (hinted(&["mistral", "GPT"]), ("gpt-9", listed("GPT"))),
        (hinted(&["claude"]), ("claude-opus-4", listed("claude"))),
        (hinted(&["embed"]), ("text-embed-1", listed("embed"))),
        (
            hinted(&["mistral"]),
            ("claude-opus-4", ModelChoiceReason::First),
        ),
        (Value::Null, ("claude-opus-4", ModelChoiceReason::First)),
        (
            json!({ "intelligencePriority": 0.9, "speedPriority": 0.1 }),
            ("claude-opus-4", ModelChoiceReason::Priorities),
        ),
        (
            json!({ "speedPriority": 1.0, "hints": [{ "name": "" }] }),
            ("claude-haiku-4", ModelChoiceReason::Priorities),
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
        ("two", ModelChoiceReason::Priorities)
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
    let prices = ModelPrices {
        input: 3_000_000,
        output: 15_000_000,
    };
    assert_eq!(cost(prices, 1_912, 800), 17_736);
    assert_eq!(cost(prices, u64::MAX, u64::MAX), u64::MAX);
}
