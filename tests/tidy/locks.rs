//! The npm lock files are whole: npm writes them without the packages of other systems when they were
//! out of reach, and then `npm ci` refuses them on every machine.

use serde_json::Value;

use crate::tree::{assert_none, read};

#[test]
fn lock_files_name_the_packages_of_every_system() {
    let mut problems = Vec::new();
    for path in [
        "ui/package-lock.json",
        "tests/peers/package-lock.json",
        "tests/conformance/node/package-lock.json",
        "tests/conformance/0.1.16/package-lock.json",
        "tests/conformance/0.2.0-alpha.12/package-lock.json",
    ] {
        let lock: Value = serde_json::from_str(&read(path)).expect("a lock file is JSON");
        let packages = lock["packages"].as_object().expect("a list of packages");
        for (place, package) in packages {
            for name in package["optionalDependencies"]
                .as_object()
                .into_iter()
                .flat_map(|all| all.keys())
            {
                let beside = format!("node_modules/{name}");
                let below = format!("{place}/{beside}");
                if !packages.contains_key(&beside) && !packages.contains_key(&below) {
                    problems.push(format!("{path}: {name}, which {place} may need"));
                }
            }
        }
    }
    assert_none(
        &problems,
        "Run `npm install` where these packages can be reached, or add their entries",
    );
}
