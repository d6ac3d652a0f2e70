//! Adds and removes entries of a text, whichever format it has, and proves that nothing else changed.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use usher_config::file_format::Format;

use crate::entry::Entry;
use crate::place::{Place, Problem};
use crate::splice::{Splice, spliced};
use crate::{json, toml, yaml};

/// How an agent's file is changed. Its serialised form is part of a receipt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edit {
    /// The entry of Usher is added, or brought up to date.
    #[serde(rename = "entry")]
    Connect(Entry),
    /// Servers of the agent's own are removed, by their names.
    #[serde(rename = "removed")]
    Remove(Vec<String>),
}

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

/// Removes the entries of these names at the place of an entry. One that is not there is at a place that is not edited.
pub(crate) fn remove(text: &str, place: Place, names: &[String]) -> Result<String, Problem> {
    let mut expected = place.parse(text)?;
    let (mark, body) = byte_order_mark(text);
    let mut changed = body.to_owned();
    for name in names {
        let place = Place { name, ..place };
        if place.entry(&expected).is_none() {
            return Err(Problem::Form);
        }
        changed = without(&changed, place)?;
        expected = place.without(expected);
    }
    let changed = format!("{mark}{changed}");
    let new = place.parse(&changed).map_err(|_| Problem::Wrong)?;
    let at = |name| Place { name, ..place };
    let is_left = names.iter().any(|name| at(name).entry(&new).is_some());
    // Objects that hold nothing may be left or not.
    let rest = |root| names.iter().fold(root, |root, name| at(name).without(root));
    if !is_left && rest(new) == rest(expected) {
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
