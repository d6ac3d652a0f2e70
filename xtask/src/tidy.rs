//! Tidy is a test: how long files are, what the documents promise, what the manifests say.
//!
//! These tests read the source tree and nothing else. A failure names the file and what to do.

mod documents;
mod files;
mod locks;
mod manifests;
mod migrations;
mod page;
mod patterns;
mod prose;
mod security;
mod words;

use std::fs;

use crate::step::root;
use crate::tree::{self, Source};

/// Fails with every problem at once.
pub(crate) fn assert_none(problems: &[String], rule: &str) {
    assert!(
        problems.is_empty(),
        "{rule}:\n  {}\n",
        problems.join("\n  ")
    );
}

/// Reads workspace files whose names end in one of `endings`.
fn sources(endings: &[&str]) -> Vec<Source> {
    let found = tree::sources(&root(), endings);
    assert!(!found.is_empty(), "no file ends in {endings:?}");
    found
}

/// Reads one file, which must be there.
fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
