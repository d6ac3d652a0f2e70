//! Lists and expands the prompts.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::fault::Fault;
use crate::icons::{self, Glyph};
use crate::{content, media, page, params, resources, world};

const PAGE_SIZE: usize = 3;

/// `prompts/list`.
pub(crate) fn list(params: Map<String, Value>) -> Result<Value, Fault> {
    page::cut("prompts/list", params, "prompts", all(), PAGE_SIZE)
}

fn all() -> Vec<Value> {
    let prompt = |name, title, description, glyph, arguments: Value| {
        json!({
            "name": name,
            "title": title,
            "description": description,
            "icons": icons::of(glyph),
            "arguments": arguments,
        })
    };
    vec![
        prompt(
            "daily_briefing",
            "Daily briefing",
            "A fixed question without arguments",
            Glyph::Bell,
            json!([]),
        ),
        prompt(
            "plan_weekend",
            "Plan a weekend",
            "Asks for a plan for a weekend in a city",
            Glyph::Map,
            json!([
                { "name": "country", "title": "Country", "description": "Where to go", "required": true },
                { "name": "city", "title": "City", "description": "A city of that country", "required": true },
                { "name": "mood", "title": "Mood", "description": "Calm, curious or wild", "required": false },
            ]),
        ),
        prompt(
            "summarize",
            "Summarize a paper",
            "Puts a resource of the demo before the model and asks for a summary",
            Glyph::Page,
            json!([
                { "name": "resource", "title": "Resource", "description": "Its address", "required": true },
                { "name": "length", "title": "Length", "description": "short, medium or long" },
            ]),
        ),
        prompt(
            "describe_picture",
            "Describe a picture",
            "Shows the sunrise and asks what is in it",
            Glyph::Picture,
            json!([
                { "name": "audience", "title": "Audience", "description": "For whom it is described" },
            ]),
        ),
        prompt(
            "name_that_tune",
            "Name that tune",
            "Plays the chime, links to its file and asks for a name",
            Glyph::Sound,
            json!([]),
        ),
    ]
}

#[derive(Deserialize)]
struct GetParams {
    name: String,
    #[serde(default)]
    arguments: Map<String, Value>,
}

/// `prompts/get`.
pub(crate) fn get(params: Map<String, Value>) -> Result<Value, Fault> {
    let params: GetParams = params::parse("prompts/get", params)?;
    let arguments = Arguments {
        prompt: &params.name,
        given: &params.arguments,
    };
    let (description, messages) = match params.name.as_str() {
        "daily_briefing" => daily_briefing(),
        "plan_weekend" => plan_weekend(&arguments)?,
        "summarize" => summarize(&arguments)?,
        "describe_picture" => describe_picture(&arguments)?,
        "name_that_tune" => name_that_tune(),
        unknown => {
            return Err(Fault::invalid_params(format!("Unknown prompt: {unknown}")));
        }
    };
    Ok(json!({ "description": description, "messages": messages }))
}

/// The arguments of one `prompts/get`. They are text by the specification.
struct Arguments<'a> {
    prompt: &'a str,
    given: &'a Map<String, Value>,
}

impl Arguments<'_> {
    fn optional(&self, name: &str) -> Result<Option<&str>, Fault> {
        match self.given.get(name) {
            None => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Fault::invalid_params(format!(
                "The argument {name} of prompt {} must be text",
                self.prompt
            ))),
        }
    }

    fn required(&self, name: &str) -> Result<&str, Fault> {
        self.optional(name)?.ok_or_else(|| {
            Fault::invalid_params(format!("Prompt {} needs the argument {name}", self.prompt))
        })
    }
}

type Messages = (String, Vec<Value>);

fn message(role: &str, content: &Value) -> Value {
    json!({ "role": role, "content": content })
}

fn daily_briefing() -> Messages {
    let messages = vec![message(
        "user",
        &content::text("What should I know today? Use demo://clock and the forecast for Helsinki."),
    )];
    ("A question for every morning".to_owned(), messages)
}

fn plan_weekend(arguments: &Arguments) -> Result<Messages, Fault> {
    let country = arguments.required("country")?;
    let city = arguments.required("city")?;
    let mood = arguments.optional("mood")?.unwrap_or("calm");
    let known = match world::find_city(city) {
        Some((_, city)) => format!(" It is known for {}.", city.known_for),
        None => String::new(),
    };
    let question = format!(
        "Plan a {mood} weekend in {city}, {country}.{known} One plan for each day, please."
    );
    let messages = vec![
        message("user", &content::text(question)),
        message(
            "assistant",
            &content::text("With pleasure. When do you arrive, and who comes with you?"),
        ),
        message(
            "user",
            &content::text("On Friday evening, alone. Start with something to eat."),
        ),
    ];
    Ok((format!("A {mood} weekend in {city}"), messages))
}

fn summarize(arguments: &Arguments) -> Result<Messages, Fault> {
    let uri = arguments.required("resource")?;
    let length = arguments.optional("length")?.unwrap_or("short");
    let contents = resources::contents(uri).ok_or_else(|| Fault::no_resource(uri))?;
    let question = format!("Write a {length} summary of this paper.");
    let messages = vec![
        message("user", &content::text(question)),
        message("user", &content::embedded(&contents)),
    ];
    Ok((format!("A {length} summary of {uri}"), messages))
}

fn describe_picture(arguments: &Arguments) -> Result<Messages, Fault> {
    let audience = arguments.optional("audience")?.unwrap_or("everybody");
    let question = format!("Describe this picture for {audience}.");
    let messages = vec![
        message("user", &content::image("image/png", &media::sunrise())),
        message("user", &content::text(question)),
    ];
    Ok((format!("A picture described for {audience}"), messages))
}

fn name_that_tune() -> Messages {
    let mut messages = vec![message(
        "user",
        &content::audio("audio/wav", &media::chime()),
    )];
    if let Some(entry) = resources::entry("demo://sounds/chime.wav") {
        messages.push(message("user", &content::link(&entry)));
    }
    messages.push(message(
        "user",
        &content::text("Which tune is this? If you cannot hear it, invent a name."),
    ));
    ("A sound with its file".to_owned(), messages)
}
