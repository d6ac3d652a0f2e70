//! The resource templates: addresses with gaps, and what an address with its gaps filled means.

use serde_json::{Value, json};

use crate::icons::{self, Glyph};
use crate::world::{self, Unit};

pub(crate) const CITIES: &str = "demo://cities/{country}/{city}";
pub(crate) const FORECAST: &str = "demo://forecast/{city}{?days,unit}";
pub(crate) const TABLES: &str = "demo://tables/{number}";

/// Every template, as `resources/templates/list` shows it.
pub(super) fn all() -> Vec<Value> {
    let template = |uri, name, title, description, mime_type, glyph| {
        json!({
            "uriTemplate": uri,
            "name": name,
            "title": title,
            "description": description,
            "mimeType": mime_type,
            "icons": icons::of(glyph),
            "annotations": { "audience": ["user", "assistant"], "priority": 0.6 },
        })
    };
    vec![
        template(
            CITIES,
            "city",
            "A city",
            "Facts about a city; country and city can be completed",
            "application/json",
            Glyph::Pin,
        ),
        template(
            FORECAST,
            "forecast",
            "A forecast",
            "The weather of a city; days (1 to 7) and unit are optional",
            "application/json",
            Glyph::Weather,
        ),
        template(
            TABLES,
            "times-table",
            "A times table",
            "The multiples of a number from 1 to 999",
            "text/csv",
            Glyph::Table,
        ),
    ]
}

/// What is at an address that one of the templates makes.
pub(super) fn contents(uri: &str) -> Option<Value> {
    let (path, query) = uri.split_once('?').unwrap_or((uri, ""));
    let segments: Vec<String> = path
        .strip_prefix("demo://")?
        .split('/')
        .map(decoded)
        .collect::<Option<_>>()?;
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    let json_at = |value: &Value| {
        let text = serde_json::to_string_pretty(value).unwrap_or_default();
        Some(json!({ "uri": uri, "mimeType": "application/json", "text": text }))
    };
    match segments.as_slice() {
        ["cities", country, city] => {
            let (found, city) = world::find_city(city)?;
            let country = world::country(country)?;
            (found.name == country.name)
                .then(|| json_at(&city.to_json(country)))
                .flatten()
        }
        ["forecast", city] => {
            let (_, city) = world::find_city(city)?;
            let (days, unit) = forecast_query(query)?;
            json_at(&world::forecast(city.name, days, unit))
        }
        ["tables", number] => {
            let number: u32 = number.parse().ok().filter(|n| (1..1000).contains(n))?;
            let rows: Vec<String> = (1..=10)
                .map(|factor| format!("{factor},{}", factor * number))
                .collect();
            let text = format!("factor,product\n{}\n", rows.join("\n"));
            Some(json!({ "uri": uri, "mimeType": "text/csv", "text": text }))
        }
        _ => None,
    }
}

fn forecast_query(query: &str) -> Option<(u32, Unit)> {
    let (mut days, mut unit) = (3, Unit::default());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=')? {
            ("days", value) => days = value.parse().ok().filter(|d| (1..=7).contains(d))?,
            ("unit", "celsius") => unit = Unit::Celsius,
            ("unit", "fahrenheit") => unit = Unit::Fahrenheit,
            _ => return None,
        }
    }
    Some((days, unit))
}

/// Undoes percent-encoding; none if what comes out is no text.
fn decoded(segment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        let hex = std::str::from_utf8(&digits).ok()?;
        bytes.push(u8::from_str_radix(hex, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::contents;

    fn text(uri: &str) -> Option<String> {
        contents(uri).and_then(|found| found["text"].as_str().map(str::to_owned))
    }

    #[test]
    fn an_address_is_found_whatever_its_encoding() {
        let plain = text("demo://cities/Canada/Montréal").expect("a listed city");
        assert_eq!(
            text("demo://cities/canada/Montr%C3%A9al").as_ref(),
            Some(&plain),
            "an encoded address names the same city"
        );
        let city: Value = serde_json::from_str(&plain).expect("JSON");
        assert_eq!(city["country"], "Canada");
    }

    #[test]
    fn an_address_that_means_nothing_is_not_found() {
        for uri in [
            "demo://cities/Austria/Porto",
            "demo://cities/Portugal",
            "demo://cities/Portugal/%",
            "demo://cities/Portugal/%ff",
            "demo://forecast/Porto?days=8",
            "demo://forecast/Porto?moon=full",
            "demo://tables/0",
            "demo://tables/x",
            "file:///etc/passwd",
            "",
        ] {
            assert_eq!(contents(uri), None, "{uri} must not be found");
        }
    }

    #[test]
    fn a_query_changes_the_forecast() {
        let days = |uri| {
            let text = text(uri).expect("a forecast");
            let forecast: Value = serde_json::from_str(&text).expect("JSON");
            (
                forecast["days"].as_array().map(Vec::len),
                forecast["unit"].clone(),
            )
        };
        assert_eq!(
            days("demo://forecast/Porto"),
            (Some(3), "celsius".into()),
            "no query means three days"
        );
        assert_eq!(
            days("demo://forecast/Porto?days=5&unit=fahrenheit"),
            (Some(5), "fahrenheit".into())
        );
    }
}
