//! The page: every operation passes the isolation script, every component has its styles.

use std::collections::HashMap;

use super::{assert_none, read, sources};
use crate::step::root;
use crate::tree::Source;

fn page() -> Vec<Source> {
    let mut files = sources(&[".ts", ".tsx"]);
    files.retain(|file| file.path.starts_with("ui/src/"));
    files
}

/// Checks that no two modules of a folder are one where file systems ignore case.
#[test]
fn modules_of_the_page_have_names_that_differ_in_more_than_case() {
    let mut seen = HashMap::new();
    let mut problems = Vec::new();
    for Source { path, .. } in page() {
        let module = path.rsplit_once('.').map_or(&*path, |(module, _)| module);
        if let Some(other) = seen.insert(module.to_lowercase(), path.clone()) {
            problems.push(format!("{other} and {path}"));
        }
    }
    assert_none(&problems, "Rename one of these files");
}

/// Checks that the isolation script knows every call.
#[test]
fn the_isolation_script_lets_every_operation_through() {
    let script = read("src-tauri/isolation/index.js");
    assert!(
        script.contains(r"/^[a-z][a-zA-Z]*\.[a-zA-Z]+$/"),
        "this test knows the names the script lets through; change both"
    );
    let mut files = sources(&[".rs"]);
    files.retain(|file| file.path.starts_with("crates/usher-api/src/operations/"));
    let names: Vec<&str> = files
        .iter()
        .flat_map(|file| file.text.lines())
        .filter_map(|line| line.trim().strip_prefix('"')?.split_once("\" =>"))
        .map(|(name, _)| name)
        .collect();
    assert!(names.contains(&"signIn.prepare"), "found only {names:?}");
    let problems: Vec<String> = names
        .into_iter()
        .filter(|name| {
            let letters = |part: &str| {
                !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphabetic())
            };
            let fits = name.split_once('.').is_some_and(|(resource, verb)| {
                letters(resource) && letters(verb) && resource.as_bytes()[0].is_ascii_lowercase()
            });
            !fits
        })
        .map(str::to_owned)
        .collect();
    assert_none(&problems, "Name these operations <resource>.<verb>");
}

/// Checks that the styles of every used component are imported.
#[test]
fn every_component_of_mantine_in_use_has_its_styles() {
    let listed = read("ui/src/styles/mantine.css");
    let styles = root().join("ui/node_modules/@mantine/core/styles");
    assert!(
        styles.is_dir(),
        "{} is missing: run `npm ci` in ui",
        styles.display()
    );
    let mut problems = Vec::new();
    for file in page() {
        for (opening, _) in file.text.match_indices("import {") {
            let names = &file.text[opening + "import {".len()..];
            let Some((names, rest)) = names.split_once('}') else {
                continue;
            };
            if !rest.starts_with(" from '@mantine/core'") {
                continue;
            }
            for name in names.split(',').map(str::trim) {
                let style = format!("{name}.layer.css");
                if styles.join(&style).is_file() && !listed.contains(&format!("/{style}")) {
                    problems.push(format!("{} uses {name}", file.path));
                }
            }
        }
    }
    assert_none(&problems, "Import the styles of these in mantine.css");
}
