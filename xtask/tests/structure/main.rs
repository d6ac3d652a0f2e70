//! The structure of the tree: which package uses which, and which file of a package which.
//!
//! Cargo allows no circle between packages. Those between files of the page are found by its lint.

mod circles;
mod packages;
mod rust_files;

use std::path::Path;

use circles::Graph;

fn repository() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

#[test]
fn packages_use_only_those_in_lower_layers() {
    let faults = packages::faults(&packages::read(repository()));
    assert_eq!(
        faults, [""; 0],
        "dependencies go down only (xtask/tests/structure/packages.rs)"
    );
}

#[test]
fn libraries_are_used_by_their_packages_alone() {
    let faults = packages::reserved_libraries(&packages::read(repository()));
    assert_eq!(faults, [""; 0], "xtask/tests/structure/packages.rs");
}

#[test]
fn files_of_a_package_form_no_circle() {
    let mut faults = Vec::new();
    for package in packages::read(repository()) {
        for root in &package.roots {
            faults.extend(rust_files::draw(repository(), root).faults());
        }
    }
    assert_eq!(faults, [""; 0], "{}", faults.join("\n"));
}

#[test]
fn a_circle_is_described_by_its_edges() {
    let mut graph = Graph::default();
    for (from, to, line) in [
        ("a", "b", 1),
        ("a", "b", 2),
        ("b", "a", 3),
        ("b", "c", 4),
        ("c", "c", 5),
    ] {
        graph.add(from, to, line);
    }
    assert_eq!(graph.faults(), ["a circle of 2:\n    a:1 → b\n    b:3 → a"]);
}
