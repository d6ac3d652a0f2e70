//! The walls between the crates: who may use whom, and which crate alone may use a library.
//!
//! `deny.toml` says the same of the whole tree; this test needs nothing installed.

use crate::tree::{Source, assert_none, sources};

/// Each package and those of ours it may use. Development dependencies are free.
const MAY_USE: [(&str, &[&str]); 7] = [
    ("usher-mcp", &[]),
    ("usher-core", &["usher-mcp"]),
    ("usher-api", &["usher-core", "usher-mcp"]),
    ("usher-demo", &[]),
    ("usher", &["usher-api", "usher-core", "usher-demo"]),
    (
        "usher-tests",
        &["usher-api", "usher-core", "usher-demo", "usher-mcp"],
    ),
    ("xtask", &[]),
];

/// Libraries with a single door, and the packages that are it.
const DOORS: [(&str, &[&str]); 5] = [
    ("tauri", &["usher"]),
    ("rmcp", &["usher-mcp", "usher-tests"]),
    ("sqlx", &["usher-core"]),
    ("keyring", &["usher-core"]),
    ("ts-rs", &["usher-api"]),
];

/// A dependency as a manifest writes it.
struct Dependency {
    name: String,
    only_for_tests: bool,
}

fn manifests() -> Vec<(String, Vec<Dependency>)> {
    sources(&["Cargo.toml"])
        .iter()
        .filter(|file| file.path != "Cargo.toml")
        .map(|file| (package(file), dependencies(&file.text)))
        .collect()
}

fn package(file: &Source) -> String {
    let line = file
        .text
        .lines()
        .find_map(|line| line.strip_prefix("name = \""));
    let name = line.and_then(|line| line.split('"').next());
    name.unwrap_or_else(|| panic!("{} names no package", file.path))
        .to_owned()
}

/// Reads the names in the dependency tables. Our manifests write one dependency a line.
fn dependencies(manifest: &str) -> Vec<Dependency> {
    let mut section = "";
    let mut found = Vec::new();
    for line in manifest.lines() {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end().trim_end_matches(']');
            continue;
        }
        let end = line.find(['.', ' ', '=']).unwrap_or(0);
        let name = line[..end].trim();
        if section.ends_with("dependencies") && !name.is_empty() && !name.starts_with('#') {
            found.push(Dependency {
                name: name.to_owned(),
                only_for_tests: section.ends_with("dev-dependencies"),
            });
        }
    }
    found
}

#[test]
fn dependencies_are_read_from_every_kind_of_table() {
    let manifest = "[dependencies]\na.workspace = true\nb = \"1\"\n# c = 1\n[features]\nd = []\n\
                    [target.'cfg(unix)'.dependencies]\ne = { version = \"1\" }\n[dev-dependencies]\nf = \"1\"\n";
    let names: Vec<_> = dependencies(manifest)
        .into_iter()
        .map(|found| (found.name, found.only_for_tests))
        .collect();
    let expected = [("a", false), ("b", false), ("e", false), ("f", true)];
    let expected = expected.map(|(name, only_for_tests)| (name.to_owned(), only_for_tests));
    assert_eq!(names, expected, "what the walls are checked against");
}

#[test]
fn packages_use_only_those_below_them() {
    let mut problems = Vec::new();
    let manifests = manifests();
    for (package, dependencies) in &manifests {
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| name == package) else {
            problems.push(format!(
                "{package} is new: say in this test whom it may use"
            ));
            continue;
        };
        for dependency in dependencies.iter().filter(|found| !found.only_for_tests) {
            let ours = manifests.iter().any(|(name, _)| *name == dependency.name);
            if ours && !allowed.contains(&dependency.name.as_str()) {
                problems.push(format!("{package} uses {}", dependency.name));
            }
        }
    }
    assert_eq!(
        manifests.len(),
        MAY_USE.len(),
        "every package has a row in this test"
    );
    assert_none(&problems, "These dependencies go the wrong way");
}

#[test]
fn libraries_with_one_door_are_used_behind_it() {
    let mut problems = Vec::new();
    for (package, dependencies) in manifests() {
        for dependency in dependencies {
            let family = |door: &str| {
                dependency.name == door || dependency.name.starts_with(&format!("{door}-"))
            };
            let door = DOORS.iter().find(|(library, _)| family(library));
            if let Some((library, allowed)) = door
                && !allowed.contains(&package.as_str())
            {
                let name = &dependency.name;
                problems.push(format!(
                    "{package} uses {name}; {library} belongs to {allowed:?}"
                ));
            }
        }
    }
    assert_none(&problems, "These libraries have one door each");
}

#[test]
fn the_build_script_of_people_needs_nothing() {
    let xtask = manifests()
        .into_iter()
        .find(|(package, _)| package == "xtask");
    let (_, dependencies) = xtask.expect("there is an xtask");
    let names: Vec<_> = dependencies.into_iter().map(|found| found.name).collect();
    assert_eq!(
        names,
        Vec::<String>::new(),
        "xtask starts at once on a fresh machine"
    );
}

#[test]
fn every_package_keeps_the_workspace_lints() {
    let problems: Vec<String> = sources(&["Cargo.toml"])
        .iter()
        .filter(|file| file.path != "Cargo.toml")
        .filter(|file| !file.text.contains("[lints]\nworkspace = true"))
        .map(|file| file.path.clone())
        .collect();
    assert_none(&problems, "Add `[lints] workspace = true` to these");
}
