//! The layers: which package and which module may use which. `cargo xtask structure` prints them, a test holds them.
//!
//! Reads the sources alone, so that nothing has to be compiled.

mod circles;
mod graph;
mod imports;
mod layers;
mod lex;
mod lines;
mod manifest;
mod modules;
pub(crate) mod page;
mod report;

use std::path::Path;

pub(crate) use manifest::Package;
pub(crate) use report::run;

use crate::tree::{self, Source};
use graph::Graph;
use lines::Lines;
use modules::Modules;

/// The name under which the page stands among the packages.
const PAGE: &str = "ui";

/// What the sources of a tree say of its parts.
pub(crate) struct Structure {
    pub(crate) packages: Vec<Package>,
    /// The modules of each package, in the same order.
    modules: Vec<Modules>,
    /// The lines outside `src` of each package, in the same order: its tests and examples.
    tests: Vec<Lines>,
    page: Graph,
    page_lines: usize,
}

impl Structure {
    /// Reads the tree below a root.
    pub(crate) fn read(root: &Path) -> Self {
        let manifests = tree::sources(root, &["Cargo.toml"]);
        let packages: Vec<Package> = manifests.iter().filter_map(Package::read).collect();
        let rust = tree::sources(root, &[".rs"]);
        let modules = packages
            .iter()
            .map(|package| Modules::read(&package.folder, &rust))
            .collect();
        let tests = packages
            .iter()
            .map(|package| lines_of_tests(package, &packages, &rust))
            .collect();
        let scripts = tree::sources(root, &[".ts", ".tsx"]);
        let page: Vec<&Source> = page::files(&scripts);
        Self {
            packages,
            modules,
            tests,
            page_lines: page.iter().map(|file| file.text.lines().count()).sum(),
            page: page::draw(&page),
        }
    }

    /// Every graph without circles by rule: its name, and what it is.
    fn graphs(&self) -> impl Iterator<Item = (&str, &Graph)> {
        let names = self.packages.iter().map(|package| package.name.as_str());
        let graphs = self.modules.iter().map(|modules| &modules.graph);
        names.zip(graphs).chain([(PAGE, &self.page)])
    }
}

/// Counts what a package has outside `src`, without packages inside its folder.
fn lines_of_tests(package: &Package, all: &[Package], rust: &[Source]) -> Lines {
    let inside = |path: &str, folder: &str| {
        let rest = path.strip_prefix(folder);
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    let mut lines = Lines::default();
    for file in rust {
        let is_own = !all.iter().any(|other| {
            inside(&other.folder, &package.folder) && inside(&file.path, &other.folder)
        });
        let is_source = inside(&file.path, &format!("{}/src", package.folder));
        if inside(&file.path, &package.folder) && is_own && !is_source {
            lines.add(&file.text, &[], true);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{Structure, circles, layers, page};
    use crate::step::root;
    use crate::tidy::assert_none;

    #[test]
    fn packages_use_only_those_in_lower_layers() {
        let structure = Structure::read(&root());
        let problems = layers::faults(&structure.packages);
        assert_none(
            &problems,
            "Dependencies go down only (xtask/src/structure/layers.rs)",
        );
    }

    #[test]
    fn modules_and_files_of_the_page_form_no_circle() {
        let structure = Structure::read(&root());
        let problems = circles::faults(structure.graphs());
        assert_none(&problems, "Modules form no circle");
    }

    #[test]
    fn the_page_imports_downwards_and_features_stay_apart() {
        let structure = Structure::read(&root());
        let problems = page::faults(&structure.page);
        assert_none(
            &problems,
            "Move what is shared to entities, kit, api or lib",
        );
    }
}
