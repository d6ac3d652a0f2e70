//! Reads the imports of the page, and checks its layers.

use super::graph::Graph;
use crate::tree::Source;

/// The folders of `ui/src` in layers, the highest first. Each file uses its own layer and those below.
const LAYERS: [&[&str]; 6] = [
    &["app"],
    &["features"],
    &["entities"],
    &["kit"],
    &["api", "lib"],
    &["host"],
];

/// Where the page's own files lie.
const SRC: &str = "ui/src/";

/// What is generated from the core's contract: everything uses it, the host first of all.
const CONTRACT: &str = "ui/src/api/generated/";

/// What an import may be written like.
const OPENINGS: [&str; 8] = [
    "from '",
    "from \"",
    "import '",
    "import \"",
    "import('",
    "import(\"",
    "mock('",
    "mock(\"",
];

/// The modules a file imports, and the line of each.
pub(crate) fn imports(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        for opening in OPENINGS {
            let quote = &opening[opening.len() - 1..];
            for (at, _) in line.match_indices(opening) {
                let rest = &line[at + opening.len()..];
                found.extend(rest.split(quote).next().map(|import| (number, import)));
            }
        }
    }
    found
}

/// Where a relative import of a file leads, from the root.
fn target(file: &str, import: &str) -> Option<String> {
    if !import.starts_with('.') {
        return None;
    }
    let mut folders: Vec<&str> = file.split('/').collect();
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

/// A path's layer, counted from the top, and its feature.
fn layer(path: &str) -> Option<(usize, Option<&str>)> {
    if path.starts_with(CONTRACT) {
        return Some((LAYERS.len(), None));
    }
    let mut parts = path.strip_prefix(SRC)?.split('/');
    let folder = parts.next()?;
    let layer = LAYERS
        .iter()
        .position(|folders| folders.contains(&folder))?;
    Some((layer, parts.next().filter(|_| folder == "features")))
}

/// Keeps the page's files, without those for tests.
pub(crate) fn files(sources: &[Source]) -> Vec<&Source> {
    sources
        .iter()
        .filter(|file| file.path.starts_with(SRC) && !file.is_test())
        .collect()
}

/// Draws who imports whom.
pub(crate) fn draw(files: &[&Source]) -> Graph {
    let mut graph = Graph::default();
    for file in files {
        for (line, import) in imports(&file.text) {
            let Some(target) = target(&file.path, import) else {
                continue;
            };
            let names = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];
            let to = names
                .iter()
                .map(|ending| format!("{target}{ending}"))
                .find(|path| files.iter().any(|other| other.path == *path));
            // Styles and what is generated import nothing.
            let to = to.unwrap_or(target);
            graph.add(&file.path, &to, format!("{}:{line}", file.path));
        }
    }
    graph
}

/// Lists the imports that lead up, and those between features.
pub(crate) fn faults(graph: &Graph) -> Vec<String> {
    let mut faults = Vec::new();
    for (from, to, places) in graph.edges() {
        let (Some((from_layer, feature)), Some((to_layer, other))) = (layer(from), layer(to))
        else {
            continue;
        };
        if to_layer < from_layer {
            faults.push(format!("{} imports {to}, which is above it", places[0]));
        } else if feature.is_some() && other.is_some() && feature != other {
            faults.push(format!("{} imports another feature: {to}", places[0]));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::{draw, faults};
    use crate::tree::Source;

    #[test]
    fn imports_up_and_between_features_are_found() {
        let sources = [
            ("ui/src/app/a.ts", "import '../features/one/b';"),
            (
                "ui/src/features/one/b.tsx",
                "import { c } from './c';\nimport { d } from '../two/d'",
            ),
            ("ui/src/features/one/c.ts", "await import('../../lib/e.ts')"),
            ("ui/src/features/two/d.ts", "export * from \"react\""),
            (
                "ui/src/lib/e.ts",
                "import { f } from '../api/f'\nimport g from '../kit/g'",
            ),
            ("ui/src/api/f.ts", "import type {\n} from '../lib/e'"),
            ("ui/src/kit/g.ts", ""),
        ]
        .map(|(path, text)| Source {
            path: path.to_owned(),
            text: text.to_owned(),
        });
        let files: Vec<&Source> = sources.iter().collect();
        let graph = draw(&files);
        assert_eq!(
            faults(&graph),
            [
                "ui/src/features/one/b.tsx:2 imports another feature: ui/src/features/two/d.ts",
                "ui/src/lib/e.ts:2 imports ui/src/kit/g.ts, which is above it",
            ]
        );
        let circles: Vec<Vec<String>> = graph
            .circles()
            .into_iter()
            .map(|circle| circle.into_iter().collect())
            .collect();
        assert_eq!(circles, [["ui/src/api/f.ts", "ui/src/lib/e.ts"]]);
    }
}
