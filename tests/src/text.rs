//! The texts of the page, so that journeys find things by the keys of the catalogue. English where no language is named.

use std::borrow::Cow;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use usher_messages::{Catalogue, Language, Message, Param};

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| all_texts("en", Language::English));
static GERMAN: LazyLock<Catalogue> = LazyLock::new(|| all_texts("de", Language::German));

fn all_texts(folder: &str, language: Language) -> Catalogue {
    let words = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/words");
    let files = fs::read_dir(words.join(folder)).into_iter().flatten();
    let read = files.flatten().map(|file| {
        let json = fs::read_to_string(file.path()).unwrap_or_default();
        (file.file_name().to_string_lossy().into_owned(), json)
    });
    Catalogue::of_files(read, language)
}

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
