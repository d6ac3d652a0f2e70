//! The walls inside the page: one door to Tauri, features apart, shared parts below.

use crate::tree::{Source, assert_none, read, root, sources};

/// The modules a file imports, as it writes them.
fn imports(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for opening in [
        "from '",
        "from \"",
        "import '",
        "import \"",
        "import('",
        "import(\"",
        "mock('",
        "mock(\"",
    ] {
        let quote = &opening[opening.len() - 1..];
        for (at, _) in text.match_indices(opening) {
            let rest = &text[at + opening.len()..];
            found.extend(rest.split(quote).next());
        }
    }
    found
}

/// Where a relative import leads, from the root of the page's sources.
fn target(file: &Source, import: &str) -> Option<String> {
    if !import.starts_with('.') {
        return None;
    }
    let mut folders: Vec<&str> = file.path.split('/').collect();
    folders.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => {
                folders.pop();
            }
            name => folders.push(name),
        }
    }
    Some(folders.join("/"))
}

fn page() -> Vec<Source> {
    let mut files = sources(&[".ts", ".tsx"]);
    files.retain(|file| file.path.starts_with("ui/src/"));
    files
}

/// The folder of `ui/src/` a path lies in, and the one below it.
fn room(path: &str) -> (&str, &str) {
    let mut parts = path.strip_prefix("ui/src/").unwrap_or("").split('/');
    (parts.next().unwrap_or(""), parts.next().unwrap_or(""))
}

#[test]
fn only_the_tauri_host_talks_to_tauri() {
    let door = "ui/src/host/tauri.ts";
    let users: Vec<String> = page()
        .into_iter()
        .filter(|file| {
            imports(&file.text)
                .iter()
                .any(|import| import.starts_with("@tauri-apps/"))
        })
        .map(|file| file.path)
        .collect();
    assert_eq!(
        users,
        [door],
        "everything else reaches the app through {door}"
    );
}

#[test]
fn features_do_not_know_each_other_and_shared_parts_know_no_feature() {
    let mut problems = Vec::new();
    for file in page() {
        let (room_of_file, feature_of_file) = room(&file.path);
        for import in imports(&file.text) {
            let Some(target) = target(&file, import) else {
                continue;
            };
            let (room_of_target, feature_of_target) = room(&target);
            let wrong = match (room_of_file, room_of_target) {
                ("features", "features") => feature_of_file != feature_of_target,
                ("features", "app")
                | ("components" | "api" | "lib" | "host", "features" | "app") => true,
                _ => false,
            };
            if wrong && !file.is_test() {
                problems.push(format!("{} imports {import}", file.path));
            }
        }
    }
    assert_none(&problems, "Move what is shared to components, api or lib");
}

/// The isolation script drops a call whose name it does not take for one, and the page would wait for ever.
#[test]
fn the_isolation_script_lets_every_operation_through() {
    let script = read("src-tauri/isolation/index.js");
    assert!(
        script.contains(r"/^[a-z][a-zA-Z]*\.[a-zA-Z]+$/"),
        "this test knows the names the script lets through; change both"
    );
    let operations = read("crates/usher-api/src/operations.rs");
    let names: Vec<&str> = operations
        .lines()
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

/// Only the styles of the components in use are in the page, so one that is forgotten looks broken and breaks nothing.
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
