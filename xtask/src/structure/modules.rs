//! Draws the arrows between the top-level modules of one package: the files and folders right below `src`.
//!
//! The root (`lib.rs`, `main.rs`) is the module [`ROOT`]. What it hands on with `pub use` counts for the module it comes from.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::Graph;
use super::imports::{self, Imports, Path};
use super::lines::Lines;
use crate::tree::Source;

/// The name of a package's root among its modules.
pub(crate) const ROOT: &str = "(root)";

/// A package's modules: how long each is, and which names which.
pub(crate) struct Modules {
    pub(crate) graph: Graph,
    /// All lines of a module, with comments and tests inside it.
    pub(crate) lengths: BTreeMap<String, usize>,
    pub(crate) lines: Lines,
}

/// A file and the module it is.
struct File<'a> {
    source: &'a Source,
    module: Vec<String>,
    imports: Imports,
}

impl Modules {
    /// Reads the files of a package, given those below its folder's `src`.
    pub(crate) fn read(folder: &str, sources: &[Source]) -> Self {
        let src = format!("{folder}/src/");
        let all = sources.iter().filter_map(|source| {
            let module = module(source.path.strip_prefix(&src)?)?;
            let imports = imports::read(&source.text, &module);
            Some(File {
                source,
                module,
                imports,
            })
        });
        let all: Vec<File<'_>> = all.collect();
        let tests: Vec<&Vec<String>> = all
            .iter()
            .flat_map(|file| &file.imports.test_modules)
            .collect();
        let is_test = |file: &File<'_>| tests.iter().any(|test| file.module.starts_with(test));
        let mut lines = Lines::default();
        let mut lengths = BTreeMap::new();
        for file in &all {
            lines.add(&file.source.text, &file.imports.test_lines, is_test(file));
            *lengths.entry(top(&file.module)).or_default() += file.source.text.lines().count();
        }
        let files: Vec<&File<'_>> = all.iter().filter(|file| !is_test(file)).collect();
        Self {
            graph: draw(&files),
            lengths,
            lines,
        }
    }

    /// Sums the lines of some modules.
    pub(crate) fn length(&self, modules: &BTreeSet<String>) -> usize {
        modules
            .iter()
            .filter_map(|module| self.lengths.get(module))
            .sum()
    }
}

/// The module a file below `src` is; programs of their own are none.
fn module(path: &str) -> Option<Vec<String>> {
    let path = path.strip_suffix(".rs")?;
    if path.starts_with("bin/") {
        return None;
    }
    let mut words: Vec<String> = path.split('/').map(str::to_owned).collect();
    if words == ["lib"] || words == ["main"] {
        words.clear();
    }
    Some(words)
}

fn top(module: &[String]) -> String {
    module.first().map_or(ROOT, String::as_str).to_owned()
}

fn draw(files: &[&File<'_>]) -> Graph {
    let tops: BTreeSet<&str> = files
        .iter()
        .filter_map(|file| file.module.first().map(String::as_str))
        .collect();
    let roots = || files.iter().filter(|file| file.module.is_empty());
    let mut handed_on: BTreeMap<&str, &str> = BTreeMap::new();
    for path in roots().flat_map(|file| &file.imports.paths) {
        if let (Some(name), Some(module)) = (&path.exported_as, named(path, &tops)) {
            handed_on.insert(name, module);
        }
    }
    let mut graph = Graph::default();
    for file in files {
        let from = top(&file.module);
        let is_root = file.module.is_empty();
        for path in &file.imports.paths {
            let own = path.words[0] == "crate";
            let to = match named(path, &tops) {
                Some(module) if own || is_root => module,
                _ if own && path.words.len() > 1 => {
                    let name = path.words[1].as_str();
                    handed_on.get(name).copied().unwrap_or(ROOT)
                }
                _ => continue,
            };
            if !(is_root && path.exported_as.is_some()) {
                let place = format!("{}:{}", file.source.path, path.line);
                graph.add(&from, to, place);
            }
        }
    }
    graph
}

/// The top-level module a path of the crate leads into; in the root, a module is named without `crate`.
fn named<'a>(path: &Path, tops: &BTreeSet<&'a str>) -> Option<&'a str> {
    let own = usize::from(path.words[0] == "crate");
    let word = path.words.get(own)?;
    tops.get(word.as_str()).copied()
}

#[cfg(test)]
mod tests {
    use super::Modules;
    use crate::tree::Source;

    fn edges(files: &[(&str, &str)]) -> Vec<(String, String, Vec<String>)> {
        let sources: Vec<Source> = files
            .iter()
            .map(|(path, text)| Source {
                path: format!("x/src/{path}"),
                text: (*text).to_owned(),
            })
            .collect();
        let modules = Modules::read("x", &sources);
        let edges = modules.graph.edges();
        edges
            .map(|(from, to, places)| (from.to_owned(), to.to_owned(), places.clone()))
            .collect()
    }

    #[test]
    fn arrows_go_from_the_module_of_a_file_to_the_module_it_names() {
        let found = edges(&[
            (
                "lib.rs",
                "mod a; mod b; pub use a::A; pub struct R; fn f() { b::g() }",
            ),
            ("a.rs", "use crate::b::B;\n#[cfg(test)] mod tests;"),
            ("a/tests.rs", "use crate::c::C;"),
            ("a/inner.rs", "use super::A; use super::super::c::C;"),
            (
                "b.rs",
                "use crate::{A, R}; use self::own::X; use other::a::Y;",
            ),
            ("c/deep.rs", "\n\nfn f() { crate::b::own::g() }"),
            ("bin/tool.rs", "use crate::a::A;"),
        ]);
        let expected = [
            ("(root)", "b", "x/src/lib.rs:1"),
            ("a", "b", "x/src/a.rs:1"),
            ("a", "c", "x/src/a/inner.rs:1"),
            ("b", "(root)", "x/src/b.rs:1"),
            ("b", "a", "x/src/b.rs:1"),
            ("c", "b", "x/src/c/deep.rs:3"),
        ];
        let expected = expected
            .map(|(from, to, place)| (from.to_owned(), to.to_owned(), vec![place.to_owned()]));
        assert_eq!(found, expected);
    }
}
