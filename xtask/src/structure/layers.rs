//! The layers of packages, and which dependencies point up.

use super::manifest::Package;

/// The layers, the lowest first. A package uses those of lower layers only, and none of its own.
const LAYERS: [&[&str]; 17] = [
    &["usher-messages", "usher-demo", "xtask"],
    &["usher-types"],
    &["usher-net", "usher-process", "usher-testkit"],
    &["usher-mcp"],
    &["usher-system", "usher-mcp-tests"],
    &["usher-review", "usher-oauth", "usher-llm", "usher-search"],
    &["usher-config"],
    &["usher-content", "usher-agents"],
    &["usher-webtools"],
    &["usher-store"],
    &["usher-core"],
    &["usher-api", "usher-gateway"],
    &["usher-app"],
    &["usher-cli"],
    &["usher"],
    &["usher-tests"],
    &["usher-bench"],
];

/// Packages that only some of those above them use. The demo server is a second reading of the specification.
const ONLY_FOR: [(&str, &[&str]); 4] = [
    (
        "usher-demo",
        &["usher-app", "usher-cli", "usher-mcp-tests", "usher-tests"],
    ),
    (
        "usher-testkit",
        &["usher-mcp-tests", "usher-tests", "usher-bench"],
    ),
    ("usher-mcp-tests", &["usher-tests"]),
    ("usher", &[]),
];

/// The layer of a package, counted from below.
pub(super) fn of(package: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&package))
}

/// Lists dependencies that do not lead down, and unlisted packages.
pub(super) fn faults(packages: &[Package]) -> Vec<String> {
    let mut faults = Vec::new();
    for package in packages {
        let Some(layer) = of(&package.name) else {
            faults.push(format!(
                "{}/Cargo.toml: {} has no layer: add it to LAYERS",
                package.folder, package.name
            ));
            continue;
        };
        for dependency in package.built_from() {
            let Some(below) = of(&dependency.name) else {
                continue;
            };
            let place = format!("{}/Cargo.toml:{}", package.folder, dependency.line);
            let (name, other) = (&package.name, &dependency.name);
            if below >= layer {
                faults.push(format!(
                    "{place}: {name} uses {other}, which is not below it"
                ));
            }
            let reserved = ONLY_FOR.iter().find(|(reserved, _)| reserved == other);
            if reserved.is_some_and(|(_, users)| !users.contains(&name.as_str())) {
                faults.push(format!("{place}: {name} uses {other}, which is not for it"));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::faults;
    use crate::structure::Package;
    use crate::tree::Source;

    #[test]
    fn dependencies_up_and_sideways_are_found() {
        let packages: Vec<Package> = [
            ("usher-types", "serde = \"1\""),
            ("usher-mcp", "usher-types = \"1\"\nusher-core = \"1\""),
            ("usher-core", "usher-mcp = \"1\"\nusher-demo = \"1\""),
            (
                "usher-oauth",
                "usher-llm = \"1\"\n[dev-dependencies]\nusher-api = \"1\"",
            ),
            ("other", ""),
        ]
        .into_iter()
        .filter_map(|(name, lines)| {
            Package::read(&Source {
                path: format!("crates/{name}/Cargo.toml"),
                text: format!("[package]\nname = \"{name}\"\n[dependencies]\n{lines}\n"),
            })
        })
        .collect();
        assert_eq!(
            faults(&packages),
            [
                "crates/usher-mcp/Cargo.toml:5: usher-mcp uses usher-core, which is not below it",
                "crates/usher-core/Cargo.toml:5: usher-core uses usher-demo, which is not for it",
                "crates/usher-oauth/Cargo.toml:4: usher-oauth uses usher-llm, which is not below it",
                "crates/other/Cargo.toml: other has no layer: add it to LAYERS",
            ]
        );
    }
}
