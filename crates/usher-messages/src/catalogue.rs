//! The texts of a language, from the files that the page reads, too.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::icu::{self, Element};
use crate::message::{Message, Param};

/// The parameters of a message by name.
type Params = BTreeMap<Cow<'static, str>, Param>;

/// A language with a catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    English,
    German,
}

/// The texts of one language by key.
#[derive(Debug)]
pub struct Catalogue {
    texts: HashMap<String, String>,
    language: Language,
}

/// Files of texts by their names, of those areas that the core, the terminal and the desktop use.
macro_rules! files {
    ($language:literal: $($name:literal)*) => {
        [$((
            $name,
            include_str!(concat!("../../../ui/src/words/", $language, "/", $name, ".json")),
        )),*]
    };
    ($language:literal) => {
        files!($language:
            "core" "core.agents" "core.apps" "core.clients" "core.contents" "core.data" "core.errors"
            "core.failure" "core.models" "core.network" "core.protocol" "core.reviews" "core.setup"
            "core.webtools" "desktop" "terminal")
    };
}

static ENGLISH: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::of_files(files!("en"), Language::English));
static GERMAN: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::of_files(files!("de"), Language::German));

impl Catalogue {
    /// Returns the texts that the core, the terminal and the desktop use.
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
        }
    }

    /// Reads files by their names; one that cannot be read has no texts.
    ///
    /// The keys of its texts begin with its area, which is its name up to the first dot.
    pub fn of_files<Name: AsRef<str>, Json: AsRef<str>>(
        files: impl IntoIterator<Item = (Name, Json)>,
        language: Language,
    ) -> Self {
        let mut texts = HashMap::new();
        for (name, json) in files {
            let area = name.as_ref().split('.').next().unwrap_or_default();
            let section = serde_json::from_str(json.as_ref()).unwrap_or_default();
            add_texts(&mut texts, area, section);
        }
        Self { texts, language }
    }

    /// Returns whether there is a text for the key.
    pub fn has(&self, key: &str) -> bool {
        self.texts.contains_key(key)
    }

    /// Returns all keys.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// Returns the text of a message of the core, whose code is a key below `core`.
    pub(crate) fn core_text(&self, message: &Message) -> String {
        self.fill(&format!("core.{}", message.code), &message.params)
    }

    /// Returns the text of a message whose code is a whole key, such as `desktop.tray.open`.
    pub fn text(&self, message: &Message) -> String {
        self.fill(&message.code, &message.params)
    }

    /// Returns the text of a key; the key itself where there is none.
    fn fill(&self, key: &str, params: &Params) -> String {
        let Some(source) = self.texts.get(key) else {
            return key.to_owned();
        };
        match icu::parse(source) {
            Ok(elements) => {
                let mut text = String::new();
                self.write(&mut text, &elements, params, 0);
                text
            }
            // A test reads every text.
            Err(_) => source.clone(),
        }
    }

    /// Writes elements; `number` decided the plural they stand in.
    fn write(&self, text: &mut String, elements: &[Element<'_>], params: &Params, number: i64) {
        for element in elements {
            match element {
                Element::Literal(literal) => text.push_str(literal),
                Element::Argument(name) => match params.get(*name) {
                    Some(Param::Number { value }) => text.push_str(&value.to_string()),
                    Some(param) => text.push_str(&self.param(param)),
                    None => text.push_str(name),
                },
                Element::Number(name) => match params.get(*name) {
                    Some(param) => text.push_str(&self.param(param)),
                    None => text.push_str(name),
                },
                Element::Pound => text.push_str(&self.number(number)),
                // An empty tag stands for a parameter that the page draws as an element.
                Element::Tag { name, children } if children.is_empty() => {
                    self.write(text, &[Element::Argument(name)], params, number);
                }
                Element::Tag { children, .. } => self.write(text, children, params, number),
                Element::Options {
                    name,
                    is_plural,
                    options,
                } => {
                    let option = |wanted: &str| options.iter().find(|(name, _)| *name == wanted);
                    let (number, chosen) = match params.get(*name) {
                        Some(Param::Number { value }) if *is_plural => {
                            let exact = option(&format!("={value}"));
                            (*value, exact.or_else(|| option(plural(*value))))
                        }
                        Some(Param::Text { text }) => (number, option(text)),
                        _ => (number, None),
                    };
                    if let Some((_, elements)) = chosen.or_else(|| option("other")) {
                        self.write(text, elements, params, number);
                    }
                }
            }
        }
    }

    fn param(&self, param: &Param) -> String {
        match param {
            Param::Text { text } => text.clone(),
            Param::Number { value } => self.number(*value),
            Param::Bytes { bytes } => self.bytes(*bytes),
            Param::Duration { ms } => self.duration(*ms),
            Param::Moment { at } => utc(*at),
            Param::Message { message } => self.core_text(message),
            Param::List { items } => {
                let items: Vec<String> = items.iter().map(|item| self.param(item)).collect();
                self.list(&items)
            }
        }
    }

    /// Writes a number with the thousands separator of the language.
    fn number(&self, value: i64) -> String {
        let separator = match self.language {
            Language::English => ',',
            Language::German => '.',
        };
        let digits = value.unsigned_abs().to_string();
        let mut text = String::from(if value < 0 { "-" } else { "" });
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push(separator);
            }
            text.push(digit);
        }
        text
    }

    /// Writes tenths with the decimal separator of the language.
    fn tenths(&self, tenths: u64) -> String {
        let separator = match self.language {
            Language::English => '.',
            Language::German => ',',
        };
        let whole = self.number(i64::try_from(tenths / 10).unwrap_or(i64::MAX));
        match tenths % 10 {
            0 => whole,
            rest => format!("{whole}{separator}{rest}"),
        }
    }

    fn bytes(&self, bytes: u64) -> String {
        const UNITS: [(u64, &str); 4] = [
            (1_000_000_000_000, "TB"),
            (1_000_000_000, "GB"),
            (1_000_000, "MB"),
            (1_000, "kB"),
        ];
        match UNITS.into_iter().find(|(size, _)| bytes >= *size) {
            Some((size, unit)) => format!("{} {unit}", self.tenths(bytes / (size / 10))),
            None => format!("{bytes} B"),
        }
    }

    fn duration(&self, ms: u64) -> String {
        match ms {
            0..1_000 => format!("{ms} ms"),
            1_000..60_000 => format!("{} s", self.tenths(ms / 100)),
            _ => match (ms / 60_000, ms % 60_000 / 1_000) {
                (minutes, 0) => format!("{minutes} min"),
                (minutes, seconds) => format!("{minutes} min {seconds} s"),
            },
        }
    }

    fn list(&self, items: &[String]) -> String {
        let and = match self.language {
            Language::English => "and",
            Language::German => "und",
        };
        match items {
            [] => String::new(),
            [only] => only.clone(),
            [first @ .., last] => {
                // As the page's list format: an English list of three or more has a comma before "and".
                let comma = match self.language {
                    Language::English if first.len() > 1 => ",",
                    _ => "",
                };
                format!("{}{comma} {and} {last}", first.join(", "))
            }
        }
    }
}

