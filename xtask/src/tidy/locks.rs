//! The npm lock files are whole: npm writes them without the packages of other systems when they were
//! out of reach, and then `npm ci` refuses them on every machine.

use std::collections::BTreeMap;

use super::{assert_none, read};

/// Reads the dependencies of each entry of an npm lock file: one name a line, two spaces a level.
fn optional_dependencies(lock: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut packages = BTreeMap::new();
    let mut place = None;
    let mut is_inside = false;
    let entries = lock.lines().skip_while(|line| *line != "  \"packages\": {");
    for line in entries.skip(1).take_while(|line| *line != "  }") {
        let level = line.len() - line.trim_start().len();
        let name = line.trim_start().strip_prefix('"');
        let name = name.and_then(|rest| rest.split('"').next());
        match (level, name) {
            (4, Some(name)) => {
                place = Some(name);
                packages.insert(name, Vec::new());
            }
            (6, _) => is_inside = name == Some("optionalDependencies"),
            (8, Some(name)) if is_inside => {
                let found = place.and_then(|place| packages.get_mut(place));
                found.expect("an entry around it").push(name);
            }
            _ => {}
        }
    }
    packages
}

#[test]
fn optional_dependencies_are_read() {
    let lock = "{\n  \"packages\": {\n    \"\": {\n      \"dependencies\": {\n        \"a\": \"1\"\n      }\n    },\n    \
                \"node_modules/a\": {\n      \"optionalDependencies\": {\n        \"b\": \"1\",\n        \"@c/d\": \"2\"\n      \
                },\n      \"engines\": {\n        \"node\": \"1\"\n      }\n    }\n  }\n}\n";
    let expected = BTreeMap::from([("", vec![]), ("node_modules/a", vec!["b", "@c/d"])]);
    assert_eq!(optional_dependencies(lock), expected);
}

#[test]
fn lock_files_name_the_packages_of_every_system() {
    let mut problems = Vec::new();
    for path in [
        "ui/package-lock.json",
        "tests/peers/package-lock.json",
        "benches/tool-servers/package-lock.json",
        "benches/listed-servers/many/package-lock.json",
        "benches/listed-servers/mastra/package-lock.json",
        "tests/conformance/node/package-lock.json",
        "tests/conformance/0.1.16/package-lock.json",
        "tests/conformance/0.2.0-alpha.12/package-lock.json",
    ] {
        let lock = read(path).replace("\r\n", "\n");
        let packages = optional_dependencies(&lock);
        assert!(packages.len() > 1, "{path} names packages");
        for (place, names) in &packages {
            for name in names {
                let beside = format!("node_modules/{name}");
                let below = format!("{place}/{beside}");
                if !packages.contains_key(&*beside) && !packages.contains_key(&*below) {
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
