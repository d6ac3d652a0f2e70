//! Answers `completion/complete`.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::fault::Fault;
use crate::{params, resources, world};

/// How many values one answer holds; the specification allows 100.
const MAX_VALUES: usize = 20;

#[derive(Deserialize)]
struct CompleteParams {
    #[serde(rename = "ref")]
    reference: Reference,
    argument: Argument,
    #[serde(default)]
    context: Context,
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum Reference {
    #[serde(rename = "ref/prompt")]
    Prompt { name: String },
    #[serde(rename = "ref/resource")]
    Resource { uri: String },
}

#[derive(Deserialize)]
struct Argument {
    name: String,
    value: String,
}

/// What was filled in before, so that the cities fit the country.
#[derive(Default, Deserialize)]
struct Context {
    #[serde(default)]
    arguments: Map<String, Value>,
}

/// `completion/complete`.
pub(crate) fn complete(params: Map<String, Value>) -> Result<Value, Fault> {
    let params: CompleteParams = params::parse("completion/complete", params)?;
    let country = params.context.arguments.get("country");
    let country = country.and_then(Value::as_str);
    let candidates = candidates(&params.reference, &params.argument.name, country)?;
    let typed = params.argument.value.to_lowercase();
    let mut fitting: Vec<String> = candidates
        .into_iter()
        .filter(|candidate| candidate.to_lowercase().contains(&typed))
        .collect();
    // What begins with the typed text comes first; the order is kept otherwise.
    fitting.sort_by_key(|candidate| !candidate.to_lowercase().starts_with(&typed));
    let total = fitting.len();
    fitting.truncate(MAX_VALUES);
    Ok(json!({
        "completion": {
            "hasMore": total > fitting.len(),
            "total": total,
            "values": fitting,
        },
    }))
}

fn candidates(
    reference: &Reference,
    argument: &str,
    country: Option<&str>,
) -> Result<Vec<String>, Fault> {
    let owned = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect();
    Ok(match reference {
        Reference::Prompt { name } => match (name.as_str(), argument) {
            ("plan_weekend", "country") => countries(),
            ("plan_weekend", "city") => cities(country),
            ("plan_weekend", "mood") => owned(&["calm", "curious", "wild"]),
            ("summarize", "resource") => owned(&resources::uris()),
            ("summarize", "length") => owned(&["short", "medium", "long"]),
            ("describe_picture", "audience") => owned(&[
                "everybody",
                "a child",
                "a painter",
                "a sailor",
                "somebody who cannot see it",
            ]),
            (
                "daily_briefing" | "name_that_tune" | "plan_weekend" | "summarize"
                | "describe_picture",
                _,
            ) => {
                return Err(no_argument(argument, &format!("prompt {name}")));
            }
            _ => return Err(Fault::invalid_params(format!("Unknown prompt: {name}"))),
        },
        Reference::Resource { uri } => match (uri.as_str(), argument) {
            (resources::CITIES, "country") => countries(),
            (resources::CITIES, "city") => cities(country),
            (resources::FORECAST, "city") => cities(None),
            (resources::FORECAST, "days") => (1..=7).map(|day| day.to_string()).collect(),
            (resources::FORECAST, "unit") => owned(&["celsius", "fahrenheit"]),
            (resources::TABLES, "number") => (1..1000).map(|n| n.to_string()).collect(),
            (resources::CITIES | resources::FORECAST | resources::TABLES, _) => {
                return Err(no_argument(argument, &format!("template {uri}")));
            }
            _ => return Err(Fault::invalid_params(format!("Unknown template: {uri}"))),
        },
    })
}

fn no_argument(argument: &str, whose: &str) -> Fault {
    Fault::invalid_params(format!("There is no argument {argument} in {whose}"))
}

fn countries() -> Vec<String> {
    let names = world::COUNTRIES.iter().map(|country| country.name);
    names.map(str::to_owned).collect()
}

/// The cities of a country; of all countries while none, or no known one, is chosen.
fn cities(country: Option<&str>) -> Vec<String> {
    match country.and_then(world::country) {
        Some(country) => country
            .cities
            .iter()
            .map(|city| city.name.to_owned())
            .collect(),
        None => world::city_names().map(str::to_owned).collect(),
    }
}
