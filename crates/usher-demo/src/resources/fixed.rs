//! The resources that never change: a small tree with one file of each kind.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::icons::{self, Glyph};
use crate::world::{self, Unit};
use crate::{content, media};

/// The day the demo was put together; nothing in the list is younger.
const MODIFIED: &str = "2026-11-21T00:00:00Z";

enum Body {
    Text(String),
    Bytes(Vec<u8>),
}

struct Paper {
    uri: &'static str,
    title: &'static str,
    description: &'static str,
    mime_type: &'static str,
    glyph: Glyph,
    audience: &'static [&'static str],
    priority: f64,
    body: LazyLock<Body>,
}

const BOTH: &[&str] = &["user", "assistant"];
const PERSON: &[&str] = &["user"];
const MODEL: &[&str] = &["assistant"];

/// A body is made when it is first asked for: painting a picture takes a moment.
static SHELF: [Paper; 10] = [
    Paper {
        uri: "demo://guide/welcome.md",
        title: "Welcome",
        description: "What this server is for",
        mime_type: "text/markdown",
        glyph: Glyph::Page,
        audience: BOTH,
        priority: 1.0,
        body: LazyLock::new(|| Body::Text(WELCOME.to_owned())),
    },
    Paper {
        uri: "demo://guide/house-rules.txt",
        title: "House rules",
        description: "Plain text, for a model to keep to",
        mime_type: "text/plain",
        glyph: Glyph::Bell,
        audience: MODEL,
        priority: 0.8,
        body: LazyLock::new(|| Body::Text(RULES.to_owned())),
    },
    Paper {
        uri: "demo://data/cities.json",
        title: "Cities",
        description: "Every city the demo knows",
        mime_type: "application/json",
        glyph: Glyph::Braces,
        audience: BOTH,
        priority: 0.6,
        body: LazyLock::new(|| Body::Text(cities())),
    },
    Paper {
        uri: "demo://data/forecast.csv",
        title: "Forecast table",
        description: "Seven days of made-up weather for every city",
        mime_type: "text/csv",
        glyph: Glyph::Table,
        audience: BOTH,
        priority: 0.5,
        body: LazyLock::new(|| Body::Text(forecast_table())),
    },
    Paper {
        uri: "demo://data/program.html",
        title: "Program",
        description: "A page of HTML, to be shown as source or without scripts",
        mime_type: "text/html",
        glyph: Glyph::Code,
        audience: PERSON,
        priority: 0.2,
        body: LazyLock::new(|| Body::Text(PROGRAM.to_owned())),
    },
    Paper {
        uri: "demo://pictures/sunrise.png",
        title: "Sunrise",
        description: "A picture, 640 × 400",
        mime_type: "image/png",
        glyph: Glyph::Picture,
        audience: PERSON,
        priority: 0.9,
        body: LazyLock::new(|| Body::Bytes(media::sunrise())),
    },
    Paper {
        uri: "demo://pictures/lighthouse.svg",
        title: "Lighthouse",
        description: "A drawing",
        mime_type: "image/svg+xml",
        glyph: Glyph::Picture,
        audience: PERSON,
        priority: 0.7,
        body: LazyLock::new(|| Body::Text(media::LIGHTHOUSE.to_owned())),
    },
    Paper {
        uri: "demo://sounds/chime.wav",
        title: "Chime",
        description: "Three bells before the curtain rises",
        mime_type: "audio/wav",
        glyph: Glyph::Sound,
        audience: PERSON,
        priority: 0.5,
        body: LazyLock::new(|| Body::Bytes(media::chime())),
    },
    Paper {
        uri: "demo://papers/leaflet.pdf",
        title: "Leaflet",
        description: "A paper of one page",
        mime_type: "application/pdf",
        glyph: Glyph::Leaflet,
        audience: PERSON,
        priority: 0.5,
        body: LazyLock::new(|| Body::Bytes(media::leaflet())),
    },
    Paper {
        uri: "demo://raw/bytes.bin",
        title: "Every byte",
        description: "All 256 bytes in order",
        mime_type: "application/octet-stream",
        glyph: Glyph::Bytes,
        audience: MODEL,
        priority: 0.1,
        body: LazyLock::new(|| Body::Bytes((0..=255).collect())),
    },
];

const WELCOME: &str = "\
# Welcome to the demo

This server lives **inside Usher**. It offers one of everything the Model Context Protocol knows:

| kind | try |
|---|---|
| tool | `greet`, `forecast`, `count_slowly` |
| resource | `demo://pictures/sunrise.png`, `demo://clock` |
| template | `demo://cities/{country}/{city}` |
| prompt | `plan_weekend` |

1. Open *Tools* and run **Greet**.
2. Run **Count slowly** and cancel it half way.
3. Run **Ask with a form** and answer the server.
4. Run **Rehearse a play** as a task, close Usher, and come back.

> Nothing here touches your disk or the network.

```json
{ \"seat\": \"12B\", \"ready\": true }
```
";

const RULES: &str = "\
1. Answer in the language of the question.
2. Say when a number of this server is used: they are made up.
3. Never open a page for somebody without asking.
";

const PROGRAM: &str = "\
<!doctype html>
<html lang=\"en\">
<title>Program</title>
<h1>Tonight</h1>
<ol><li>Chime</li><li>Sunrise</li><li>Applause</li></ol>
<script>document.title = 'A viewer must not run this';</script>
</html>
";

fn cities() -> String {
    let cities: Vec<Value> = world::COUNTRIES
        .iter()
        .flat_map(|country| country.cities.iter().map(|city| city.to_json(country)))
        .collect();
    serde_json::to_string_pretty(&cities).unwrap_or_default()
}

fn forecast_table() -> String {
    let mut rows = vec!["city,day,sky,high,low,rain percent".to_owned()];
    for city in world::city_names() {
        let forecast = world::forecast(city, 7, Unit::Celsius);
        for day in forecast["days"].as_array().into_iter().flatten() {
            let sky = day["sky"].as_str().unwrap_or_default();
            let (number, high, low) = (&day["day"], &day["high"], &day["low"]);
            let rain = &day["rainPercent"];
            rows.push(format!("{city},{number},{sky},{high},{low},{rain}"));
        }
    }
    rows.join("\n")
}

/// The addresses, in the order of the list.
pub(crate) fn uris() -> Vec<&'static str> {
    SHELF.iter().map(|paper| paper.uri).collect()
}

fn find(uri: &str) -> Option<&'static Paper> {
    SHELF.iter().find(|paper| paper.uri == uri)
}

/// The entry of a resource, as lists and links show it.
pub(crate) fn entry(uri: &str) -> Option<Value> {
    let paper = find(uri)?;
    let size = match &*paper.body {
        Body::Text(text) => text.len(),
        Body::Bytes(bytes) => bytes.len(),
    };
    Some(json!({
        "uri": paper.uri,
        "name": paper.uri.rsplit('/').next(),
        "title": paper.title,
        "description": paper.description,
        "mimeType": paper.mime_type,
        "size": size,
        "icons": icons::of(paper.glyph),
        "annotations": {
            "audience": paper.audience,
            "priority": paper.priority,
            "lastModified": MODIFIED,
        },
    }))
}

/// What is in a resource, as a read answers it.
pub(crate) fn contents(uri: &str) -> Option<Value> {
    let paper = find(uri)?;
    let mut contents = json!({ "uri": paper.uri, "mimeType": paper.mime_type });
    match &*paper.body {
        Body::Text(text) => contents["text"] = json!(text),
        Body::Bytes(bytes) => contents["blob"] = json!(content::base64(bytes)),
    }
    Some(contents)
}
