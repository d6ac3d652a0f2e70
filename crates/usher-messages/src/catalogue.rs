//! The texts of a language, as the page's catalogue has them.
//!
//! They are ICU messages, parsed when the catalogue was written (the syntax tree of FormatJS): a text without
//! parameters is a string, any other a list of elements.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::LazyLock;

use serde::Deserialize;

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
    texts: HashMap<String, Text>,
    language: Language,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Text {
    Plain(String),
    Parsed(Vec<Element>),
}

/// An element of the syntax tree, by the type numbers of the parser.
#[derive(Debug, Deserialize)]
#[serde(from = "RawElement")]
enum Element {
    Literal(String),
    Argument(String),
    Options {
        name: String,
        is_plural: bool,
        options: BTreeMap<String, Vec<Element>>,
    },
    /// The number that decided the plural.
    Pound,
    Tag(Vec<Element>),
}

#[derive(Deserialize)]
struct RawElement {
    r#type: u8,
    #[serde(default)]
    value: String,
    #[serde(default)]
    options: BTreeMap<String, RawOption>,
    #[serde(default)]
    children: Vec<Element>,
}

#[derive(Deserialize)]
struct RawOption {
    value: Vec<Element>,
}

impl From<RawElement> for Element {
    fn from(raw: RawElement) -> Self {
        let RawElement {
            r#type,
            value,
            options,
            children,
        } = raw;
        match r#type {
            0 => Self::Literal(value),
            5 | 6 => Self::Options {
                name: value,
                is_plural: r#type == 6,
                options: options
                    .into_iter()
                    .map(|(name, option)| (name, option.value))
                    .collect(),
            },
            7 => Self::Pound,
            // An empty tag stands for a parameter that the page draws as an element.
            8 if !children.is_empty() => Self::Tag(children),
            _ => Self::Argument(value),
        }
    }
}

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| {
    Catalogue::parse(
        include_str!("../../../ui/src/words/generated/core.en.json"),
        Language::English,
    )
});
static GERMAN: LazyLock<Catalogue> = LazyLock::new(|| {
    Catalogue::parse(
        include_str!("../../../ui/src/words/generated/core.de.json"),
        Language::German,
    )
});

impl Catalogue {
    /// Returns the texts that the core, the terminal and the desktop use.
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
        }
    }

    /// Reads a catalogue as the page writes it; one that cannot be read has no texts.
    pub fn parse(json: &str, language: Language) -> Self {
        Self {
            texts: serde_json::from_str(json).unwrap_or_default(),
            language,
        }
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
        match self.texts.get(key) {
            Some(Text::Plain(text)) => text.clone(),
            Some(Text::Parsed(elements)) => {
                let mut text = String::new();
                self.write(&mut text, elements, params, None);
                text
            }
            None => key.to_owned(),
        }
    }

    fn write(&self, text: &mut String, elements: &[Element], params: &Params, number: Option<i64>) {
        for element in elements {
            match element {
                Element::Literal(literal) => text.push_str(literal),
                Element::Argument(name) => match params.get(name.as_str()) {
                    Some(param) => text.push_str(&self.param(param)),
                    None => text.push_str(name),
                },
                Element::Pound => text.push_str(&self.number(number.unwrap_or_default())),
                Element::Tag(children) => self.write(text, children, params, number),
                Element::Options {
                    name,
                    is_plural,
                    options,
                } => {
                    let param = params.get(name.as_str());
                    let number = match param {
                        Some(Param::Number { value }) if *is_plural => Some(*value),
                        _ => number,
                    };
                    let chosen = match param {
                        Some(Param::Number { value }) => options
                            .get(&format!("={value}"))
                            .or_else(|| options.get(plural(*value))),
                        Some(Param::Text { text }) => options.get(text),
                        _ => None,
                    };
                    if let Some(elements) = chosen.or_else(|| options.get("other")) {
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
    use super::{Catalogue, Language};
    use crate::{Message, Param};

    #[test]
    fn parameters_plurals_and_choices_are_filled_in() {
        let catalogue = |language| {
            let json = r#"{
                "core.plain": "Disconnected",
                "core.called": [{"type": 0, "value": "calls "}, {"type": 1, "value": "name"}],
                "core.drawn": [{"type": 8, "value": "name", "children": []}, {"type": 0, "value": " calls"}],
                "core.many": [{"type": 6, "value": "n", "offset": 0, "pluralType": "cardinal", "options": {
                    "=0": {"value": [{"type": 0, "value": "none"}]},
                    "one": {"value": [{"type": 7}, {"type": 0, "value": " tool"}]},
                    "other": {"value": [{"type": 7}, {"type": 0, "value": " tools"}]}}}],
                "core.chosen": [{"type": 5, "value": "what", "options": {
                    "a": {"value": [{"type": 8, "value": "b", "children": [{"type": 0, "value": "A"}]}]},
                    "other": {"value": [{"type": 1, "value": "what"}]}}}]
            }"#;
            Catalogue::parse(json, language)
        };
        let check = |language, message: Message, expected: &str| {
            let text = catalogue(language).core_text(&message);
            assert_eq!(text, expected, "{message:?} in {language:?}");
        };
        let called = |param: Param| Message::new("called").with("name", param);
        let (english, german) = (Language::English, Language::German);
        check(english, Message::new("plain"), "Disconnected");
        check(english, Message::new("absent"), "core.absent");
        check(english, Message::new("called"), "calls name");
        check(english, called("{n}".into()), "calls {n}");
        let drawn = Message::new("drawn").with("name", "Notes");
        check(english, drawn, "Notes calls");
        check(english, Message::new("many").with("n", 0), "none");
        check(english, Message::new("many").with("n", 1), "1 tool");
        check(
            english,
            Message::new("many").with("n", 1_234),
            "1,234 tools",
        );
        check(german, Message::new("many").with("n", 1_234), "1.234 tools");
        check(english, Message::new("chosen").with("what", "a"), "A");
        check(english, Message::new("chosen").with("what", "z"), "z");
        check(
            english,
            called(Message::new("plain").into()),
            "calls Disconnected",
        );
        check(
            english,
            called(vec!["a", "b", "c"].into()),
            "calls a, b, and c",
        );
        check(
            german,
            called(vec!["a", "b", "c"].into()),
            "calls a, b und c",
        );
        check(english, called(vec!["a", "b"].into()), "calls a and b");
        check(
            german,
            called(Param::Bytes { bytes: 1_260_000 }),
            "calls 1,2 MB",
        );
        check(english, called(Param::Bytes { bytes: 999 }), "calls 999 B");
        check(
            english,
            called(Param::Duration { ms: 62_000 }),
            "calls 1 min 2 s",
        );
        check(
            english,
            called(Param::Duration { ms: 4_200 }),
            "calls 4.2 s",
        );
        check(
            english,
            called(Param::Moment {
                at: 1_764_001_680_000,
            }),
            "calls 2025-11-24 16:28",
        );
    }

    #[test]
    fn both_languages_are_there() {
        for language in [Language::English, Language::German] {
            assert!(Catalogue::of(language).has("core.verbatim"), "{language:?}");
        }
    }
}
