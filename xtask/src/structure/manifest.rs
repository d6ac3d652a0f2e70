//! Reads which packages there are, and on whom each depends.

use crate::tree::Source;

/// A package of the workspace.
pub(crate) struct Package {
    pub(crate) name: String,
    /// The folder of its manifest, from the root.
    pub(crate) folder: String,
    pub(crate) dependencies: Vec<Dependency>,
}

/// A dependency as a manifest writes it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) line: usize,
    pub(crate) only_for_tests: bool,
}

impl Package {
    /// Reads a manifest; that of the workspace names no package.
    pub(crate) fn read(manifest: &Source) -> Option<Self> {
        let mut lines = manifest.text.lines();
        let name = lines.find_map(|line| line.strip_prefix("name = \""))?;
        Some(Self {
            name: name.trim_end_matches('"').to_owned(),
            folder: manifest.path.strip_suffix("/Cargo.toml")?.to_owned(),
            dependencies: dependencies(&manifest.text),
        })
    }

    /// Lists the package's dependencies, without those of its tests.
    pub(crate) fn built_from(&self) -> impl Iterator<Item = &Dependency> {
        self.dependencies
            .iter()
            .filter(|found| !found.only_for_tests)
    }
}

/// Reads the names in the dependency tables. Our manifests write one dependency a line.
fn dependencies(manifest: &str) -> Vec<Dependency> {
    let mut section = "";
    let mut found = Vec::new();
    for (line, text) in (1..).zip(manifest.lines()) {
        if let Some(header) = text.strip_prefix('[') {
            section = header.trim_end().trim_end_matches(']');
            continue;
        }
        let end = text.find(['.', ' ', '=']).unwrap_or(0);
        let name = text[..end].trim();
        if section.ends_with("dependencies") && !name.is_empty() && !name.starts_with('#') {
            found.push(Dependency {
                name: name.to_owned(),
                line,
                only_for_tests: section.ends_with("dev-dependencies"),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::dependencies;

    #[test]
    fn dependencies_are_read_from_every_kind_of_table() {
        let manifest = "[dependencies]\na.workspace = true\nb = \"1\"\n# c = 1\n[features]\nd = []\n\
                        [target.'cfg(unix)'.dependencies]\ne = { version = \"1\" }\n[dev-dependencies]\nf = \"1\"\n";
        let names: Vec<_> = dependencies(manifest)
            .into_iter()
            .map(|found| (found.name, found.line, found.only_for_tests))
            .collect();
        let expected = [
            ("a", 2, false),
            ("b", 3, false),
            ("e", 8, false),
            ("f", 10, true),
        ];
        let expected = expected.map(|(name, line, tests)| (name.to_owned(), line, tests));
        assert_eq!(names, expected);
    }
}
