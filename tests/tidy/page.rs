//! The walls inside the page: one door to Tauri, features apart, shared parts below.

use crate::tree::{Source, assert_none, sources};

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
