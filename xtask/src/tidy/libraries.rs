//! Checks which packages use certain libraries.
//!
//! `deny.toml` says the same of the whole tree; this test needs nothing installed.

use super::{assert_none, sources};
use crate::structure::Package;

/// Libraries, and the only packages that use them. A package may be one that is not there yet.
const RESERVED: [(&str, &[&str]); 5] = [
    ("tauri", &["usher"]),
    ("rmcp", &["usher-bench"]),
    ("sqlx", &["usher-store", "usher-tests"]),
    ("keyring", &["usher-system"]),
    ("ts-rs", &["usher-api", "usher-messages", "usher-types"]),
];

fn packages() -> Vec<Package> {
    sources(&["Cargo.toml"])
        .iter()
        .filter_map(Package::read)
        .collect()
}

#[test]
fn reserved_libraries_are_used_by_their_packages_alone() {
    let mut problems = Vec::new();
    for package in packages() {
        for dependency in &package.dependencies {
            let name = &dependency.name;
            let family =
                |library: &str| name == library || name.starts_with(&format!("{library}-"));
            let reserved = RESERVED.iter().find(|(library, _)| family(library));
            if let Some((library, users)) = reserved
                && !users.contains(&package.name.as_str())
            {
                problems.push(format!(
                    "{} uses {name}; {library} is for {users:?}",
                    package.name
                ));
            }
        }
    }
    assert_none(&problems, "These libraries are used by some packages alone");
}

#[test]
fn xtask_needs_nothing() {
    let packages = packages();
    let xtask = packages.iter().find(|package| package.name == "xtask");
    let xtask = xtask.expect("there is an xtask");
    assert_eq!(
        xtask.dependencies,
        [],
        "xtask starts at once on a fresh machine"
    );
}

#[test]
fn every_package_keeps_the_workspace_lints() {
    let problems: Vec<String> = sources(&["Cargo.toml"])
        .iter()
        .filter(|file| Package::read(file).is_some())
        .filter(|file| !file.text.contains("[lints]\nworkspace = true"))
        .map(|file| file.path.clone())
        .collect();
    assert_none(&problems, "Add `[lints] workspace = true` to these");
}
