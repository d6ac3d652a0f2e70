//! About how many tokens a request is, before anybody has counted: no provider counts alike, so this errs upwards.

use usher_llm::prompt::{Part, Prompt};
use usher_types::model::ModelPrices;

/// Fewest bytes of text per token, over all languages.
const BYTES_A_TOKEN: u64 = 3;

/// What the frame of a message takes.
const A_TURN: u64 = 4;

/// What a picture of common size takes.
const A_PICTURE: u64 = 1_600;

/// A token of sound is about this many bytes of base64.
const SOUND_BYTES_A_TOKEN: u64 = 400;

/// Tokens of a request, about.
pub(super) fn tokens(prompt: &Prompt) -> u64 {
    let system = text(prompt.system.as_deref().unwrap_or_default());
    let turns: u64 = prompt
        .turns
        .iter()
        .map(|turn| A_TURN + turn.parts.iter().map(part).sum::<u64>())
        .sum();
    let tools: u64 = prompt
        .tools
        .iter()
        .map(|tool| {
            text(&tool.name)
                + text(tool.description.as_deref().unwrap_or_default())
                + text(&tool.schema.to_string())
        })
        .sum();
    system + turns + tools
}

fn part(part: &Part) -> u64 {
    match part {
        Part::Text(words) => text(words),
        Part::Image { .. } => A_PICTURE,
        Part::Audio { base64, .. } => whole(base64.len()).div_ceil(SOUND_BYTES_A_TOKEN),
        Part::Use { name, input, .. } => {
            text(name) + text(&serde_json::Value::from(input.clone()).to_string())
        }
        Part::Result { parts, .. } => parts.iter().map(self::part).sum(),
    }
}

/// Tokens of a text, about.
pub(super) fn text(text: &str) -> u64 {
    whole(text.len()).div_ceil(BYTES_A_TOKEN)
}

/// What so many tokens cost, in millionths of a dollar.
pub(super) fn cost(prices: ModelPrices, input: u64, output: u64) -> u64 {
    let part = |tokens: u64, price: u64| u128::from(tokens) * u128::from(price);
    let sum = part(input, prices.input) + part(output, prices.output);
    u64::try_from(sum.div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

fn whole(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}
