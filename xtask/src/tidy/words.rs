//! The texts of the catalogue: none uses a word that `docs/words.md` rules out, and each code in Rust has its text.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::{assert_none, read, sources};
use crate::step::root;
use crate::tree;

/// English texts by their keys.
pub(super) fn english() -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for file in tree::sources(&root().join("ui/src/words/en"), &[".json"]) {
        let area = file.path.split('.').next().unwrap_or_default();
        let section = serde_json::from_str(&file.text);
        let section = section.unwrap_or_else(|error| panic!("{}: {error}", file.path));
        add_texts(&mut texts, area, section);
    }
    texts
}

fn add_texts(texts: &mut BTreeMap<String, String>, key: &str, value: Value) {
    match value {
        Value::String(text) => {
            texts.insert(key.to_owned(), text);
        }
        Value::Object(section) => {
            for (name, value) in section {
                add_texts(texts, &format!("{key}.{name}"), value);
            }
        }
        other => panic!("{key} is no text: {other}"),
    }
}

/// The keys of texts that Rust uses.
fn keys_in_rust(english: &BTreeMap<String, String>) -> BTreeSet<&str> {
    let areas = ["core.", "desktop.", "terminal."];
    let keys = english.keys().map(String::as_str);
    keys.filter(|key| areas.iter().any(|area| key.starts_with(area)))
        .collect()
}

/// The phrases of the last column of the table.
fn ruled_out(document: &str) -> Vec<String> {
    let rows = document
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
    rows.skip(1)
        .filter_map(|row| row.trim_end().trim_end_matches('|').rsplit('|').next())
        .flat_map(|cell| cell.split(','))
        .map(|phrase| phrase.trim().to_owned())
        .filter(|phrase| !phrase.is_empty())
        .collect()
}

