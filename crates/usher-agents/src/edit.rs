//! Adds and removes one entry of a text, whichever format it has, and proves that nothing else changed.

use serde_json::Value;
use usher_config::other_apps::Format;

use crate::place::{Place, Problem};
use crate::splice::{Splice, spliced};
use crate::{json, toml, yaml};

/// Adds the entry, or gives it a new value.
pub(crate) fn add(text: &str, place: Place, value: &Value) -> Result<String, Problem> {
    let old = place.parse(text)?;
    if !old.is_object() && !old.is_null() {
        return Err(Problem::Form);
    }
    let (mark, body) = byte_order_mark(text);
    let is_there = place.entry(&old).is_some();
    let changed = match place.format {
        Format::Json => apply(body, json::add(body, place, value)?)?,
        Format::Toml | Format::Yaml => {
            let free = if is_there {
                without(body, place)?
            } else {
                body.to_owned()
            };
            let splices = match place.format {
                Format::Toml => toml::add(&free, place, value)?,
                _ => yaml::add(&free, place, value)?,
            };
            apply(&free, splices)?
        }
    };
    let changed = format!("{mark}{changed}");
    let new = place.parse(&changed).map_err(|_| Problem::Wrong)?;
    let is_right = place.entry(&new) == Some(value);
    if is_right && place.without(new) == place.without(old) {
        Ok(changed)
    } else {
        Err(Problem::Wrong)
    }
}

/// Removes the entry.
pub(crate) fn remove(text: &str, place: Place) -> Result<String, Problem> {
    let old = place.parse(text)?;
    let (mark, body) = byte_order_mark(text);
    let changed = format!("{mark}{}", without(body, place)?);
    let new = place.parse(&changed).map_err(|_| Problem::Wrong)?;
    if place.entry(&new).is_none() && place.without(new) == place.without(old) {
        Ok(changed)
    } else {
        Err(Problem::Wrong)
    }
}

fn without(body: &str, place: Place) -> Result<String, Problem> {
    let splices = match place.format {
        Format::Json => json::remove(body, place)?,
        Format::Toml => toml::remove(body, place)?,
        Format::Yaml => yaml::remove(body, place)?,
    };
    apply(body, splices)
}

fn apply(body: &str, splices: Vec<Splice>) -> Result<String, Problem> {
    spliced(body, splices).ok_or(Problem::Wrong)
}

fn byte_order_mark(text: &str) -> (&str, &str) {
    let mark = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    text.split_at(mark)
}
