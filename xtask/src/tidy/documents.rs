//! What the documents promise is there: commands, paths, and few enough lines to be read.

use super::{assert_none, read};
use crate::step::root;

#[test]
fn documents_are_short_enough_to_be_read() {
    let problems: Vec<String> = [
        ("README.md", 80),
        ("docs/get-started.md", 80),
        ("ARCHITECTURE.md", 150),
        ("CONTRIBUTING.md", 150),
    ]
    .into_iter()
    .filter_map(|(path, most)| {
        let lines = read(path).lines().count();
        (lines > most).then(|| format!("{path} has {lines} lines, {most} are allowed"))
    })
    .collect();
    assert_none(&problems, "Shorten these");
}

#[test]
fn the_readme_names_the_two_commands() {
    let readme = read("README.md");
    for command in ["cargo xtask run", "cargo xtask test"] {
        assert!(readme.contains(command), "README.md must name `{command}`");
    }
}

#[test]
fn ci_calls_exactly_the_test_command() {
    let script = read(".ci/run");
    let calls: Vec<&str> = script
        .lines()
        .filter(|line| line.contains("cargo"))
        .collect();
    assert_eq!(calls, ["exec cargo xtask test"], "CI runs what people run");
    assert!(read(".github/workflows/ci.yml").contains("run: cargo xtask test"));
}

#[test]
fn every_action_of_the_hosted_workflow_is_pinned_by_commit() {
    let problems: Vec<String> = read(".github/workflows/ci.yml")
        .lines()
        .filter_map(|line| {
            line.split_once("uses: ")
                .map(|(_, action)| action.to_owned())
        })
        .filter(|action| {
            let pin = action
                .split_once('@')
                .and_then(|(_, pin)| pin.split(' ').next());
            !pin.is_some_and(|pin| {
                pin.len() == 40 && pin.bytes().all(|byte| byte.is_ascii_hexdigit())
            })
        })
        .collect();
    assert_none(&problems, "Pin these by commit");
}

/// The paths a document names: code spans and links that lead into the tree.
fn paths(text: &str) -> Vec<&str> {
    let spans = text.split('`').skip(1).step_by(2);
    let links = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let is_path = |span: &&str| {
        span.contains('/')
            && !span
                .contains(|letter: char| letter.is_whitespace() || "<>*{}$:@~|".contains(letter))
            && !span.starts_with(['/', '#', '-'])
    };
    spans.chain(links).filter(is_path).collect()
}

#[test]
fn paths_in_the_documents_exist() {
    assert_eq!(
        paths("see `a/b.rs`, `cargo run`, [c](d/e.md) and <https://x/y> `x::y`"),
        ["a/b.rs", "d/e.md"],
        "what counts as a path"
    );
    let mut problems = Vec::new();
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = read(document);
        for path in paths(&text) {
            if !root().join(path).exists() {
                problems.push(format!("{document} names {path}"));
            }
        }
    }
    assert_none(&problems, "These paths do not exist");
}
