//! The documents as they are read: short sentences, names as the window has them, links that lead somewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::words::{assert_words, english};
use super::{assert_none, read, sources};
use crate::step::root;
use crate::tree::Source;

/// The most words a sentence of a document has on average.
const WORDS_OF_A_SENTENCE: usize = 20;

/// The most words a how-to has.
const WORDS_OF_A_TASK: usize = 150;

/// The most bytes an image of a document has.
const BYTES_OF_AN_IMAGE: u64 = 120_000;

/// Reads the documents at the root and in `docs`.
fn documents() -> Vec<Source> {
    let mut found = sources(&[".md"]);
    found.retain(|file| !file.path.contains('/') || file.path.starts_with("docs/"));
    found
}

/// Reads the documents for people who use Usher.
fn guides() -> Vec<Source> {
    const OTHERS: [&str; 4] = [
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "docs/security.md",
        "docs/words.md",
    ];
    let mut found = documents();
    found.retain(|file| !OTHERS.contains(&file.path.as_str()));
    found
}

/// Returns the paragraphs, list items and cells of a document, without headings and images, and a word for each code span.
fn blocks(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let lines = text.split("```").step_by(2).flat_map(str::lines);
    for line in lines.map(str::trim) {
        if line.starts_with('|') {
            let cells = line.trim_matches('|').split('|');
            found.extend(cells.map(str::to_owned));
            found.push(String::new());
        } else if line.is_empty() || line.starts_with(['#', '!']) {
            found.push(String::new());
        } else {
            let item = list_item(line);
            if item.is_some() {
                found.push(String::new());
            }
            if let Some(last) = found.last_mut() {
                last.push(' ');
                last.push_str(item.unwrap_or(line));
            }
        }
    }
    found.iter().map(|block| without_code(block)).collect()
}

/// Returns what a line of a list says.
fn list_item(line: &str) -> Option<&str> {
    let numbered = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let numbered = (numbered.len() < line.len()).then_some(numbered);
    line.strip_prefix("- ")
        .or_else(|| numbered.and_then(|rest| rest.strip_prefix(". ")))
}

fn without_code(block: &str) -> String {
    let parts = block.split('`').enumerate();
    parts
        .map(|(at, part)| if at % 2 == 0 { part } else { "code" })
        .collect()
}

/// Counts the words of each sentence of a document. What has three or fewer is a name or a number.
fn sentence_lengths(text: &str) -> Vec<usize> {
    let mut lengths = Vec::new();
    for block in blocks(text) {
        lengths.push(0);
        for word in block.split_whitespace() {
            if let Some(last) = lengths.last_mut() {
                *last += 1;
            }
            if word.ends_with(['.', '!', '?', ':']) {
                lengths.push(0);
            }
        }
    }
    lengths.retain(|words| *words > 3);
    lengths
}

#[test]
fn words_of_sentences_are_counted() {
    for (text, expected) in [
        (
            "# A heading of five words\n\nOne two three four.\nOne two three four five",
            vec![4, 5],
        ),
        (
            "1. Press *Run* now, please.\n2. Run `cargo xtask run` here then.",
            vec![4, 4],
        ),
        (
            "| name | what it really does |\n| --- | --- |\n```\nno code counts at all\n```\n",
            vec![4],
        ),
    ] {
        assert_eq!(sentence_lengths(text), expected, "{text}");
    }
}

#[test]
fn sentences_are_short() {
    let problems: Vec<String> = documents()
        .iter()
        .filter_map(|file| {
            let lengths = sentence_lengths(&file.text);
            let (words, sentences) = (lengths.iter().sum::<usize>(), lengths.len().max(1));
            let is_long = words > WORDS_OF_A_SENTENCE * sentences;
            is_long.then(|| format!("{}: {} words", file.path, words / sentences))
        })
        .collect();
    assert_none(
        &problems,
        "Shorten the sentences of these, to 20 words on average",
    );
}

#[test]
fn no_document_uses_a_word_that_is_ruled_out() {
    let guides = guides().into_iter();
    assert_words(guides.flat_map(|file| blocks(&file.text)));
}

#[test]
fn a_how_to_is_one_short_task() {
    let problems: Vec<String> = documents()
        .iter()
        .filter(|file| file.path.starts_with("docs/how-to/") && !file.path.ends_with("README.md"))
        .filter_map(|file| {
            let blocks = blocks(&file.text);
            let words = blocks.iter().flat_map(|block| block.split_whitespace());
            let count = words
                .filter(|word| word.contains(char::is_alphanumeric))
                .count();
            (count > WORDS_OF_A_TASK).then(|| format!("{} has {count} words", file.path))
        })
        .collect();
    assert_none(&problems, "Shorten these how-tos, to 150 words");
}

