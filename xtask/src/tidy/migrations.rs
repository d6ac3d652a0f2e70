//! Migrations are append-only: one that has landed has run on somebody's data and never changes.

use sha2::{Digest as _, Sha256};

use super::{assert_none, sources};

/// The landed migrations with their SHA-256, oldest first: `hash  file`.
const LANDED: &str = include_str!("migrations.sha256");

#[test]
fn landed_migrations_never_change_and_new_ones_come_last() {
    let mut files = sources(&[".sql"]);
    files.retain(|file| file.path.contains("/migrations/"));
    let landed: Vec<(&str, &str)> = LANDED
        .lines()
        .filter_map(|line| line.split_once("  "))
        .collect();
    let mut problems = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        let hash = Sha256::digest(file.text.replace("\r\n", "\n"));
        let hash = format!("{hash:x}");
        match landed.get(index) {
            Some((known, at)) if *at == name && *known == hash => {}
            Some((_, at)) if *at == name => {
                problems.push(format!(
                    "{name} has changed since it landed: write a new migration"
                ));
            }
            Some((_, at)) => problems.push(format!("{name} stands where {at} was")),
            None => problems.push(format!(
                "{name} is new: add this line at the end: {hash}  {name}"
            )),
        }
    }
    for (_, name) in landed.iter().skip(files.len()) {
        problems.push(format!(
            "{name} is gone: a database that ran it would not open any more"
        ));
    }
    assert_none(&problems, "Compare with xtask/src/tidy/migrations.sha256");
}
