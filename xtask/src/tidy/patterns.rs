//! The page builds no regular expression from data, so that no pattern a server wrote is ever run in it.

use super::{assert_none, sources};

/// The one file that builds them: from a pattern of the page itself.
const BUILDER: &str = "/CodeView/hiddenMark.ts";

/// The lines that call `RegExp`, with `new` or without. A literal holds no data and is none of them.
fn builds(text: &str) -> Vec<usize> {
    let is_call = |line: &str| {
        line.match_indices("RegExp").any(|(at, name)| {
            let in_a_name = line[..at]
                .ends_with(|letter: char| letter.is_ascii_alphanumeric() || "_$".contains(letter));
            let rest = line[at + name.len()..].trim_start();
            !in_a_name && (rest.starts_with('(') || rest.starts_with("?.("))
        })
    };
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| is_call(line))
        .map(|(number, _)| number)
        .collect()
}

#[test]
fn calls_of_the_constructor_are_found_and_literals_are_not() {
    for (line, expected) in [
        ("const one = new RegExp(schema.pattern, 'u');", true),
        ("const one = RegExp(text);", true),
        ("new RegExp (text)", true),
        ("globalThis.RegExp(text)", true),
        ("RegExp?.(text)", true),
        ("/^a+$/u.test(text)", false),
        ("regexp: /a/,", false),
        ("const escape = (one: RegExp): string => one.source;", false),
        ("value instanceof RegExp", false),
        ("type Source<T> = T extends RegExp ? string : never;", false),
        ("isRegExp(value)", false),
        ("RegExpList(value)", false),
    ] {
        let found = builds(&format!("// first\n{line}\n"));
        assert_eq!(found, if expected { vec![2] } else { vec![] }, "{line}");
    }
}

#[test]
fn the_page_builds_no_regular_expression_from_data() {
    let page: Vec<_> = sources(&[".ts", ".tsx"])
        .into_iter()
        .filter(|file| file.path.starts_with("ui/src/") && !file.is_test())
        .collect();
    let (builders, others): (Vec<_>, Vec<_>) = page
        .into_iter()
        .partition(|file| file.path.ends_with(BUILDER));
    assert!(
        builders.iter().any(|file| !builds(&file.text).is_empty()),
        "no file that ends in {BUILDER} builds one: take the exception out of this test"
    );
    let problems: Vec<String> = others
        .iter()
        .flat_map(|file| {
            let lines = builds(&file.text).into_iter();
            lines.map(|line| format!("{}:{line}", file.path))
        })
        .collect();
    assert_none(
        &problems,
        "A pattern may be a server's, and never come to an end: compare text here, or write a literal",
    );
}
