//! Which package may use which.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The layers, the lowest first. A package uses those of lower layers only, and none of its own.
const LAYERS: [&[&str]; 20] = [
    &["usher-messages", "usher-demo", "usher-cases", "xtask"],
    &["usher-types"],
    &["usher-jsonrpc"],
    &["usher-net", "usher-process", "usher-testkit"],
    &["usher-mcp"],
    &["usher-system", "usher-mcp-tests"],
    &["usher-review", "usher-oauth", "usher-llm", "usher-search"],
    &["usher-config"],
    &["usher-content", "usher-agents"],
    &["usher-webtools"],
    &["usher-store"],
    &["usher-servers"],
    &["usher-calls"],
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

/// Libraries, and the only packages that use them. `deny.toml` says the same of the whole tree.
const RESERVED: [(&str, &[&str]); 5] = [
    ("tauri", &["usher"]),
    ("rmcp", &["usher-bench"]),
    ("sqlx", &["usher-store", "usher-tests"]),
    ("keyring", &["usher-system"]),
    (
        "ts-rs",
        &[
            "usher-agents",
            "usher-api",
            "usher-calls",
            "usher-config",
            "usher-core",
            "usher-llm",
            "usher-messages",
            "usher-oauth",
            "usher-review",
            "usher-servers",
            "usher-types",
            "usher-webtools",
        ],
    ),
];

/// A package of the workspace.
pub(crate) struct Package {
    pub(crate) name: String,
    /// Packages it is built from, without those of its tests alone.
    uses: Vec<String>,
    /// Packages of its tests.
    tests_use: Vec<String>,
    /// The files of its library and programs.
    pub(crate) roots: Vec<PathBuf>,
}

/// Asks cargo for the packages.
#[expect(
    clippy::disallowed_methods,
    reason = "a test of the tree asks cargo; the one place that starts processes is for the product"
)]
pub(crate) fn read(repository: &Path) -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .current_dir(repository)
        .output();
    let read = output.map(|output| serde_json::from_slice::<Value>(&output.stdout));
    let Ok(Ok(read)) = read else {
        panic!("cargo gives no metadata: {read:?}");
    };
    let packages = read["packages"].as_array().into_iter().flatten();
    packages.map(package).collect()
}

fn package(read: &Value) -> Package {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let uses = read["dependencies"].as_array().into_iter().flatten();
    let targets = read["targets"].as_array().into_iter().flatten();
    let is_product = |target: &&Value| {
        let kinds = target["kind"].as_array().into_iter().flatten();
        kinds
            .filter_map(Value::as_str)
            .any(|kind| ["lib", "bin"].contains(&kind))
    };
    let (tests_use, uses): (Vec<&Value>, Vec<&Value>) = uses.partition(|one| one["kind"] == "dev");
    let names = |all: Vec<&Value>| all.into_iter().map(|one| text(&one["name"])).collect();
    Package {
        name: text(&read["name"]),
        uses: names(uses),
        tests_use: names(tests_use),
        roots: targets
            .filter(is_product)
            .map(|target| text(&target["src_path"]).into())
            .collect(),
    }
}

/// Lists uses of libraries that are for other packages.
pub(crate) fn reserved_libraries(packages: &[Package]) -> Vec<String> {
    let mut faults = Vec::new();
    for package in packages {
        let name = package.name.as_str();
        for used in package.uses.iter().chain(&package.tests_use) {
            let family =
                |library: &str| used == library || used.starts_with(&format!("{library}-"));
            let reserved = RESERVED.iter().find(|(library, _)| family(library));
            if let Some((library, users)) = reserved
                && !users.contains(&name)
            {
                faults.push(format!("{name} uses {used}; {library} is for {users:?}"));
            }
        }
    }
    faults
}

/// Lists dependencies that do not lead down, and unlisted packages.
pub(crate) fn faults(packages: &[Package]) -> Vec<String> {
    let layer = |name: &str| LAYERS.iter().position(|layer| layer.contains(&name));
    let mut faults = Vec::new();
    for Package { name, uses, .. } in packages {
        let Some(own) = layer(name) else {
            faults.push(format!("{name} has no layer: add it to LAYERS"));
            continue;
        };
        for other in uses {
            if layer(other).is_some_and(|below| below >= own) {
                faults.push(format!("{name} uses {other}, which is not below it"));
            }
            let reserved = ONLY_FOR.iter().find(|(reserved, _)| reserved == other);
            if reserved.is_some_and(|(_, users)| !users.contains(&name.as_str())) {
                faults.push(format!("{name} uses {other}, which is not for it"));
            }
        }
    }
    faults
}

#[test]
fn dependencies_up_and_sideways_are_found() {
    let package = |name: &str, uses: &[&str]| Package {
        name: name.to_owned(),
        uses: uses.iter().map(|&name| name.to_owned()).collect(),
        tests_use: Vec::new(),
        roots: Vec::new(),
    };
    let packages = [
        package("usher-types", &["serde"]),
        package("usher-mcp", &["usher-types", "usher-core"]),
        package("usher-core", &["usher-mcp", "usher-demo"]),
        package("usher-oauth", &["usher-llm"]),
        package("other", &[]),
    ];
    assert_eq!(
        faults(&packages),
        [
            "usher-mcp uses usher-core, which is not below it",
            "usher-core uses usher-demo, which is not for it",
            "usher-oauth uses usher-llm, which is not below it",
            "other has no layer: add it to LAYERS",
        ]
    );
}
