//! Every test that `docs/security.md` names exists, so that what is written there is really tested.

use std::collections::HashSet;
use std::fs;

use super::{assert_none, sources};
use crate::step::root;

const PAGE: &str = "docs/security.md";

/// Where tests in Rust lie.
const FOLDERS: [&str; 4] = ["crates/", "tests/", "src-tauri/", "xtask/"];

/// The tests that the last columns of the tables in a text name.
fn named(text: &str) -> Vec<&str> {
    let rows = text.lines().map(str::trim);
    let cells = rows.filter_map(|row| {
        let row = row.strip_prefix('|')?;
        row.strip_suffix('|').unwrap_or(row).rsplit('|').next()
    });
    cells
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .filter(|span| is_test_name(span))
        .collect()
}

/// A word in snake case of at least three parts: everything else in backticks is a type, a path or a command.
fn is_test_name(span: &str) -> bool {
    let parts: Vec<&str> = span.split('_').collect();
    let is_part = |part: &&str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    parts.len() > 2 && parts.iter().all(is_part)
}

/// The functions a Rust file defines.
fn functions(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter.is_whitespace() || "(<".contains(letter))
        .scan("", |before, word| {
            let is_name = std::mem::replace(before, word) == "fn";
            Some(is_name.then_some(word))
        })
        .flatten()
}

/// The named tests that no file defines.
fn missing<'a>(page: &'a str, defined: &HashSet<&str>) -> Vec<&'a str> {
    let names = named(page).into_iter();
    names.filter(|name| !defined.contains(name)).collect()
}

const SAMPLE: &str = "\
# Security

A setup file is text: `not_in_a_table` is no promise.

| threat | what holds | tests |
|---|---|---|
| A setup file starts something | nothing is `started_by_an_import` | `a_setup_file_starts_nothing`, `an_import_allows_nothing` |
| A path leaves its folder | `one_root` | `paths_stay_inside`, `crates/usher-core`, `Secret`, `cargo xtask test` |
| Nobody has tested this | | |
| No last bar | x | `a_row_may_end_early`
";

#[test]
fn the_last_column_names_tests_and_nothing_else_does() {
    assert_eq!(
        named(SAMPLE),
        [
            "a_setup_file_starts_nothing",
            "an_import_allows_nothing",
            "paths_stay_inside",
            "a_row_may_end_early",
        ],
        "two underscores or more, in backticks, in the last column"
    );
}

#[test]
fn a_test_that_nobody_wrote_is_missing() {
    let source = "\
        #[test]\nfn a_setup_file_starts_nothing() {}\n\
        pub async fn paths_stay_inside<T>(one: T) {}\n\
        // an_import_allows_nothing is only talked about\n\
        fn a_row_may_end_early_too() {}\n";
    assert_eq!(
        missing(SAMPLE, &functions(source).collect()),
        ["an_import_allows_nothing", "a_row_may_end_early"],
        "a name counts only where a function has all of it"
    );
}

#[test]
fn every_test_the_security_page_names_exists() {
    let path = root().join(PAGE);
    if !path.exists() {
        return;
    }
    let page = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{PAGE}: {error}"));
    assert!(
        !named(&page).is_empty(),
        "{PAGE} names no test in the last column of a table"
    );
    let files = sources(&[".rs"]);
    let tests = files
        .iter()
        .filter(|file| FOLDERS.iter().any(|folder| file.path.starts_with(folder)));
    let defined: HashSet<&str> = tests.flat_map(|file| functions(&file.text)).collect();
    let problems: Vec<String> = missing(&page, &defined)
        .into_iter()
        .map(|name| format!("{PAGE} names `{name}`"))
        .collect();
    assert_none(
        &problems,
        "No function has these names: correct them, or write the tests",
    );
}
