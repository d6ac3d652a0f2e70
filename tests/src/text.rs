//! The texts of the page, so that journeys find things by the keys of the catalogue. English where no language is named.

use std::borrow::Cow;
use std::sync::LazyLock;

use usher_messages::{Catalogue, Language, Message, Param};

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| {
    let json = include_str!("../../ui/src/words/generated/en.json");
    Catalogue::parse(json, Language::English)
});

static GERMAN: LazyLock<Catalogue> = LazyLock::new(|| {
    let json = include_str!("../../ui/src/words/generated/de.json");
    Catalogue::parse(json, Language::German)
});

/// Returns the text of a key that has no parameters.
///
/// # Panics
/// If there is no such key.
pub fn text(key: &str) -> String {
    text_with(key, &[])
}

/// Returns the text of a key with its parameters; a whole number decides plurals.
///
/// # Panics
/// If there is no such key.
pub fn text_with(key: &str, params: &[(&str, &str)]) -> String {
    text_in(Language::English, key, params)
}

/// Returns the text of a key in a language; a whole number decides plurals.
///
/// # Panics
/// If there is no such key.
pub fn text_in(language: Language, key: &str, params: &[(&str, &str)]) -> String {
    let texts = match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
    };
    assert!(texts.has(key), "no text has the key {key}");
    let params = params.iter().map(|(name, value)| {
        let param = match value.parse::<i64>() {
            Ok(number) => Param::from(number),
            Err(_) => Param::from(*value),
        };
        (Cow::from((*name).to_owned()), param)
    });
    texts.text(&Message {
        code: key.to_owned().into(),
        params: params.collect(),
    })
}

/// Returns the title of the window and of the tray icon while so many approvals are pending.
///
/// # Panics
/// If the catalogue has no such text.
pub fn title(pending: usize) -> String {
    text_with("desktop.title", &[("count", &pending.to_string())])
}