impl Message {
    /// Returns the text in a language.
    pub fn in_language(&self, language: Language) -> String {
        Catalogue::of(language).core_text(self)
    }
}

/// Writes the English text.
impl fmt::Display for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.in_language(Language::English))
    }
}

/// Adds the texts of a section by their whole keys.
fn add_texts(texts: &mut HashMap<String, String>, prefix: &str, section: Map<String, Value>) {
    for (name, value) in section {
        let key = format!("{prefix}.{name}");
        match value {
            Value::String(text) => {
                texts.insert(key, text);
            }
            Value::Object(section) => add_texts(texts, &key, section),
            _ => {}
        }
    }
}

/// The plural category of a whole number; English and German have the same.
fn plural(value: i64) -> &'static str {
    match value {
        1 => "one",
        _ => "other",
    }
}

/// A moment in UTC: `2026-11-24 16:28`.
fn utc(at_ms: i64) -> String {
    let format = time::macros::format_description!("[year]-[month]-[day] [hour]:[minute]");
    time::OffsetDateTime::from_unix_timestamp(at_ms.div_euclid(1_000))
        .ok()
        .and_then(|moment| moment.format(format).ok())
        .unwrap_or_else(|| at_ms.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashMap};
    use std::fs;
    use std::path::Path;

    use serde_json::Value;

    use super::{Catalogue, Language, add_texts};
    use crate::icu;
    use crate::{Message, Param};

    const WORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ui/src/words");

    fn text(source: &str, language: Language, message: &Message) -> String {
        let json = serde_json::json!({ "called": source, "plain": "Disconnected" }).to_string();
        Catalogue::of_files([("core.json", json)], language).core_text(message)
    }

    #[derive(serde::Deserialize)]
    struct Cases {
        written: Vec<Case>,
        refused: Vec<String>,
    }

    #[derive(serde::Deserialize)]
    struct Case {
        text: String,
        values: BTreeMap<String, Value>,
        is: String,
    }

    #[test]
    fn texts_are_written_as_the_page_writes_them() {
        let json = include_str!("../../../ui/src/words/icu-cases.json");
        let Cases { written, refused } = serde_json::from_str(json).unwrap();
        for Case {
            text: source,
            values,
            is,
        } in written
        {
            let mut message = Message::new("called");
            for (name, value) in values {
                let param = match value.as_i64() {
                    Some(number) => Param::from(number),
                    None => Param::from(value.as_str().unwrap()),
                };
                message.params.insert(name.into(), param);
            }
            assert_eq!(text(&source, Language::English, &message), is, "{source}");
        }
        for text in refused {
            assert!(icu::parse(&text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_text_can_be_read_and_those_of_rust_are_there() {
        let mut faults = Vec::new();
        for (folder, language) in [("en", Language::English), ("de", Language::German)] {
            let catalogue = Catalogue::of(language);
            for file in fs::read_dir(Path::new(WORDS).join(folder)).unwrap() {
                let path = file.unwrap().path();
                let area = path.file_name().unwrap().to_str().unwrap();
                let area = area.split('.').next().unwrap();
                let section = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
                let mut texts = HashMap::new();
                add_texts(&mut texts, area, section);
                for (key, text) in texts {
                    if let Err(fault) = icu::parse(&text) {
                        faults.push(format!("{}: {key}: {fault}", path.display()));
                    }
                    if ["core", "desktop", "terminal"].contains(&area) && !catalogue.has(&key) {
                        faults.push(format!("{}: {key} is in no program", path.display()));
                    }
                }
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn parameters_are_filled_in() {
        let check = |source, language, message: Message, expected: &str| {
            let text = text(source, language, &message);
            assert_eq!(text, expected, "{message:?} in {language:?}");
        };
        let (english, german) = (Language::English, Language::German);
        let called = |param: Param| Message::new("called").with("name", param);
        check("", english, Message::new("plain"), "Disconnected");
        check("", english, Message::new("absent"), "core.absent");
        let name = "calls {name}";
        check(name, english, Message::new("called"), "calls name");
        check(name, english, called("{n}".into()), "calls {n}");
        let drawn = "<name></name> calls";
        check(drawn, english, called("Notes".into()), "Notes calls");
        check(
            "{name, plural, one {# Tool} other {# Tools}}, {name, number}",
            german,
            called(1_234.into()),
            "1.234 Tools, 1.234",
        );
        for (language, param, expected) in [
            (english, Message::new("plain").into(), "calls Disconnected"),
            (english, vec!["a", "b", "c"].into(), "calls a, b, and c"),
            (german, vec!["a", "b", "c"].into(), "calls a, b und c"),
            (english, vec!["a", "b"].into(), "calls a and b"),
            (german, Param::Bytes { bytes: 1_260_000 }, "calls 1,2 MB"),
            (english, Param::Bytes { bytes: 999 }, "calls 999 B"),
            (english, Param::Duration { ms: 62_000 }, "calls 1 min 2 s"),
            (english, Param::Duration { ms: 4_200 }, "calls 4.2 s"),
            (
                english,
                Param::Moment {
                    at: 1_764_001_680_000,
                },
                "calls 2025-11-24 16:28",
            ),
        ] {
            check(name, language, called(param), expected);
        }
    }
}