/// Returns what stands in italics: the names in the window, and its texts.
fn labels(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for block in blocks(text) {
        let block = block.replace("**", "");
        let italics = block.split('*').skip(1).step_by(2);
        found.extend(italics.map(|label| label.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    found
}

/// Writes a message of the catalogue as it is read: `…` for each parameter, and of several forms the one for others.
fn as_read(message: &str) -> String {
    let mut text = String::new();
    let mut rest = message;
    while let Some((before, behind)) = rest.split_once('{') {
        text.push_str(before);
        let (inside, after) = to_closing(behind);
        match inside.rsplit_once("other {") {
            Some((_, form)) => {
                let form = form.trim_end().strip_suffix('}').unwrap_or(form);
                text.push_str(&as_read(&form.replace('#', "…")));
            }
            None => text.push('…'),
        }
        rest = after;
    }
    text.push_str(rest);
    without_tags(&text)
}

/// Splits a text at the brace that closes the one before it.
fn to_closing(text: &str) -> (&str, &str) {
    let mut depth = 1_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&text[..at], &text[at + 1..]);
        }
    }
    (text, "")
}

/// Leaves out tags; one around nothing is a parameter.
fn without_tags(text: &str) -> String {
    let mut pieces = text.split('<');
    let mut read = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_once('>') {
            Some((tag, "")) if !tag.starts_with('/') => read.push('…'),
            Some((_, rest)) => read.push_str(rest),
            None => {
                read.push('<');
                read.push_str(piece);
            }
        }
    }
    read
}

/// Tells whether a label is this text, with anything for each `…`.
fn is_of(label: &str, text: &str) -> bool {
    let mut parts = text.split('…');
    let Some(mut rest) = parts.next().and_then(|first| label.strip_prefix(first)) else {
        return false;
    };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let mut letters = rest.chars();
        if letters.next().is_none() {
            return false;
        }
        let behind = letters.as_str();
        if parts.peek().is_none() {
            return behind.ends_with(part);
        }
        let Some(at) = behind.find(part) else {
            return false;
        };
        rest = &behind[at + part.len()..];
    }
    rest.is_empty()
}

/// Tells whether a text says something beside its parameters.
fn says_something(text: &str) -> bool {
    !text.contains('…') || text.chars().filter(|letter| letter.is_alphabetic()).count() > 3
}

#[test]
fn labels_are_told_from_other_texts() {
    for (message, label, expected) in [
        ("Save", "Save", true),
        ("Save", "Saves", false),
        ("Sign in…", "Sign in…", true),
        ("Tools of “{server}”", "Tools of “GitHub”", true),
        ("Tools of “{server}”", "Tools of GitHub", false),
        (
            "Import {count, plural, one {# server} other {# servers}}",
            "Import 3 servers",
            true,
        ),
        (
            "Import {count, plural, one {# server} other {# servers}}",
            "Import 3",
            false,
        ),
        (
            "<server></server> requires <b>sign-in</b>",
            "“X” requires sign-in",
            true,
        ),
    ] {
        assert_eq!(
            is_of(label, &as_read(message)),
            expected,
            "{message}: {label}"
        );
    }
}

#[test]
fn names_in_the_documents_are_those_in_the_window() {
    let texts: BTreeSet<String> = english()
        .values()
        .map(|message| as_read(message))
        .filter(|text| says_something(text))
        .collect();
    let mut problems = Vec::new();
    for file in guides() {
        for label in labels(&file.text) {
            if !texts.contains(&label) && !texts.iter().any(|text| is_of(&label, text)) {
                problems.push(format!("{}: {label}", file.path));
            }
        }
    }
    assert_none(
        &problems,
        "These names in italics are no texts of ui/src/words/en",
    );
}

#[test]
fn every_failure_of_a_server_has_a_row() {
    let rows = labels(&read("docs/troubleshooting.md"));
    let problems: Vec<String> = english()
        .into_iter()
        .filter(|(key, _)| key.starts_with("core.failure.") && key.matches('.').count() == 2)
        .map(|(_, message)| as_read(&message))
        .filter(|text| !rows.iter().any(|row| is_of(row, text)))
        .collect();
    assert_none(
        &problems,
        "Say in docs/troubleshooting.md what these mean and what to do",
    );
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    heading
        .chars()
        .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter))
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

#[test]
fn links_of_the_documents_lead_somewhere() {
    let mut problems = Vec::new();
    for file in documents() {
        let folder = Path::new(&file.path).parent().unwrap_or(Path::new(""));
        let links = file
            .text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
            .filter(|link| !link.starts_with("http"));
        for link in links {
            let (path, part) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() {
                root().join(&file.path)
            } else {
                root().join(folder).join(path)
            };
            let has_part = || {
                let text = fs::read_to_string(&target).unwrap_or_default();
                text.lines()
                    .any(|line| line.starts_with('#') && anchor(line) == part)
            };
            if !target.exists() || (!part.is_empty() && !has_part()) {
                problems.push(format!("{}: {link}", file.path));
            }
        }
    }
    assert_none(&problems, "These links lead nowhere");
}

#[test]
fn images_are_small_and_shown() {
    let texts: String = documents().into_iter().map(|file| file.text).collect();
    let mut problems = Vec::new();
    for entry in fs::read_dir(root().join("docs/images"))
        .into_iter()
        .flatten()
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        let bytes = entry.metadata().map_or(0, |found| found.len());
        if bytes > BYTES_OF_AN_IMAGE {
            problems.push(format!("{name} has {bytes} bytes"));
        }
        if !texts.contains(&format!("images/{name})")) {
            problems.push(format!("no document shows {name}"));
        }
    }
    assert_none(&problems, "Correct these images in docs/images");
}
