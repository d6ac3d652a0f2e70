//! Which model a request means: its hints in their order, each held against the person's own table and then against the
//! names of listed models; only then the numeric priorities (2025-11-25, client/sampling, model preferences).

use serde_json::Value;
use usher_types::sampling::{ChosenModel, ModelChoiceReason};

use usher_llm::provider::Provider;
use usher_types::model::ModelRef;
use usher_types::model::{ModelMapping, ModelPrices};

/// Names that are no writers of text.
const OTHER_TRADES: [&str; 10] = [
    "embed",
    "whisper",
    "tts",
    "dall-e",
    "image",
    "moderation",
    "realtime",
    "audio",
    "transcribe",
    "rerank",
];

/// What the small ones of a family are called.
const SMALL: [&str; 7] = ["mini", "nano", "haiku", "flash", "lite", "small", "tiny"];

/// What the large ones are called.
const LARGE: [&str; 5] = ["opus", "pro", "large", "ultra", "max"];

pub(super) fn choose(
    preferences: &Value,
    table: &[ModelMapping],
    providers: &[Provider],
) -> Option<ChosenModel> {
    let listed = || {
        providers.iter().flat_map(|provider| {
            provider.models.iter().map(|model| ModelRef {
                provider_id: provider.id.clone(),
                model: model.id.clone(),
            })
        })
    };
    for hint in hints(preferences) {
        let name = hint.to_lowercase();
        let row = table.iter().find(|row| {
            let words = row.hint.trim().to_lowercase();
            !words.is_empty() && name.contains(&words)
        });
        if let Some(row) = row {
            return Some(ChosenModel {
                model: row.model.clone(),
                why: ModelChoiceReason::Table {
                    hint,
                    words: row.hint.clone(),
                },
            });
        }
        if let Some(model) = listed().find(|each| each.model.to_lowercase().contains(&name)) {
            return Some(ChosenModel {
                model,
                why: ModelChoiceReason::Listed { hint },
            });
        }
    }
    let mut writers: Vec<ModelRef> = listed()
        .chain(table.iter().map(|row| row.model.clone()))
        .filter(|each| !names(&each.model, &OTHER_TRADES))
        .collect();
    let first = writers.first()?.clone();
    let priority = |name: &str| preferences[name].as_f64().filter(|given| *given > 0.0);
    let (clever, fast, cheap) = (
        priority("intelligencePriority"),
        priority("speedPriority"),
        priority("costPriority"),
    );
    if clever.or(fast).or(cheap).is_none() {
        return Some(ChosenModel {
            model: first,
            why: ModelChoiceReason::First,
        });
    }
    let dearest = table
        .iter()
        .filter_map(|row| row.prices)
        .map(dearness)
        .max()
        .unwrap_or_default();
    let score = |model: &ModelRef| {
        let size = size(&model.model);
        let cost = prices(table, model).map_or(size, |own| share(dearness(own), dearest));
        clever.unwrap_or_default() * size
            + fast.unwrap_or_default() * (1.0 - size)
            + cheap.unwrap_or_default() * (1.0 - cost)
    };
    // The sort is stable: among equals the first listed stays first.
    writers.sort_by(|a, b| score(b).total_cmp(&score(a)));
    writers.into_iter().next().map(|model| ChosenModel {
        model,
        why: ModelChoiceReason::Priorities,
    })
}

/// What the person says a model costs.
pub(super) fn prices(table: &[ModelMapping], model: &ModelRef) -> Option<ModelPrices> {
    table
        .iter()
        .filter(|row| &row.model == model)
        .find_map(|row| row.prices)
}

fn hints(preferences: &Value) -> Vec<String> {
    preferences["hints"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|hint| hint["name"].as_str())
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

fn names(model: &str, words: &[&str]) -> bool {
    let model = model.to_lowercase();
    words.iter().any(|word| model.contains(word))
}

/// Size guessed by name: 0 small and fast, 1 large and slow.
fn size(model: &str) -> f64 {
    // Whole words: every Gemini has “mini” in its name.
    let model = model.to_lowercase();
    let is_one_of = |sizes: &[&str]| {
        model
            .split(|letter: char| !letter.is_alphanumeric())
            .any(|word| sizes.contains(&word))
    };
    if is_one_of(&SMALL) {
        0.0
    } else if is_one_of(&LARGE) {
        1.0
    } else {
        0.5
    }
}

fn dearness(prices: ModelPrices) -> u64 {
    prices.input.saturating_add(prices.output)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "prices are compared, not counted"
)]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    part as f64 / whole as f64
}
