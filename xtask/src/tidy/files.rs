//! What every file keeps to: length, header, names, nothing left unfinished.

use super::{assert_none, sources};
use crate::tree::Source;

/// Gives the length at which a file must be split. Tests may be longer: they are lists of cases.
fn most_lines(path: &str) -> usize {
    match path.rsplit_once('.') {
        Some((_, "tsx")) => 400,
        _ => 600,
    }
}

fn lines(file: &Source) -> usize {
    file.text.lines().count()
}

#[test]
fn files_are_short() {
    let problems: Vec<String> = sources(&[".rs", ".ts", ".tsx"])
        .iter()
        .filter(|file| !file.is_test() && lines(file) > most_lines(&file.path))
        .map(|file| {
            format!(
                "{} has {} lines, {} are allowed",
                file.path,
                lines(file),
                most_lines(&file.path)
            )
        })
        .collect();
    assert_none(&problems, "Split these files by what they are about");
}

#[test]
fn rust_files_say_what_lives_in_them() {
    let problems: Vec<String> = sources(&[".rs"])
        .iter()
        .filter(|file| !file.text.starts_with("//! "))
        .map(|file| file.path.clone())
        .collect();
    assert_none(
        &problems,
        "Begin these files with a `//!` line that says what lives there",
    );
}

#[test]
fn no_module_hides_in_a_file_called_mod() {
    let problems: Vec<String> = sources(&[".rs"])
        .iter()
        .filter(|file| file.path.ends_with("/mod.rs"))
        .map(|file| file.path.clone())
        .collect();
    assert_none(
        &problems,
        "Use `name.rs` beside the folder `name/` instead of these",
    );
}

#[test]
fn every_limit_says_what_it_means() {
    let homes = sources(&["limits.rs"]);
    let homes = homes
        .iter()
        .filter(|file| file.path.ends_with("src/limits.rs"));
    let mut problems = Vec::new();
    for home in homes {
        let lines: Vec<&str> = home.text.lines().map(str::trim_start).collect();
        for (before, line) in lines.iter().zip(&lines[1..]) {
            let is_limit = line.starts_with("pub") && line.contains(" const ");
            if is_limit && !before.starts_with("///") {
                problems.push(format!("{}: {line}", home.path));
            }
        }
    }
    assert_none(
        &problems,
        "Say in a doc comment what these limits mean, with the unit",
    );
}

/// Words that say nothing about what a thing is.
const EMPTY_WORDS: [&str; 5] = ["Manager", "Service", "Helper", "Util", "Processor"];
const DECLARES: [&str; 6] = [
    "struct ",
    "enum ",
    "trait ",
    "class ",
    "interface ",
    "type ",
];

#[test]
fn types_are_named_after_what_they_are() {
    let mut problems = Vec::new();
    for file in own_sources() {
        for (number, line) in (1..).zip(file.text.lines()) {
            let Some(name) = declared(line) else {
                continue;
            };
            if EMPTY_WORDS
                .iter()
                .any(|word| name.ends_with(word) || name.ends_with(&format!("{word}s")))
            {
                problems.push(format!("{}:{number}: {name}", file.path));
            }
        }
    }
    assert_none(&problems, "Name these after what they are in the domain");
}

/// The type a line declares, if it declares one.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = [
        "export default ",
        "export ",
        "pub(crate) ",
        "pub(super) ",
        "pub ",
    ]
    .iter()
    .find_map(|prefix| line.strip_prefix(prefix))
    .unwrap_or(line);
    let rest = DECLARES.iter().find_map(|word| line.strip_prefix(word))?;
    rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .next()
}

#[test]
fn nothing_is_left_unfinished_or_switched_off() {
    let words = [
        "TODO",
        "FIXME",
        "XXX",
        "#[ignore",
        "@ts-ignore",
        "@ts-nocheck",
        "it.skip",
        "test.skip",
        "describe.skip",
        "it.only",
        "test.only",
        "describe.only",
        "it.todo",
        "test.todo",
    ];
    let mut problems = Vec::new();
    for file in own_sources() {
        for (number, line) in (1..).zip(file.text.lines()) {
            for word in words.iter().filter(|word| line.contains(**word)) {
                problems.push(format!("{}:{number}: {word}", file.path));
            }
        }
    }
    assert_none(&problems, "Finish these, or take them out");
}

/// All code but these tests, which have to name what they forbid.
fn own_sources() -> Vec<Source> {
    let mut files = sources(&[".rs", ".ts", ".tsx"]);
    files.retain(|file| !file.path.starts_with("xtask/src/tidy/"));
    files
}
