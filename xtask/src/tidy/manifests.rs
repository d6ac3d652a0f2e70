//! Checks the manifests of the packages.

use super::{assert_none, sources};

#[test]
fn every_package_keeps_the_workspace_lints() {
    let problems: Vec<String> = sources(&["Cargo.toml"])
        .iter()
        .filter(|file| file.text.contains("[package]"))
        .filter(|file| !file.text.contains("[lints]\nworkspace = true"))
        .map(|file| file.path.clone())
        .collect();
    assert_none(&problems, "Add `[lints] workspace = true` to these");
}

#[test]
fn xtask_needs_nothing() {
    let manifest = super::read("xtask/Cargo.toml");
    assert!(
        !manifest.contains("[dependencies]"),
        "xtask starts at once on a fresh machine"
    );
}