/// Whether a text holds a phrase as whole words, in any case.
fn holds(text: &str, phrase: &str) -> bool {
    let (text, phrase) = (text.to_lowercase(), phrase.to_lowercase());
    text.match_indices(&phrase).any(|(start, found)| {
        let before = text[..start].chars().next_back();
        let after = text[start + found.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// The codes of messages in a Rust file: literals of two or more words in camel case, joined by dots.
fn codes<'a>(text: &'a str, sections: &BTreeSet<&str>) -> Vec<&'a str> {
    // Each stretch between two quotation marks: a mark that is itself a character or in a raw literal shifts no pair.
    text.split('"')
        .filter(|literal| {
            let mut parts = literal.split('.');
            let is_section = parts.next().is_some_and(|part| sections.contains(part));
            let is_word = |part: &str| {
                part.starts_with(|first: char| first.is_ascii_lowercase())
                    && part.chars().all(|letter| letter.is_ascii_alphanumeric())
            };
            let is_file = Path::new(literal)
                .extension()
                .is_some_and(|end| end == "sql");
            is_section && !is_file && literal.contains('.') && parts.all(is_word)
        })
        .collect()
}

/// Fails if a text uses a word that is ruled out.
pub(super) fn assert_words(texts: impl Iterator<Item = String>) {
    let phrases = ruled_out(&read("docs/words.md"));
    assert!(
        phrases.len() > 20,
        "the table of words is read: {phrases:?}"
    );
    let problems: Vec<String> = texts
        .flat_map(|text| {
            // The table asks for "no longer"; "there is no" is not the "is no" that it rules out; an option has its name.
            let read = text
                .replace("is no longer", "")
                .replace("There is no ", "")
                .replace("--era", "");
            let found = phrases.iter().filter(move |phrase| holds(&read, phrase));
            found.map(move |phrase| format!("{text} has “{phrase}”"))
        })
        .collect();
    assert_none(&problems, "Use the words of docs/words.md");
}

#[test]
fn no_text_uses_a_word_that_is_ruled_out() {
    assert_words(english().into_values());
}

#[test]
fn every_code_has_its_text_and_every_text_its_code() {
    let english = english();
    // Those of the core are named below it; those of the desktop and the terminal by their whole key.
    let texts: BTreeSet<&str> = keys_in_rust(&english)
        .into_iter()
        .map(|key| key.strip_prefix("core.").unwrap_or(key))
        .collect();
    let sections = texts
        .iter()
        .filter_map(|key| Some(key.split_once('.')?.0))
        .collect();
    let files: Vec<_> = sources(&[".rs"])
        .into_iter()
        .filter(|file| file.path.starts_with("crates/") || file.path.starts_with("src-tauri/"))
        .collect();
    let used: BTreeSet<&str> = files
        .iter()
        .flat_map(|file| codes(&file.text, &sections))
        .collect();
    let without_text = used
        .difference(&texts)
        .map(|code| format!("{code} has no text"));
    let unused = texts
        .difference(&used)
        .filter(|key| key.contains('.'))
        .map(|key| format!("{key} is the code of no message"));
    let problems: Vec<String> = without_text.chain(unused).collect();
    assert_none(
        &problems,
        "Codes in Rust are keys of the catalogue: below `core`, or whole ones of `desktop` and `terminal`",
    );
}

/// The comparisons of a page file with a text of two words or more, which may be a sentence of the core.
fn comparisons(text: &str) -> Vec<&str> {
    const SEARCHES: [&str; 7] = [
        ".includes(",
        ".startsWith(",
        ".endsWith(",
        ".indexOf(",
        "=== ",
        "!== ",
        "case ",
    ];
    let found = SEARCHES.iter().flat_map(|search| {
        text.match_indices(search).filter_map(|(start, _)| {
            let literal = &text[start + search.len()..];
            let quote = literal
                .chars()
                .next()
                .filter(|first| "'\"`".contains(*first))?;
            let literal = literal[1..].split([quote, '\n']).next()?;
            Some(literal)
        })
    });
    let is_word = |word: &str| word.chars().filter(|letter| letter.is_alphabetic()).count() > 1;
    found
        .filter(|literal| literal.split(' ').filter(|word| is_word(word)).count() > 1)
        .collect()
}

#[test]
fn no_page_file_reads_a_sentence() {
    let problems: Vec<String> = sources(&[".ts", ".tsx"])
        .iter()
        .filter(|file| file.path.starts_with("ui/src/") && !file.is_test())
        .flat_map(|file| {
            let found = comparisons(&file.text).into_iter();
            found.map(|literal| format!("{} compares with “{literal}”", file.path))
        })
        .collect();
    assert_none(
        &problems,
        "The page compares codes of messages, never their texts",
    );
}

#[test]
fn comparisons_with_sentences_are_found() {
    for (page, expected) in [
        ("if (fault === 'is needed') return;", vec!["is needed"]),
        ("note.includes(\"writes much\")", vec!["writes much"]),
        (
            "reason.startsWith(`Declined a question: `)",
            vec!["Declined a question: "],
        ),
        (
            "kind === 'failed'; item.includes(' '); label = 'two words';",
            vec![],
        ),
    ] {
        assert_eq!(comparisons(page), expected, "{page}");
    }
}

/// Where the texts that a person reads are made.
const MAKES_TEXTS: [&str; 6] = [
    "crates/usher-api/src/",
    "crates/usher-app/src/",
    "crates/usher-calls/src/",
    "crates/usher-core/src/",
    "crates/usher-servers/src/",
    "src-tauri/src/",
];

/// What takes a text that a person reads: a call or a field, with the folder where it does.
const TAKES_TEXT: [(&str, &str); 9] = [
    ("Message::verbatim(", ""),
    (".title(", "src-tauri/"),
    (".set_title(", "src-tauri/"),
    (".tooltip(", "src-tauri/"),
    (".set_tooltip(", "src-tauri/"),
    (".summary(", "src-tauri/"),
    (".body(", "src-tauri/"),
    (".text(", "src-tauri/"),
    ("label: ", "src-tauri/"),
];

/// The literals in an argument or in the value of a field, which ends at the bracket that closes what is around it, or
/// at the comma after it.
fn literals(text: &str, is_field: bool) -> Vec<&str> {
    let (mut depth, mut begin, mut is_escaped) = (0, None, false);
    let mut found = Vec::new();
    for (at, character) in text.char_indices() {
        match (character, begin) {
            _ if is_escaped => is_escaped = false,
            ('\\', _) => is_escaped = true,
            ('"', None) => begin = Some(at + 1),
            ('"', Some(start)) => {
                found.push(&text[start..at]);
                begin = None;
            }
            ('(' | '[' | '{', None) => depth += 1,
            (')' | ']' | '}', None) if depth == 0 => break,
            (')' | ']' | '}', None) => depth -= 1,
            (',', None) if is_field && depth == 0 => break,
            _ => {}
        }
    }
    found
}

/// Literals of a Rust file, outside of tests and comments, that stand where a person reads them. The keys of texts
/// do, and no other.
fn sentences(path: &str, text: &str, texts: &BTreeSet<&str>) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let code: Vec<&str> = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    TAKES_TEXT
        .iter()
        .filter(|(_, folder)| path.starts_with(folder))
        .flat_map(|(place, _)| {
            let code = &code;
            code.match_indices(place).flat_map(move |(start, _)| {
                literals(&code[start + place.len()..], place.ends_with(": "))
                    .into_iter()
                    .filter(|literal| literal.chars().any(char::is_alphabetic))
                    .filter(|literal| !texts.contains(literal))
                    .map(|literal| format!("{path}: {place} has “{literal}”"))
                    .collect::<Vec<_>>()
            })
        })
        .collect()
}

#[test]
fn rust_shows_no_sentence_of_its_own() {
    let english = english();
    let texts = keys_in_rust(&english);
    let problems: Vec<String> = sources(&[".rs"])
        .iter()
        .filter(|file| !file.is_test() && !file.path.ends_with("/tests.rs"))
        .filter(|file| {
            MAKES_TEXTS
                .iter()
                .any(|folder| file.path.starts_with(folder))
        })
        .flat_map(|file| sentences(&file.path, &file.text, &texts))
        .collect();
    assert_none(
        &problems,
        "Texts stand in ui/src/words: below `core` for a `Message`, else in `desktop` or `terminal`",
    );
}

#[test]
fn sentences_in_rust_are_found() {
    let texts = BTreeSet::from(["desktop.tray.open"]);
    for (path, rust, expected) in [
        (
            "crates/a.rs",
            r#"Message::verbatim("It failed.")"#,
            vec!["Message::verbatim( has “It failed.”"],
        ),
        (
            "crates/a.rs",
            "Message::verbatim(format!(\n  \"{x} (or) failed.\"\n))",
            vec!["Message::verbatim( has “{x} (or) failed.”"],
        ),
        (
            "crates/a.rs",
            r#"Message::verbatim(error.to_string()).with("a", "b")"#,
            vec![],
        ),
        (
            "crates/a.rs",
            "// Message::verbatim(\"No.\")\nwindow.set_title(\"Two words\")",
            vec![],
        ),
        (
            "crates/a.rs",
            "#[cfg(test)]\nmod tests { Message::verbatim(\"No.\") }",
            vec![],
        ),
        (
            "src-tauri/a.rs",
            r#"window.set_title("Things wait")"#,
            vec![".set_title( has “Things wait”"],
        ),
        (
            "src-tauri/a.rs",
            r#"menu.text(OPEN, "Open")"#,
            vec![".text( has “Open”"],
        ),
        (
            "src-tauri/a.rs",
            r#"Item { label: "Quit".to_owned(), icon: "x" }"#,
            vec!["label:  has “Quit”"],
        ),
        (
            "src-tauri/a.rs",
            r#"words.text("desktop.tray.open")"#,
            vec![],
        ),
        (
            "src-tauri/a.rs",
            r#"Shown { label: self.shown.open.clone(), id: "a b" }"#,
            vec![],
        ),
    ] {
        let expected: Vec<String> = expected
            .iter()
            .map(|found| format!("{path}: {found}"))
            .collect();
        assert_eq!(sentences(path, rust, &texts), expected, "{rust}");
    }
}

#[test]
fn phrases_and_codes_are_found() {
    let table = "| Word | Means | Not |\n| --- | --- | --- |\n| fix | correct | mend, mended |\n| x | y | |\n";
    assert_eq!(ruled_out(table), ["mend", "mended"]);
    for (text, phrase, expected) in [
        ("Mend it", "mend", true),
        ("Recommended", "mend", false),
        ("any more?", "any more", true),
    ] {
        assert_eq!(holds(text, phrase), expected, "“{phrase}” in “{text}”");
    }
    let sections = BTreeSet::from(["failure"]);
    let rust = r#"Message::new("failure.next.restart"); "failure"; "failure. No"; "other.code""#;
    assert_eq!(codes(rust, &sections), ["failure.next.restart"]);
    let after_a_mark = r#"if first == '"' { Message::new("failure.exited") }"#;
    assert_eq!(codes(after_a_mark, &sections), ["failure.exited"]);
}
